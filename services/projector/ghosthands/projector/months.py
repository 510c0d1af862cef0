"""The copied events' monthly partitions: each is made before its first row, and dropped when its retention ends.

The fold recalls jobs from these copies (`memory`); where some were dropped, it reads the log instead. The table
`dropped` holds how far they were dropped; a rebuild leaves out the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.projector.write import Connection
from ghosthands.readmodel.rows import EventRow

#: No log of ours is older. An event dated before this, or more than AHEAD in the future, makes no partition.
_FIRST = datetime(2020, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=35)


class EventMonths:
    """The partitions of one schema's copied events."""

    def __init__(self, connection: Connection, now: Clock = utc_now) -> None:
        self._connection = connection
        self._now = now
        self._made: set[tuple[int, int]] = set()

    async def make_for(self, rows: Iterable[EventRow]) -> None:
        """Make the partition of each row's month, for dates from 2020 up to AHEAD in the future."""
        latest = self._now() + AHEAD
        for moment in {_month_of(row.at): row.at for row in rows if _FIRST <= row.at <= latest}.values():
            await self._make(moment)

    async def make_ahead(self) -> None:
        """Make the partitions of this month and of the next."""
        now = self._now()
        await self._make(now)
        await self._make(now.replace(day=1) + timedelta(days=32))

    async def _make(self, moment: datetime) -> None:
        if _month_of(moment) not in self._made:
            await self._connection.execute("select make_events_month($1)", moment)
            self._made.add(_month_of(moment))

    async def find_old(self, until: datetime) -> list[str]:
        """Return the partitions wholly before that month, and the default one where it holds older rows."""
        return [record[0] for record in await self._connection.fetch("select find_old_events($1)", until)]

    async def drop_old(self, until: datetime) -> list[str]:
        """Drop those partitions, and return their names."""
        dropped = [record[0] for record in await self._connection.fetch("select drop_old_events($1)", until)]
        self._made.clear()
        return dropped


async def find_dropped_until(connection: Connection) -> datetime | None:
    """Return the moment before which no copies are left; None where all are."""
    before: datetime | None = await connection.fetchval("select before from dropped where name = 'events'")
    return before


def _month_of(moment: datetime) -> tuple[int, int]:
    at = moment.astimezone(UTC)
    return at.year, at.month
