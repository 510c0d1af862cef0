"""Control of a session's page: who holds it. While a human does, no engine touches it.

A page counts as held from the moment a human asks for it: running work is told to stop, nothing new begins, and the
human's input is let through once the page is still and the log says so.
"""

from __future__ import annotations

import time

from ghosthands.browser_host.permit import Permit, always
from ghosthands.domain.codes import ControlDenial
from ghosthands.domain.errors import GhostHandsError


class ControlRefused(GhostHandsError):
    """Control of the page cannot be taken now; `code` says why."""

    def __init__(self, code: ControlDenial) -> None:
        super().__init__(f"cannot take control: {code}")
        self.code = code


class Control:
    """The state of control over one session's page: who holds it, and since when."""

    def __init__(self) -> None:
        #: whether the session's live view is on
        self.is_shown = True
        #: the viewer who holds the page, or is about to hold it
        self.holder: str | None = None
        #: whether the holder's input is let through
        self.granted = False
        #: whether a form was sent since control was taken
        self.submitted = False
        #: whether what the holder sends may still leave the browser
        self.may_send: Permit = always
        self._since = self._moved_at = 0.0

    @property
    def held(self) -> bool:
        """Whether a human holds the page."""
        return self.holder is not None

    @property
    def held_ms(self) -> int:
        """The milliseconds since control was granted."""
        return round((time.monotonic() - self._since) * 1000)

    def is_with(self, viewer_id: str) -> bool:
        """Whether that viewer's input is let through."""
        return self.granted and self.holder == viewer_id

    @property
    def rests_for(self) -> float:
        """The seconds since the holder's last input."""
        return time.monotonic() - self._moved_at

    def note_hand(self) -> None:
        """Note that the holder used mouse or keyboard just now."""
        self._moved_at = time.monotonic()

    def reserve(self, viewer_id: str) -> None:
        """Reserve the page: nothing else begins on it from here on. Raises ControlRefused."""
        if self.held:
            raise ControlRefused(ControlDenial.HELD_BY_ANOTHER)
        self.holder = viewer_id

    def grant(self, permit: Permit) -> None:
        """Give control to the viewer who reserved it; what they send leaves the browser until `permit` ends."""
        self.granted, self.submitted, self.may_send = True, False, permit
        self._since = self._moved_at = time.monotonic()

    def withdraw(self) -> None:
        """Let the holder's input through no more; the page stays theirs until it is cleared."""
        self.granted = False

    def clear(self) -> None:
        """Take control away from its holder."""
        self.holder, self.granted = None, False
