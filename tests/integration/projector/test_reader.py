"""The read side on real projections: rows as they were folded, changes heard without polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import aclosing
from typing import Any

import asyncpg
import msgspec
import pytest

from ghosthands.domain.message import Event
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import tables
from ghosthands.projector.fold import fold
from ghosthands.readmodel import ENDED, JobListing, JobStatus, Reader, ReadModelUnavailable, connect, queries
from ghosthands.readmodel.rows import JobRow
from ghosthands.testkit.story import Story

pytestmark = pytest.mark.integration

Log = list[Recorded[Event]]
MakeLog = Callable[[int], Log]
LogOf = Callable[[str, list[Event]], Log]

PATIENCE_SECONDS = 30


async def test_what_is_read_is_what_was_folded(db: Any, reader: Reader, log: MakeLog) -> None:
    events = log(8)
    await (await db.projection()).apply(events)
    folded: dict[str, list[Any]] = {table.name: list(rows) for table, rows in fold(events, {}).rows().items()}
    assert by_key(await reader.jobs(), "job_id") == by_key(folded["jobs"], "job_id")
    for row in folded["jobs"]:
        assert await reader.job(row.job_id) == row
        steps = [step for step in folded["job_steps"] if step.job_id == row.job_id]
        assert by_key(await reader.steps(row.job_id), "action_id") == by_key(steps, "action_id")
    assert await reader.engine_stats() == folded["engine_stats"]
    assert {row.request_id for row in await reader.inbox()} == {row.request_id for row in folded["hitl_inbox"]}
    assert len(await reader.requests()) == len(folded["hitl_inbox"])
    assert await reader.parked() == []
    assert await reader.checkpoint() == len(events)


def by_key(rows: list[Any], key: str) -> list[Any]:
    return sorted(rows, key=lambda row: getattr(row, key))


async def test_jobs_are_listed_newest_first_and_by_status(db: Any, reader: Reader, log: MakeLog) -> None:
    await (await db.projection()).apply(log(8))
    listed = await reader.jobs(limit=5)
    assert [row.created_at for row in listed] == sorted((row.created_at for row in listed), reverse=True)
    assert len(listed) == 5
    paused = await reader.jobs(status=JobStatus.PAUSED)
    assert {row.status for row in paused} == {"paused"}
    assert len(paused) == 2


async def test_a_page_of_jobs_and_their_number_are_of_the_same_moment(
    db: Any, reader: Reader, log: MakeLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await db.projection()).apply(log(1))
    (known,) = await reader.jobs()
    held = " from gh.jobs cross join (select pg_advisory_xact_lock(7)) as held"
    slow = {newest: query.replace(" from gh.jobs", held) for newest, query in queries.JOBS_LISTED.items()}
    monkeypatch.setattr(queries, "JOBS_LISTED", slow)
    other = await db.open()
    await other.execute("select pg_advisory_lock(7)")
    listing = asyncio.create_task(reader.jobs_listed(JobListing(known.tenant)))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await other.fetchval("select count(*) from pg_locks where locktype = 'advisory' and not granted"):
            pass
        await other.execute(
            'insert into gh.jobs select (jsonb_populate_record(one, \'{"job_id": "another"}\')).* from gh.jobs as one'
        )
        await other.execute("select pg_advisory_unlock(7)")
        found, total = await listing
    assert (len(found), total) == (1, 1)


async def test_a_job_is_found_by_the_beginning_of_its_id(db: Any, reader: Reader, log: MakeLog) -> None:
    await (await db.projection()).apply(log(3))
    whole = (await reader.jobs(limit=1))[0]
    assert await reader.jobs_like(whole.job_id[:13]) == [whole]
    assert await reader.jobs_like("%") == []


async def test_the_copied_events_of_a_job_can_be_read(db: Any, reader: Reader, log_of: LogOf) -> None:
    story = Story().applied()
    await (await db.projection()).apply(log_of(story.job.id, story.log))
    every = await reader.events(story.job.id)
    assert [row.type for row in every] == [type(event).__name__ for event in story.log]
    assert msgspec.json.decode(every[0].payload)["site"] == "jobs.example.com"


async def wait_for(reader: Reader, job_id: str, statuses: Collection[JobStatus]) -> JobRow:
    """Return the job's row once it has one of these statuses."""
    async with asyncio.timeout(PATIENCE_SECONDS), aclosing(reader.changes(job_id)) as changes:
        return await anext(row async for row in changes if row.status in statuses)


async def test_whoever_waits_for_a_job_hears_of_its_end(db: Any, reader: Reader, log_of: LogOf) -> None:
    story = Story().applied()
    events = log_of(story.job.id, story.log)
    projection = await db.projection()
    waiting = asyncio.create_task(wait_for(reader, story.job.id, ENDED))
    for event in events:
        assert not waiting.done()
        await projection.apply([event])
    row = await waiting
    assert (row.status, row.sequence) == ("completed", events[-1].sequence)


async def test_a_job_that_is_already_there_is_not_waited_for(db: Any, reader: Reader, log_of: LogOf) -> None:
    story = Story().applied()
    await (await db.projection()).apply(log_of(story.job.id, story.log))
    row = await wait_for(reader, story.job.id, {JobStatus.COMPLETED})
    assert row.outcome == "submitted"


async def test_many_wait_over_one_connection(db: Any, reader: Reader, log: MakeLog) -> None:
    events = log(12)
    ids = {event.aggregate.id for event in events}
    everything = {JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.PAUSED, JobStatus.RUNNING}
    waiting = [asyncio.create_task(wait_for(reader, job_id, everything)) for job_id in ids]
    await (await db.projection()).apply(events)
    assert {row.job_id for row in await asyncio.gather(*waiting)} == ids
    listening = await db.rows("select count(*) from pg_stat_activity where query ilike 'listen%'")
    assert listening == [(1,)]


async def test_waiting_ends_when_the_database_goes_away(db: Any, reader: Reader, log_of: LogOf) -> None:
    story = Story().begun()
    await (await db.projection()).apply(log_of(story.job.id, story.log))
    changes = reader.changes(story.job.id)
    assert (await anext(changes)).status == "running"
    following = asyncio.create_task(anext(changes))
    await db.rows("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'")
    with pytest.raises(ReadModelUnavailable):
        await following


async def test_the_reader_cannot_write(db: Any) -> None:
    await db.open()
    connection = await asyncpg.connect(db.reader_url)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await connection.execute("delete from gh.jobs")
    await connection.close()


async def test_a_database_without_projections_says_who_makes_them(db: Any) -> None:
    async with connect(db.url) as reader:
        with pytest.raises(ReadModelUnavailable, match="projector makes them"):
            await reader.jobs()


async def test_a_database_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(ReadModelUnavailable, match="PostgreSQL does not answer"):
        async with connect("postgresql://nobody@127.0.0.1:1/none"):
            pass


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.name)
async def test_the_structs_have_the_tables_columns(db: Any, table: tables.Table) -> None:
    await db.open()
    found = await db.rows(
        "select column_name, data_type from information_schema.columns"
        " where table_schema = 'gh' and table_name = $1 order by ordinal_position",
        table.name,
    )
    shown = {"timestamp with time zone": "timestamptz"}
    assert [(name, shown.get(str(kind), kind)) for name, kind in found] == list(
        zip(table.columns, table.types, strict=True)
    )
