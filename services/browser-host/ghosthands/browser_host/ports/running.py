"""A browser that runs, as its provider hands it out: where it is driven, and whether it is gone."""

from __future__ import annotations

from typing import Protocol

from ghosthands.chromium import ProcessIdentity, SideDoor


class Running(Protocol):
    """A browser that runs."""

    @property
    def ws_url(self) -> str:
        """The DevTools address of the browser target, at which it is driven. Never logged."""

    @property
    def process(self) -> ProcessIdentity | None:
        """The browser's process; None where that is not ours to know."""

    @property
    def owns_browser(self) -> bool:
        """Whether the whole browser is the session's, or merely what it is shown of it."""

    @property
    def proxied(self) -> bool:
        """Whether a proxy of ours judges where it connects to; what answered is then that proxy's address."""

    @property
    def door(self) -> SideDoor | None:
        """The only address to which what works inside it may open a WebSocket; None where that is any."""

    @property
    def alive(self) -> bool:
        """Whether it ran when it was last looked at."""

    async def gone(self, timeout_seconds: float | None) -> bool:
        """Wait until it has ended; False when it still runs after `timeout_seconds` (None: wait for ever)."""

    async def end(self) -> None:
        """Give it back, whatever state it is in: nothing of the session stays in it. Raises nothing."""
