"""The projector's rebuild of a long log, beside a bare scan of the same log.

The log is filled as `bench age` fills its own. Our side is the function that `ghosthands rebuild` calls, which replaces
the live tables, empty here. The reference reads every message of the log in order by a pull consumer of its own, over a
bare connection, and looks only at its length: the limit of NATS alone. Our side includes PostgreSQL, the reference does
not. Then half of the log moves from the server to an archive, and both halves are folded, beside the earlier scan of
the whole.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from itertools import count

from ghosthands import stack
from ghosthands.bench import servers
from ghosthands.bench.aged_log import AgedLog
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result
from ghosthands.domain.services import PROJECTOR
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.folder import FolderFiles
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.server import consumers, permissions, streams
from ghosthands.messaging.server.jetstream import API, Bus
from ghosthands.projector import database, migrations
from ghosthands.projector.projection import CHECKPOINT
from ghosthands.projector.rebuilding import rebuild

#: a million events, of 71 each
JOBS = 14_085
#: least number of jobs
LEAST = 100
#: messages requested at once; two such requests are under way
_BATCH = 1000
#: seconds to wait for a message
_PATIENCE = 60.0

_CONSUMER = "bench-scan"

EVENTS = Contest("rebuild.events", "events/s", Better.HIGHER, "a bare scan of the log, decoding nothing")
ARCHIVED = Contest("rebuild.archived", "events/s", Better.HIGHER, "that scan, before half of it was archived")


async def run(runs: int, progress: Progress, jobs: int = JOBS) -> list[Result]:
    """Run the contest on servers of its own, with that many jobs in the log; each run is one of either side."""
    if jobs < LEAST:
        raise BenchFailed(f"a log of {jobs} jobs is none: at least {LEAST}")
    return await servers.run_with_servers(lambda running: _measure(running, runs, progress, jobs))


def with_jobs(jobs: int) -> Callable[[int, Progress], Awaitable[list[Result]]]:
    """Return the bench with that many jobs in the log."""
    return partial(run, jobs=jobs)


async def _measure(running: stack.Supervisor, runs: int, progress: Progress, jobs: int) -> list[Result]:
    log = AgedLog(running.state.path / "log", jobs)
    try:
        await log.fill(progress)
        pairs = [await _take_turns(log, running.database_url, progress, turn) for turn in range(runs)]
        archive = await _archive_half(log, progress)
        archived = [await _fold_both_halves(log, running.database_url, progress, archive, pair) for pair in pairs]
    finally:
        log.stop()
        shutil.rmtree(log.folder, ignore_errors=True)
    return [EVENTS.result(pairs), ARCHIVED.result(archived)]


async def _archive_half(log: AgedLog, progress: Progress) -> Archive:
    """Move the first half of the log to an archive, as if all consumers had read that much."""
    archive = Archive(FolderFiles(log.folder / "archive"), ArchiveKey.generate())
    async with log.connected(permissions.MIGRATION) as bus:
        last = await _find_last(bus)
        progress("archiving half of it", 0, 1)
        for consumer in consumers.CONSUMERS:
            if consumer.stream == streams.EVENTS:
                await consumers.restart_consumer(bus, consumer, after=last // 2)
        done = await archiving.archive(bus, archive, older_than=utc_now() + timedelta(hours=1))
        if done.end != last // 2:
            raise BenchFailed(f"the archive ends at {done.end}, and half of the log at {last // 2}")
        progress("archiving half of it", 1, 1)
    return archive


async def _fold_both_halves(
    log: AgedLog, database_url: str, progress: Progress, archive: Archive, before: Pair
) -> Pair:
    await log.restart()
    return Pair(await _rebuild(log, database_url, progress, archive), before.reference)


async def _take_turns(log: AgedLog, database_url: str, progress: Progress, turn: int) -> Pair:
    """Return the events a second of both, in alternating order, each on a restarted server."""
    folding, scanning = partial(_rebuild, log, database_url, progress), partial(_scan, log, progress)
    rates = dict[Callable[[], Awaitable[float]], float]()
    for side in (scanning, folding) if turn % 2 else (folding, scanning):
        await log.restart()
        rates[side] = await side()
    return Pair(rates[folding], rates[scanning])


async def _rebuild(log: AgedLog, url: str, progress: Progress, archive: Archive | None = None) -> float:
    async with log.connected(PROJECTOR) as bus:
        bus.archive = archive
        last = await _find_last(bus)
        await _empty_tables(url, checkpoint=last)
        started = time.perf_counter()
        report = await rebuild(
            bus, url, migrations.folder(), only_compare=False, progress=partial(progress, "folding anew")
        )
        seconds = time.perf_counter() - started
    if report.sequence != last:
        raise BenchFailed(f"the rebuild came to event {report.sequence} of {last}")
    return last / seconds


async def _empty_tables(url: str, *, checkpoint: int) -> None:
    """Make live tables whose checkpoint is the log's end, so that a rebuild goes as far."""
    live = await database.open_schema(url, migrations.LIVE, migrations.folder())
    try:
        await live.execute(f"drop schema {migrations.LIVE} cascade")
    finally:
        await live.close()
    live = await database.open_schema(url, migrations.LIVE, migrations.folder())
    try:
        await live.execute("insert into checkpoints (name, sequence) values ($1, $2)", CHECKPOINT, checkpoint)
    finally:
        await live.close()


async def _find_last(bus: Bus) -> int:
    return int((await bus.api(f"STREAM.INFO.{streams.EVENTS}"))["state"]["last_seq"])


async def _scan(log: AgedLog, progress: Progress) -> float:
    async with AsyncExitStack() as exits:
        bus = await exits.enter_async_context(log.connected(permissions.MIGRATION))
        last = await _find_last(bus)
        config = {"durable_name": _CONSUMER, "ack_policy": "none", "deliver_policy": "all"}
        call = f"{streams.EVENTS}.{_CONSUMER}"
        await bus.api(f"CONSUMER.CREATE.{call}", {"stream_name": streams.EVENTS, "config": config})
        try:
            started = time.perf_counter()
            await asyncio.to_thread(_read_all, log, last, progress)
            return last / (time.perf_counter() - started)
        finally:
            await bus.api(f"CONSUMER.DELETE.{call}")


def _read_all(log: AgedLog, wanted: int, progress: Progress) -> None:
    """Read every message of the log off a bare connection. Raises BenchFailed where they stop."""
    with socket.create_connection(log.address, timeout=_PATIENCE) as connection:
        lines = connection.makefile("rb", buffering=1 << 20)
        inbox = f"_INBOX_{permissions.MIGRATION}.scan"
        login = {"user": permissions.MIGRATION, "pass": log.password_of(permissions.MIGRATION), "headers": True}
        connection.sendall(f"CONNECT {json.dumps({**login, 'verbose': False})}\r\nSUB {inbox}.* 1\r\nPING\r\n".encode())
        requests = map(partial(_ask, inbox), count())
        taken = 0
        while taken < wanted:
            line = lines.readline()
            if line.startswith(b"PONG"):  # now it knows where to send them
                connection.sendall(next(requests) + next(requests))
            elif line.startswith(b"HMSG gh."):
                lines.read(int(line.rsplit(maxsplit=1)[-1]) + 2)
                taken += 1
                if taken % _BATCH == 0:
                    connection.sendall(next(requests))
                    progress("scanning", taken, wanted)
            elif line.startswith(b"PING"):
                connection.sendall(b"PONG\r\n")
            elif not line.startswith(b"INFO"):
                raise BenchFailed(f"NATS does not give the log: {line.decode().strip() or 'it closed the connection'}")


def _ask(inbox: str, number: int) -> bytes:
    """Return a request for the next messages; the server knows each by its own reply subject."""
    body = json.dumps({"batch": _BATCH}).encode()
    subject = f"{API}.CONSUMER.MSG.NEXT.{streams.EVENTS}.{_CONSUMER}"
    return f"PUB {subject} {inbox}.{number} {len(body)}\r\n".encode() + body + b"\r\n"
