"""Following a stream: the server announces that something was stored, and the follower reads it from the stream.

A stream that may be followed announces what it has stored (`subjects.announced`). An announcement only tells how far to
read, and a lost one costs nothing but time: every read begins after the last message seen, and after a reconnect, or
now and then in a silence, the follower asks the stream's leader for more.

No consumer is made: a login that may make one may change any other by its name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server import direct_get
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.wire import subjects

#: Seconds of silence before the leader is asked, doubling from the first value, since servers of a cluster learn of
#: a new listener some milliseconds later, up to the second.
LOOK_SECONDS = (0.1, 5.0)
#: Seconds before another try if the server cannot be asked.
PAUSE_SECONDS = 0.1

T = TypeVar("T")


class Read(Protocol):
    """A function that reads the stream's messages in order."""

    def __call__(self, *, after: int, known: int) -> Coroutine[Any, Any, list[Stored]]:
        """Return every message past `after`, oldest first, up to the one at `known`; for 0 up to now."""


def reading(bus: Bus, stream: str, on: str) -> Read:
    """Return a function that reads a short filter: from any replica, then from the leader what that one lacks."""

    async def read(*, after: int, known: int) -> list[Stored]:
        found = [stored async for stored in direct_get.each(bus, stream, on, after=after)]
        reached = found[-1].sequence if found else after
        if not known or reached < known:
            found += await bus.read_back(stream, on, after=reached)
        return found

    return read


class StreamFeed(Generic[T]):
    """A feed of the messages stored on a filter; an async context manager. See `event_log.Feed`.

    `decode` gets what was read at once, and leaves out what is to be skipped.
    """

    def __init__(self, bus: Bus, on: str, decode: Callable[[Sequence[Stored]], Sequence[T]], read: Read) -> None:
        self._bus = bus
        self._on = on
        self._decode = decode
        self._read = read
        #: continues after its caller was cancelled
        self._reading: asyncio.Task[list[Stored]] | None = None
        self._arrived: list[T] = []
        #: the sequence read up to, and the last one announced
        self._last = 0
        self._announced = 0
        #: set while there may be something to read: it was announced, or an announcement may have been missed
        self._news = asyncio.Event()
        #: there may be messages whose announcement was missed
        self._in_doubt = False
        #: the loop's time at which the silence has lasted too long, and how long the next one may last
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
        """Return all new items, oldest first. Raises Forbidden if the service may not read the filter."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not self._arrived:
                    await self._read_on()
        arrived, self._arrived = self._arrived, []
        return arrived

    async def _read_on(self) -> None:
        """Wait until there may be something, and read it; a cancelled read is continued by the next call."""
        await self._hear()
        announced = self._announced
        try:
            if self._in_doubt or self._announced > self._last:
                self._take(await self._read_newer(known=0 if self._in_doubt else self._announced))
        except StreamUnavailable:
            self._doubt()
            await asyncio.sleep(PAUSE_SECONDS)
        else:
            self._calm(announced)

    async def _hear(self) -> None:
        """Wait for an announcement; after too long a silence one may have been missed."""
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

    def _take(self, stored: Sequence[Stored]) -> None:
        if stored:
            self._arrived += self._decode(stored)
            self._last = stored[-1].sequence

    def _on_announcement(self, message: Msg) -> None:
        sequence = (message.headers or {}).get("Nats-Sequence", "")
        if sequence.isdecimal():
            self._announced = max(self._announced, int(sequence))
            self._news.set()

    def _doubt(self) -> None:
        """Assume that announcements were missed: look at once, and again soon."""
        self._in_doubt = True
        self._look_after = 0.0
        self._news.set()

    def _calm(self, announced: int) -> None:
        """Wait again, longer after each silence, since everything announced up to then was read."""
        if self._in_doubt:
            first, longest = LOOK_SECONDS
            self._look_after = min(longest, max(first, 2 * self._look_after))
        self._in_doubt = False
        self._look_at = asyncio.get_running_loop().time() + self._look_after
        if self._announced == announced:  # or it is gone again, if it cannot be read
            self._news.clear()
