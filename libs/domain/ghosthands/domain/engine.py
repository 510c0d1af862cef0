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

#: engines that take over failed actions
CASCADED = MODELLED | {EngineName.HUMAN}


#: engines whose answers carry a confidence. The others cannot tell: Stagehand's package and Magnitude do not ask
#: their models for one, and a human gives none.
TELL_CONFIDENCE = frozenset({EngineName.PLAYWRIGHT, EngineName.STAGEHAND_CUA})


class SwitchReason(StrEnum):
    """The reason for a switch of engines."""

    CONSECUTIVE_FAILURES = "consecutive_failures"
    OPERATION_TIMEOUT = "operation_timeout"
    LOW_CONFIDENCE = "low_confidence"
    ESCALATION = "escalation"
    FORCED = "forced"
    DONE = "done"


#: the tier at which an engine reads the question again and our own hand fills in what is known for it
READING_TIER = 2

#: the cost level of an engine's actions: 0 our own hand, 1 by the page's tree, 3 by pictures, 4 a human
TIERS = {
    EngineName.NONE: 0,
    EngineName.PLAYWRIGHT: 0,
    EngineName.STAGEHAND_DOM: 1,
    EngineName.STAGEHAND_CUA: 3,
    EngineName.MAGNITUDE: 3,
    EngineName.HUMAN: 4,
}
