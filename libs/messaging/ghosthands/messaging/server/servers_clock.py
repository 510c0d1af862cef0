"""The time by the NATS server's clock, which keeps every deadline, for who decides whether time is up.

A machine's own clock may be wrong, or set right while a job runs: an hour's step would be an hour of the job's time. So
the server is asked what time it is, now and then, and what passes in between is counted by a clock that nobody sets.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.streams import EVENTS

#: Between two questions: what the server's own clock was set by meanwhile is heard that late.
ASK_SECONDS = 30.0

#: Seconds since some moment; it goes on while the machine sleeps, where that can be had.
Elapsed = Callable[[], float]


def measure_elapsed() -> float:
    """Seconds since the machine was started."""
    return time.clock_gettime(_CLOCK)


_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class ServersClock:
    """The server's time as it was last asked for, and the seconds since; this machine's until it was."""

    def __init__(self, bus: Bus, elapsed: Elapsed = measure_elapsed, own: Clock = utc_now) -> None:
        self._bus = bus
        self._elapsed = elapsed
        #: what the time is at no seconds elapsed
        self._base = own() - timedelta(seconds=elapsed())

    def __call__(self) -> datetime:
        """The moment by the server's clock, in UTC."""
        return self._base + timedelta(seconds=self._elapsed())

    @classmethod
    async def set_by(cls, bus: Bus) -> ServersClock:
        """A clock that was set by the server; `run` keeps it so. Raises StreamUnavailable."""
        clock = cls(bus)
        await clock.ask()
        return clock

    async def ask(self) -> None:
        """Ask the server what time it is. Raises StreamUnavailable."""
        before = self._elapsed()
        told = await self._bus.api(f"STREAM.INFO.{EVENTS}")
        half_way = (before + self._elapsed()) / 2
        self._base = datetime.fromisoformat(told["ts"]).astimezone(UTC) - timedelta(seconds=half_way)

    async def run(self) -> None:
        """Ask now and then, for ever; while nobody answers the seconds are counted on."""
        while True:
            with suppress(StreamUnavailable):
                await self.ask()
            await asyncio.sleep(ASK_SECONDS)
