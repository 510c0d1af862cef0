"""Pulling a whole log in order and in batches, for a reader that folds every event of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from ghosthands.domain.errors import StreamUnavailable, Transient
from ghosthands.messaging.server.consumers import Consumer, restart_consumer
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.pull_requests import PullRequests, wait_for_change

#: The number of batches requested ahead.
DEPTH = 2

OnBatch = Callable[[Sequence[Delivery]], Awaitable[None]]


class BatchPuller:
    """Passes a consumer's messages to `on_batch`, in order and without a gap, and acknowledges them afterwards.

    A batch contains all that has arrived. While one is being handled, up to DEPTH more are on their way.

    For a consumer that acknowledges all. `run` first sets it to go on after the sequence `after`. A break of the order
    (a gap, a consumer the server lost) ends `run` with Transient, as does any error of `on_batch`: only the caller
    knows where to start again.
    """

    def __init__(self, bus: Bus, consumer: Consumer, on_batch: OnBatch, *, after: int, batch: int = 1000) -> None:
        self._bus = bus
        self._consumer = consumer
        self._after = after
        self._on_batch = on_batch
        self._batch = batch
        self._most = batch * DEPTH
        self._arrived: list[Delivery] = []
        self._deliveries = 0
        self._last = 0
        self._gap = False
        self._wake = asyncio.Event()
        self._stopping = False

    async def run(self) -> None:
        """Pull until `stop`. Raises what `on_batch` raises, Transient if the order broke."""
        await restart_consumer(self._bus, self._consumer, after=self._after)
        requests = PullRequests(
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
                await self._ask(requests)
                if in_hand:
                    await self._on_batch(in_hand)
                    await in_hand[-1].ack()
                else:
                    await wait_for_change(self._wake, [requests])
        finally:
            await requests.close()

    async def stop(self) -> None:
        """End `run` after the current batch."""
        self._stopping = True
        self._wake.set()

    async def _ask(self, requests: PullRequests) -> None:
        if self._gap or requests.refusal is not None:
            raise Transient(f"{self._consumer.name} broke off: {requests.refusal or 'a message was lost on the way'}")
        with suppress(StreamUnavailable):
            while requests.is_ready() and len(self._arrived) + requests.outstanding <= self._most - self._batch:
                await requests.ask(self._batch)

    def _take(self, delivery: Delivery) -> None:
        self._deliveries += 1
        if delivery.consumer_sequence != self._deliveries:
            self._gap = True
        elif delivery.sequence > self._last:  # otherwise redelivered, since a batch took long
            self._last = delivery.sequence
            self._arrived.append(delivery)
        self._wake.set()
