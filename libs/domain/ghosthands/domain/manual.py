"""Manuals: how an application at an address is worked, step by step; told and said by cookbook.

A manual is a job's, not a page's: it fits by the address and by what is to be done there. Its steps are typed and hold
keys, never values. Those that fill stand between clicks on what leads on or sends; such a click only says where a page
ends, as what it presses is decided by the job itself, behind its intent. All others are *moves*: to another address of
the host, a key, a click on what is none of these, a wait. Health is a fold, as a recipe's is.
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
#: one of less is not gone by
USABLE_FROM = 70
WELL, BADLY, AT_ONCE = 2, -5, -15


class ManualAction(StrEnum):
    """All that a step of a manual can be."""

    NAVIGATE = "navigate"
    WAIT = "wait"
    FILL = "fill"
    SELECT = "select"
    CHECK = "check"
    UPLOAD = "upload"
    CLICK = "click"
    PRESS = "press"


#: those that put something into a field
FILLING = frozenset({ManualAction.FILL, ManualAction.SELECT, ManualAction.CHECK, ManualAction.UPLOAD})
#: the keys that a step may press
PRESSABLE = frozenset(
    {"Enter", "Tab", "Escape", "Space", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End"}
    | {"PageDown", "PageUp"}
)


class ManualStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A step of a manual: what is done, and to which element."""

    action: ManualAction
    #: of the element: CSS, or `text=…` for a button, `label=…` for a field
    selector: str = ""
    #: of what fills: the key of what goes in; of `navigate` the path, from the job's address; of `press` the key's name
    value: str = ""

    @property
    def is_typed(self) -> bool:
        """Whether it is one that a manual may hold: it fills from a key, never a value."""
        if len(self.selector) > 300 or len(self.value) > 300:
            return False
        match self.action:
            case ManualAction.NAVIGATE:
                return is_path(self.value)
            case ManualAction.PRESS:
                return self.value in PRESSABLE
            case ManualAction.CLICK | ManualAction.WAIT:
                return bool(self.selector)
            case _:
                return bool(self.selector) and keys.is_fillable(self.value)


def is_path(value: str) -> bool:
    """Whether that leads on from an address without leaving its host."""
    parts = urlsplit(value)
    return bool(parts.path) and not (parts.scheme or parts.netloc) and "\\" not in value


class ManualMove(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step within a page that fills nothing, as the page at hand has it."""

    #: of the manual's steps, from 0
    at: int
    action: ManualAction
    #: of a click the button, by id; of a key the field, by id, or none; of a wait the selector
    target: str = ""
    #: of `navigate` the path, of `press` the key
    value: str = ""


class ManualSource(StrEnum):
    """The ways in which manuals come about."""

    #: a job that completed
    RECORDED = "recorded"
    #: somebody wrote it
    TEMPLATE = "template"


# Events on a site


class ManualAdded(Event, frozen=True, kw_only=True):
    """A manual is there from now on; one of the same id is replaced."""

    at: datetime
    manual_id: str
    #: host and path, with `*` for what differs: `boards.example.com/*/jobs/*`
    url_pattern: str
    #: words of the task, or the type of job
    task_pattern: str
    platform: str
    source: ManualSource
    steps: tuple[ManualStep, ...]


class ManualTried(Event, frozen=True, kw_only=True):
    """A job that went by it is over."""

    at: datetime
    job_id: str
    manual_id: str
    #: it led to the end
    well: bool
    #: none of its steps could be taken
    at_once: bool = False


class ManualRetired(Event, frozen=True, kw_only=True):
    """A manual was retired: no job goes by it any more."""

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
    #: the first of its steps, from 0, that has no place on the page, or that the rules would not agree to
    failed_step: int | None = None
    #: what is to be done once these are; then the manual is asked anew
    move: ManualMove | None = None


class ManualMissed(Event, frozen=True, kw_only=True):
    """There is no manual for the job's address and task that is healthy enough."""

    cause: str


# State


class Manual(msgspec.Struct, frozen=True, kw_only=True):
    """A manual as it stands, and how it fared."""

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
    #: when a job that went by it ended
    last_used: datetime | None = None
    #: of its last event
    sequence: int = 0

    @property
    def is_usable(self) -> bool:
        """Whether jobs go by it."""
        return not self.retired and self.health >= USABLE_FROM

    def fits(self, url: str, task: str) -> bool:
        """Whether it is for the address and the task."""
        parts = urlsplit(url)
        said, pattern = task.casefold(), self.task_pattern.casefold()
        fits_task = pattern == "*" or pattern in said
        return fits_task and fnmatchcase(
            f"{parts.hostname or ''}{parts.path}".rstrip("/"), self.url_pattern.rstrip("/")
        )


def evolve(known: dict[str, Manual], event: Event, sequence: int = 0) -> dict[str, Manual]:
    """The site's manuals after `event`; news of one that is not known changes nothing."""
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
    """The healthiest that fits; None where none does."""
    fitting = [one for one in known.values() if one.is_usable and one.fits(url, task)]
    return max(fitting, key=lambda one: (one.health, one.sequence), default=None)


# Commands


class FindManual(Command, frozen=True, kw_only=True):
    """Is there a manual for the job, and what of it belongs to this page?"""

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
    #: the moves that were made in this attempt, by number
    moved: tuple[int, ...] = ()
