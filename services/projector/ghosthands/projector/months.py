"""The copied events by months: each month's partition made before its first row, and taken away when its time is over.

What was copied once is what the fold remembers jobs by (`memory`). Where some of it was dropped, the log itself is read
for that. How far it was dropped stands in the table `dropped`; a rebuild leaves away the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.projector.write import Connection
from ghosthands.readmodel.rows import EventRow

#: No log of ours is older. A clock that tells otherwise, or what lies further ahead than this, makes no partition.
_FIRST = datetime(2020, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=35)


class EventMonths:
    """The partitions of one schema's copied events."""

    def __init__(self, connection: Connection, now: Clock = utc_now) -> None:
        self._connection = connection
        self._now = now
        self._made: set[tuple[int, int]] = set()

    async def make_for(self, rows: Iterable[EventRow]) -> None:
        """Have a partition for each row's month, as far as it is one that can be."""
        latest = self._now() + AHEAD
        for moment in {_month_of(row.at): row.at for row in rows if _FIRST <= row.at <= latest}.values():
            await self._make(moment)

    async def make_ahead(self) -> None:
        """Have a partition for this month, and for the next."""
        await self._make(self._now())
        await self._make(self._now() + AHEAD)

    async def _make(self, moment: datetime) -> None:
        if _month_of(moment) not in self._made:
            await self._connection.execute("select make_events_month($1)", moment)
            self._made.add(_month_of(moment))

    async def find_old(self, until: datetime) -> list[str]:
        """The partitions that hold nothing from that month on, and that of the rest where it holds what is older."""
        return [record[0] for record in await self._connection.fetch("select find_old_events($1)", until)]

    async def drop_old(self, until: datetime) -> list[str]:
        """Take those away; their names."""
        dropped = [record[0] for record in await self._connection.fetch("select drop_old_events($1)", until)]
        self._made.clear()
        return dropped


async def find_dropped_until(connection: Connection) -> datetime | None:
    """The moment before which nothing is copied any more; None where everything is."""
    before: datetime | None = await connection.fetchval("select before from dropped where name = 'events'")
    return before


def _month_of(moment: datetime) -> tuple[int, int]:
    at = moment.astimezone(UTC)
    return at.year, at.month
