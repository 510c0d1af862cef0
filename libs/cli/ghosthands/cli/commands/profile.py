"""`ghosthands profile init|check`: an applicant's profile on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rich.text import Text

from ghosthands.cli import console
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.odd_values import list_odd
from ghosthands.cli.requests import TEMPLATE, make_request, read_profile_file, take_applicant
from ghosthands.contract.request import Facts
from ghosthands.domain.keys import FACTS, PROFILE_NAMES
from ghosthands.domain.polarity import stated
from ghosthands.domain.profile import flatten, flatten_stated
from ghosthands.messaging.clock import utc_now
from ghosthands.planning.questions.classes import JOBS_PLACE, QuestionClass
from ghosthands.planning.questions.reading import read
from ghosthands.planning.rules.questions import is_yes_or_no

#: useful fields, though the contract demands none of them, with the template's name for each
WELCOME = {
    "phone": "phone",
    "address_line1": "address",
    "location": "location",
    "work_authorization": "work_authorization",
    "linkedin_url": "linkedin_url",
    "salary_expectation": "salary_expectation",
    "years_of_experience": "years_of_experience",
    "available_start_date": "available_start_date",
    "work_history": "work_history",
    "education": "education",
}

#: the sections of a file
_SECTIONS = ("profile", "qa_answers")
#: least similarity of an unknown name to a known one that may be meant; 1 is the same
_NEAR = 0.8

#: by what a question is about: the profile's name for its answer, and a wording that names no country
_WITHOUT_COUNTRY = {
    QuestionClass.WORK_AUTHORIZATION: (
        "work_authorization",
        "Are you legally authorized to work in the country in which this job is located?",
    ),
    QuestionClass.SPONSORSHIP: (
        "requires_sponsorship",
        "Will you now or in the future require sponsorship for employment visa status?",
    ),
}


def make(path: Path) -> None:
    """Write an empty profile to fill in. Raises Stop(USAGE) rather than overwrite one."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Stop(Exit.USAGE, f"{path} is there already; it was left as it is") from None
    except OSError as error:
        raise Stop(Exit.USAGE, f"{path} cannot be written: {error.strerror}") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(TEMPLATE, file, indent=2, ensure_ascii=False)
        file.write("\n")
    console.out.print(f"{path} made; fill it in, then: ghosthands profile check {path}", markup=False, soft_wrap=True)


def check(path: Path, *, resume: Path | None = None) -> None:
    """Check the profile, and the resume with it.

    Raises Stop(USAGE) with everything that is wrong, Stop(NO) for values that it can be applied with and that are odd.
    """
    whole = read_profile_file(path)
    applicant = take_applicant(path, whole)
    profile = applicant["profile"]
    odd = list(list_odd(profile, utc_now().date()))
    try:
        make_request("https://jobs.example.com/", applicant, resume=resume)
    except Stop as refusal:
        raise Stop(refusal.code, "\n".join([str(refusal), *(f"  {line}" for line in odd)])) from None
    answers = len(applicant["qa_answers"])
    doubts = list(_list_doubts(whole, profile))
    sign = ("✘", "red") if odd else ("⚠", "yellow") if doubts else ("✔", "green")
    console.out.print(Text.assemble(sign, f" {path} can be applied with; answers: {answers}"), soft_wrap=True)
    for line in odd:
        console.out.print(Text(f"  {line}", style="red"), soft_wrap=True)
    for doubt in doubts:
        console.out.print(Text(f"  {doubt}", style="yellow"), soft_wrap=True)
    filled = {key.split(".")[1] for key in flatten_stated(profile)}
    if empty := [written for name, written in WELCOME.items() if name not in filled]:
        line = f"  empty, though many forms ask for it, and would have you asked: {', '.join(empty)}"
        console.out.print(line, markup=False, soft_wrap=True)
    if odd:
        number = "one value looks" if len(odd) == 1 else f"{len(odd)} values look"
        raise Stop(Exit.NO, f"{number} wrong and would be sent so: mend that first")


def _list_doubts(whole: Mapping[str, Any], profile: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is accepted but will not work as meant, with the remedy, a line each."""
    facts = profile.get(FACTS)
    unknown = [
        *_list_unknown(profile, PROFILE_NAMES),
        *(_list_unknown(facts, Facts.model_fields, within=FACTS) if isinstance(facts, Mapping) else ()),
    ]
    if unknown:
        yield f"unknown, and never filled in: {', '.join(unknown)}"
    if beside := list(_list_unknown(whole, _SECTIONS)):
        yield f"beside `profile` only `qa_answers` is read, and not: {', '.join(beside)}"
    location = profile.get("location")
    if isinstance(location, Mapping) and location.get("city") and not location.get("country"):
        yield "location has a city and no country: of the places that a form suggests none may be sure; set the country"
    yield from _list_asked(whole, profile)
    for name, value in profile.items():
        if isinstance(value, str) and is_yes_or_no(f"profile.{name}") and stated(value) is None:
            yield f'{name} is neither a yes nor a no, which forms ask for: begin it with "Yes, …" or "No, …"'


def _list_asked(whole: Mapping[str, Any], profile: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each question on permits that facts by country leave open where a form names no country."""
    facts = profile.get(FACTS)
    if not isinstance(facts, Mapping) or not facts.get("work_permission"):
        return
    given = flatten(profile)
    answered = {
        reading.about
        for question, answer in (whole.get("qa_answers") or {}).items()
        if answer and not (reading := read(question)).places - {JOBS_PLACE}
    }
    for about, (name, question) in _WITHOUT_COUNTRY.items():
        if f"profile.{name}" not in given and about not in answered:
            yield f'facts answer for countries that a form names; where it names none you are asked "{question}":'
            yield f"  answer it in qa_answers, or set {name}"


def _list_unknown(names: Iterable[str], known: Collection[str], within: str = "") -> Iterator[str]:
    """Yield the names that are not known, each with the most similar known one."""
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1, cutoff=_NEAR)
            where = f"{within}.{name}" if within else name
            yield f"{where} ({near[0]} is known)" if near else where
