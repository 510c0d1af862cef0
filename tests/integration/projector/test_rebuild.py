"""Rebuilding: equal where nothing is wrong, what is wrong found by its key, the live tables replaced under load."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest

from ghosthands.chassis.health import Readiness
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.message import Event
from ghosthands.messaging.server import migrating, permissions, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import migrations
from ghosthands.projector.compare import Difference
from ghosthands.projector.follow import Follower
from ghosthands.projector.rebuilding import LogIncomplete, Report, rebuild

pytestmark = pytest.mark.integration

Log = list[Recorded[Event]]
MakeLog = Callable[[int], Log]

PATIENCE_SECONDS = 60.0


@pytest.fixture
async def live(db: Any, append: Any, log: MakeLog) -> Log:
    """A log, and the tables folded from it."""
    events = log(12)
    await append(events)
    projection = await db.projection()
    for start in range(0, len(events), 7):
        await projection.apply(events[start : start + 7])
    return events


async def rebuilt(db: Any, bus: Bus, *, only_compare: bool) -> Report:
    folder = migrations.folder()
    return await rebuild(bus, db.url, folder, only_compare=only_compare, progress=lambda folded, wanted: None)


async def schemas(db: Any) -> list[str]:
    return [name for (name,) in await db.rows("select nspname from pg_namespace where nspname like 'gh%' order by 1")]


async def test_the_live_tables_equal_their_rebuild(db: Any, bus: Bus, live: Log) -> None:
    report = await rebuilt(db, bus, only_compare=True)
    assert report.equal
    assert report.sequence == len(live)
    counted = {table.table: table.rows_live for table in report.tables}
    assert counted == {table.table: table.rows_rebuilt for table in report.tables}
    assert counted["events"] == len(live)
    assert await schemas(db) == ["gh"]


async def test_planted_differences_are_named_by_their_keys(db: Any, bus: Bus, live: Log) -> None:
    ids = sorted({event.aggregate.id for event in live})
    await db.rows("update gh.jobs set fields_verified = 99 where job_id = $1", ids[3])
    await db.rows("delete from gh.jobs where job_id = $1", ids[1])
    await db.rows("insert into gh.engine_stats values ('lever', 'playwright', 1, 1, 1, 1)")
    report = await rebuilt(db, bus, only_compare=True)
    found = {table.table: table.differences for table in report.tables if not table.equal}
    assert not report.equal
    assert found == {
        "jobs": (Difference(ids[1], "only_rebuilt"), Difference(ids[3], "differs")),
        "engine_stats": (Difference("lever playwright", "only_live"),),
    }


async def test_a_copy_at_an_earlier_version_equals_the_event_as_it_is_read_today(db: Any, bus: Bus, live: Log) -> None:
    """As an earlier release copied it, before its field had a default."""
    before = "set version = 1, payload = payload - 'left_empty' where type = 'ActionVerified'"
    await db.rows(f"update gh.events {before}")
    assert (await rebuilt(db, bus, only_compare=True)).equal
    await db.rows("update gh.events set tenant = 'another' where sequence = 9 or (type = 'ActionVerified')")
    report = await rebuilt(db, bus, only_compare=True)
    [events] = [table for table in report.tables if not table.equal]
    assert events.differing == sum(one.name == "ActionVerified" or one.sequence == 9 for one in live) > 1


async def test_replacing_mends_the_live_tables_and_leaves_nothing_behind(db: Any, bus: Bus, live: Log) -> None:
    before = await db.contents()
    await db.rows("update gh.jobs set status = 'failed'")
    await db.rows("delete from gh.job_steps")
    report = await rebuilt(db, bus, only_compare=False)
    assert report.replaced
    assert await db.contents() == before
    assert await schemas(db) == ["gh"]
    reader = await asyncpg.connect(db.reader_url)
    assert await reader.fetchval("select count(*) from gh.jobs") == 12
    await reader.close()


async def test_a_projector_at_work_goes_on_in_the_replaced_tables(db: Any, bus: Bus, append: Any, log: MakeLog) -> None:
    events = log(60)
    await append(events[:300])
    follower = Follower(bus, db.open, Readiness("projector"))
    following = asyncio.create_task(follower.run())

    async def keep_appending() -> None:
        for start in range(300, len(events), 10):
            await append(events[start : start + 10])

    async with asyncio.timeout(PATIENCE_SECONDS):
        appending = asyncio.create_task(keep_appending())
        for _ in range(3):
            await rebuilt(db, bus, only_compare=False)
        await appending
        await until_checkpoint(db, len(events))
    report = await rebuilt(db, bus, only_compare=True)
    follower.stop()
    await following
    assert report.equal
    assert report.sequence == len(events)


async def until_checkpoint(db: Any, sequence: int) -> None:
    connection = await asyncpg.connect(db.url)
    changed = asyncio.Event()
    try:
        await connection.add_listener("gh_jobs", lambda *_: changed.set())
        while await connection.fetchval("select sequence from gh.checkpoints") < sequence:
            await changed.wait()
            changed.clear()
    finally:
        await connection.close()


async def test_tables_are_not_replaced_while_somebody_migrates_them(
    db: Any, bus: Bus, live: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a projector that starts does it once the rebuild has begun."""
    other = await asyncpg.connect(db.url)
    migration, ask, begun = other.transaction(), bus.api, asyncio.Event()

    async def migrate_first(subject: str, *rest: Any) -> Any:
        monkeypatch.undo()
        await migration.start()
        await migrations.lock(other)
        await other.execute(f"grant usage on schema {migrations.LIVE} to {migrations.READER}")
        begun.set()
        return await ask(subject, *rest)

    monkeypatch.setattr(bus, "api", migrate_first)
    replacing = asyncio.create_task(rebuilt(db, bus, only_compare=False))
    async with asyncio.timeout(PATIENCE_SECONDS):
        await begun.wait()
        while not await other.fetchval("select count(*) from pg_locks where not granted"):
            assert not replacing.done(), replacing.result()
    await migration.commit()
    await other.close()
    assert (await replacing).replaced


async def test_tables_folded_from_a_log_that_lost_events_are_not_replaced(
    db: Any, bus: Bus, nats: Any, append: Any, log: MakeLog
) -> None:
    events = log(4)
    await (await db.projection()).apply(events)
    migration = await remade(nats, deny_delete=False)
    await append(events)
    for sequence in (7, 8):
        await migration.api(f"STREAM.MSG.DELETE.{streams.EVENTS}", {"seq": sequence})
    await migrating.migrate(migration)
    await migration.close()
    with pytest.raises(LogIncomplete, match="events 7 to 8 are not in the log"):
        await rebuilt(db, bus, only_compare=False)
    assert await db.rows("select count(*) from gh.events") == [(len(events),)]
    assert await schemas(db) == ["gh"]


async def test_a_log_whose_beginning_is_nowhere_is_not_folded(
    db: Any, bus: Bus, nats: Any, append: Any, log: MakeLog
) -> None:
    events = log(4)
    await (await db.projection()).apply(events)
    migration = await remade(nats, first_seq=11)
    await migrating.migrate(migration)
    await migration.close()
    await append(events[10:])
    with pytest.raises(StreamUnavailable, match="from 11 on, and this process was not told where its archive is"):
        await rebuilt(db, bus, only_compare=False)
    assert await db.rows("select count(*) from gh.events") == [(len(events),)]
    assert await schemas(db) == ["gh"]


async def remade(nats: Any, **otherwise: Any) -> Bus:
    """The log made anew, empty, otherwise than is declared; who did that."""
    migration: Bus = await nats.connect(permissions.MIGRATION)
    (stream,) = (each for each in streams.STREAMS if each.name == streams.EVENTS)
    await migration.api(f"STREAM.DELETE.{stream.name}")
    await migration.api(f"STREAM.CREATE.{stream.name}", {**stream.config(1), **otherwise})
    return migration


async def test_the_command_compares_and_says_so_in_json(db: Any, live: Log, run_module: Any) -> None:
    process = await run_module("ghosthands.projector.rebuild", "--compare", "--json")
    output, _ = await process.communicate()
    report = json.loads(output)
    assert process.returncode == 0
    assert (report["equal"], report["sequence"], report["replaced"]) == (True, len(live), False)


async def test_the_command_exits_with_1_and_names_the_row_that_differs(db: Any, live: Log, run_module: Any) -> None:
    await db.rows("update gh.jobs set task = 'another' where job_id = $1", live[0].aggregate.id)
    process = await run_module("ghosthands.projector.rebuild", "--compare")
    output, _ = await process.communicate()
    assert process.returncode == 1
    assert f"differs      {live[0].aggregate.id}" in output.decode()


async def test_the_command_replaces_the_tables(db: Any, live: Log, run_module: Any) -> None:
    await db.rows("delete from gh.jobs")
    process = await run_module("ghosthands.projector.rebuild")
    output, _ = await process.communicate()
    assert process.returncode == 0
    assert "replaced the live tables" in output.decode()
    assert await db.rows("select count(*) from gh.jobs") == [(12,)]


async def test_the_command_without_a_database_says_so(run_module: Any) -> None:
    process = await run_module("ghosthands.projector.rebuild", GHOSTHANDS_DATABASE_URL="postgresql://x@127.0.0.1:1/x")
    await process.communicate()
    assert process.returncode == 3
