"""Following a stream's messages: an ordered consumer that never stalls silently.

JetStream pushes what has that subject, such as an aggregate's events, to this service's inbox, unacknowledged. Each
message carries its place in the consumer's deliveries; a gap, two missed heartbeats, a reconnect or a consumer the
server forgot all have one answer: a new consumer from the sequence after the last one seen. The caller notices nothing
but the wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Generic, Self, TypeVar

from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from ghosthands.domain.errors import Permanent, StreamUnavailable
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.wire import metadata

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 2.0
#: Without a message or a heartbeat for so long the consumer counts as gone.
SILENCE_SECONDS = 2.5 * HEARTBEAT_SECONDS
#: The server forgets a consumer nobody listens to after this.
FORGOTTEN_SECONDS = 10.0

_NANOSECONDS = 1_000_000_000

T = TypeVar("T")


class ConsumerFeed(Generic[T]):
    """What is stored of these subjects, as it comes; an async context manager. See `event_log.Feed`.

    What `decode` makes None of is not given.
    """

    def __init__(self, bus: Bus, stream: str, subjects: str, decode: Callable[[Stored], T | None]) -> None:
        self._bus = bus
        self._stream = stream
        self._subjects = subjects
        self._decode = decode
        self._last = 0
        self._arrived: list[Stored] = []
        self._consumer_sequence = 0
        self._heard = 0.0
        self._news = asyncio.Event()
        self._broken = asyncio.Event()
        self._failure: Permanent | None = None
        self._subscription: Subscription | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._forget_reconnects: Callable[[], None] = lambda: None

    async def __aenter__(self) -> Self:
        self._forget_reconnects = self._bus.on_reconnect(self._broken.set)
        self._keeper = asyncio.create_task(self._keep())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._forget_reconnects()
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        await self._unsubscribe()

    async def next(self, timeout: float) -> list[T]:
        """All that was not yet given, oldest first. Raises Forbidden where the service may not read that."""
        given: list[T] = []
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not given:
                    await self._news.wait()
                    if self._failure is not None:
                        raise self._failure
                    given = self._take()
        return given

    def _take(self) -> list[T]:
        self._news.clear()
        arrived, self._arrived = self._arrived, []
        decoded = map(self._decode, arrived)
        return [each for each in decoded if each is not None]

    async def _keep(self) -> None:
        """Have a consumer for as long as the feed is open."""
        delay = 0.1
        while True:
            try:
                await self._begin()
                delay = 0.1
                await self._until_broken()
            except StreamUnavailable:
                await asyncio.sleep(delay)
                delay = min(2.0, delay * 2)
            except Permanent as failure:
                self._failure = failure
                self._news.set()
                return

    async def _begin(self) -> None:
        """A new consumer from the event after the last one seen."""
        await self._unsubscribe()
        await self._bus.wait_connected(HEARTBEAT_SECONDS)
        self._broken.clear()
        self._consumer_sequence = 0
        self._heard = asyncio.get_running_loop().time()
        inbox, name = self._bus.new_inbox(), f"{self._bus.service}-{self._bus.unique()}"
        self._subscription = await self._bus.subscribe(inbox, self._on_message)
        await self._bus.api(
            f"CONSUMER.CREATE.{self._stream}.{name}.{self._subjects}",
            {"stream_name": self._stream, "config": self._config(name, inbox)},
        )

    def _config(self, name: str, inbox: str) -> dict[str, object]:
        return {
            "name": name,
            "deliver_subject": inbox,
            "filter_subject": self._subjects,
            "deliver_policy": "by_start_sequence",
            "opt_start_seq": self._last + 1,
            "ack_policy": "none",
            "max_deliver": 1,
            "replay_policy": "instant",
            "mem_storage": True,
            "num_replicas": 1,
            "flow_control": True,
            "idle_heartbeat": int(HEARTBEAT_SECONDS * _NANOSECONDS),
            "inactive_threshold": int(FORGOTTEN_SECONDS * _NANOSECONDS),
        }

    async def _until_broken(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._broken.is_set():
            silence = loop.time() - self._heard
            if silence >= SILENCE_SECONDS:
                log.warning("feed_silent", extra={"stream": self._stream, "after": self._last})
                return
            try:
                async with asyncio.timeout(SILENCE_SECONDS - silence):
                    await self._broken.wait()
            except TimeoutError:
                continue

    async def _unsubscribe(self) -> None:
        subscription, self._subscription = self._subscription, None
        if subscription is not None:
            await self._bus.unsubscribe(subscription)

    def _on_message(self, message: Msg) -> None:
        self._heard = asyncio.get_running_loop().time()
        if message.headers and "Status" in message.headers:
            self._on_status(message, message.headers)
            return
        place = metadata.parse(message.reply)
        if place.consumer_sequence != self._consumer_sequence + 1:
            self._broken.set()
        if self._broken.is_set():
            return
        self._consumer_sequence += 1
        self._last = place.sequence
        headers = message.headers or {}
        self._arrived.append(Stored(message.subject, place.sequence, headers, message.data, place.stored_at))
        if place.pending == 0:
            self._news.set()

    def _on_status(self, message: Msg, headers: Mapping[str, str]) -> None:
        """Answer flow control, check a heartbeat's count, notice a consumer that ended."""
        if headers["Status"] != "100":
            self._broken.set()
        elif message.reply:
            self._bus.send_soon(message.reply)
        else:
            if stalled := headers.get("Nats-Consumer-Stalled"):
                self._bus.send_soon(stalled)
            if int(headers.get("Nats-Last-Consumer", "0")) > self._consumer_sequence:
                self._broken.set()
