"""One schema's tables, kept in step with the log: apply a batch, and the tables tell of it or nothing happened.

The database is the truth about how far the log is folded. A batch may repeat what is folded (it is skipped) but may not
leave a gap. An event that cannot be folded is found by halving the batch, set aside in `parked_events`, counted and
logged; what comes after it goes on.

    Fenced         another projector was faster: `resume` and go on from its checkpoint
    Gap            events are missing before this batch: `resume` and ask for them again
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg
from ghosthands.chassis import logging, metrics
from ghosthands.domain.errors import Transient
from ghosthands.domain.message import Event
from ghosthands.domain.services import PROJECTOR
from ghosthands.messaging.recorded import Recorded
from ghosthands.projector import write
from ghosthands.projector.fold import fold
from ghosthands.projector.folded import Folded
from ghosthands.projector.memory import Memory
from ghosthands.projector.write import Connection, Fenced
from ghosthands.readmodel.rows import ParkedRow

#: The one checkpoint there is while the log is folded by one projector at a time.
CHECKPOINT = "events"

#: What the database says of a value it cannot take: SQLSTATE class 22, and a missing value.
_UNFIT = (asyncpg.DataError, asyncpg.NotNullViolationError)

FOLDED = metrics.counter(PROJECTOR, "events", "Events folded into the tables")
PARKED = metrics.counter(PROJECTOR, "parked_events", "Events set aside because they cannot be folded", ["code"])
FENCED = metrics.counter(PROJECTOR, "fenced", "Batches another projector was faster with")
SEQUENCE = metrics.gauge(PROJECTOR, "checkpoint", "Up to where the log is folded")

log = logging.get(__name__)


class Gap(Transient):
    """The batch does not follow the checkpoint."""


@dataclass(frozen=True)
class Unreadable:
    """A message of the log that is no event known here; `code` is stable, `reason` repeats nothing of it."""

    sequence: int
    subject: str
    code: str
    reason: str
    #: where several places in a row are meant, the first of them
    first: int | None = None

    @property
    def begins(self) -> int:
        """The first sequence it stands for."""
        return self.sequence if self.first is None else self.first


#: What a place in the log holds.
Entry = Recorded[Event] | Unreadable


class Projection:
    """The tables behind one connection, whose search path names the schema."""

    def __init__(self, connection: Connection, *, name: str = CHECKPOINT, announce: bool = True) -> None:
        self._connection = connection
        self._name = name
        self._announce = announce
        self._memory = Memory()
        #: everything up to this sequence is in the tables
        self.checkpoint = 0

    async def resume(self) -> int:
        """The checkpoint as the database has it; whatever was remembered is forgotten."""
        self._memory.forget()
        await self._connection.execute(
            "insert into checkpoints (name, sequence) values ($1, 0) on conflict do nothing", self._name
        )
        self.checkpoint = await self._connection.fetchval(
            "select sequence from checkpoints where name = $1", self._name
        )
        return self.checkpoint

    async def apply(self, batch: Sequence[Entry]) -> int:
        """Fold the batch's new events into the tables; how many were new. Raises Fenced, Gap, asyncpg errors."""
        fresh = [entry for entry in batch if entry.sequence > self.checkpoint]
        _check_unbroken(fresh, self.checkpoint)
        for run in _runs(fresh):
            if isinstance(run, list):
                await self._store(run)
            else:
                await self._park(run)
        return len(fresh)

    async def _store(self, batch: list[Recorded[Event]]) -> None:
        """Fold and write; where one event cannot be, all others are."""
        known = await self._memory.recall(self._connection, batch, self.checkpoint)
        try:
            folded = fold(batch, known)
        except Exception as error:  # it is pure: whatever it raises, an event of this batch is the cause
            await self._narrow_down(batch, error)
            return
        try:
            await self._write(folded)
        except _UNFIT as error:
            await self._narrow_down(batch, error)

    async def _narrow_down(self, batch: list[Recorded[Event]], error: Exception) -> None:
        """Store the halves apart, down to the one event at fault, which is parked."""
        if len(batch) == 1:
            log.error("event_unfoldable", sequence=batch[0].sequence, type=batch[0].name, exc_info=error)
            await self._park(_at_fault(batch[0], error))
            return
        middle = len(batch) // 2
        await self._store(batch[:middle])
        await self._store(batch[middle:])

    async def _write(self, folded: Folded) -> None:
        try:
            await write.write(self._connection, folded, name=self._name, after=self.checkpoint, announce=self._announce)
        except Fenced:
            FENCED.inc()
            raise
        self._memory.keep(folded.views)
        self._memory.trim()
        self._moved_to(folded.sequence)
        FOLDED.inc(len(folded.events))

    async def _park(self, entry: Unreadable) -> None:
        parked = ParkedRow(entry.sequence, entry.subject, entry.code, entry.reason)
        await write.park(self._connection, [parked], name=self._name, after=self.checkpoint)
        self._moved_to(entry.sequence)
        PARKED.labels(entry.code).inc()
        log.error("event_parked", sequence=entry.sequence, subject=entry.subject, code=entry.code)

    def _moved_to(self, sequence: int) -> None:
        self.checkpoint = sequence
        SEQUENCE.set(sequence)


def _check_unbroken(fresh: Sequence[Entry], checkpoint: int) -> None:
    expected = checkpoint + 1
    for entry in fresh:
        begins = entry.begins if isinstance(entry, Unreadable) else entry.sequence
        if begins != expected:
            raise Gap(f"event {begins} came where {expected} was due", delay=0.1)
        expected = entry.sequence + 1


def _runs(fresh: Sequence[Entry]) -> list[list[Recorded[Event]] | Unreadable]:
    """The readable events in runs, the unreadable ones between them."""
    runs: list[list[Recorded[Event]] | Unreadable] = []
    for entry in fresh:
        if isinstance(entry, Unreadable):
            runs.append(entry)
        elif runs and isinstance(runs[-1], list):
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return runs


def _at_fault(recorded: Recorded[Event], error: Exception) -> Unreadable:
    """Why this event cannot be folded, by the error's kind: its text may quote a value."""
    aggregate = recorded.aggregate
    subject = f"gh.evt.{aggregate.kind}.{aggregate.id}.{recorded.service}.{recorded.name}"
    code = getattr(error, "sqlstate", None) or "fold_failed"
    return Unreadable(recorded.sequence, subject, code, f"{recorded.name} cannot be folded: {type(error).__name__}")
