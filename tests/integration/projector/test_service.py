"""Projector as a process between a real log and a real database, and what it survives."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg
import httpx
import msgspec
import pytest

from ghosthands.chassis.health import Readiness
from ghosthands.domain import ids, job
from ghosthands.domain.message import Event
from ghosthands.messaging.server import jetstream, permissions
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import migrations
from ghosthands.projector.follow import Follower
from ghosthands.projector.rebuilding import rebuild
from ghosthands.readmodel import Reader
from ghosthands.stack import ports
from ghosthands.testkit.story import NOON

pytestmark = [pytest.mark.integration, pytest.mark.slow]

Log = list[Recorded[Event]]
MakeLog = Callable[[int], Log]

PROJECTOR = "ghosthands.projector"
PATIENCE_SECONDS = 60.0

STANDING_BY = "select from pg_stat_activity where query like '%try_advisory%' and pid <> pg_backend_pid()"


async def folded(reader: Reader, events: Log) -> None:
    """Wait until the last event's job tells of it, as any client would."""
    last = events[-1]
    async with asyncio.timeout(PATIENCE_SECONDS):
        async for row in reader.changes(last.aggregate.id):
            if row.sequence >= last.sequence:
                return


async def expected(db: Any, events: Log) -> dict[str, list[str]]:
    """The tables these events come to, folded in one go; the live tables are gone afterwards."""
    await db.rows("drop schema if exists gh cascade")
    await (await db.projection()).apply(events)
    contents: dict[str, list[str]] = await db.contents()
    await db.rows("drop schema gh cascade")
    return contents


async def test_what_is_appended_shows_up_in_the_tables(
    db: Any, reader: Reader, append: Any, run_module: Any, log: MakeLog
) -> None:
    events = log(8)
    await append(events[:20])
    await run_module(PROJECTOR)
    await folded(reader, events[:20])
    await append(events[20:])
    await folded(reader, events)
    seen = await db.contents()
    assert seen == await expected(db, events)


@pytest.mark.parametrize("point", ["before-append", "after-append-before-ack"])
async def test_a_projector_killed_around_its_commit_goes_on_where_it_stood(
    db: Any, reader: Reader, append: Any, run_module: Any, log: MakeLog, point: str
) -> None:
    events = log(8)
    await append(events)
    doomed = await run_module(PROJECTOR, GHOSTHANDS_FAULT=f"projector:{point}")
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await doomed.wait() == -signal.SIGKILL
    checkpoint = await reader.checkpoint()
    assert checkpoint == 0 if point == "before-append" else checkpoint > 0
    await run_module(PROJECTOR)
    await folded(reader, events)
    seen = await db.contents()
    assert seen == await expected(db, events)


async def test_two_projectors_on_one_log_write_everything_once(
    db: Any, reader: Reader, append: Any, run_module: Any, log: MakeLog
) -> None:
    events = log(40)
    await run_module(PROJECTOR)
    await run_module(PROJECTOR)
    for start in range(0, len(events), 50):
        await append(events[start : start + 50])
    await folded(reader, events)
    seen = await db.contents()
    assert seen == await expected(db, events)


async def test_a_projector_that_stands_by_goes_on_where_the_one_that_died_stood(
    db: Any, bus: jetstream.Bus, reader: Reader, append: Any, run_module: Any, log: MakeLog
) -> None:
    events = log(8)
    await append(events[:20])
    first = await run_module(PROJECTOR)
    await folded(reader, events[:20])
    await run_module(PROJECTOR)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await db.rows(STANDING_BY):
            continue
    await append(events[20:30])
    await folded(reader, events[:30])
    info = await bus.api("CONSUMER.INFO.GH_EVENTS.projector")
    assert info["delivered"]["consumer_seq"] == 30, "the one that stands by leaves the consumer alone"
    first.kill()
    await append(events[30:])
    await folded(reader, events)
    seen = await db.contents()
    assert seen == await expected(db, events)


async def test_a_lost_database_connection_is_made_again(
    db: Any, reader: Reader, append: Any, run_module: Any, log: MakeLog
) -> None:
    events = log(8)
    await run_module(PROJECTOR)
    await append(events[:30])
    await folded(reader, events[:30])
    await db.rows(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = current_database() and query ilike '%checkpoints%' and pid <> pg_backend_pid()"
    )
    await append(events[30:])
    async with asyncio.timeout(PATIENCE_SECONDS):
        await until_checkpoint(db, len(events))
    seen = await db.contents()
    assert seen == await expected(db, events)


async def until_checkpoint(db: Any, sequence: int) -> None:
    """Wait on the projector's own notifications, over a connection that was not cut."""
    connection = await asyncpg.connect(db.url)
    changed = asyncio.Event()
    try:
        await connection.add_listener("gh_jobs", lambda *_: changed.set())
        while True:
            changed.clear()
            if await connection.fetchval("select sequence from gh.checkpoints") == sequence:
                return
            await changed.wait()
    finally:
        await connection.close()


async def test_a_projector_whose_log_restarts_goes_on(
    db: Any, reader: Reader, nats: Any, append: Any, run_module: Any, log: MakeLog
) -> None:
    events = log(8)
    await run_module(PROJECTOR)
    await append(events[:30])
    await folded(reader, events[:30])
    nats.process.identity.signal(signal.SIGKILL)
    await nats.process.wait_until_restarted(1)
    await append(events[30:])
    await folded(reader, events)
    seen = await db.contents()
    assert seen == await expected(db, events)


async def test_a_message_that_is_no_event_is_parked(
    db: Any, reader: Reader, nats: Any, append: Any, run_module: Any, log: MakeLog
) -> None:
    events = log(3)
    await append(events[:10])
    writer = await nats.connect(permissions.MIGRATION)
    await writer.publish(Outgoing("gh.evt.job.x.executor.Nonsense", b"{}", {}))
    await writer.close()
    rest = [msgspec.structs.replace(event, sequence=event.sequence + 1) for event in events[10:]]
    await append(rest)
    await run_module(PROJECTOR)
    await folded(reader, rest)
    (parked,) = await reader.parked()
    assert (parked.sequence, parked.code) == (11, "bad_envelope")
    assert parked.subject == "gh.evt.job.x.executor.Nonsense"


async def test_a_nul_on_the_log_is_folded_and_not_parked(
    db: Any, reader: Reader, append: Any, run_module: Any, log_of: Any
) -> None:
    """As the events are that an earlier version wrote of a request with one in it."""
    reasons = (job.Reason("valet_user_id", "not_a_uuid", "found `\0` at 1, \\u0000 as it is"),)
    rejected = job.JobRejected(at=NOON, tenant="a\0b", task="t", reasons=reasons)
    events = log_of(ids.job_id("valet", "nul"), [rejected])
    await append(events)
    await run_module(PROJECTOR)
    await folded(reader, events)
    assert await reader.parked() == []
    ((kept,),) = await db.rows("select payload from gh.events")
    assert msgspec.json.decode(kept)["reasons"][0]["message"] == "found `\ufffd` at 1, \\u0000 as it is"
    assert await db.rows("select phase from gh.jobs") == [("rejected",)]


async def test_readiness_names_the_database_while_it_is_away(run_module: Any) -> None:
    (port,) = ports.free_ports(1)
    nowhere = "postgresql://nobody@127.0.0.1:1/none"
    process = await run_module(PROJECTOR, GHOSTHANDS_DATABASE_URL=nowhere, GHOSTHANDS_METRICS_PORT=str(port))
    async with asyncio.timeout(PATIENCE_SECONDS), httpx.AsyncClient() as client:
        while (answer := await asked(client, f"http://127.0.0.1:{port}/readyz")) != ["postgres"]:
            assert process.returncode is None, answer
    process.terminate()
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await process.wait() == 0


async def test_readiness_names_a_database_that_answers_nobody_although_it_keeps_its_connections(
    postgres: Any, reader: Reader, append: Any, run_module: Any, log: MakeLog
) -> None:
    (port,) = ports.free_ports(1)
    events = log(1)
    await append(events)
    await run_module(PROJECTOR, GHOSTHANDS_METRICS_PORT=str(port))
    await folded(reader, events)
    os.kill(postgres.process.pid, signal.SIGSTOP)
    try:
        async with asyncio.timeout(60), httpx.AsyncClient() as client:
            while await asked(client, f"http://127.0.0.1:{port}/readyz") != ["postgres"]:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)
    finally:
        os.kill(postgres.process.pid, signal.SIGCONT)
    async with asyncio.timeout(PATIENCE_SECONDS), httpx.AsyncClient() as client:
        while (await client.get(f"http://127.0.0.1:{port}/readyz")).status_code != 200:  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.1)


REFUSE = (
    """create function gh.refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$""",
    "create trigger refuse before insert on gh.events execute function gh.refuse()",
)


async def test_a_database_that_takes_nothing_is_waited_for_until_it_does(
    db: Any, bus: jetstream.Bus, append: Any, log: MakeLog
) -> None:
    events, opened = log(1), 0

    async def connect() -> Any:
        nonlocal opened
        opened += 1
        return await db.open()

    await db.projection()
    for statement in REFUSE:
        await db.rows(statement)
    await append(events)
    follower = Follower(bus, connect, Readiness("projector"))
    following = asyncio.create_task(follower.run())
    async with asyncio.timeout(PATIENCE_SECONDS):
        while opened < 2:  # noqa: ASYNC110 - the first refusal is over
            await asyncio.sleep(0.01)
        while opened < 3:
            assert not await follower.is_writing(), "it was let in again, and what it writes is refused"
            await asyncio.sleep(0.01)
        await db.rows("drop trigger refuse on gh.events")
        await until_checkpoint(db, len(events))
        while not await follower.is_writing():  # noqa: ASYNC110 - what it wrote is seen before it knows
            await asyncio.sleep(0.01)
    follower.stop()
    await following


async def asked(client: httpx.AsyncClient, url: str) -> list[str]:
    try:
        waiting: list[str] = (await client.get(url)).json()["waiting_for"]
    except httpx.TransportError:
        return []
    return waiting


class Told(Readiness):
    """Readiness that can be waited on."""

    def __init__(self) -> None:
        super().__init__("projector")
        self.reasons: asyncio.Queue[str] = asyncio.Queue()

    @contextmanager
    def waiting(self, name: str) -> Iterator[None]:
        self.reasons.put_nowait(name)
        with super().waiting(name):
            yield


async def test_tables_of_another_log_are_left_alone_until_they_are_folded_anew(
    db: Any, bus: jetstream.Bus, append: Any, log: MakeLog
) -> None:
    events, readiness = log(8), Told()
    await (await db.projection()).apply(events)
    before = await db.contents()
    follower = Follower(bus, db.open, readiness)
    following = asyncio.create_task(follower.run())
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await readiness.reasons.get() == "log_behind"
        assert await db.contents() == before
        await append(events[:20])
        files = migrations.folder()
        await rebuild(bus, db.url, files, only_compare=False, progress=lambda folded, wanted: None)
        await append(events[20:])
        await until_checkpoint(db, len(events))
    assert await db.contents() == before
    follower.stop()
    await following
