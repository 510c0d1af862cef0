"""The projection on a real PostgreSQL: batches, the fence, poison, restarts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest

from ghosthands.domain.message import Event
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import database, handlers, memory, migrations
from ghosthands.projector.newer import Unreadable
from ghosthands.projector.projection import Gap
from ghosthands.projector.write import Fenced

pytestmark = pytest.mark.integration

Log = list[Recorded[Event]]
MakeLog = Callable[[int], Log]


@pytest.mark.parametrize("seed", range(4))
async def test_any_split_into_batches_and_restarts_gives_the_same_tables(db: Any, log: MakeLog, seed: int) -> None:
    events = log(8)
    whole = await db.projection()
    await whole.apply(events)
    expected = await db.contents()
    await db.rows("drop schema gh cascade")

    chance = random.Random(seed)
    cuts = sorted(chance.sample(range(1, len(events)), 6))
    split = await db.projection()
    for start, end in pairwise([0, *cuts, len(events)]):
        if chance.random() < 0.4:
            split = await db.projection()
        await split.apply(events[start:end])
    assert await db.contents() == expected


async def test_a_batch_delivered_again_changes_nothing(db: Any, log: MakeLog) -> None:
    events = log(4)
    projection = await db.projection()
    await projection.apply(events)
    before = await db.contents()
    assert await projection.apply(events) == 0
    assert await projection.apply(events[-3:]) == 0
    assert await db.contents() == before


@pytest.mark.parametrize(("bound", "most"), [("MAX_JOBS", 1), ("MAX_ENDED", 0)])
async def test_a_job_pushed_out_of_memory_is_folded_from_its_copied_events(
    db: Any, log: MakeLog, monkeypatch: pytest.MonkeyPatch, bound: str, most: int
) -> None:
    events = log(6)
    await (await db.projection()).apply(events)
    expected = await db.contents()
    await db.rows("drop schema gh cascade")

    monkeypatch.setattr(memory, bound, most)
    fold_copied = AsyncMock(wraps=memory._fold_copied)
    monkeypatch.setattr(memory, "_fold_copied", fold_copied)
    forgetful = await db.projection()
    for event in events:
        await forgetful.apply([event])
    assert fold_copied.await_count, "nothing was pushed out"
    assert await db.contents() == expected


async def test_of_two_projectors_one_writes_and_the_other_is_fenced(db: Any, log: MakeLog) -> None:
    events = log(4)
    one, other = await db.projection(), await db.projection()
    outcomes = await asyncio.gather(one.apply(events), other.apply(events), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes if not isinstance(outcome, int)] == [Fenced]
    before = await db.contents()
    fenced = one if isinstance(outcomes[0], Fenced) else other
    assert await fenced.resume() == events[-1].sequence
    assert await fenced.apply(events) == 0
    assert await db.contents() == before


async def test_two_projectors_taking_turns_write_every_event_once(db: Any, log: MakeLog) -> None:
    events = log(12)
    await (await db.projection()).apply(events)
    expected = await db.contents()
    await db.rows("drop schema gh cascade")

    async def follow(projection: Any) -> None:
        while projection.checkpoint < events[-1].sequence:
            start = projection.checkpoint
            try:
                await projection.apply(events[start : start + 5])
            except Fenced:
                await projection.resume()

    await asyncio.gather(*[follow(await db.projection()) for _ in range(2)])
    assert await db.contents() == expected


async def test_a_gap_before_a_batch_is_refused(db: Any, log: MakeLog) -> None:
    events = log(2)
    projection = await db.projection()
    with pytest.raises(Gap, match="event 3 came where 1 was due"):
        await projection.apply(events[2:])
    assert await projection.resume() == 0


async def test_an_unreadable_message_is_parked_and_the_rest_goes_on(db: Any, log: MakeLog) -> None:
    events: list[Any] = list(log(2))
    events[4] = Unreadable(5, "gh.evt.job.x.executor.Later", "unknown_message", "no message Later of version 9")
    projection = await db.projection()
    assert await projection.apply(events) == len(events)
    parked = await db.rows("select sequence, subject, code from gh.parked_events")
    assert parked == [(5, "gh.evt.job.x.executor.Later", "unknown_message")]
    assert await db.rows("select count(*) from gh.events") == [(len(events) - 1,)]
    assert await projection.resume() == len(events)


async def test_an_event_the_database_cannot_take_is_found_and_parked(db: Any, log: MakeLog) -> None:
    events = log(4)
    spoilt = events[7]
    events[7] = msgspec.structs.replace(spoilt, epoch=2**63)  # one more than a bigint holds
    projection = await db.projection()
    await projection.apply(events)
    assert await db.rows("select sequence, code from gh.parked_events") == [(spoilt.sequence, "22003")]
    assert await db.rows("select count(*) from gh.events") == [(len(events) - 1,)]


async def test_events_the_log_has_lost_are_told(db: Any, log: MakeLog) -> None:
    events = log(2)
    projection = await db.projection()
    await projection.apply([*events[:3], handlers.missing(4, 6), *events[6:]])
    assert await db.rows("select sequence, code, reason from gh.parked_events") == [
        (6, "missing", "events 4 to 6 are not in the log")
    ]


async def test_a_failed_transaction_leaves_the_projection_where_it_was(db: Any, log: MakeLog) -> None:
    events = log(3)
    projection = await db.projection()
    await projection.apply(events[:5])
    connection = db.opened[-1]
    await db.rows("select pg_terminate_backend($1)", connection.get_server_pid())
    with pytest.raises(database.AWAY):
        await projection.apply(events[5:])
    assert projection.checkpoint == 5
    again = await db.projection()
    await again.apply(events[5:])
    assert again.checkpoint == events[-1].sequence


async def test_migrations_run_once_however_many_projectors_start(db: Any) -> None:
    await asyncio.gather(*(db.open() for _ in range(4)))
    names = await db.rows("select name from gh.migrations order by name")
    assert names == [(path.stem,) for path in sorted(migrations.folder().glob("*.sql"))]
    assert len(names) > 1


async def test_the_tables_belong_to_the_writer_and_the_reader_cannot_write(db: Any, reader: Any) -> None:
    owners = await db.rows("select distinct tableowner from pg_tables where schemaname = 'gh'")
    assert owners == [("ghosthands_projector",)]
    rights = await db.rows(
        "select distinct privilege_type from information_schema.table_privileges where grantee = 'ghosthands_reader'"
    )
    assert rights == [("SELECT",)]
