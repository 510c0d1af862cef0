"""What has left the server of the log is folded from the archive, as if it were there still."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ghosthands.chassis.health import Readiness
from ghosthands.domain import services
from ghosthands.domain.message import Event
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive, find_files
from ghosthands.messaging.server import consumers, permissions, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import migrations
from ghosthands.projector.follow import Follower
from ghosthands.projector.rebuilding import Report, rebuild

pytestmark = pytest.mark.integration

PATIENCE_SECONDS = 60.0


@pytest.fixture
async def archived_log(
    nats: Any, db: Any, append: Any, log: Callable[[int], list[Recorded[Event]]], archive_named: str
) -> tuple[list[Recorded[Event]], Archive]:
    """A log with its tables, of which the greater part has left the server."""
    events = log(12)
    await append(events)
    await (await db.projection()).apply(events)
    heard = len(events) * 3 // 4
    archive = Archive(find_files(archive_named), ArchiveKey.generate())
    bus = await nats.connect(permissions.MIGRATION)
    for consumer in consumers.CONSUMERS:
        if consumer.stream == streams.EVENTS:
            await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{consumer.name}", {"seq": heard + 1})
    soon = datetime.now(UTC) + timedelta(hours=1)
    assert (await archiving.archive(bus, archive, older_than=soon, segment_places=50)).end == heard
    await bus.close()
    return events, archive


@pytest.fixture
async def bus(nats: Any, archived_log: tuple[Any, Archive]) -> AsyncIterator[Bus]:
    """Projector's connection, once the log was archived."""
    connected = await nats.connect(services.PROJECTOR)
    connected.archive = archived_log[1]
    yield connected
    await connected.close()


async def rebuilt(db: Any, bus: Bus, *, only_compare: bool) -> tuple[Report, list[int]]:
    told: list[int] = []
    folder = migrations.folder()
    report = await rebuild(
        bus, db.url, folder, only_compare=only_compare, progress=lambda folded, wanted: told.append(folded)
    )
    return report, told


@pytest.mark.parametrize("archive_named", ["folder", "bucket"], indirect=True)
async def test_the_tables_equal_what_is_folded_of_the_archive_and_the_server(
    db: Any, bus: Bus, archived_log: tuple[list[Recorded[Event]], Archive]
) -> None:
    events, _ = archived_log
    report, told = await rebuilt(db, bus, only_compare=True)
    assert (report.equal, report.sequence) == (True, len(events))
    assert told == sorted(told)
    counted = {table.table: table.rows_rebuilt for table in report.tables}
    assert counted["events"] == len(events)
    before = await db.contents()
    report, _ = await rebuilt(db, bus, only_compare=False)
    assert report.replaced
    assert await db.contents() == before


async def test_tables_that_were_lost_are_folded_of_both_and_gone_on_with(
    db: Any, bus: Bus, archived_log: tuple[list[Recorded[Event]], Archive]
) -> None:
    events, _ = archived_log
    before = await db.contents()
    await db.rows("drop schema gh cascade")
    follower = Follower(bus, db.open, Readiness("projector"))
    following = asyncio.create_task(follower.run())
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await checkpoint(db) < len(events):  # noqa: ASYNC110 - it is another connection's
                await asyncio.sleep(0.05)
    finally:
        follower.stop()
        await following
    assert await db.contents() == before


async def checkpoint(db: Any) -> int:
    if not await db.rows("select 1 from pg_tables where schemaname = 'gh' and tablename = 'checkpoints'"):
        return 0
    found = await db.rows("select sequence from gh.checkpoints where name = 'events'")
    return int(found[0][0]) if found else 0
