"""The ways to continue or stop a job that waits for a human, each with its command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ghosthands.cli import console
from ghosthands.cli.questions import AskedField, Question
from ghosthands.cli.watching import JobWatch
from ghosthands.domain.doubts import has_page
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import SubmissionState, can_be_continued, find_doubt
from ghosthands.domain.page import FieldKind

#: the answers to whether the application was submitted, with their options
_SETTLE = (("it was submitted", "--submitted"), ("it was not", "--not-submitted"))


class WayOn(NamedTuple):
    """Something a person can do for a job, and the command that does it."""

    does: str
    command: str


def list_ways_on(asked: Question, seen: JobWatch) -> list[WayOn]:
    """Return every way: answering, sending a message, taking over, stopping the job."""
    short = asked.job_id[: console.SHORT_ID]
    answers = [WayOn(does, f"ghosthands answer {short} {how}".rstrip()) for does, how in _list_answers(asked)]
    return [*answers, *_list_others(asked, seen, short)]


def show_ways_on(asked: Question, seen: JobWatch) -> None:
    """Print the ways."""
    ways = list_ways_on(asked, seen)
    width = max(len(way.does) for way in ways)
    for does, command in ways:
        console.out.print(f"  {does:<{width}}  {command}", markup=False, soft_wrap=True)


def show_doubt(seen: JobWatch) -> None:
    """Print how to tell whether the application was submitted, where the job ended in doubt of it."""
    if find_doubt(seen.job) is not None:
        console.out.print("   it may have been submitted: look in the applicant's mail or the site's account, then")
        for does, how in _SETTLE:
            console.out.print(f"  {does:<16}  ghosthands answer {seen.short_id} {how}", markup=False, soft_wrap=True)


def _list_answers(asked: Question) -> Iterator[tuple[str, str]]:
    yield "answer it here", ""
    if asked.kind is AskKind.SUBMIT_UNCLEAR:
        yield from _SETTLE
        return
    if asked.fields and asked.kind in (AskKind.FIELDS, AskKind.REVIEW):
        yield "or answer by options", " ".join(map(_name_option, asked.fields[:1]))
    if asked.kind is AskKind.REVIEW:
        yield "use all as they are", "--done"
        yield "leave one open", f"--reject {asked.fields[0].question_key}" if asked.fields else "--reject KEY"
    elif asked.wants_login:
        yield "sign in", "--credentials FILE"
    elif asked.wants_code:
        yield "enter the code", "--code CODE"
    if asked.kind is not AskKind.REVIEW:
        yield "you did it on its page", "--done"
    yield "leave it as it is", "--skip"


def _name_option(field: AskedField) -> str:
    if field.takes_file:
        return f"--file {field.question_key}=PATH"
    return f"--value {field.question_key}={'yes' if field.kind == FieldKind.CHECKBOX else '…'}"


def _list_others(asked: Question, seen: JobWatch, short: str) -> Iterator[WayOn]:
    if can_be_continued(seen.job):
        yield WayOn("say what it lacks", f"ghosthands continue {short}")
    if has_page(asked.code):
        does = "take its page over" if seen.job.browser.session is not None else "open its page again"
        yield WayOn(does, f"ghosthands live {short}")
    yield WayOn("ask somebody else", f"ghosthands console {short}")
    if seen.job.effects.submission is SubmissionState.NONE:
        yield WayOn("stop it", f"ghosthands cancel {short}")
