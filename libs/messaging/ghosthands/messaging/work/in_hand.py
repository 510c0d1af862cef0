"""The messages a process has in hand: each in its own task, with its ack wait extended until it is answered.

A process that has no time to extend it is given the message again. It is not handled twice at once: that would take
more time still, and bring the next delivery.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ghosthands.messaging.location import describe_error
from ghosthands.messaging.work.delivery import Delivery

log = logging.getLogger(__name__)

#: Handles one message and answers it.
Handler = Callable[[Delivery], Awaitable[None]]

#: Seconds before a message is redelivered whose handler failed or did not answer.
AGAIN_SECONDS = 1.0
#: Seconds a cancelled handler may take to clean up.
STUBBORN_SECONDS = 5.0


class InHand:
    """Runs `handler` on every message taken, and calls `on_free` whenever one is done."""

    def __init__(self, handler: Handler, *, ack_wait: float, on_free: Callable[[], None]) -> None:
        self._handler = handler
        self._pause = ack_wait / 3
        self._on_free = on_free
        self._tasks: dict[asyncio.Task[None], Delivery] = {}
        self._keeper: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._tasks)

    def take(self, delivery: Delivery) -> None:
        """Handle the message in a task of its own."""
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep_alive())
        task = asyncio.create_task(self._handle(delivery))
        self._tasks[task] = delivery
        task.add_done_callback(self._forget)

    def renew(self, delivery: Delivery) -> bool:
        """Answer a message in hand by this later delivery of it; return whether it is in hand."""
        for held in self._tasks.values():
            if not held.settled and (held.stream, held.sequence) == (delivery.stream, delivery.sequence):
                log.info("message_in_hand_came_again", extra=_describe(delivery))
                held.renew(delivery)
                return True
        return False

    async def finish(self, grace: float) -> None:
        """Let the messages in hand finish for `grace` seconds, then cancel the rest and give them back."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=grace)
        left = dict(self._tasks)
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=STUBBORN_SECONDS)
        for delivery in left.values():
            await delivery.nak()
        if self._keeper is not None:
            self._keeper.cancel()
            self._keeper = None

    async def _handle(self, delivery: Delivery) -> None:
        try:
            await self._handler(delivery)
        except Exception as error:
            log.error("handler_failed", extra=_describe(delivery) | describe_error(error))
            await delivery.nak(AGAIN_SECONDS, failed=True)
        if not delivery.settled:
            log.error("message_not_answered", extra=_describe(delivery))
            await delivery.nak(AGAIN_SECONDS, failed=True)

    def _forget(self, task: asyncio.Task[None]) -> None:
        del self._tasks[task]
        self._on_free()

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(self._pause)
            for delivery in list(self._tasks.values()):
                await delivery.in_progress()


def _describe(delivery: Delivery) -> dict[str, object]:
    return {"stream": delivery.stream, "sequence": delivery.sequence, "delivered": delivery.delivered}
