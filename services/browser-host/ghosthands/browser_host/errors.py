"""What can go wrong with a browser, told to the handlers, which turn it into an event.

GhostHandsError
├─ BrowserLost         the browser is gone or no longer answers  -> SessionLost
├─ BrowserUnavailable  none can be started here                  -> CommandRefused
├─ Unreachable         the page could not be loaded at all       -> CommandRefused
└─ PageTrouble         it is there and cannot be worked on       -> CommandRefused; under a press: ActionFailed
"""

from __future__ import annotations

from ghosthands.domain.codes import BrowserFailure, PageFailure
from ghosthands.domain.errors import GhostHandsError


class BrowserLost(GhostHandsError):
    """The browser can be reached no more; `reason` is a SessionLoss, or why the session was ended."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the browser is gone: {reason}")
        self.reason = reason


class BrowserUnavailable(GhostHandsError):
    """No browser can be started; the message names the mend. `retryable` where it is known better than by the code."""

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
    """The browser lives and its page cannot be worked on: it never stands still, or answers with errors."""
