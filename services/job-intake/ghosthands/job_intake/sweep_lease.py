"""Whose turn it is to sweep: one process at a time, at most so often, and who goes on with what another began.

One record tells it, written on the condition that it is what was read. A holder who is not heard of for a while has
lost it; one who was merely stopped finds that out before the next batch, as it renews its lease for each, and while it
looks for what to put into one.
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
#: longer than a batch takes
LAPSES = timedelta(minutes=2)
#: between the beginnings of two sweeps
EVERY = timedelta(hours=6)


class LeaseLost(Transient):
    """Another process has the sweep now."""


class SweepRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The last sweep there was, or that is going on."""

    sweep: str
    began_at: datetime
    #: whose it is, until when; after its end nobody's
    holder: str = ""
    held_until: datetime | None = None
    ended_at: datetime | None = None


@dataclass
class SweepLease:
    """Holds the sweep of that id for this process."""

    store: Store
    now: Clock
    record: SweepRecord
    revision: int

    @property
    def sweep(self) -> str:
        """The sweep's id; that of another, where this one goes on with it."""
        return self.record.sweep

    async def renew(self) -> None:
        """Hold it for as long again. Raises LeaseLost where another has it."""
        await self._write(msgspec.structs.replace(self.record, held_until=self.now() + LAPSES))

    async def keep(self) -> None:
        """Renew it once half of its time is over, as it is for who looks through much. Raises LeaseLost."""
        if self.record.held_until is None or self.record.held_until - self.now() < LAPSES / 2:
            await self.renew()

    async def end(self) -> None:
        """The sweep is through. Raises LeaseLost."""
        await self._write(msgspec.structs.replace(self.record, holder="", held_until=None, ended_at=self.now()))

    async def _write(self, record: SweepRecord) -> None:
        try:
            self.revision = await self.store.put(KEY, msgspec.json.encode(record), expected=self.revision)
        except Conflict:
            raise LeaseLost(f"sweep {self.sweep} is another's now") from None
        self.record = record


async def take(store: Store, now: Clock, holder: str) -> SweepLease | None:
    """A lease on the sweep that is due, or on one whose holder is gone; None where neither is so."""
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
