"""What a dry run would have sent: the keys of its plans, and what stands under them in the profile at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from ghosthands.cli import console
from ghosthands.domain import plan, session
from ghosthands.domain.message import Event
from ghosthands.domain.questions import question_key

#: what goes in is made of the profile by rules of its own: a full name, a phone number without its country
DERIVED = "(from your profile)"

Applicant = Mapping[str, Any]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One field of the form."""

    #: the question as the profile asks it, else the applicant's key
    name: str
    value: str
    #: read back and right; None for a field nobody knows the answer to
    verified: bool | None


def entries(events: Iterable[Event], applicant: Applicant) -> list[Entry]:
    """The fields of all pages in their order, each as it was planned last."""
    planned: dict[str, str] = {}
    unknown: set[str] = set()
    verified: set[str] = set()
    for event in events:
        match event:
            case plan.PlanProposed():
                planned |= {action.field_id: action.key for action in event.actions}
                planned |= {missing.field_id: f"answers.{missing.question_key}" for missing in event.unanswered}
                unknown |= {missing.field_id for missing in event.unanswered}
                unknown -= {action.field_id for action in event.actions}
            case session.ActionVerified():
                verified.add(event.field_id)
            case _:
                pass
    return [
        _entry(key, applicant, verified=None if field in unknown else field in verified)
        for field, key in planned.items()
    ]


def _entry(key: str, applicant: Applicant, *, verified: bool | None) -> Entry:
    name, value = _found(key, applicant)
    return Entry(name=name, value=value if verified is not None else "required, and nobody knows it", verified=verified)


def _found(key: str, applicant: Applicant) -> tuple[str, str]:
    """What to call the key, and what stands there."""
    kind, _, name = key.partition(".")
    if kind == "answers":
        return _given(name, applicant) or (key, DERIVED)
    value = _at(applicant, key.split("."))
    return key, DERIVED if value is None else _text(value)


def _given(wanted: str, applicant: Applicant) -> tuple[str, str] | None:
    """The question of that key as the profile has it, and its answer."""
    for question, answer in applicant["qa_answers"].items():
        with suppress(ValueError):  # what asks nothing has no key
            if question_key(question) == wanted:
                return question, answer
    return None


def _at(value: Any, path: Iterable[str]) -> Any:
    """What stands at the path; None where nothing does."""
    for part in path:
        if isinstance(value, list) and part.isdecimal():
            value = dict(enumerate(value)).get(int(part))
        else:
            value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def show(found: Iterable[Entry]) -> None:
    """The fields and their values as a table."""
    rows = Table(box=None, pad_edge=False, header_style="dim")
    rows.add_column("")
    rows.add_column("would be sent", ratio=2)
    rows.add_column("", ratio=3, overflow="fold")
    for entry in found:
        rows.add_row(_mark(entry.verified), Text(entry.name), Text(entry.value))
    console.out.print(rows)


def _mark(verified: bool | None) -> Text:
    if verified is None:
        return Text("?", style="yellow")
    return Text("✔", style="green") if verified else Text("✘", style="red")
