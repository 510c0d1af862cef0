"""The report of a dry run: the questions of its plans, their keys, and the profile's values for those keys.

The page's own words are in the vault, which this command does not open: a question is named in the profile's words, in
hitl-gateway's words at the run's end, or after the planner's rule that understood it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from ghosthands.cli import console
from ghosthands.domain import plan, recipe, session
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.message import Event
from ghosthands.domain.questions import question_key

Applicant = Mapping[str, Any]


class AnswerSource(StrEnum):
    """The source of an answer in a dry run."""

    #: the profile at hand, unchanged
    PROFILE = "profile"
    #: derived from the profile by rules: a full name, a phone number without its country
    DERIVED = "derived"
    #: a human, when the question was asked
    HUMAN = "human"
    #: the applicant, when an earlier form asked it
    REMEMBERED = "remembered"
    #: kept in the vault, besides the profile
    VAULT = "vault"
    #: what everyone answers: consent, or to decline
    CONSTANT = "constant"
    #: a model, out of the profile and the resume
    DRAFT = "draft"
    #: nobody knows it
    NOBODY = "nobody"


#: shown in the value's place, where this command does not know the value
_UNSEEN = {
    AnswerSource.DERIVED: "(from your profile)",
    AnswerSource.HUMAN: "(as answered when it was asked)",
    AnswerSource.REMEMBERED: "(as you answered it on an earlier form)",
    AnswerSource.VAULT: "(from the vault)",
    AnswerSource.DRAFT: "(drafted from your profile and resume)",
    AnswerSource.NOBODY: "required, and nobody knows it",
}

#: the word for a field that could not be filled without sending something
NOT_TRIED = "not tried"

#: the planner's rules for what everyone answers, by the last word that names them
_SUBJECTS = {"consent": "consent to the terms of applying", "taken_back": "an offer of news and advertising"}


class DryRunField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of the form, as the report of a dry run shows it."""

    #: the question in words; empty where none are known
    label: str
    #: the applicant's key
    key: str
    source: AnswerSource
    value: str
    #: read back and right; None for a field nobody knows the answer to
    verified: bool | None
    #: whether filling it would have sent the site something
    not_tried: bool = False


def list_fields(events: Iterable[Event], applicant: Applicant, told: Mapping[str, str]) -> list[DryRunField]:
    """Return the fields of all pages in their order, each as it was planned last; `told` are questions by their key."""
    planned: dict[str, plan.PlannedAction | plan.Unanswered] = {}
    verified: set[str] = set()
    not_tried: set[str] = set()
    for event in events:
        match event:
            case plan.PlanProposed():
                planned |= {action.field_id: action for action in event.actions}
                planned |= {missing.field_id: missing for missing in (*event.unanswered, *event.unclear)}
            case recipe.RecipeFound():
                planned |= {action.field_id: action for action in event.actions}
            case session.ActionVerified():
                verified.add(event.field_id)
            case session.ActionFailed() if event.code == ActionFailure.NOT_TRIED:
                not_tried.add(event.target)
            case _:
                pass
    questions = {**told, **_word_field(applicant)}
    return [
        _list_open(one, questions)
        if isinstance(one, plan.Unanswered)
        else _list_planned(
            one,
            applicant,
            questions,
            verified=one.field_id in verified,
            not_tried=one.field_id in not_tried - verified,
        )
        for one in planned.values()
    ]


def _word_field(applicant: Applicant) -> dict[str, str]:
    """Return the questions of the profile by their keys."""
    worded = {}
    for question in applicant["qa_answers"]:
        with suppress(ValueError):  # what asks nothing has no key
            worded[question_key(question)] = question
    return worded


def _list_open(missing: plan.Unanswered, questions: Mapping[str, str]) -> DryRunField:
    return DryRunField(
        label=questions.get(missing.question_key, ""),
        key=f"answers.{missing.question_key}",
        source=AnswerSource.NOBODY,
        value=_UNSEEN[AnswerSource.NOBODY],
        verified=None,
    )


def _list_planned(
    action: plan.PlannedAction, applicant: Applicant, questions: Mapping[str, str], *, verified: bool, not_tried: bool
) -> DryRunField:
    source, value = _find_answer(action, applicant, questions)
    own_key = action.key.removeprefix("answers.")
    label = questions.get(action.question_key) or questions.get(own_key) or _find_subject(action)
    return DryRunField(label=label, key=action.key, source=source, value=value, verified=verified, not_tried=not_tried)


def _find_subject(action: plan.PlannedAction) -> str:
    """Return the subject of the rule that chose a constant; empty for a recipe, and for other keys."""
    if not action.key.startswith("constant.") or action.reason.startswith("recipe:"):
        return ""
    name = action.reason.removesuffix(":declined").rpartition(":")[2]
    return _SUBJECTS.get(name) or name.replace("_", " ").capitalize()


def _find_answer(
    action: plan.PlannedAction, applicant: Applicant, questions: Mapping[str, str]
) -> tuple[AnswerSource, str]:
    """Return the source of the field's answer, and the answer as far as it is at hand."""
    kind, _, name = action.key.partition(".")
    if kind == "constant":
        return AnswerSource.CONSTANT, _find_constant(name, action.kind)
    if kind == "drafts":
        return AnswerSource.DRAFT, _UNSEEN[AnswerSource.DRAFT]
    if kind == "remembered":
        return AnswerSource.REMEMBERED, _UNSEEN[AnswerSource.REMEMBERED]
    if kind == "answers":
        given = applicant["qa_answers"].get(questions.get(name))
        return (
            (AnswerSource.HUMAN, _UNSEEN[AnswerSource.HUMAN])
            if given is None
            else (AnswerSource.PROFILE, _write_text(given))
        )
    if (value := _find_at(applicant, action.key.split("."))) is not None:
        return AnswerSource.PROFILE, _write_text(value)
    source = AnswerSource.DERIVED if kind == "profile" else AnswerSource.VAULT
    return source, _UNSEEN[source]


def _find_constant(name: str, kind: plan.ActionKind) -> str:
    """Return a constant answer in words."""
    if name == "decline":
        return "declined to say"
    if name == "no":
        return "unticked"
    return "ticked" if kind is plan.ActionKind.CHECK else name


def _find_at(value: Any, path: Iterable[str]) -> Any:
    """Return the value at the path; None where there is none."""
    for part in path:
        if isinstance(value, list) and part.isdecimal():
            value = dict(enumerate(value)).get(int(part))
        else:
            value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _write_text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def show(found: Iterable[DryRunField]) -> None:
    """Print the fields and their values as a table."""
    rows = Table(box=None, pad_edge=False, header_style="dim")
    rows.add_column("")
    rows.add_column("would be sent", ratio=2)
    rows.add_column("", ratio=3, overflow="fold")
    for entry in found:
        rows.add_row(_mark(entry), _word_name(entry), _word_value(entry))
    console.out.print(rows)


def _word_name(entry: DryRunField) -> Text:
    """Return the question and its key; the key alone where no words are known."""
    return Text.assemble(entry.label, ("  " + entry.key, "dim")) if entry.label else Text(entry.key)


def _word_value(entry: DryRunField) -> Text:
    """Return the value, and why it is not in the form where the dry run itself is the reason."""
    return Text.assemble(entry.value, ("  " + NOT_TRIED, "dim")) if entry.not_tried else Text(entry.value)


def _mark(entry: DryRunField) -> Text:
    if entry.verified is None:
        return Text("?", style="yellow")
    if entry.not_tried:
        return Text("–", style="dim")
    return Text("✔", style="green") if entry.verified else Text("✘", style="red")
