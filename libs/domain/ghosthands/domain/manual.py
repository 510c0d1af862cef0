"""Manuals: the steps of an application at an address; cookbook receives the commands and writes the events.

A manual belongs to a job, not to a page: it fits by the address and by the task. Its steps are typed and contain
keys, never values. Steps that fill stand between clicks on buttons that lead on or send; such a click only marks the
end of a page, since the job itself decides what it presses, behind an intent. All other steps are *moves*: to another
address of the host, a key, a click on any other button, a wait. Health is a fold, like a recipe's.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import ClassVar
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from ghosthands.domain import keys, services
from ghosthands.domain.message import Command, Event
from ghosthands.domain.plan import PlannedAction

FULL_HEALTH = 100
#: a manual with less health is not used
USABLE_FROM = 70
WELL, BADLY, AT_ONCE = 2, -5, -15


class ManualAction(StrEnum):
    """The kinds of step in a manual."""

    NAVIGATE = "navigate"
    WAIT = "wait"
    FILL = "fill"
    SELECT = "select"
    CHECK = "check"
    UPLOAD = "upload"
    CLICK = "click"
    PRESS = "press"


#: the actions that fill a field
FILLING = frozenset({ManualAction.FILL, ManualAction.SELECT, ManualAction.CHECK, ManualAction.UPLOAD})
#: the keys that a step may press
PRESSABLE = frozenset(
    {"Enter", "Tab", "Escape", "Space", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End"}
    | {"PageDown", "PageUp"}
)


class ManualStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A step of a manual: the action and the element."""

    action: ManualAction
    #: the element: CSS, or `text=…` for a button, `label=…` for a field
    selector: str = ""
    #: for an action that fills: the value's key; for `navigate` the path from the job's address; for `press` the key
    value: str = ""

    @property
    def is_typed(self) -> bool:
        """Whether the step is one that a manual may contain: it fills from a key, never a value."""
        if len(self.selector) > 300 or len(self.value) > 300:
            return False
        match self.action:
            case ManualAction.NAVIGATE:
                return is_path(self.value)
            case ManualAction.PRESS:
                return self.value in PRESSABLE
            case ManualAction.CLICK | ManualAction.WAIT:
                return bool(self.selector)
            case ManualAction.FILL | ManualAction.SELECT | ManualAction.CHECK | ManualAction.UPLOAD:
                return bool(self.selector) and keys.is_fillable(self.value)


def is_path(value: str) -> bool:
    """Whether the value leads from an address to another without leaving its host."""
    parts = urlsplit(value)
    return bool(parts.path) and not (parts.scheme or parts.netloc) and "\\" not in value


class ManualMove(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step that fills nothing, resolved for the page at hand."""

    #: the index of the manual's step, from 0
    at: int
    action: ManualAction
    #: for a click the button's id; for a key the field's id, or none; for a wait the selector
    target: str = ""
    #: for `navigate` the path, for `press` the key
    value: str = ""


class ManualSource(StrEnum):
    """The ways in which manuals are made."""

    #: from a job that completed
    RECORDED = "recorded"
    #: by a person
    TEMPLATE = "template"


# Events on a site


class ManualAdded(Event, frozen=True, kw_only=True):
    """A manual was added; it replaces one with the same id."""

    at: datetime
    manual_id: str
    #: host and path, with `*` for variable parts: `boards.example.com/*/jobs/*`
    url_pattern: str
    #: words of the task, or the type of job
    task_pattern: str
    platform: str
    source: ManualSource
    steps: tuple[ManualStep, ...]


class ManualTried(Event, frozen=True, kw_only=True):
    """A job that followed the manual has ended."""

    at: datetime
    job_id: str
    manual_id: str
    #: the manual led to the end
    well: bool
    #: none of its steps could be taken
    at_once: bool = False


class ManualRetired(Event, frozen=True, kw_only=True):
    """A manual was retired: no job follows it any more."""

    manual_id: str


# Events on a job


class ManualFound(Event, frozen=True, kw_only=True):
    """A manual covers the page: these of its steps are to be taken on it, and nothing else."""

    VERSION: ClassVar[int] = 2

    cause: str
    manual_id: str
    health: int
    model_ref: str
    actions: tuple[PlannedAction, ...] = ()
    #: the first of its steps, from 0, that has no place on the page, or that the rules forbid
    failed_step: int | None = None
    #: the move to make after these actions; then cookbook is asked again
    move: ManualMove | None = None


class ManualMissed(Event, frozen=True, kw_only=True):
    """There is no manual for the job's address and task, or none healthy enough."""

    cause: str


# State


class Manual(msgspec.Struct, frozen=True, kw_only=True):
    """A manual's current state and record."""

    id: str
    url_pattern: str
    task_pattern: str
    platform: str
    source: ManualSource
    steps: tuple[ManualStep, ...]
    health: int = FULL_HEALTH
    successes: int = 0
    failures: int = 0
    retired: bool = False
    created_at: datetime
    #: when it last led to the end
    last_verified: datetime | None = None
    #: when a job that followed it last ended
    last_used: datetime | None = None
    #: the sequence of its last event
    sequence: int = 0

    @property
    def is_usable(self) -> bool:
        """Whether jobs follow it."""
        return not self.retired and self.health >= USABLE_FROM

    def fits(self, url: str, task: str) -> bool:
        """Whether the manual is for the address and the task."""
        parts = urlsplit(url)
        said, pattern = task.casefold(), self.task_pattern.casefold()
        fits_task = pattern == "*" or pattern in said
        return fits_task and fnmatchcase(
            f"{parts.hostname or ''}{parts.path}".rstrip("/"), self.url_pattern.rstrip("/")
        )


def evolve(known: dict[str, Manual], event: Event, sequence: int = 0) -> dict[str, Manual]:
    """Return the site's manuals after `event`; news of an unknown one changes nothing."""
    match event:
        case ManualAdded():
            fresh = Manual(
                id=event.manual_id,
                url_pattern=event.url_pattern,
                task_pattern=event.task_pattern,
                platform=event.platform,
                source=event.source,
                steps=event.steps,
                created_at=event.at,
                sequence=sequence,
            )
            return {**known, fresh.id: fresh}
        case ManualTried() if one := known.get(event.manual_id):
            change = WELL if event.well else AT_ONCE if event.at_once else BADLY
            tried = replace(
                one,
                health=max(0, min(FULL_HEALTH, one.health + change)),
                successes=one.successes + event.well,
                failures=one.failures + (not event.well),
                last_verified=event.at if event.well else one.last_verified,
                last_used=event.at,
                sequence=sequence,
            )
            return {**known, one.id: tried}
        case ManualRetired() if one := known.get(event.manual_id):
            return {**known, one.id: replace(one, retired=True, sequence=sequence)}
        case _:
            return known


def pick(known: dict[str, Manual], url: str, task: str) -> Manual | None:
    """Return the healthiest manual that fits; None if none does."""
    fitting = [one for one in known.values() if one.is_usable and one.fits(url, task)]
    return max(fitting, key=lambda one: (one.health, one.sequence), default=None)


# Commands


class FindManual(Command, frozen=True, kw_only=True):
    """Find a manual for the job, and those of its steps that belong to this page."""

    SERVICE: ClassVar[str] = services.COOKBOOK
    VERSION: ClassVar[int] = 2

    job_id: str
    tenant: str
    applicant: str
    #: the host that the job is at
    site: str
    job_type: str
    model_ref: str
    #: only these fields; empty for all
    only: tuple[str, ...] = ()
    #: questions the human chose to leave open
    skipped: tuple[str, ...] = ()
    #: the indices of the moves made in this attempt
    moved: tuple[int, ...] = ()
