"""Codes of requests by people and their clients: browser tools, recipes, control of a live page."""

from __future__ import annotations

from ghosthands.domain.codes.browsers import BrowserFailure
from ghosthands.domain.codes.code import Code
from ghosthands.domain.codes.engines import EngineFailure
from ghosthands.domain.codes.messages import MessageFault, RequestFault


class ToolFailure(Code):
    """The reasons for which a browser tool's call failed."""

    INVALID_ARGUMENTS = "invalid_arguments", "the arguments are not as they should be"
    NO_PAGE = "no_page", "there is no page yet: navigate first"
    UNREACHABLE = RequestFault.UNREACHABLE
    NO_SLOT = "no_slot", "all browsers of the host are in use"
    BROWSER_UNAVAILABLE = BrowserFailure.BROWSER_UNAVAILABLE
    BROWSER_LOST = EngineFailure.BROWSER_LOST
    ENGINE_FAILED = EngineFailure.ENGINE_FAILED
    HELD_BY_HUMAN = EngineFailure.HELD_BY_HUMAN
    CLOSED = "closed", "the session was closed meanwhile"
    TOO_LARGE = MessageFault.TOO_LARGE
    HOST_AWAY = "host_away", "the browser's host does not answer"
    INTERNAL_ERROR = MessageFault.INTERNAL_ERROR


class RecipeFault(Code):
    """The reasons for which recipes cannot be exported, imported or retired."""

    UNKNOWN_RECIPE = "unknown_recipe", "no such page is known"
    UNFIT_RECIPE = "unfit_recipe", "the document holds what no recipe does"
    STRANGE_SIGNER = "strange_signer", "who signed the recipes is not trusted here"
    WRONG_SIGNATURE = "wrong_signature", "the recipes were changed after they were signed"


class ControlDenial(Code):
    """The reasons for refusing a request of a live page's viewer."""

    INVALID = "invalid", "the message is not as it should be"
    VIEW_ONLY = "view_only", "the link is for looking only"
    NOT_IN_CONTROL = "not_in_control", "somebody else has control, or nobody"
    HELD_BY_ANOTHER = "held_by_another", "somebody else has control"
    UNAVAILABLE = "unavailable", "control cannot be given just now"
    PAGE_HANGS = "page_hangs", "the page does not answer"
