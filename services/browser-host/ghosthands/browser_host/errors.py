"""The errors of working with a browser, and the event that a handler makes of each.

GhostHandsError
├─ BrowserLost         the browser is gone or no longer answers  -> SessionLost
├─ BrowserUnavailable  none can be started here                  -> CommandRefused
├─ Unreachable         the page could not be loaded at all       -> CommandRefused
└─ PageTrouble         it is there and cannot be worked on       -> CommandRefused; under a press: ActionFailed
"""

from __future__ import annotations

from playwright.async_api import Error

from ghosthands.domain.codes import BrowserFailure, PageFailure
from ghosthands.domain.errors import GhostHandsError


class BrowserLost(GhostHandsError):
    """The browser cannot be reached any more; `reason` is a SessionLoss, or why the session was ended."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the browser is gone: {reason}")
        self.reason = reason


class BrowserUnavailable(GhostHandsError):
    """No browser can be started; the message says how to fix it. `retryable` overrides what the code implies."""

    def __init__(
        self,
        message: str,
        *,
        code: BrowserFailure = BrowserFailure.BROWSER_UNAVAILABLE,
        retryable: bool | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.retryable = code.retryable if retryable is None else retryable


class Unreachable(GhostHandsError):
    """The address leads to no page; `code` says why."""

    def __init__(self, code: PageFailure) -> None:
        super().__init__(f"the page cannot be loaded: {code}")
        self.code = code
        self.retryable = code.retryable


class PageTrouble(GhostHandsError):
    """The browser runs and its page cannot be worked on: it never comes to rest, or answers with errors."""


def was_cut_off(error: Error) -> bool:
    """Whether the connection ended under a call: the driver, the browser or the page is gone.

    Playwright's class for that is not public; a driver that died raises it from every call.
    """
    return type(error).__name__ == "TargetClosedError"
