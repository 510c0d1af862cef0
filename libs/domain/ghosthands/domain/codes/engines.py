"""Codes of engines: the ways in which they fail, and whether another engine may succeed."""

from __future__ import annotations

from ghosthands.domain.codes.actions import ActionFailure
from ghosthands.domain.codes.code import Code, Remedy, find
from ghosthands.domain.codes.models import ModelFailure
from ghosthands.domain.engine import SwitchReason


class EngineFailure(Code):
    """The reasons for which an engine failed or does not work on the page."""

    ENGINE_UNAVAILABLE = "engine_unavailable", "this browser-host does not have that engine"
    NOT_ATTACHED = "not_attached", "another engine works on the page, or none"
    DETACHED = "detached", "the engine was detached from the page"
    HELD_BY_HUMAN = "held_by_human", "a human has control of the page"
    SLOT_BUSY = "slot_busy", "another change of engines took too long"
    FORCE_RELEASED = "force_released", "every engine was detached from the page in the meantime"
    SWITCH_TIMEOUT = "switch_timeout", "the engine did not attach in time"
    WRONG_TAB = "wrong_tab", "the engine attached to another tab"
    TAB_NOT_FOUND = "tab_not_found", "the engine does not see the session's tab"
    ADDRESS_CHANGED = "address_changed", "the page's address changed when the engine attached"
    VALUES_CHANGED = "values_changed", "values of fields changed when the engine attached"
    FRAMES_LOST = "frames_lost", "frames of the page disappeared when the engine attached"
    FRAMES_MISSING = "frames_missing", "the engine does not see every frame of the page"
    PAGE_UNREADABLE = "page_unreadable", "the page could not be read, after several tries", Remedy.RETRY
    PAGE_GONE = "page_gone", "the page is gone"
    BROWSER_LOST = "browser_lost", "the browser is gone"
    ENGINE_CRASHED = "engine_crashed", "the engine's process crashed"
    ENGINE_HUNG = "engine_hung", "the engine's process did not answer"
    ENGINE_KILLED = "engine_killed", "the engine's process was ended"
    ENGINE_GARBLED = "engine_garbled", "the engine's process sent something unreadable"
    ENGINE_TIMEOUT = "engine_timeout", "the engine did not finish in time"
    ENGINE_FAILED = "engine_failed", "the engine failed"
    HUMAN_TIMEOUT = "human_timeout", "nobody at the browser did it in time"
    NOT_SUPPORTED = "not_supported", "the engine does not support this"
    UNKNOWN_METHOD = "unknown_method", "the engine's process does not know the method"
    NOT_DONE = "not_done", "the engine could not do it"
    ACT_FAILED = "act_failed", "it could not be done on the page"
    ACTION_REFUSED = "action_refused", "the model asked for something that is not allowed"
    GAVE_UP = "gave_up", "the model says that it cannot be done"
    TOO_MANY_ACTIONS = "too_many_actions", "it was not done within the permitted number of actions"
    ELEMENT_NOT_FOUND = ActionFailure.ELEMENT_NOT_FOUND
    ELEMENT_AMBIGUOUS = "element_ambiguous", "several elements match the description"
    ELEMENT_NOT_READY = "element_not_ready", "the element was not ready in time"
    NO_SUCH_OPTION = ActionFailure.NO_SUCH_OPTION
    NOT_FOCUSED = "not_focused", "the model typed where nothing accepts text"
    NO_SCREENSHOT = "no_screenshot", "no picture of the page could be taken"
    MODEL_FAILED = ModelFailure.MODEL_FAILED


#: the failure codes of an action whose engine was given up
_GIVEN_UP = frozenset(reason.value for reason in SwitchReason)

#: the failures of a switch before the engine came near the page
UNTOUCHED = frozenset({EngineFailure.ENGINE_UNAVAILABLE, EngineFailure.HELD_BY_HUMAN, EngineFailure.SLOT_BUSY})

#: failures that say nothing about the engine: it was cut off, had no value, is not available, or the page hangs
BLAMELESS: frozenset[str] = UNTOUCHED | {
    ActionFailure.CUT_OFF,
    ActionFailure.NO_VALUE,
    EngineFailure.FORCE_RELEASED,
    EngineFailure.PAGE_UNREADABLE,
}


def is_for_another_engine(failure: str) -> bool:
    """Whether another engine may do an action with that failure; none can without a value or a place in the field."""
    found = find(failure, ActionFailure)
    return failure in _GIVEN_UP or (found is not None and Remedy.ENGINE in found.remedy)
