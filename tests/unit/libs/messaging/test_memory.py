"""The log in memory: the same conditions, ids and feeds as the real one."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from ghosthands.domain.errors import CommandRejected, Conflict, Permanent
from ghosthands.domain.job import JobClaimed
from ghosthands.domain.message import Command, Event
from ghosthands.messaging.log.event_log import Change
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog
from ghosthands.messaging.server.waiting import Forbidden
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate, job
from ghosthands.messaging.work.commands import Commands

PATIENCE = 30.0


async def test_what_was_appended_is_loaded_in_order(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, out: Event
) -> None:
    appended = await log.append_decision(await log.load(lamp), [lit, out], cause=cause)
    history = await log.load(lamp)
    assert list(history.recorded) == appended
    assert history.events == (lit, out)
    assert (history.last_sequence, history.last_sequence_of("lamps")) == (2, 2)
    assert [recorded.tenant for recorded in appended] == ["Acme & Söhne"] * 2
    assert [recorded.epoch for recorded in appended] == [7, 7]


async def test_appending_nothing_is_nothing(log: MemoryEventLog, lamp: Aggregate, cause: Cause) -> None:
    assert await log.append_facts(await log.load(lamp), [], cause=cause) == []


async def test_a_decision_is_refused_when_anyone_wrote(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event
) -> None:
    history = await log.load(lamp)
    await log.as_service("other").append_facts(history, [lit], cause=cause)
    with pytest.raises(Conflict):
        await log.append_decision(history, [lit], cause=cause)


async def test_a_fact_is_refused_only_when_the_own_service_wrote(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event
) -> None:
    history = await log.load(lamp)
    await log.as_service("other").append_facts(history, [lit], cause=cause)
    await log.append_facts(history, [lit], cause=cause.at_stage("mine"))
    with pytest.raises(Conflict):
        await log.append_facts(history, [lit], cause=cause.at_stage("again"))


async def test_a_repeated_fact_is_a_duplicate_whether_its_history_is_old_or_new(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, out: Event
) -> None:
    before = await log.load(lamp)
    appended = await log.append_facts(before, [lit, out], cause=cause)
    assert await log.append_facts(before, [lit, out], cause=cause) == appended
    assert await log.append_facts(await log.load(lamp), [lit, out], cause=cause) == appended
    assert len((await log.load(lamp)).recorded) == 2


async def test_one_command_may_lead_to_many_decisions(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event
) -> None:
    for count in (1, 2, 3):
        history = await log.transact(lamp, lambda history: [lit], cause=cause)
        assert len(history.recorded) == count
    assert len({recorded.id for recorded in history.recorded}) == 3


async def test_two_writers_with_the_same_command_do_not_take_each_others_decision_for_their_own(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, out: Event
) -> None:
    history = await log.load(lamp)
    await log.append_decision(history, [lit], cause=cause)
    with pytest.raises(Conflict):
        await log.append_decision(history, [out], cause=cause)


async def test_an_exclusive_fact_belongs_to_the_process_that_wrote_it(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event
) -> None:
    history = await log.load(lamp)
    appended = await log.append_facts(history, [lit], cause=cause, exclusive=True)
    assert await log.append_facts(history, [lit], cause=cause, exclusive=True) == appended
    with pytest.raises(Conflict):
        await log.as_service("lamps").append_facts(history, [lit], cause=cause, exclusive=True)


async def test_a_cause_that_stands_for_another_event_is_told(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, out: Event
) -> None:
    await log.append_facts(await log.load(lamp), [lit], cause=cause)
    with pytest.raises(Permanent, match="already stands for LampLit"):
        await log.append_facts(await log.load(lamp), [out], cause=cause)
    with pytest.raises(Permanent, match="already stands for another event"):
        await log.append_facts(await log.load(job("another")), [lit], cause=cause)


async def test_several_aggregates_change_together_or_not_at_all(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, out: Event
) -> None:
    other = job("other")
    stale = await log.load(other)
    await log.append_decision(stale, [lit], cause=cause)
    fresh = await log.load(lamp)
    with pytest.raises(Conflict):
        await log.append_all([Change(fresh, [lit]), Change(stale, [out])], cause=cause)
    assert (await log.load(lamp)).recorded == ()
    appended = await log.append_all([Change(fresh, [lit]), Change(await log.load(other), [out])], cause=cause)
    assert [recorded.aggregate for recorded in appended] == [lamp, other]


async def test_transact_decides_anew_after_a_conflict(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, out: Event
) -> None:
    seen: list[int] = []
    refresh = log.refresh

    async def another_is_first(history: History) -> History:
        log.refresh = refresh  # type: ignore[method-assign]
        await log.as_service("other").append_facts(history, [out], cause=cause)
        return history

    log.refresh = another_is_first  # type: ignore[method-assign]

    def decide(history: History) -> list[Event]:
        seen.append(len(history.recorded))
        return [lit]

    history = await log.transact(lamp, decide, cause=cause)
    assert seen == [0, 1]
    assert history.events == (out, lit)


async def test_transact_gives_up_where_the_aggregate_never_rests(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event
) -> None:
    other, decided = log.as_service("other"), 0

    async def refresh_late(history: History) -> History:
        return history

    log.refresh = refresh_late  # type: ignore[method-assign]
    stale = await log.load(lamp)
    await other.append_facts(stale, [lit], cause=cause)

    async def load_stale(aggregate: Aggregate, *, after: int = 0) -> History:
        return stale

    log.load = load_stale  # type: ignore[method-assign]

    def decide(history: History) -> list[Event]:
        nonlocal decided
        decided += 1
        return [lit]

    with pytest.raises(Conflict, match="could not decide"):
        await log.transact(lamp, decide, cause=cause)
    assert decided == 5


async def test_what_decide_refuses_is_refused(log: MemoryEventLog, lamp: Aggregate, cause: Cause) -> None:
    def decide(history: History) -> list[Event]:
        raise CommandRejected("cannot light a lamp that is lit")

    with pytest.raises(CommandRejected):
        await log.transact(lamp, decide, cause=cause)


async def test_a_decision_after_an_own_fact_is_refused_until_the_gap_is_read(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, out: Event
) -> None:
    history = await log.load(lamp)
    await log.as_service("other").append_facts(history, [out], cause=cause)
    history = history.including(await log.append_facts(history, [lit], cause=cause.at_stage("fact")))
    with pytest.raises(Conflict):
        await log.append_decision(history, [lit], cause=cause)
    history = await log.refresh(history)
    assert history.events == (out, lit)
    await log.append_decision(history, [lit], cause=cause)


async def test_a_feed_gives_the_history_then_what_is_new(
    log: MemoryEventLog, lamp: Aggregate, cause: Cause, lit: Event, out: Event
) -> None:
    history = await log.transact(lamp, lambda history: [lit], cause=cause)
    async with log.follow(lamp) as feed:
        assert await feed.next(PATIENCE) == list(history.recorded)
        assert await feed.next(0.01) == []
        waiting = asyncio.create_task(feed.next(PATIENCE))
        await log.append_facts(await log.load(job("another")), [out], cause=cause.at_stage("another"))
        appended = await log.append_facts(await log.load(lamp), [out], cause=cause)
        assert await waiting == appended


async def test_an_event_of_another_service_is_refused_as_the_server_would(lamp: Aggregate, cause: Cause) -> None:
    planner = MemoryEventLog("planner")
    claimed = JobClaimed(at=datetime(2026, 1, 1, tzinfo=UTC), worker="w1")
    with pytest.raises(Forbidden, match="planner may not publish"):
        await planner.append_facts(await planner.load(lamp), [claimed], cause=cause)
    await planner.as_service("executor").append_decision(await planner.load(lamp), [claimed], cause=cause)


async def test_a_bus_in_memory_keeps_what_was_sent_once(codec: Codec, cause: Cause, light: Command) -> None:
    bus = MemoryBus("executor")
    for _ in range(2):
        await Commands(bus, codec).send(light, command_id="c2", cause=cause, host="box-1")
    [sent] = bus.published
    assert sent.subject == "gh.cmd.lamps.at.box-1.LightLamp"
    received = codec.decode_command(sent.subject, sent.headers, sent.data)
    assert (received.command, received.causation, received.service) == (light, "command-1", "executor")
