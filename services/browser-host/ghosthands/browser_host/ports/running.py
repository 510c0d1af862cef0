"""A running browser as its provider hands it out: where it is driven, and whether it has ended."""

from __future__ import annotations

from typing import Protocol

from ghosthands.chromium import ProcessIdentity, SideDoor


class Running(Protocol):
    """A browser that is running."""

    @property
    def ws_url(self) -> str:
        """The address of the browser's DevTools target, at which it is driven. Never logged."""

    @property
    def process(self) -> ProcessIdentity | None:
        """The browser's process; None if the host cannot know it."""

    @property
    def owns_browser(self) -> bool:
        """Whether the whole browser is the session's, not merely the part of it that the session is shown."""

    @property
    def proxied(self) -> bool:
        """Whether a proxy of ours judges where the browser connects; what answers is then at the proxy's address."""

    @property
    def door(self) -> SideDoor | None:
        """The only address to which programs inside the browser may open a WebSocket; None if any is allowed."""

    @property
    def alive(self) -> bool:
        """Whether the browser ran when it was last looked at."""

    async def wait_until_gone(self, timeout_seconds: float | None) -> bool:
        """Wait until the browser has ended; return False if it runs after `timeout_seconds` (None: wait for ever)."""

    async def end(self) -> None:
        """Give the browser back, whatever state it is in: nothing of the session stays in it. Raises nothing."""
