"""Drains browser hosts, so that they open no more browsers, and undrains them; open browsers go on either way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Permanent
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.hosts import HostRecord

#: seconds a host may take to answer
ANSWER_SECONDS = 3.0


class HostDesk:
    """Drains and undrains hosts."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def drain(self, host: str) -> HostRecord:
        """Drain the host, and return its record afterwards. Raises Permanent where there is no such host."""
        return await self._tell(host, lambda: hosts.drain(self._bus, host, timeout=ANSWER_SECONDS))

    async def undrain(self, host: str) -> HostRecord:
        """Undrain the host, and return its record afterwards. Raises Permanent where there is no such host."""
        return await self._tell(host, lambda: hosts.undrain(self._bus, host, timeout=ANSWER_SECONDS))

    async def _tell(self, host: str, tell: Callable[[], Awaitable[None]]) -> HostRecord:
        await self._find(host)
        await tell()
        return await self._find(host)

    async def _find(self, host: str) -> HostRecord:
        there = await hosts.read_hosts(self._bus)
        found = next((one for one in there if one.host == host), None)
        if found is None:
            named = ", ".join(one.host for one in there) or "none"
            raise Permanent(f"there is no such host; there are: {named}", code=MessageFault.UNKNOWN_NAME)
        return found
