"""Drops copied events whose retention has ended, by the month, after saying so on the log.

Only the projector that folds does it. If it is killed in between, the next one finds the same months again, and says
nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from ghosthands.chassis import logging
from ghosthands.domain.retention import Kept
from ghosthands.domain.services import PROJECTOR
from ghosthands.messaging import fault
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.sweep_log import SweepLog
from ghosthands.projector.months import EventMonths

log = logging.get(__name__)


class OldCopies:
    """Drops copies older than `cutoff`, by whole months."""

    def __init__(self, events: EventLog, cutoff: Callable[[datetime], datetime | None], now: Clock = utc_now) -> None:
        self._events = events
        self._cutoff = cutoff
        self._now = now

    async def drop(self, months: EventMonths) -> list[str]:
        """Drop the old partitions and return their names. Raises StreamUnavailable, asyncpg errors."""
        until = self._cutoff(self._now())
        old = await months.find_old(until) if until else []
        if not until or not old:
            return []
        before = until.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        sweep_log = await SweepLog.open(self._events, f"{Kept.EVENT_COPIES}-{before:%Y-%m}")
        await sweep_log.tell(Kept.EVENT_COPIES, before, old)
        await months.drop_old(until)
        await fault.point(PROJECTOR, fault.AFTER_EFFECT, "dropped-months")
        log.info("copied_events_dropped", partitions=old)
        return old
