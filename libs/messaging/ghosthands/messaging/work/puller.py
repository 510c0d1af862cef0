"""Pulling messages only as fast as there are free slots for them; it continues by itself after a reconnect."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server.consumers import ACK_WAIT_SECONDS
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.in_hand import Handler, InHand
from ghosthands.messaging.work.pull_requests import PullRequests, wait_for_change

#: Seconds a request for messages that are there now may take.
POLL_SECONDS = 2.0

#: Seconds that `stop` lets messages in hand finish.
GRACE_SECONDS = 8.0


class Puller:
    """Passes the messages of one or several durables, the first durable's first, to up to `slots` concurrent handlers.

    One durable is asked for as many messages as there is room for, so that the next is on its way before the last is
    done. Several are bands of urgency: whenever there is room, one message of the first band that has any is taken. If
    none has any, all are asked at once and the first to have something wins; so up to one message of each other band
    may come on top of the slots.

    `can_pull` returns how many more messages the process could take for reasons of its own (a free browser). It is
    called after a message's handler has run up to its first await, so a handler that reserves what it needs before that
    is never given too much. Call `wake` when the number grows.
    """

    def __init__(
        self,
        bus: Bus,
        stream: str,
        durables: list[str],
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
        self._in_hand = InHand(handler, ack_wait=ack_wait, on_free=self.wake)
        self._bands = [
            PullRequests(bus, stream, durable, on_delivery=self._take, on_change=self.wake) for durable in durables
        ]

    @property
    def in_hand(self) -> int:
        """The number of messages being handled."""
        return len(self._in_hand)

    def wake(self) -> None:
        """Check again whether more can be taken."""
        self._wake.set()

    async def run(self) -> None:
        """Pull messages and pass them on until `stop`."""
        while not self._stopping:
            self._wake.clear()
            if self._room() <= 0:
                await self._withdraw()
            elif all(band.is_ready() for band in self._bands):
                with suppress(StreamUnavailable):
                    await self._pull()
            await wait_for_change(self._wake, self._bands)

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Pull no more, let the messages in hand finish for `grace` seconds, and give back the rest."""
        self._stopping = True
        self.wake()
        for band in self._bands:
            await band.close()
        await self._in_hand.finish(grace)

    def _room(self) -> int:
        free = self._slots - len(self._in_hand)
        return free if self._can_pull is None else min(free, self._can_pull())

    async def _pull(self) -> None:
        """Take waiting messages, the most urgent first; then ask every band for those to come."""
        if len(self._bands) == 1:
            await self._ask(self._bands[0], self._room())
            return
        if not any(band.outstanding for band in self._bands):
            while self._room() > 0 and await self._take_most_urgent():
                continue
        if self._room() > 0:
            for band in self._bands:
                await self._ask(band, 1)

    async def _ask(self, band: PullRequests, messages: int) -> None:
        wanted = messages - band.outstanding
        if wanted > 0:
            await band.ask(wanted)

    async def _take_most_urgent(self) -> bool:
        for band in self._bands:
            before = self._taken
            await band.ask(1, wait=False)
            await self._until_answered(band)
            if self._taken > before:
                return True
        return False

    async def _until_answered(self, band: PullRequests) -> None:
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
        if self._in_hand.renew(delivery):
            self._taken += 1
        elif self._stopping or len(self._in_hand) >= self._slots + len(self._bands) - 1:
            # requested twice, after a silence: another process is to handle it
            asyncio.ensure_future(delivery.nak())  # noqa: RUF006 - lost at worst, then it comes again
        else:
            self._taken += 1
            self._in_hand.take(delivery)
        self.wake()
