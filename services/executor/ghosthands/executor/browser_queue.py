"""Metric: seconds the oldest job has waited for a browser. No event of the job itself says so."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ghosthands.chassis import metrics
from ghosthands.domain import services
from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.job import Band
from ghosthands.domain.session import OpenSession
from ghosthands.executor.watch import Oldest
from ghosthands.messaging.clock import Clock
from ghosthands.messaging.wire import subjects

#: between two updates; Prometheus scrapes as often
LOOK_SECONDS = 15.0
_QUEUES = tuple(subjects.in_band(services.BROWSER_HOST, OpenSession.__name__, band) for band in (subjects.AGAIN, *Band))

WAITED = metrics.gauge(services.EXECUTOR, "browser_queue_seconds", "How long the oldest job has waited for a browser")


class BrowserQueue:
    """Publishes the metric."""

    def __init__(self, oldest: Oldest, now: Clock) -> None:
        self._oldest = oldest
        self._now = now

    async def run(self) -> None:
        """Update the metric every LOOK_SECONDS for ever; while the server does not answer, keep the last value."""
        while True:
            with suppress(GhostHandsError):
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Set the metric to what the queues say now. Raises StreamUnavailable."""
        begun = [at for queue in _QUEUES if (at := await self._oldest(queue)) is not None]
        WAITED.set((self._now() - min(begun)).total_seconds() if begun else 0)
