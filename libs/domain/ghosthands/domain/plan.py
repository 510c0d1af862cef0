"""Plans: which applicant's key goes into which field, with confidence and reason; planner writes them."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from ghosthands.domain import services
from ghosthands.domain.message import Command, Event


class ActionKind(StrEnum):
    """The kinds of action on a page."""

    FILL = "fill"
    SELECT = "select"
    CHOOSE = "choose"
    CHECK = "check"
    UPLOAD = "upload"
    NEXT = "next"
    SUBMIT = "submit"


#: actions on a button, not on a field, which cannot be undone
PRESSES = frozenset({ActionKind.NEXT, ActionKind.SUBMIT})


class PlannedAction(msgspec.Struct, frozen=True, kw_only=True):
    """A reversible action: fill the value of `key` into the field."""

    id: str
    kind: ActionKind
    field_id: str
    #: a key of the applicant's data: `profile.email`, `answers.<question key>`, `files.resume`
    key: str
    #: the tier to start at, and later the one that did it; see engine.TIERS
    tier: int
    #: 0–1
    confidence: float
    #: the name of the rule that matched
    reason: str
    #: the key under which a human's own answer to this field is looked up first
    question_key: str
    #: whether the field asks for the opposite of the value of `key`: a no there is a yes here
    negated: bool = False


class LeftAlone(msgspec.Struct, frozen=True):
    """A field that is left alone, and the reason (a LeftBecause)."""

    field_id: str
    reason: str


class Unanswered(msgspec.Struct, frozen=True):
    """A required field without a known answer."""

    field_id: str
    #: the key under which an answer will be looked up next time
    question_key: str


# Events


class PlanProposed(Event, frozen=True, kw_only=True):
    """Every field of the page was planned, left alone or found to need an answer."""

    VERSION: ClassVar[int] = 3

    cause: str
    model_ref: str
    actions: tuple[PlannedAction, ...] = ()
    left_alone: tuple[LeftAlone, ...] = ()
    unanswered: tuple[Unanswered, ...] = ()
    #: to be asked even if the field is optional or filled: answered, but not with the yes or no that the field takes,
    #: or holding a choice of the page's own
    unclear: tuple[Unanswered, ...] = ()
    #: entries of a history that the page asks for, `profile.work_history.2`, for which it shows no fields
    beyond: tuple[str, ...] = ()


# Commands


class PlanPage(Command, frozen=True, kw_only=True):
    """Plan the fields of an observed page that no earlier plan covers."""

    SERVICE: ClassVar[str] = services.PLANNER

    job_id: str
    tenant: str
    applicant: str
    model_ref: str
    #: only these fields; empty for all
    only: tuple[str, ...] = ()
    #: questions the human chose to leave open
    skipped: tuple[str, ...] = ()
