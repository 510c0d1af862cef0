"""The state of the work on the form's current page, as part of the job's."""

from __future__ import annotations

from datetime import datetime

import msgspec

from ghosthands.domain import cascade
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.job.held import HeldField
from ghosthands.domain.plan import PlannedAction, Unanswered


class Escalation(msgspec.Struct, frozen=True):
    """The progress of the cascade on the page."""

    ranking: cascade.Ranking
    #: by field, the engines that were given it
    tried: dict[str, tuple[EngineName, ...]]
    #: when the cascade began; moved later by each wait for a human
    since: datetime
    reason: SwitchReason
    #: fields whose question an engine was given to read
    read: frozenset[str] = frozenset()


class PageWork(msgspec.Struct, frozen=True, kw_only=True):
    """The work done on the current page of the form."""

    #: fields that a plan covers
    handled: frozenset[str] = frozenset()
    #: planned and without an outcome
    pending: tuple[PlannedAction, ...] = ()
    #: the engine that is to do those
    engine: EngineName = EngineName.PLAYWRIGHT
    #: planned, tried and wrong
    failed: tuple[PlannedAction, ...] = ()
    #: the failure code of each of those, by id
    codes: dict[str, str] = {}
    escalation: Escalation | None = None
    #: the page model with the questions that an engine read for the pending actions
    reading: str | None = None
    #: fields that our own hand left to a higher tier without trying
    spared: frozenset[str] = frozenset()
    #: fields that the last plan of them left alone
    left: frozenset[str] = frozenset()
    unanswered: tuple[Unanswered, ...] = ()
    #: answered, but with neither the yes nor the no that the field takes
    unclear: tuple[Unanswered, ...] = ()
    #: fields that were verified, and whose state a page shows
    held: tuple[HeldField, ...] = ()
    #: fields in a frame that changed, which are planned again, once
    planned_again: frozenset[str] = frozenset()
    #: fields that hold a wrong value
    spoilt: tuple[Unanswered, ...] = ()
    #: fields whose answer the page refused as the form was sent, which did not go out: the same would be refused again
    refused: tuple[Unanswered, ...] = ()
    #: the fingerprint that cookbook was last asked about
    recipe_asked: str | None = None
    #: a recipe knew the page, so it may also know the fields that filling reveals
    replayed: bool = False
    #: the recipe left fields open: they are planned before anything is done
    left_open: bool = False
    rescans: int = 0
    repairs: int = 0
    #: presses of an onward button that the page complained of as a whole
    complaints: int = 0
    #: presses that changed nothing, and how many of them were reported
    unmoved: int = 0
    unmoved_told: int = 0
    #: whether the page's disabled button was waited for since anything was done, and still is disabled
    awaited: bool = False
    #: how often it then had the fields planned again that were left alone, as the page may wait for one
    reopened: int = 0
    #: whether the page showed no button, was waited for, and still shows none
    way_on_awaited: bool = False
    #: looks at a page that may show a wall
    second_looks: int = 0
    #: keys of credentials that were filled in and read back
    entered: frozenset[str] = frozenset()
