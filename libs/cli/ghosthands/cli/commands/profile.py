"""`ghosthands profile init|check`: an applicant's profile on disk."""

from __future__ import annotations

import json
import os
from pathlib import Path

from rich.text import Text

from ghosthands.cli import console
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.requests import TEMPLATE, make_request, read_profile
from ghosthands.domain.keys import PROFILE_NAMES

#: worth having, though no form of the contract demands them
WELCOME = ("phone", "location", "work_authorization", "linkedin_url", "work_history", "education")

#: digits of a telephone number, by what is dialled locally at least and by E.164 at most
PHONE_DIGITS = range(6, 16)


def make(path: Path) -> None:
    """A profile to fill in. Raises Stop(USAGE) rather than overwrite one."""
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


def check(path: Path) -> None:
    """Would it be taken? Raises Stop(USAGE) with everything that is wrong."""
    applicant = read_profile(path)
    make_request("https://jobs.example.com/", applicant)
    empty = [name for name in WELCOME if not applicant["profile"].get(name)]
    unknown = [name for name in applicant["profile"] if name not in PROFILE_NAMES]
    phone = applicant["profile"].get("phone")
    answers = len(applicant["qa_answers"])
    console.out.print(Text.assemble(("✔", "green"), f" {path} can be applied with; answers: {answers}"), soft_wrap=True)
    if unknown:
        console.out.print(Text(f"  unknown, and never filled in: {', '.join(unknown)}", style="yellow"), soft_wrap=True)
    if phone and sum(map(str.isdecimal, phone)) not in PHONE_DIGITS:
        said = f"  phone does not look like a number that can be called: {phone}"
        console.out.print(Text(said, style="yellow"), soft_wrap=True)
    if empty:
        console.out.print(f"  empty, though many forms ask for it, and would have you asked: {', '.join(empty)}")
