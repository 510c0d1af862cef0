"""The desk where this host is told to open no more browsers, as its operator wants to replace it, or to again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.hosts import UNDRAIN
from ghosthands.messaging.work.micro import Endpoint, Micro


class DrainDesk:
    """The desk of one host; what it began goes on, and its successor opens browsers again.

    `tell` tells everybody how the host stands, before whoever asked is answered.
    """

    def __init__(self, host: str, sessions: Sessions, tell: Callable[[], Awaitable[None]]) -> None:
        self._host = host
        self._sessions = sessions
        self._tell = tell

    def endpoint(self, bus: Bus) -> Micro:
        """The endpoint at which this host, and no other, is told."""
        asked = Endpoint(
            "host", subjects.drain(self._host), self.answer, f"{BROWSER_HOST}-{subjects.token(self._host)}"
        )
        return Micro(bus, "drain", [asked], description="has this host open no more browsers")

    async def answer(self, data: bytes) -> bytes:
        """Drain the host, or end that; the answer is empty."""
        if data == UNDRAIN:
            self._sessions.undrain()
        else:
            self._sessions.drain()
        await self._tell()
        return b""
