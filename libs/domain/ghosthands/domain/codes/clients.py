"""Codes of requests by people and their clients: browser tools, recipes, control of a live page."""

from __future__ import annotations

from ghosthands.domain.codes.browsers import BrowserFailure
from ghosthands.domain.codes.code import Code
from ghosthands.domain.codes.engines import EngineFailure
from ghosthands.domain.codes.messages import MessageFault, RequestFault


class ToolFailure(Code):
    """The reasons for which a browser tool's call failed."""

    INVALID_ARGUMENTS = "invalid_arguments", "the arguments are missing, or of the wrong kind"
    NO_PAGE = "no_page", "there is no page yet: navigate first"
    UNREACHABLE = RequestFault.UNREACHABLE
    NO_SLOT = "no_slot", "all browsers of the host are in use: close one, or try again later"
    BROWSER_UNAVAILABLE = BrowserFailure.BROWSER_UNAVAILABLE
    BROWSER_LOST = EngineFailure.BROWSER_LOST
    ENGINE_FAILED = EngineFailure.ENGINE_FAILED
    HELD_BY_HUMAN = EngineFailure.HELD_BY_HUMAN
    CLOSED = "closed", "the session was closed in the meantime"
    TOO_LARGE = MessageFault.TOO_LARGE
    HOST_AWAY = "host_away", "the browser's host does not answer: try again later"
    INTERNAL_ERROR = MessageFault.INTERNAL_ERROR


class RecipeFault(Code):
    """The reasons for which recipes cannot be exported, imported or retired."""

    UNKNOWN_RECIPE = "unknown_recipe", "no recipe is known for that page"
    UNFIT_RECIPE = "unfit_recipe", "the document contains something that no recipe may contain"
    STRANGE_SIGNER = (
        "strange_signer",
        "the signer of these recipes is not trusted here: add its key to GHOSTHANDS_COOKBOOK_TRUSTED",
    )
    WRONG_SIGNATURE = "wrong_signature", "the recipes were changed after they were signed"


class ControlDenial(Code):
    """The reasons for refusing a request of a live page's viewer."""

    INVALID = "invalid", "the message is malformed"
    VIEW_ONLY = "view_only", "this link permits looking only"
    NOT_IN_CONTROL = "not_in_control", "you do not have control: take control first"
    HELD_BY_ANOTHER = "held_by_another", "somebody else has control"
    UNAVAILABLE = "unavailable", "control is not available just now: try again"
    PAGE_HANGS = "page_hangs", "the page does not respond"
