"""The time by the NATS server's clock, which fires every deadline, for code that decides whether time is up.

A machine's own clock may be wrong, or be corrected while a job runs: an hour's step would take an hour of the job's
time. So the server is asked for the time regularly, and the time in between is measured by a clock that nobody sets.
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

#: Seconds between two questions; a change of the server's clock is noticed that late at most.
ASK_SECONDS = 30.0

#: Returns the seconds since some moment, including the machine's sleep where the system offers that.
Elapsed = Callable[[], float]


def measure_elapsed() -> float:
    """Return the seconds since the machine was started."""
    return time.clock_gettime(_CLOCK)


_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class ServersClock:
    """The server's time when last asked plus the seconds since; before the first answer, this machine's."""

    def __init__(self, bus: Bus, elapsed: Elapsed = measure_elapsed, own: Clock = utc_now) -> None:
        self._bus = bus
        self._elapsed = elapsed
        #: the time at zero elapsed seconds
        self._base = own() - timedelta(seconds=elapsed())

    def __call__(self) -> datetime:
        """Return the present time by the server's clock, in UTC."""
        return self._base + timedelta(seconds=self._elapsed())

    @classmethod
    async def set_by(cls, bus: Bus) -> ServersClock:
        """Return a clock set by the server; `run` keeps it correct. Raises StreamUnavailable."""
        clock = cls(bus)
        await clock.ask()
        return clock

    async def ask(self) -> None:
        """Ask the server for the time. Raises StreamUnavailable."""
        before = self._elapsed()
        told = await self._bus.api(f"STREAM.INFO.{EVENTS}")
        half_way = (before + self._elapsed()) / 2
        self._base = datetime.fromisoformat(told["ts"]).astimezone(UTC) - timedelta(seconds=half_way)

    async def run(self) -> None:
        """Ask regularly, for ever; while nobody answers, the seconds are counted on."""
        while True:
            with suppress(StreamUnavailable):
                await self.ask()
            await asyncio.sleep(ASK_SECONDS)
