"""The latency of the log: from an append to a row, and from a command to its answer.

append → row: an event is appended, projector (a process of its own) folds it, and a client that watches the job reads
its row. The reference is the bare path from a publish to a selected row: nats-py publishes the same bytes, a push
consumer in the same process inserts them, another connection selects them. The 99th percentile, because people notice
the slow ones.

command → fact: a command is stored, cookbook (a process of its own) takes it, reads the job's history and appends its
answer, which the sender sees on the job. The reference is a request and its reply over NATS between two processes,
which stores nothing and so survives nothing. The median.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from functools import partial
from statistics import median
from uuid import uuid4

import asyncpg
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext

from ghosthands import readmodel, stack
from ghosthands.bench import application, responder, servers
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, find_percentile, repeat, time_once
from ghosthands.domain import services
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import FindRecipe, RecipeMissed
from ghosthands.messaging.log.event_log import EventLog, Feed
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.work.commands import Commands
from ghosthands.readmodel.rows import JobRow

#: samples of a run: every event of this many applications
APPLICATIONS = 10

#: samples of a run: jobs, and commands to each
JOBS = 10
COMMANDS_OF_A_JOB = 30

#: seconds to wait for an answer
PATIENCE = 30.0

VISIBLE = Contest(
    "latency.append_to_row_p99", "ms", Better.LOWER, "nats-py publish, insert and select of the same bytes, p99"
)
ANSWERED = Contest("latency.command_to_fact_p50", "ms", Better.LOWER, "a NATS request and its reply, p50")


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run both contests on servers of their own, with projector and cookbook."""
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress), services=(services.PROJECTOR, services.COOKBOOK)
    )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        buses = await exits.enter_async_context(servers.connect(running, *services.SERVICES))
        client = await exits.enter_async_context(servers.connect_bare(running))
        tables = await exits.enter_async_context(readmodel.connect(running.reader_url))
        bare = await exits.enter_async_context(open_bare_path(client, running.database_url))
        await exits.enter_async_context(responder.serve_responder(running))
        seeing = Seeing({bus.service: JetStreamEventLog(bus) for bus in buses}, tables, bare)
        answering = Answering(next(bus for bus in buses if bus.service == services.EXECUTOR), client)
        visible = await repeat(seeing.run, runs, progress, "append → row")
        answered = await repeat(answering.run, runs, progress, "command → fact")
    return [VISIBLE.result(visible), ANSWERED.result(answered)]


class Seeing:
    """The time from an append to the row with the event, beside the bare path."""

    def __init__(self, logs: Mapping[str, EventLog], tables: readmodel.Reader, bare: BarePath) -> None:
        self._logs = logs
        self._tables = tables
        self._bare = bare
        self._encode = Codec().encode

    async def run(self) -> Pair:
        """Return the 99th percentiles in milliseconds, over every event but the first of each application."""
        seconds: list[Pair] = []
        for _ in range(APPLICATIONS):
            seconds += [pair async for pair in self._see_application(str(uuid4()))]
        ours, bare = zip(*seconds, strict=True)
        return Pair(find_percentile(ours, 0.99) * 1e3, find_percentile(bare, 0.99) * 1e3)

    async def _see_application(self, job_id: str) -> AsyncIterator[Pair]:
        writer = Writer(self._logs, job_id)
        (service, event), *later = application.tell(job_id)
        await writer.append(service, event)
        async with aclosing(self._tables.changes(job_id)) as changes:
            await anext(changes)  # the row is there, and from here on we hear of its changes
            for service, event in later:
                ours = partial(self._see, writer, changes, service, event)
                yield await _take_turns(ours, partial(self._bare.publish_and_select, self._encode(event)))

    async def _see(self, writer: Writer, changes: AsyncGenerator[JobRow, None], service: str, event: Event) -> None:
        sequence = await writer.append(service, event)
        async for row in changes:
            if row.sequence >= sequence:
                return


class Writer:
    """Appends to one job as any service."""

    def __init__(self, logs: Mapping[str, EventLog], job_id: str) -> None:
        self._logs = logs
        self._history = History(subjects.job(job_id))

    async def append(self, service: str, event: Event) -> int:
        """Append the event for `service`; return its sequence in the stream."""
        job_id = self._history.aggregate.id
        cause = Cause(command_id=str(uuid4()), tenant="bench", correlation=job_id)
        stored = await self._logs[service].append_decision(self._history, [event], cause=cause)
        self._history = self._history.continued(stored)
        return self._history.last_sequence


class Answering:
    """The time from a command to the fact that answers it, beside a request and its reply."""

    def __init__(self, bus: Bus, client: Client) -> None:
        self._log = JetStreamEventLog(bus)
        self._commands = Commands(bus)
        self._client = client

    async def run(self) -> Pair:
        """Return the medians in milliseconds, over some commands to each of some jobs."""
        seconds: list[Pair] = []
        for _ in range(JOBS):
            seconds += [pair async for pair in self._ask_about(str(uuid4()))]
        ours, bare = zip(*seconds, strict=True)
        return Pair(median(ours) * 1e3, median(bare) * 1e3)

    async def _ask_about(self, job_id: str) -> AsyncIterator[Pair]:
        async with self._log.follow(subjects.job(job_id)) as feed:
            await self._command(job_id, feed)  # the feed's consumer is there once this is answered
            for _ in range(COMMANDS_OF_A_JOB):
                yield await _take_turns(partial(self._command, job_id, feed), partial(self._request, job_id.encode()))

    async def _command(self, job_id: str, feed: Feed) -> None:
        command_id = str(uuid4())
        asked = FindRecipe(job_id=job_id, tenant="bench", site="example.com", platform="greenhouse", fingerprint="form")
        cause = Cause(command_id=job_id, tenant="bench", correlation=job_id)
        await self._commands.send(asked, command_id=command_id, cause=cause)
        while True:
            for recorded in await feed.next(PATIENCE):
                if isinstance(recorded.event, RecipeMissed) and recorded.event.cause == command_id:
                    return

    async def _request(self, body: bytes) -> None:
        await self._client.request(responder.SUBJECT, body, timeout=PATIENCE)


class BarePath:
    """The bare path from a publish to a selected row: a stream and an insert, and nothing else."""

    STREAM = "BENCH"
    SUBJECT = "bench.path"

    def __init__(self, bare: JetStreamContext, writing: asyncpg.Connection, reading: asyncpg.Connection) -> None:
        self._bare = bare
        self._writing = writing
        self._reading = reading
        self._inserted: asyncio.Queue[int] = asyncio.Queue()

    async def publish_and_select(self, body: bytes) -> None:
        """Publish the bytes; return when their row was selected."""
        ack = await self._bare.publish(self.SUBJECT, body)
        while await self._inserted.get() < ack.seq:
            continue
        await self._reading.fetchval("select body from bench_rows where sequence = $1", ack.seq)

    async def on_message(self, message: Msg) -> None:
        """Insert the message into the table, and report which one it was."""
        sequence = message.metadata.sequence.stream
        await self._writing.execute("insert into bench_rows (sequence, body) values ($1, $2)", sequence, message.data)
        self._inserted.put_nowait(sequence)


@asynccontextmanager
async def open_bare_path(client: Client, database_url: str) -> AsyncIterator[BarePath]:
    """Open the path, with a stream and a table of its own, for the block."""
    bare = client.jetstream()
    writing, reading = [await asyncpg.connect(database_url) for _ in range(2)]
    try:
        await writing.execute("drop table if exists bench_rows")
        await writing.execute("create table bench_rows (sequence bigint primary key, body bytea not null)")
        await bare.add_stream(name=BarePath.STREAM, subjects=[BarePath.SUBJECT])
        path = BarePath(bare, writing, reading)
        subscription = await bare.subscribe(BarePath.SUBJECT, cb=path.on_message, ordered_consumer=True)
        yield path
        await subscription.unsubscribe()
    finally:
        await asyncio.gather(writing.close(), reading.close())


async def _take_turns(ours: Callable[[], Awaitable[None]], bare: Callable[[], Awaitable[None]]) -> Pair:
    """Return the seconds of one sample of each side."""
    return Pair(await time_once(ours()), await time_once(bare()))
