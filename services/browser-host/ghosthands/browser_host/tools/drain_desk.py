"""The endpoint at which an operator makes this host open no more browsers, or open them again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.hosts import UNDRAIN
from ghosthands.messaging.work.micro import Endpoint, Micro


class DrainDesk:
    """The drain endpoint of one host; open sessions go on, and a successor opens browsers again.

    `tell` publishes the host's state before the request is answered.
    """

    def __init__(self, host: str, sessions: Sessions, tell: Callable[[], Awaitable[None]]) -> None:
        self._host = host
        self._sessions = sessions
        self._tell = tell

    def endpoint(self, bus: Bus) -> Micro:
        """Return the endpoint, at which only this host is asked."""
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
