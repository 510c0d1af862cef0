"""Following a stream's messages: the server says that something was stored, and what it was is read from the stream.

A stream that may be followed announces what it has stored (`subjects.announced`). An announcement
says where to read to, and one that is lost costs time and nothing else: every read begins after the last message seen,
and after a reconnect, and now and then in a silence, the stream's leader is asked whether there is more.

No consumer is made: whoever may make one may change another's by its name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server import direct_get
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.wire import subjects

#: Of a silence, before the leader is asked: doubling from the first, as servers side by side hear of a new listener
#: some milliseconds later, to the second.
LOOK_SECONDS = (0.1, 5.0)
#: Before another try where the server cannot be asked.
PAUSE_SECONDS = 0.1

T = TypeVar("T")


class Read(Protocol):
    """A function that reads the stream's messages in order."""

    def __call__(self, *, after: int, known: int) -> Coroutine[Any, Any, list[Stored]]:
        """Every message past `after`, oldest first, up to the one at `known`; for 0 up to this moment."""


def reading(bus: Bus, stream: str, on: str) -> Read:
    """Reads a filter of a stream that is never long: of any replica, then of the leader what that one had not yet."""

    async def read(*, after: int, known: int) -> list[Stored]:
        found = [stored async for stored in direct_get.each(bus, stream, on, after=after)]
        reached = found[-1].sequence if found else after
        if not known or reached < known:
            found += await bus.read_back(stream, on, after=reached)
        return found

    return read


class StreamFeed(Generic[T]):
    """What is stored on a filter, as it comes; an async context manager. See `event_log.Feed`.

    What `decode` makes None of is not given.
    """

    def __init__(self, bus: Bus, on: str, decode: Callable[[Stored], T | None], read: Read) -> None:
        self._bus = bus
        self._on = on
        self._decode = decode
        self._read = read
        #: goes on where whoever waited for it was cut off
        self._reading: asyncio.Task[list[Stored]] | None = None
        self._arrived: list[T] = []
        #: up to where it was read, and up to where something was announced
        self._last = 0
        self._announced = 0
        #: set while there may be something to read: it was announced, or an announcement may have been missed
        self._news = asyncio.Event()
        #: nobody may have announced what there is
        self._in_doubt = False
        #: of the loop's clock, when the silence has lasted too long; and how much longer the next one may
        self._look_at = 0.0
        self._look_after = 0.0
        self._subscription: Subscription | None = None
        self._forget_reconnects: Callable[[], None] = lambda: None

    async def __aenter__(self) -> Self:
        self._forget_reconnects = self._bus.on_reconnect(self._doubt)
        self._subscription = await self._bus.subscribe(subjects.announced(self._on), self._on_announcement)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._forget_reconnects()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
        if self._subscription is not None:
            await self._bus.unsubscribe(self._subscription)

    async def next(self, timeout: float) -> list[T]:
        """All that was not yet given, oldest first. Raises Forbidden where the service may not read that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not self._arrived:
                    await self._read_on()
        arrived, self._arrived = self._arrived, []
        return arrived

    async def _read_on(self) -> None:
        """Wait until there may be something, and read it; cut off before that is done, it is had next time."""
        await self._hear()
        announced = self._announced
        try:
            if self._in_doubt or self._announced > self._last:
                for stored in await self._read_newer(known=0 if self._in_doubt else self._announced):
                    self._take(stored)
        except StreamUnavailable:
            self._doubt()
            await asyncio.sleep(PAUSE_SECONDS)
        else:
            self._calm(announced)

    async def _hear(self) -> None:
        """Wait for news; a silence that lasts too long is in doubt."""
        try:
            async with asyncio.timeout_at(self._look_at):
                await self._news.wait()
        except TimeoutError:
            self._in_doubt = True

    async def _read_newer(self, known: int) -> list[Stored]:
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._read(after=self._last, known=known))
        try:
            found = await asyncio.shield(self._reading)
        finally:
            if self._reading.done():
                self._reading = None
        return found

    def _take(self, stored: Stored) -> None:
        self._last = stored.sequence
        if (decoded := self._decode(stored)) is not None:
            self._arrived.append(decoded)

    def _on_announcement(self, message: Msg) -> None:
        sequence = (message.headers or {}).get("Nats-Sequence", "")
        if sequence.isdecimal():
            self._announced = max(self._announced, int(sequence))
            self._news.set()

    def _doubt(self) -> None:
        """Announcements may have been missed: look at once, and again soon."""
        self._in_doubt = True
        self._look_after = 0.0
        self._news.set()

    def _calm(self, announced: int) -> None:
        """All there was is read, up to what had been announced then: wait, after each silence for longer."""
        if self._in_doubt:
            first, longest = LOOK_SECONDS
            self._look_after = min(longest, max(first, 2 * self._look_after))
        self._in_doubt = False
        self._look_at = asyncio.get_running_loop().time() + self._look_after
        if self._announced == announced:  # or is gone again, if it cannot be read
            self._news.clear()
