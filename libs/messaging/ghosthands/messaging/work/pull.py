"""Pull loops: messages come as fast as there is a hand free for them, and no faster.

`Puller` keeps as many messages asked for as it has free slots, so the next message is on its way before the last one
is done. `BandedPuller` takes the most urgent band that has anything whenever a slot frees. `BatchPuller` streams a
whole log in order, two requests deep. The first two go on by themselves after a reconnect; all stop on `stop`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from ghosthands.domain.errors import StreamUnavailable, Transient
from ghosthands.messaging.server.connection import Connection
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.streams import ACK_WAIT_SECONDS, Consumer, restart_consumer
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.hands import Handler, Hands
from ghosthands.messaging.work.pulls import Pulls

log = logging.getLogger(__name__)

#: Seconds a request for what is there now may take.
POLL_SECONDS = 2.0

#: Seconds `stop` lets what is in hand go on.
GRACE_SECONDS = 8.0

OnBatch = Callable[[Sequence[Delivery]], Awaitable[None]]


class Puller:
    """Hands out one durable's messages to `slots` concurrent handlings.

    `can_pull` says how many more messages the process could take for reasons of its own (a free browser): it is asked
    after a message's handler has run up to its first await, so a handler that books what it needs before that is
    never given too much. Call `wake` when the answer grows.
    """

    def __init__(
        self,
        bus: Connection,
        stream: str,
        durable: str,
        handler: Handler,
        *,
        slots: int,
        ack_wait: float = ACK_WAIT_SECONDS,
        can_pull: Callable[[], int] | None = None,
    ) -> None:
        self._slots = slots
        self._can_pull = can_pull
        self._wake = asyncio.Event()
        self._stopping = False
        self._hands = Hands(handler, ack_wait=ack_wait, on_free=self.wake)
        self._pulls = Pulls(bus, stream, durable, on_delivery=self._take, on_change=self.wake)

    @property
    def in_hand(self) -> int:
        """How many messages are being handled."""
        return len(self._hands)

    def wake(self) -> None:
        """Look again whether more can be taken."""
        self._wake.set()

    async def run(self) -> None:
        """Pull until `stop`."""
        while not self._stopping:
            self._wake.clear()
            await self._ask()
            await _pause(self._wake, self._pulls.patience())

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Pull no more, let what is in hand finish for `grace` seconds, give back the rest."""
        self._stopping = True
        self.wake()
        await self._pulls.close()
        await self._hands.finish(grace)

    async def _ask(self) -> None:
        if not self._pulls.ready():
            return
        wanted = self._room() - self._pulls.outstanding
        if wanted > 0:
            with suppress(StreamUnavailable):
                await self._pulls.ask(wanted)

    def _room(self) -> int:
        free = self._slots - len(self._hands)
        return free if self._can_pull is None else min(free, self._can_pull())

    def _take(self, delivery: Delivery) -> None:
        if self._stopping or len(self._hands) >= self._slots:
            # asked for twice, after a silence: it is another's to handle
            asyncio.ensure_future(delivery.nak())  # noqa: RUF006 - lost at worst, then it comes again
            return
        self._hands.take(delivery)


class BandedPuller:
    """Hands out the messages of several durables, the first durable's first, to `slots` concurrent handlings.

    When nothing waits anywhere, all are asked at once and the first to have something wins; so up to one message of
    each other band may come on top of the slots. `can_pull` and `wake` as in `Puller`.
    """

    def __init__(
        self,
        bus: Connection,
        stream: str,
        durables: Sequence[str],
        handler: Handler,
        *,
        slots: int,
        ack_wait: float = ACK_WAIT_SECONDS,
        can_pull: Callable[[], int] | None = None,
    ) -> None:
        self._slots = slots
        self._can_pull = can_pull
        self._wake = asyncio.Event()
        self._stopping = False
        self._taken = 0
        self._hands = Hands(handler, ack_wait=ack_wait, on_free=self._wake.set)
        self._bands = [
            Pulls(bus, stream, durable, on_delivery=self._take, on_change=self._wake.set) for durable in durables
        ]

    @property
    def in_hand(self) -> int:
        """How many messages are being handled."""
        return len(self._hands)

    def wake(self) -> None:
        """Look again whether more can be taken."""
        self._wake.set()

    async def run(self) -> None:
        """Pull until `stop`."""
        while not self._stopping:
            self._wake.clear()
            if not self._has_room():
                await self._withdraw()
            else:
                with suppress(StreamUnavailable):
                    await self._poll()
            await _pause(self._wake, min(band.patience() for band in self._bands))

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Pull no more, let what is in hand finish for `grace` seconds, give back the rest."""
        self._stopping = True
        self._wake.set()
        for band in self._bands:
            await band.close()
        await self._hands.finish(grace)

    async def _poll(self) -> None:
        """Take what waits, the most urgent first; wait at every band where nothing does."""
        if not all(band.ready() for band in self._bands):
            return
        if not any(band.outstanding for band in self._bands):
            while self._has_room() and await self._take_most_urgent():
                continue
        if self._has_room():
            for band in self._bands:
                if not band.outstanding:
                    await band.ask(1)

    def _has_room(self) -> bool:
        return len(self._hands) < self._slots and (self._can_pull is None or self._can_pull() > 0)

    async def _take_most_urgent(self) -> bool:
        for band in self._bands:
            before = self._taken
            await band.ask(1, wait=False)
            await self._until_answered(band)
            if self._taken > before:
                return True
        return False

    async def _until_answered(self, band: Pulls) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS):
                while band.outstanding and not self._stopping:
                    self._wake.clear()
                    await self._wake.wait()

    async def _withdraw(self) -> None:
        for band in self._bands:
            if band.outstanding:
                await band.withdraw()

    def _take(self, delivery: Delivery) -> None:
        if self._stopping:
            asyncio.ensure_future(delivery.nak())  # noqa: RUF006 - lost at worst, then it comes again
        else:
            self._taken += 1
            self._hands.take(delivery)
        self._wake.set()


class BatchPuller:
    """Gives a consumer's messages to `on_batch`, in order and without a gap, as many as have come; then acknowledges.

    While a batch is in hand the next ones are on their way: `depth` of them are asked for beforehand.

    For a consumer that acknowledges all. It is made anew when `run` begins, so that it starts where it is told to;
    whatever breaks the order (a gap, a consumer the server lost) ends `run` with Transient, and what `on_batch` raises
    ends it too: only the caller knows where to start over.
    """

    def __init__(self, bus: Bus, consumer: Consumer, on_batch: OnBatch, *, batch: int = 1000, depth: int = 2) -> None:
        self._bus = bus
        self._consumer = consumer
        self._on_batch = on_batch
        self._batch = batch
        self._most = batch * depth
        self._arrived: list[Delivery] = []
        self._deliveries = 0
        self._last = 0
        self._gap = False
        self._wake = asyncio.Event()
        self._stopping = False

    async def run(self) -> None:
        """Pull until `stop`. Raises what `on_batch` raises, Transient when the order broke."""
        await restart_consumer(self._bus, self._consumer)
        pulls = Pulls(
            self._bus,
            self._consumer.stream,
            self._consumer.name,
            on_delivery=self._take,
            on_change=self._wake.set,
        )
        try:
            while not self._stopping:
                self._wake.clear()
                in_hand, self._arrived = self._arrived[: self._batch], self._arrived[self._batch :]
                await self._ask(pulls)
                if in_hand:
                    await self._on_batch(in_hand)
                    await in_hand[-1].ack()
                else:
                    await _pause(self._wake, pulls.patience())
        finally:
            await pulls.close()

    async def stop(self) -> None:
        """End `run` after the batch in hand."""
        self._stopping = True
        self._wake.set()

    async def _ask(self, pulls: Pulls) -> None:
        if self._gap or pulls.refusal is not None:
            raise Transient(f"{self._consumer.name} broke off: {pulls.refusal or 'a message was lost on the way'}")
        with suppress(StreamUnavailable):
            while pulls.ready() and len(self._arrived) + pulls.outstanding <= self._most - self._batch:
                await pulls.ask(self._batch)

    def _take(self, delivery: Delivery) -> None:
        self._deliveries += 1
        if delivery.consumer_sequence != self._deliveries:
            self._gap = True
        elif delivery.sequence > self._last:  # else delivered again, because a batch took long
            self._last = delivery.sequence
            self._arrived.append(delivery)
        self._wake.set()


async def _pause(wake: asyncio.Event, seconds: float) -> None:
    """Return on `wake`, or after that long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await wake.wait()
