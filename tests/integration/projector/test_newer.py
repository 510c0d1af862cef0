"""A rolling upgrade, seen by the tables: what a newer release wrote waits for who knows it, and nothing else does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from ghosthands.chassis.health import Readiness
from ghosthands.domain import registry, services
from ghosthands.domain.job import EventsGivenUp
from ghosthands.domain.message import Event
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire.codec import Codec, Registry
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import handlers, memory
from ghosthands.projector.follow import Follower
from ghosthands.projector.newer import Entry, Unreadable, subject_of
from ghosthands.readmodel import Reader

pytestmark = pytest.mark.integration

Log = list[Recorded[Event]]
MakeLog = Callable[[int], Log]

PATIENCE_SECONDS = 60.0


@contextmanager
def older_release(*unknown: str) -> Iterator[None]:
    """While the block lasts projector's code is of a release that has not these events."""
    known = {name: kind for name, kind in registry.EVENTS.items() if name not in unknown}
    older = Codec(Registry(known, registry.COMMANDS, registry.upcast))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "_codec", older)
        patch.setattr(memory, "_codec", older)
        yield


async def follow_to(db: Any, bus: Bus, sequence: int) -> None:
    """Have a projector follow the log until its tables tell of that event."""
    follower = Follower(bus, db.open, Readiness("projector"))
    following = asyncio.create_task(follower.run())
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await checkpoint(db) < sequence:  # noqa: ASYNC110  parking is announced to nobody
            await asyncio.sleep(0.02)
    follower.stop()
    await following


async def checkpoint(db: Any) -> int:
    if not await db.rows("select 1 from pg_tables where schemaname = 'gh' and tablename = 'checkpoints'"):
        return 0
    found = await db.rows("select sequence from gh.checkpoints")
    return int(found[0][0]) if found else 0


async def expected(db: Any, events: Sequence[Entry]) -> dict[str, list[str]]:
    """The tables of who knew every event from the start."""
    await db.rows("drop schema gh cascade")
    await (await db.projection()).apply(events)
    return dict(await db.contents())


def touched(events: Log, name: str) -> set[str]:
    return {each.aggregate.id for each in events if each.name == name}


@pytest.mark.parametrize("unknown", ["PlanProposed", "CostIncurred"])
async def test_what_a_newer_release_wrote_is_folded_after_the_upgrade_as_if_it_had_been_known(
    db: Any, bus: Bus, reader: Reader, append: Any, log: MakeLog, unknown: str
) -> None:
    events = log(12)
    await append(events)
    with older_release(unknown):
        await follow_to(db, bus, len(events))
    waiting = await reader.parked()
    assert {one.code for one in waiting} <= {"newer_message", "after_newer"}
    assert {one.code for one in waiting} >= {"newer_message"}
    untouched = [each.sequence for each in events if each.aggregate.id not in touched(events, unknown)]
    assert untouched
    assert {sequence for (sequence,) in await db.rows("select sequence from gh.events")} >= set(untouched)

    more = [each for each in log(16) if each.aggregate.id not in {one.aggregate.id for one in events}]
    later = [renumbered(each, at) for at, each in enumerate(more, start=len(events) + 1)]
    await append(later)
    await follow_to(db, bus, len(events) + len(later))
    assert await reader.parked() == []
    seen = await db.contents()
    assert seen == await expected(db, [*events, *later])


@pytest.mark.parametrize("number", range(4))
async def test_one_job_folded_after_all_others_comes_to_the_same_tables(db: Any, log: MakeLog, number: int) -> None:
    events = log(8)
    late = [each for each in events if each.aggregate == events[number].aggregate][1:]
    entries: list[Any] = list(events)
    if late:
        entries[late[0].sequence - 1] = Unreadable(
            late[0].sequence, subject_of(late[0]), "newer_message", "it is newer"
        )
    projection = await db.projection()
    assert await projection.apply(entries) == len(events)
    assert await projection.list_parked() == [each.sequence for each in late]
    await projection.resume()
    assert await projection.take_up(late) == len(late)
    assert await projection.list_parked() == []
    seen = await db.contents()
    assert seen == await expected(db, events)


async def test_what_follows_an_event_that_was_given_up_is_folded_as_if_that_had_never_been(
    db: Any, log: MakeLog
) -> None:
    events = log(8)
    late = [each for each in events if each.aggregate == events[0].aggregate][1:]
    lost, *after = late
    given_up = EventsGivenUp(at=lost.at, up_to=lost.sequence, count=1, writers=(lost.service,))
    order = msgspec.structs.replace(
        renumbered(late[-1], len(events) + 1), id="an operator's order", event=given_up, service=services.HITL_GATEWAY
    )
    unreadable = Unreadable(lost.sequence, subject_of(lost), "newer_message", "it is newer")
    entries = [unreadable if each is lost else each for each in (*events, order)]
    projection = await db.projection()
    assert await projection.apply(entries) == len(entries)
    assert projection.wants_to_take_up
    assert await projection.list_parked() == [each.sequence for each in (*late, order)]
    await projection.resume()
    assert await projection.take_up([unreadable, *after, order]) == len(after) + 1
    assert await db.rows("select sequence, code from gh.parked_events") == [(lost.sequence, "given_up")]
    assert not projection.wants_to_take_up
    seen = await db.contents()
    assert seen == await expected(db, [replace(one, code="given_up") if one is unreadable else one for one in entries])


async def test_an_older_projector_that_takes_over_from_a_newer_one_leaves_its_jobs_to_it(
    db: Any, bus: Bus, reader: Reader, append: Any, log: MakeLog
) -> None:
    events = log(8)
    half = len(events) // 2
    await append(events[:half])
    await follow_to(db, bus, half)
    await append(events[half:])
    with older_release("SessionOpened"):
        await follow_to(db, bus, len(events))
    assert await reader.parked() != []
    await follow_to(db, bus, len(events))
    await until_nothing_waits(db, bus)
    seen = await db.contents()
    assert seen == await expected(db, events)


async def until_nothing_waits(db: Any, bus: Bus) -> None:
    follower = Follower(bus, db.open, Readiness("projector"))
    following = asyncio.create_task(follower.run())
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await db.rows("select 1 from gh.parked_events"):  # noqa: ASYNC110  as above
            await asyncio.sleep(0.02)
    follower.stop()
    await following


async def test_a_job_that_is_held_back_stands_in_the_tables_as_it_stood_before(
    db: Any, reader: Reader, append: Any, bus: Bus, log: MakeLog
) -> None:
    events = log(4)
    await append(events)
    with older_release("EffectIntended"):
        await follow_to(db, bus, len(events))
    (first, *_) = [each for each in events if each.name == "EffectIntended"]
    ((told,),) = await db.rows("select sequence from gh.jobs where job_id = $1", first.aggregate.id)
    before = [each for each in events if each.aggregate == first.aggregate and each.sequence < first.sequence]
    assert told == before[-1].sequence


def renumbered(each: Recorded[Event], sequence: int) -> Recorded[Event]:
    return msgspec.structs.replace(each, sequence=sequence)
