"""The copied events by months: carried over from one table, made ahead, dropped when their time is over, and told."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from ghosthands.chassis.keeping import Keeping
from ghosthands.domain.message import Event
from ghosthands.domain.retention import Kept, Swept
from ghosthands.messaging import fault
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import database, handlers, migrations
from ghosthands.projector.migrations import CannotMigrate
from ghosthands.projector.months import EventMonths, find_dropped_until
from ghosthands.projector.old_copies import OldCopies
from ghosthands.projector.projection import Projection
from ghosthands.projector.rebuilding import rebuild
from ghosthands.readmodel import connect
from ghosthands.testkit.story import Story

from .conftest import interleaved, job_id

pytestmark = pytest.mark.integration

Log = list[Recorded[Event]]
MakeLog = Callable[[int], Log]

#: the last migration before the copy had months
BEFORE = "0014_next_try"
VIEWS = ("gh_job_events", "task_events", "form_runs", "form_savings", "gh_automation_jobs")


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """The migrations as the release before had them."""
    folder = tmp_path / "older"
    folder.mkdir()
    for file in migrations.folder().glob("*.sql"):
        if file.stem <= BEFORE:
            shutil.copy(file, folder)
    return folder


def spread(log: Log, *moments: datetime) -> Log:
    """The log with its events at these moments, the rest at the last of them."""
    last = len(moments) - 1
    each = max(1, len(log) // len(moments))
    return [_at(one, moments[min(number // each, last)]) for number, one in enumerate(log)]


def _at(one: Recorded[Event], moment: datetime) -> Recorded[Event]:
    return replace(one, at=moment)


def month(year: int, number: int) -> datetime:
    return datetime(year, number, 15, 12, tzinfo=UTC)


async def partitions(db: Any) -> dict[str, int]:
    """How many rows each partition has that has any."""
    found = await db.rows("select tableoid::regclass::text, count(*) from gh.events group by 1")
    return {str(name).removeprefix("gh."): count for name, count in found}


async def fill_as_before(db: Any, older: Path, log: Log) -> None:
    """Tables of the release before, filled with what the log comes to."""
    old = await database.open_schema(db.url, migrations.LIVE, older)
    new = await database.open_schema(db.url, "gh_filled", migrations.folder())
    await (projection := Projection(new)).resume()
    await projection.apply(log)
    for (name,) in await db.rows("select tablename from pg_tables where schemaname = 'gh'"):
        if name not in ("migrations", "event_names"):
            await new.execute(f"insert into gh.{name} select * from gh_filled.{name}")
    for connection in (old, new):
        await connection.execute("drop schema if exists gh_filled cascade")
        await connection.close()


async def views(db: Any) -> dict[str, list[str]]:
    return {
        name: [str(row) for (row,) in await db.rows(f"select row::text from gh.{name} row order by 1")]
        for name in VIEWS
    }


async def test_what_was_copied_before_is_carried_over_and_every_view_says_the_same(
    db: Any, older: Path, log: MakeLog
) -> None:
    far = datetime(2031, 5, 1, tzinfo=UTC)
    events = spread(log(12), month(2025, 11), month(2026, 1), month(2026, 2), month(2026, 2))
    events[3], events[4] = _at(events[3], far), _at(events[4], datetime(1999, 1, 1, tzinfo=UTC))
    await fill_as_before(db, older, events)
    assert await db.rows("select relkind from pg_class where oid = 'gh.events'::regclass") == [(b"r",)]
    before, said = await db.rows("select row::text from gh.events row order by sequence"), await views(db)
    assert len(before) == len(events)
    assert said["gh_job_events"]
    assert said["task_events"]
    assert said["form_runs"]

    await db.open()
    assert await db.rows("select relkind from pg_class where oid = 'gh.events'::regclass") == [(b"p",)]
    assert await db.rows("select row::text from gh.events row order by sequence") == before
    assert await views(db) == said
    assert (await partitions(db)).keys() == {"events_2025_11", "events_2026_01", "events_2026_02", "events_rest"}
    async with connect(db.reader_url) as reader:
        assert await reader.events(events[0].aggregate.id)


async def test_a_view_of_yours_that_reads_the_copy_is_named_before_anything_is_changed(
    db: Any, older: Path, log: MakeLog
) -> None:
    await fill_as_before(db, older, log(1))
    await db.rows("create view public.mine as select id from gh.events")
    with pytest.raises(CannotMigrate, match=r"public\.mine read the table events.*drop them"):
        await db.open()
    assert await db.rows("select relkind from pg_class where oid = 'gh.events'::regclass") == [(b"r",)]
    await db.rows("drop view public.mine")
    await db.open()


async def test_tables_carried_over_equal_their_rebuild(
    db: Any, older: Path, bus: Bus, append: Any, log: MakeLog
) -> None:
    events = spread(log(8), month(2025, 12), month(2026, 1))
    await append(events)
    await fill_as_before(db, older, events)
    report = await rebuild(bus, db.url, migrations.folder(), only_compare=True, progress=lambda *_: None)
    assert report.equal, report
    assert {table.table: table.rows_live for table in report.tables}["events"] == len(events)


async def test_every_row_has_its_month_and_none_is_made_by_a_clock_that_is_wrong(db: Any, log: MakeLog) -> None:
    far = datetime(2999, 1, 1, tzinfo=UTC)
    events = spread(log(4), datetime(1970, 1, 1, tzinfo=UTC), month(2026, 1), far)
    await (await db.projection()).apply(events)
    assert (await partitions(db)).keys() == {"events_rest", "events_2026_01"}


async def test_a_month_that_is_made_takes_what_lay_in_the_rest(db: Any, log: MakeLog) -> None:
    moment = datetime(2999, 1, 1, tzinfo=UTC)
    events = spread(log(2), moment)
    await (await db.projection()).apply(events)
    assert await partitions(db) == {"events_rest": len(events)}
    await EventMonths(db.opened[-1], now=lambda: moment).make_ahead()
    assert await partitions(db) == {"events_2999_01": len(events)}


@pytest.mark.parametrize("day", [datetime(2998, 11, 27, tzinfo=UTC), datetime(2998, 1, 30, 23, tzinfo=UTC)])
async def test_on_the_last_days_of_a_month_the_next_is_made_and_not_the_one_after(db: Any, day: datetime) -> None:
    await (await db.projection()).apply(())
    await EventMonths(db.opened[-1], now=lambda: day).make_ahead()
    made = {name for name in await db.contents() if name.startswith("events_2998")}
    assert made == {f"events_2998_{number:02}" for number in (day.month, day.month + 1)}


class Sweeping:
    """A projector that keeps 60 days, at a moment that the test sets."""

    def __init__(self, db: Any, bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GHOSTHANDS_KEEP_EVENT_COPIES_DAYS", "60")
        self.now = month(2026, 4)
        self.db = db
        self.log = JetStreamEventLog(bus)
        cutoff = Keeping().cutoff
        self.old = OldCopies(self.log, lambda now: cutoff(Kept.EVENT_COPIES, now), now=lambda: self.now)

    async def drop(self) -> list[str]:
        connection = await self.db.open()
        return await self.old.drop(EventMonths(connection))

    async def told(self) -> list[Swept]:
        history = await self.log.load(subjects.sweep(f"event-copies-{self.now - timedelta(days=60):%Y-%m}"))
        return [event for event in history.events if isinstance(event, Swept)]


@pytest.fixture
def sweeping(db: Any, bus: Bus, monkeypatch: pytest.MonkeyPatch) -> Sweeping:
    return Sweeping(db, bus, monkeypatch)


@pytest.fixture
async def months(db: Any, append: Any, log: MakeLog) -> Log:
    """A log over four months and more, and its tables."""
    events = spread(log(8), month(2025, 11), month(2026, 1), month(2026, 2), month(2026, 3))
    events[5] = _at(events[5], datetime(1999, 1, 1, tzinfo=UTC))
    await append(events)
    await (await db.projection()).apply(events)
    return events


async def test_months_that_are_over_are_dropped_and_told(db: Any, months: Log, sweeping: Sweeping) -> None:
    assert await sweeping.drop() == ["events_2025_11", "events_2026_01", "events_rest"]
    assert (await partitions(db)).keys() == {"events_2026_02", "events_2026_03"}
    gone = ("events_2025_11", "events_2026_01", "events_rest")
    assert await sweeping.told() == [
        Swept(kept=Kept.EVENT_COPIES, before=datetime(2026, 2, 1, tzinfo=UTC), references=gone)
    ]
    assert await sweeping.drop() == []
    sweeping.now += timedelta(days=31)
    assert await sweeping.drop() == ["events_2026_02"]


async def test_nothing_is_dropped_where_copies_are_kept_for_ever(
    db: Any, months: Log, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    cutoff = Keeping().cutoff
    old = OldCopies(JetStreamEventLog(bus), lambda now: cutoff(Kept.EVENT_COPIES, now), now=lambda: month(2090, 1))
    assert await old.drop(EventMonths(await db.open())) == []
    assert sum((await partitions(db)).values()) == len(months)


@pytest.mark.parametrize("place", ["told", "dropped"])
async def test_whoever_is_killed_at_it_goes_on_and_tells_it_once(
    place: str, db: Any, months: Log, sweeping: Sweeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    async def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as killing:
        if place == "told":
            killing.setattr(EventMonths, "drop_old", die)
        else:
            killing.setattr(fault, "point", die)
        with pytest.raises(Killed):
            await sweeping.drop()
    await sweeping.drop()
    assert (await partitions(db)).keys() == {"events_2026_02", "events_2026_03"}
    assert len(await sweeping.told()) == 1


async def test_a_job_that_goes_on_after_its_beginning_was_dropped_is_folded_from_the_log(
    db: Any, bus: Bus, append: Any, sweeping: Sweeping
) -> None:
    story = Story(job_id(0)).filled()
    begun = len(story.log)
    events = interleaved({job_id(0): story.intended().pressed().log})
    events = [_at(one, month(2025, 12) if number < begun else month(2026, 4)) for number, one in enumerate(events)]
    await append(events)
    await (await db.projection()).apply(events[:begun])
    assert await sweeping.drop() == ["events_2025_12"]
    projection = Projection(await db.open(), log=JetStreamEventLog(bus))
    await projection.resume()
    await projection.apply(events[begun:])
    (swept,) = await bus.read_back(streams.EVENTS, subjects.sweep("event-copies-2026-02").subjects(), after=0)
    await projection.apply([handlers.read(swept)])
    report = await rebuild(bus, db.url, migrations.folder(), only_compare=True, progress=lambda *_: None)
    assert report.equal, report
    await rebuild(bus, db.url, migrations.folder(), only_compare=False, progress=lambda *_: None)
    assert "events_2025_12" not in await partitions(db)
    connection = await asyncpg.connect(db.url, server_settings={"search_path": "gh"})
    assert await find_dropped_until(connection) == datetime(2026, 2, 1, tzinfo=UTC)
    await connection.close()
