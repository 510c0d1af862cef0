"""The host's name: one machine has it at a time, as the sessions of that name obey commands sent to it.

Each sign of life (KV `gh_hosts`) says who owns the name, by an id that is stored with the browsers. The successor of a
process that died has the same browsers, and so gets the name at once. Any other host gets it once its owner has been
silent for as long as it takes to count a host as gone; no clocks are compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from ghosthands.domain.errors import Conflict, GhostHandsError
from ghosthands.messaging.server.jetstream import Outgoing, Publisher
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.hosts import HostRecord, Sign

#: seconds between two signs of life of a host
BEAT_SECONDS = 5.0


class NameTaken(GhostHandsError):
    """Another machine's host has the name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"a browser host called {name} runs on another machine, or with other browsers: "
            "give this one a name of its own with GHOSTHANDS_BROWSER_HOST_HOST, or stop the other"
        )


class HostName:
    """The name of this process's host; `owner` is the id stored with its browsers."""

    def __init__(
        self, name: str, owner: str, bus: Publisher, read: Callable[[], Awaitable[Sign | None]], *, looks: int
    ) -> None:
        self._name = name
        self._owner = owner
        self._bus = bus
        self._read = read
        #: looks without a new sign before another machine's host counts as gone
        self._looks = looks
        #: the sequence of our last sign of life
        self._last: int | None = None

    async def take(self, report_lost: Callable[[Sign], Awaitable[object]]) -> None:
        """Take the name; the sessions of another machine's host that had it and is gone are reported lost.

        Raises NameTaken if that host is still there, Transient.
        """
        sign = await self._read()
        if sign is not None and not self._is_ours(sign):
            await self._require_silence(sign)
            await report_lost(sign)
        self._last = sign.sequence if sign is not None else 0
        if sign is None or sign.record.owner != self._owner:
            await self._put(HostRecord(self._name, 0, 0, hosts.now()))

    async def say(self, record: HostRecord) -> None:
        """Give a sign of life. Raises NameTaken if another host has taken the name, Transient."""
        try:
            await self._put(record)
        except Conflict:
            sign = await self._read()
            if sign is not None and not self._is_ours(sign):
                raise NameTaken(self._name) from None
            self._last = sign.sequence if sign is not None else 0
            await self._put(record)

    async def leave(self, record: HostRecord) -> None:
        """Give the name up, so that its next owner need not wait. Raises Transient."""
        self._owner = ""
        await self._put(record)

    async def _put(self, record: HostRecord) -> None:
        expected = {} if self._last is None else {"Nats-Expected-Last-Subject-Sequence": str(self._last)}
        signed = msgspec.structs.replace(record, owner=self._owner)
        message = Outgoing(hosts.subject_of(self._name), msgspec.json.encode(signed), expected)
        self._last = (await self._bus.publish(message)).sequence

    async def _require_silence(self, sign: Sign) -> None:
        for _ in range(self._looks):
            await asyncio.sleep(BEAT_SECONDS)
            later = await self._read()
            if later is not None and later.record.at != sign.record.at:
                raise NameTaken(self._name)

    def _is_ours(self, sign: Sign) -> bool:
        return sign.record.owner in ("", self._owner)
