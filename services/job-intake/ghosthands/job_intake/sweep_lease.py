"""The lease on the sweep: one process at a time sweeps, at most every six hours, and another continues an unfinished
one.

One record holds it, written on the condition that it has not changed since it was read. A holder that does not renew
it in time has lost it. A holder that was merely suspended finds that out before the next batch, because it renews the
lease for each batch, and while it looks for things to put into one.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec

from ghosthands.domain.errors import Conflict, Transient
from ghosthands.messaging.clock import Clock
from ghosthands.vault.store import Store

KEY = "sweeps/last"
#: how long a lease holds without renewal; longer than a batch takes
LAPSES = timedelta(minutes=2)
#: time between the beginnings of two sweeps
EVERY = timedelta(hours=6)


class LeaseLost(Transient):
    """Another process has the lease now."""


class SweepRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The last sweep, ended or still going on."""

    sweep: str
    began_at: datetime
    #: the process that holds the lease; empty after the sweep's end
    holder: str = ""
    held_until: datetime | None = None
    ended_at: datetime | None = None


@dataclass
class SweepLease:
    """Holds the lease on one sweep for this process."""

    store: Store
    now: Clock
    record: SweepRecord
    revision: int

    @property
    def sweep(self) -> str:
        """The sweep's id; another process's sweep keeps its id when this one continues it."""
        return self.record.sweep

    async def renew(self) -> None:
        """Extend the lease by its full time. Raises LeaseLost where another process has it."""
        await self._write(msgspec.structs.replace(self.record, held_until=self.now() + LAPSES))

    async def keep(self) -> None:
        """Renew the lease once half of its time is over, for long searches. Raises LeaseLost."""
        if self.record.held_until is None or self.record.held_until - self.now() < LAPSES / 2:
            await self.renew()

    async def end(self) -> None:
        """Record the end of the sweep. Raises LeaseLost."""
        await self._write(msgspec.structs.replace(self.record, holder="", held_until=None, ended_at=self.now()))

    async def _write(self, record: SweepRecord) -> None:
        try:
            self.revision = await self.store.put(KEY, msgspec.json.encode(record), expected=self.revision)
        except Conflict:
            raise LeaseLost(f"sweep {self.sweep} is another's now") from None
        self.record = record


async def take(store: Store, now: Clock, holder: str) -> SweepLease | None:
    """Take the lease on the sweep that is due, or on one whose holder is gone; None where there is neither."""
    entry = await store.get(KEY, fresh=True)
    last = msgspec.json.decode(entry.data, type=SweepRecord) if entry.data else None
    moment = now()
    if last and last.held_until and last.held_until > moment:
        return None
    if last and last.ended_at and last.began_at + EVERY > moment:
        return None
    begun = last if last and not last.ended_at else SweepRecord(sweep=str(uuid.uuid4()), began_at=moment)
    record = msgspec.structs.replace(begun, holder=holder, held_until=moment + LAPSES)
    try:
        revision = await store.put(KEY, msgspec.json.encode(record), expected=entry.revision)
    except Conflict:
        return None
    return SweepLease(store, now, record, revision)
