"""The projection: one schema's tables, kept in step with the log; a batch is applied wholly or not at all.

The database is the truth about how far the log is folded. A batch may repeat folded events (they are skipped) but may
not leave a gap. The projection finds an event that cannot be folded by halving the batch, sets it aside in
`parked_events`, counts and logs it; the rest goes on, except what follows a newer release's event on its aggregate
(`newer`).

    Fenced         another projector was faster: `resume` and go on from its checkpoint
    Gap            events are missing before this batch: `resume` and ask for them again
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager

import asyncpg

from ghosthands.chassis import logging, metrics
from ghosthands.domain.codes import ProjectionFault
from ghosthands.domain.errors import Transient
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import SiteRecipes
from ghosthands.domain.registry import EVENTS
from ghosthands.domain.services import PROJECTOR
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import newer, write
from ghosthands.projector.fold import fold
from ghosthands.projector.folded import Folded
from ghosthands.projector.job_view import JobView
from ghosthands.projector.memory import Memory
from ghosthands.projector.months import EventMonths
from ghosthands.projector.newer import Entry, HeldBack, Unreadable, Untold
from ghosthands.projector.write import Connection, Fenced
from ghosthands.readmodel.rows import ParkedRow

#: The only checkpoint, as one projector at a time folds the log.
CHECKPOINT = "events"

#: Events folded and written at once, while the next ones are being folded.
CHUNK = 250

#: Errors for a value the database refuses: SQLSTATE class 22, a missing value, and invalid text.
_REFUSED = (asyncpg.DataError, asyncpg.NotNullViolationError, UnicodeError)

FOLDED = metrics.counter(PROJECTOR, "events", "Events folded into the tables, by name", ["event"])
for name in EVENTS:
    FOLDED.labels(name)  # from nought: of what appears with its first event nothing can be asked about an increase
PARKED = metrics.counter(PROJECTOR, "parked_events", "Events set aside because they cannot be folded", ["code"])
FENCED = metrics.counter(PROJECTOR, "fenced", "Batches another projector was faster with")
HELD_BACK = metrics.gauge(PROJECTOR, "held_back_aggregates", "Aggregates with events of a newer release")
SEQUENCE = metrics.gauge(PROJECTOR, "checkpoint", "Up to where the log is folded")

log = logging.get(__name__)


class Gap(Transient):
    """The batch does not follow the checkpoint."""


#: Events that are folded together, or one that cannot be folded.
Run = Sequence[Recorded[Event]] | Unreadable


class _Unfit(Exception):
    """A run holds an event that cannot be folded or written; the cause says how."""


class Projection:
    """The tables behind one connection, whose search path names the schema."""

    def __init__(
        self,
        connection: Connection,
        *,
        log: EventLog | None = None,
        name: str = CHECKPOINT,
        announce: bool = True,
        chunk: int = CHUNK,
    ) -> None:
        self._connection = connection
        self._chunk = chunk
        self._name = name
        self._announce = announce
        self._months = EventMonths(connection)
        #: `log` is read where copied events were dropped
        self._memory = Memory(log)
        self._held_back = HeldBack()
        #: everything up to this sequence is in the tables
        self.checkpoint = 0

    async def resume(self) -> int:
        """Return the checkpoint as the database has it, and forget everything remembered."""
        self._memory.forget()
        self._held_back = HeldBack(await self._find_held_back())
        await self._connection.execute(
            "insert into checkpoints (name, sequence) values ($1, 0) on conflict do nothing", self._name
        )
        self.checkpoint = await self._connection.fetchval(
            "select sequence from checkpoints where name = $1", self._name
        )
        return self.checkpoint

    async def apply(self, batch: Iterable[Entry]) -> int:
        """Fold the batch's new events; return how far that moved the checkpoint. Raises Fenced, Gap, asyncpg errors.

        The batch is read while PostgreSQL writes the events before.
        """
        before = self.checkpoint
        fresh: Iterator[Entry] = _assert_unbroken(batch, before)
        while True:
            now, again = itertools.tee(fresh)
            try:
                await self._store(_cut_into_runs(self._held_back.through(now), self._chunk))
            except Untold as untold:
                self._held_back.aggregates |= untold.aggregates
                fresh = (entry for entry in again if entry.sequence > self.checkpoint)
                continue
            except _Unfit:
                rest = self._held_back.through(entry for entry in again if entry.sequence > self.checkpoint)
                for run in _cut_into_runs(rest, self._chunk):
                    await self._store_carefully(run)
            HELD_BACK.set(len(self._held_back.aggregates))
            return self.checkpoint - before

    async def list_parked(self) -> list[int]:
        """Return the sequences of events parked for a newer release, oldest first."""
        found = await self._connection.fetch(
            "select sequence from parked_events where code = any($1::text[]) order by sequence", newer.CODES
        )
        return [record["sequence"] for record in found]

    async def take_up(self, parked: Sequence[Entry]) -> int:
        """Fold the parked events that can be read now, and return how many. Raises Fenced.

        Call it only at the checkpoint that `resume` found, since then no event of these aggregates is in flight.
        """
        self._held_back = HeldBack()
        passed, left = newer.pass_over(parked)
        await self._pass_over(passed)
        runs = _cut_into_runs(self._held_back.through(left), self._chunk)
        taken = sum([await self._take_up(run) for run in runs if not isinstance(run, Unreadable)])
        HELD_BACK.set(len(self._held_back.aggregates))
        return taken

    async def _take_up(self, run: Sequence[Recorded[Event]]) -> int:
        """Fold the run, by halves where it cannot be folded whole; park what cannot be folded as such."""
        try:
            known = await self._memory.recall(self._connection, run, self.checkpoint, {})
            sites = await self._memory.recall_sites(self._connection, run, self.checkpoint, {})
            folded = _fold(run, known, sites)
            async with self._connection.transaction():
                await self._free(run)
                await self._put(folded, to=self.checkpoint)
        except (_Unfit, Untold) as unfit:
            if len(run) > 1:
                middle = len(run) // 2
                return await self._take_up(run[:middle]) + await self._take_up(run[middle:])
            if isinstance(unfit, Untold):
                self._held_back.aggregates |= unfit.aggregates
                return 0
            blamed = _blame(run[0], unfit.__cause__)
            async with self._connection.transaction():
                await self._free(run)
                await self._park(blamed, to=self.checkpoint)
            return 0
        self._memory.keep(folded)
        self._memory.trim()
        return len(run)

    async def _pass_over(self, given_up: Sequence[Unreadable]) -> None:
        """Record of parked events that nothing waits for them any more."""
        sequences = [entry.sequence for entry in given_up]
        await self._connection.execute(
            "update parked_events set code = $1 where sequence = any($2::bigint[])",
            ProjectionFault.GIVEN_UP,
            sequences,
        )

    @property
    def wants_to_take_up(self) -> bool:
        """Whether events were given up since `take_up`, so that what was parked after them can be folded."""
        return self._held_back.has_given_up

    async def _free(self, run: Sequence[Recorded[Event]]) -> None:
        sequences = [one.sequence for one in run]
        await self._connection.execute("delete from parked_events where sequence = any($1::bigint[])", sequences)

    async def _find_held_back(self) -> set[str]:
        found = await self._connection.fetch(
            "select subject from parked_events where code = any($1::text[])", newer.CODES
        )
        return {newer.aggregate_of(record["subject"]) for record in found}

    async def _store(self, runs: Iterator[Run]) -> None:
        """Fold each run, and read the next, while PostgreSQL writes the one before."""
        ready = Folded()
        run = next(runs, None)
        while run is not None:
            if isinstance(run, Unreadable):
                await self._write(ready)
                await self._park(run)
                ready, run = Folded(), next(runs, None)
                continue
            known = await self._memory.recall(self._connection, run, self.checkpoint, ready.views)
            sites = await self._memory.recall_sites(self._connection, run, self.checkpoint, ready.sites)
            async with self._open_write(ready):
                ready = _fold(run, known, sites)
                run = next(runs, None)
        await self._write(ready)

    @asynccontextmanager
    async def _open_write(self, folded: Folded) -> AsyncIterator[None]:
        """Write the folded run during the block."""
        writing = asyncio.create_task(self._write(folded))
        try:
            await asyncio.sleep(0)  # the statement is on its way before the block takes the thread
            yield
        finally:
            await writing

    async def _store_carefully(self, run: Run) -> None:
        """Store the run by halves where it cannot be stored whole, down to the event at fault, and park that."""
        if isinstance(run, Unreadable):
            await self._park(run)
            return
        try:
            known = await self._memory.recall(self._connection, run, self.checkpoint, {})
            sites = await self._memory.recall_sites(self._connection, run, self.checkpoint, {})
            await self._write(_fold(run, known, sites))
        except _Unfit as unfit:
            if len(run) == 1:
                log.error("event_unfoldable", sequence=run[0].sequence, type=run[0].name, exc_info=unfit.__cause__)
                await self._park(_blame(run[0], unfit.__cause__))
                return
            middle = len(run) // 2
            await self._store_carefully(run[:middle])
            await self._store_carefully(run[middle:])

    async def _write(self, folded: Folded) -> None:
        if not folded.events:
            return
        await self._put(folded, to=folded.sequence)
        self._memory.keep(folded)
        self._memory.trim()
        self._move_to(folded.sequence)

    async def _put(self, folded: Folded, *, to: int) -> None:
        """Write the rows, and move the checkpoint to `to`. Raises _Unfit, Fenced."""
        await self._months.make_for(folded.events)
        try:
            await write.write(
                self._connection, folded, name=self._name, after=self.checkpoint, to=to, announce=self._announce
            )
        except _REFUSED as error:
            raise _Unfit from error
        except Fenced:
            FENCED.inc()
            raise
        for event, times in Counter(row.type for row in folded.events).items():
            FOLDED.labels(event).inc(times)

    async def _park(self, entry: Unreadable, *, to: int | None = None) -> None:
        parked = ParkedRow(entry.sequence, entry.subject, entry.code, entry.reason)
        to = entry.sequence if to is None else to
        await write.park(self._connection, parked, name=self._name, after=self.checkpoint, to=to)
        self._move_to(to)
        PARKED.labels(entry.code).inc()
        say = log.warning if entry.code in newer.CODES else log.error
        say("event_parked", sequence=entry.sequence, subject=entry.subject, code=entry.code)

    def _move_to(self, sequence: int) -> None:
        self.checkpoint = sequence
        SEQUENCE.set(sequence)


def _assert_unbroken(batch: Iterable[Entry], checkpoint: int) -> Iterator[Entry]:
    """Yield the entries past the checkpoint. Raises Gap."""
    due = checkpoint + 1
    for entry in batch:
        if entry.sequence < due:
            continue
        begins = entry.begins if isinstance(entry, Unreadable) else entry.sequence
        if begins != due:
            raise Gap(f"event {begins} came where {due} was due", delay=0.1)
        yield entry
        due = entry.sequence + 1


def _cut_into_runs(fresh: Iterable[Entry], most: int) -> Iterator[Run]:
    """Yield the readable events in runs of at most `most`, with the unreadable ones between them."""
    run: list[Recorded[Event]] = []
    for entry in fresh:
        if isinstance(entry, Unreadable):
            if run:
                yield run
            yield entry
            run = []
            continue
        run.append(entry)
        if len(run) == most:
            yield run
            run = []
    if run:
        yield run


def _fold(run: Sequence[Recorded[Event]], known: Mapping[str, JobView], sites: Mapping[str, SiteRecipes]) -> Folded:
    try:
        return fold(run, known, sites)
    except Exception as error:  # the fold is pure, so an event of this run causes any error
        raise _Unfit from error


def _blame(recorded: Recorded[Event], error: BaseException | None) -> Unreadable:
    """Return why this event cannot be folded, by the error's type alone: its text may quote a value."""
    code = getattr(error, "sqlstate", None) or ProjectionFault.FOLD_FAILED
    reason = f"{recorded.name} cannot be folded: {type(error).__name__}"
    return Unreadable(recorded.sequence, newer.subject_of(recorded), code, reason)
