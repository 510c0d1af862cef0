"""The engines that can work a page, by the names that events, settings and tables use."""

from __future__ import annotations

from enum import StrEnum


class EngineName(StrEnum):
    """The engines that can work a page; at most one does at a time."""

    NONE = "none"
    PLAYWRIGHT = "playwright"
    STAGEHAND_DOM = "stagehand:dom"
    STAGEHAND_CUA = "stagehand:cua"
    MAGNITUDE = "magnitude"
    HUMAN = "human"


#: engines that ask a model
MODELLED = frozenset({EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA, EngineName.MAGNITUDE})

#: engines that failed actions are handed down to
CASCADED = MODELLED | {EngineName.HUMAN}


#: engines whose answers carry a confidence; those of the others say that they can't: Stagehand's package and Magnitude
#: ask their models for none, and a human gives none
TELL_CONFIDENCE = frozenset({EngineName.PLAYWRIGHT, EngineName.STAGEHAND_CUA})


class SwitchReason(StrEnum):
    """Why one engine follows another."""

    CONSECUTIVE_FAILURES = "consecutive_failures"
    OPERATION_TIMEOUT = "operation_timeout"
    LOW_CONFIDENCE = "low_confidence"
    ESCALATION = "escalation"
    FORCED = "forced"
    DONE = "done"


#: the tier at which an engine reads the question anew, and what is known for it goes in by our own hand
READING_TIER = 2

#: how dear an engine's doing is: 0 our own hand, 1 by the page's tree, 3 by sight, 4 a human
TIERS = {
    EngineName.NONE: 0,
    EngineName.PLAYWRIGHT: 0,
    EngineName.STAGEHAND_DOM: 1,
    EngineName.STAGEHAND_CUA: 3,
    EngineName.MAGNITUDE: 3,
    EngineName.HUMAN: 4,
}
