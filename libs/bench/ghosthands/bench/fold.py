"""The projector's loop, beside inserting its rows.

Our side is what projector does while it catches up: pull from the log, decode, fold, write, move the checkpoint,
notify, acknowledge. The reference has the rows in advance: a transaction for as many events as the loop writes at once,
one `insert … select … from unnest` a table, nothing else. Both fill the same tables, empty at each turn. The log holds
whole applications, many of them side by side, as many executors would write them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import asyncpg

from ghosthands import stack
from ghosthands.bench import application, servers
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, make_rates, repeat, take_turns, time_once
from ghosthands.domain.message import Event
from ghosthands.domain.services import PROJECTOR, SERVICES
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.work.batch_puller import BatchPuller
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.projector import database, handlers, migrations, tables
from ghosthands.projector.fold import fold
from ghosthands.projector.job_view import JobView
from ghosthands.projector.projection import CHUNK, Projection
from ghosthands.projector.write import Connection

#: the tables' schema, made again for every turn
SCHEMA = "gh_bench"

#: applications in the log, enough to make the start negligible, and how many are written side by side
APPLICATIONS = 240
AT_ONCE = 32

#: turns of each side in a run
TURNS = 2

LOOP = Contest("fold.loop", "events/s", Better.HIGHER, "`unnest` inserts of the rows, folded beforehand", target=0.5)

#: a statement and its arguments, one array a column
Insert = tuple[str, list[Sequence[Any]]]


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run the contest on servers of its own."""
    return await servers.run_with_servers(lambda running: _measure(running, runs, progress))


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    await write_log(running, APPLICATIONS, progress)
    async with servers.connect(running, PROJECTOR) as [bus]:
        contest = FoldSides(bus, running.database_url, await read_log(bus))
        return [LOOP.result(await repeat(contest.run, runs, progress, "fold"))]


class FoldSides:
    """The loop and the bare inserts, at the same log."""

    def __init__(self, bus: Bus, database_url: str, recorded: Sequence[Recorded[Event]]) -> None:
        self._bus = bus
        self._url = database_url
        self._last = recorded[-1].sequence
        self._events = len(recorded)
        self._inserts = list_inserts(recorded)

    async def run(self) -> Pair:
        """Return the events folded in a second, ours beside the reference's."""
        return make_rates(await take_turns(self._ours, self._reference, TURNS), TURNS * self._events)

    async def _ours(self) -> float:
        async with empty_tables(self._url) as connection:
            return await time_once(follow(self._bus, connection, self._last))

    async def _reference(self) -> float:
        async with empty_tables(self._url) as connection:
            return await time_once(insert(connection, self._inserts))


async def follow(bus: Bus, connection: Connection, last: int) -> None:
    """Fold the log from its beginning up to the event at `last`, as projector follows it."""
    projection = Projection(connection)

    async def on_batch(batch: Sequence[Delivery]) -> None:
        await handlers.on_events(batch, projection)
        if projection.checkpoint >= last:
            await puller.stop()

    puller = BatchPuller(bus, consumers.PROJECTION, on_batch, after=await projection.resume())
    await puller.run()


async def insert(connection: Connection, batches: Sequence[Sequence[Insert]]) -> None:
    """Insert the rows, a transaction a batch."""
    for batch in batches:
        async with connection.transaction():
            for statement, columns in batch:
                await connection.execute(statement, *columns)


def list_inserts(recorded: Sequence[Recorded[Event]], batch: int = CHUNK) -> list[list[Insert]]:
    """Return the inserts of the events' rows, batch by batch."""
    views: dict[str, JobView] = {}
    batches = [recorded[at : at + batch] for at in range(0, len(recorded), batch)]
    return [_insert_event(events, views) for events in batches]


def _insert_event(events: Sequence[Recorded[Event]], views: dict[str, JobView]) -> list[Insert]:
    folded = fold(events, views)
    views |= folded.views
    return [(table.upsert(1), tables.by_column(table, rows)) for table, rows in folded.rows().items() if rows]


@asynccontextmanager
async def empty_tables(database_url: str) -> AsyncIterator[Connection]:
    """Make the read model's empty tables for the block, over a connection like projector's own."""
    await drop_tables(database_url)
    connection = await database.open_schema(database_url, SCHEMA, migrations.folder())
    try:
        yield connection
    finally:
        await connection.close()


async def drop_tables(database_url: str) -> None:
    """Drop the tables of the last turn."""
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute(f"drop schema if exists {SCHEMA} cascade")
    finally:
        await connection.close()


async def write_log(running: stack.Supervisor, applications: int, progress: Progress) -> None:
    """Append whole applications to the log, `AT_ONCE` of them side by side, each event in its service's name."""
    waiting = [str(uuid4()) for _ in range(applications)]
    total = len(waiting)

    async def write_some(logs: Mapping[str, EventLog]) -> None:
        while waiting:
            await write_application(logs, waiting.pop())
            progress("writing the log", total - len(waiting), total)

    async with servers.connect(running, *SERVICES) as buses:
        logs = {bus.service: JetStreamEventLog(bus) for bus in buses}
        await asyncio.gather(*(write_some(logs) for _ in range(AT_ONCE)))


async def write_application(logs: Mapping[str, EventLog], job_id: str) -> None:
    """Append one application, event by event."""
    history = History(subjects.job(job_id))
    for number, (service, event) in enumerate(application.tell(job_id)):
        cause = Cause(command_id=f"{job_id}-{number}", tenant="bench", correlation=job_id)
        history = history.continued(await logs[service].append_decision(history, [event], cause=cause))


async def read_log(bus: Bus) -> list[Recorded[Event]]:
    """Return every event of the log, in order."""
    info = await bus.api(f"STREAM.INFO.{streams.EVENTS}")
    recorded: list[Recorded[Event]] = []

    async def on_batch(batch: Sequence[Delivery]) -> None:
        entries = handlers.entries(batch, checkpoint=recorded[-1].sequence if recorded else 0)
        recorded.extend(entry for entry in entries if isinstance(entry, Recorded))
        if recorded[-1].sequence >= info["state"]["last_seq"]:
            await puller.stop()

    puller = BatchPuller(bus, consumers.PROJECTION, on_batch, after=0)
    await puller.run()
    return recorded
