"""Control: who holds a session's page. While a human does, no engine touches it.

A page counts as held from the moment a human asks for it: what is running is told to let go, nothing new begins, and
the human's hands are let through once it is still and the log says so.
"""

from __future__ import annotations

import time

from ghosthands.domain.codes import ControlDenial
from ghosthands.domain.errors import GhostHandsError


class ControlRefused(GhostHandsError):
    """The page cannot be had now; `code` says why."""

    def __init__(self, code: ControlDenial) -> None:
        super().__init__(f"cannot take control: {code}")
        self.code = code


class Control:
    """Tells who holds one session's page, and since when."""

    def __init__(self) -> None:
        #: whether the session's live view is on
        self.is_shown = True
        #: the viewer who holds the page, or is about to
        self.holder: str | None = None
        #: whether their hands are let through
        self.granted = False
        #: a form was sent since control was taken
        self.submitted = False
        self._since = self._moved_at = 0.0

    @property
    def held(self) -> bool:
        """Whether the page is a human's."""
        return self.holder is not None

    @property
    def held_ms(self) -> int:
        """For how many milliseconds whoever was granted it has had it."""
        return round((time.monotonic() - self._since) * 1000)

    def is_with(self, viewer_id: str) -> bool:
        """Whether that viewer's hands are let through."""
        return self.granted and self.holder == viewer_id

    @property
    def rests_for(self) -> float:
        """Seconds for which the hands of whoever was granted it have rested."""
        return time.monotonic() - self._moved_at

    def note_hand(self) -> None:
        """Their hands moved just now."""
        self._moved_at = time.monotonic()

    def reserve(self, viewer_id: str) -> None:
        """Reserve the page: nothing else begins on it from here on. Raises ControlRefused."""
        if self.held:
            raise ControlRefused(ControlDenial.HELD_BY_ANOTHER)
        self.holder = viewer_id

    def grant(self) -> None:
        """Give control to the viewer who reserved it."""
        self.granted, self.submitted = True, False
        self._since = self._moved_at = time.monotonic()

    def withdraw(self) -> None:
        """The holder's hands are let through no more; the page is theirs until it is cleared."""
        self.granted = False

    def clear(self) -> None:
        """Take control from whoever holds it."""
        self.holder, self.granted = None, False
