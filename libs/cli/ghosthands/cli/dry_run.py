"""The report of a dry run: the questions of its plans, their keys, and the values that are typed for those keys.

The page's own words are in the vault, which this command does not open: a question is named in the profile's words, in
hitl-gateway's words at the run's end, or after the planner's rule that understood it. Fields in a row for one question,
such as the parts of a date, are one row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from ghosthands.cli import console
from ghosthands.domain import keys, plan, recipe, session
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.message import Event
from ghosthands.domain.polarity import opposite
from ghosthands.domain.profile import flatten, flatten_answers, flatten_stated, list_own_questions, list_questions

Applicant = Mapping[str, Any]


class AnswerSource(StrEnum):
    """The source of an answer in a dry run."""

    #: the profile at hand, unchanged
    PROFILE = "profile"
    #: derived from the profile by rules: a full name, the answer that a fact gives
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

#: the source of an answer that is not at hand, by the first word of its key
_SOURCES = {
    "profile": AnswerSource.DERIVED,
    "answers": AnswerSource.HUMAN,
    "remembered": AnswerSource.REMEMBERED,
    "drafts": AnswerSource.DRAFT,
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
    known = _Known.of(applicant, told)
    rows = [
        _list_open(one, known)
        if isinstance(one, plan.Unanswered)
        else _list_planned(
            one, known, verified=one.field_id in verified, not_tried=one.field_id in not_tried - verified
        )
        for one in planned.values()
    ]
    return [_join(list(run)) for _, run in groupby(rows, key=_name_row)]


@dataclass(frozen=True)
class _Known:
    """The values of the applicant at hand, and the words of the questions."""

    #: the text that is typed, by key; derived values included
    values: Mapping[str, str]
    #: the keys that the profile itself has a value for
    stated: Collection[str]
    #: the questions in words, by their keys
    questions: Mapping[str, str]

    @classmethod
    def of(cls, applicant: Applicant, told: Mapping[str, str]) -> _Known:
        profile, own = applicant["profile"], applicant["qa_answers"]
        answered = list_questions(profile, own)
        files = {f"{keys.FILES}{kind}": name for kind, name in applicant["files"].items()}
        stated = {*flatten_answers(own), *files, *flatten_stated(profile)}
        worded = {key.removeprefix(keys.ANSWERS): asked for key, asked in list_own_questions(answered).items()}
        return cls(flatten(profile) | flatten_answers(answered) | files, stated, {**told, **worded})


def _name_row(row: DryRunField) -> tuple[str, str, str]:
    """Return what the fields of one row have in common; each question with a constant has a row of its own."""
    return row.key, row.value, row.label


def _join(run: Sequence[DryRunField]) -> DryRunField:
    """Return consecutive fields for one question as one row, verified where all are: the parts of a date."""
    return msgspec.structs.replace(
        run[0],
        verified=None if run[0].verified is None else all(one.verified for one in run),
        not_tried=any(one.not_tried for one in run),
    )


def _list_open(missing: plan.Unanswered, known: _Known) -> DryRunField:
    return DryRunField(
        label=known.questions.get(missing.question_key, ""),
        key=f"{keys.ANSWERS}{missing.question_key}",
        source=AnswerSource.NOBODY,
        value=_UNSEEN[AnswerSource.NOBODY],
        verified=None,
    )


def _list_planned(action: plan.PlannedAction, known: _Known, *, verified: bool, not_tried: bool) -> DryRunField:
    source, value = _find_answer(action, known)
    own_key = action.key.removeprefix(keys.ANSWERS)
    label = known.questions.get(action.question_key) or known.questions.get(own_key) or _find_subject(action)
    return DryRunField(label=label, key=action.key, source=source, value=value, verified=verified, not_tried=not_tried)


def _find_subject(action: plan.PlannedAction) -> str:
    """Return the subject of the rule that chose a constant; empty for a recipe, and for other keys."""
    if not action.key.startswith("constant.") or action.reason.startswith("recipe:"):
        return ""
    name = action.reason.removesuffix(":declined").rpartition(":")[2]
    return _SUBJECTS.get(name) or name.replace("_", " ").capitalize()


def _find_answer(action: plan.PlannedAction, known: _Known) -> tuple[AnswerSource, str]:
    """Return the source of the field's answer, and the answer as it is typed, as far as it is at hand."""
    kind, _, name = action.key.partition(".")
    if kind == "constant":
        return AnswerSource.CONSTANT, _find_constant(name, action.kind)
    value = known.values.get(action.key)
    if value is None:
        source = _SOURCES.get(kind, AnswerSource.VAULT)
        return source, _UNSEEN[source]
    source = AnswerSource.PROFILE if action.key in known.stated else AnswerSource.DERIVED
    return source, (opposite(value) or value) if action.negated else value


def _find_constant(name: str, kind: plan.ActionKind) -> str:
    """Return a constant answer in words."""
    if name == "decline":
        return "declined to say"
    if name == "no":
        return "unticked"
    return "ticked" if kind is plan.ActionKind.CHECK else name


def count_open(found: Iterable[DryRunField]) -> int:
    """Return the number of required questions that nobody could answer."""
    return sum(entry.source is AnswerSource.NOBODY for entry in found)


def word_open(count: int) -> str:
    """Return the sentence on that many open questions, of which there is at least one."""
    many = f"{count} required questions are open; apply would ask you these"
    return many if count > 1 else "1 required question is open; apply would ask you this one"


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
