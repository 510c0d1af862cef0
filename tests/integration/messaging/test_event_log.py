"""The append helper and the histories it keeps, on a real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest
from nats.aio.msg import Msg

from ghosthands.domain.errors import Conflict
from ghosthands.domain.job import JobClaimed
from ghosthands.domain.session import SessionLost
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import direct_get, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate


def lag_behind(bus: Bus, last: int) -> None:
    """Have the bus's direct reads answered by a replica that has nothing yet past that sequence."""
    answers = bus.answers

    async def lagging(subject: str, data: bytes, *, timeout: float) -> AsyncGenerator[Msg, None]:
        given = ""
        async for message in answers(subject, data, timeout=timeout):
            headers = message.headers or {}
            if int(headers.get("Nats-Sequence", "0")) > last:
                message.headers = {"Status": "204", "Nats-Last-Sequence": given}
                yield message
                return
            given = headers.get("Nats-Sequence", given)
            yield message

    bus.answers = lagging  # type: ignore[method-assign]


async def test_an_unknown_aggregate_has_an_empty_history(executor: EventLog, job: Aggregate) -> None:
    history = await executor.load(job)
    assert (history.recorded, history.last_sequence) == ((), 0)


async def test_what_was_appended_is_what_is_loaded(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    appended = await executor.append_decision(await executor.load(job), [claimed], cause=cause)
    history = await executor.load(job)
    assert list(history.recorded) == appended
    assert history.events == (claimed,)
    assert history.recorded[0].tenant == "acme"
    assert history.recorded[0].causation == cause.command_id


async def test_several_events_are_appended_side_by_side(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    appended = await executor.append_decision(await executor.load(job), [claimed] * 3, cause=cause)
    first = appended[0].sequence
    assert [one.sequence for one in appended] == [first, first + 1, first + 2]
    assert list((await executor.load(job)).recorded) == appended


async def test_a_decision_on_an_old_history_is_refused(
    executor: EventLog, browser_host: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed, lost: SessionLost
) -> None:
    history = await executor.load(job)
    await browser_host.append_facts(await browser_host.load(job), [lost], cause=cause)
    with pytest.raises(Conflict):
        await executor.append_decision(history, [claimed], cause=cause)


async def test_a_fact_is_not_hindered_by_what_others_wrote(
    executor: EventLog, browser_host: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed, lost: SessionLost
) -> None:
    history = await browser_host.load(job)
    await executor.append_decision(await executor.load(job), [claimed], cause=cause)
    await browser_host.append_facts(history, [lost], cause=cause)
    assert (await executor.load(job)).events == (claimed, lost)


async def test_of_eight_writers_racing_one_wins(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    history = await executor.load(job)

    async def append(number: int) -> bool:
        try:
            await executor.append_decision(history, [claimed], cause=cause.at_stage(number))
        except Conflict:
            return False
        return True

    won = await asyncio.gather(*(append(number) for number in range(8)))
    assert sum(won) == 1
    assert len((await executor.load(job)).recorded) == 1


async def test_two_executors_with_the_same_command_do_not_take_each_others_claim_for_their_own(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    history = await executor.load(job)
    await executor.append_decision(history, [claimed], cause=cause)
    with pytest.raises(Conflict):
        await executor.append_decision(history, [JobClaimed(at=claimed.at, worker="w2")], cause=cause)


async def test_who_reads_what_it_just_appended_finds_it_though_the_replica_that_answers_lags(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    known = await executor.load(job)
    lag_behind(executor._bus, known.last_sequence)
    appended = await executor.append_decision(known, [claimed, claimed], cause=cause)
    assert list((await executor.load(job)).recorded) == appended
    assert list((await executor.refresh(known)).recorded) == appended


async def test_transact_decides_on_what_a_replica_that_lags_does_not_have_yet(
    executor: JetStreamEventLog,
    browser_host: EventLog,
    job: Aggregate,
    cause: Cause,
    claimed: JobClaimed,
    lost: SessionLost,
) -> None:
    seen: list[int] = []
    stale = await executor.load(job)
    await browser_host.append_facts(stale, [lost], cause=cause)

    def decide(history: History) -> list[JobClaimed]:
        seen.append(len(history.recorded))
        return [claimed]

    lag_behind(executor._bus, stale.last_sequence)
    history = await executor.transact(job, decide, cause=cause)
    assert seen == [1]
    assert history.events == (lost, claimed)


async def test_transact_decides_anew_on_what_another_writer_appended(
    executor: EventLog, browser_host: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed, lost: SessionLost
) -> None:
    seen: list[int] = []
    refresh = executor.refresh

    def decide(history: History) -> list[JobClaimed]:
        seen.append(len(history.recorded))
        return [claimed]

    async def another_is_first(history: History) -> History:
        executor.refresh = refresh  # type: ignore[method-assign]
        await browser_host.append_facts(history, [lost], cause=cause)
        return history

    executor.refresh = another_is_first  # type: ignore[method-assign]
    history = await executor.transact(job, decide, cause=cause)
    assert seen == [0, 1]
    assert history.events == (lost, claimed)


async def test_a_history_of_several_pages_is_read_whole(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    history = await executor.load(job)
    for _ in range(3):
        history = history.continued(await executor.append_decision(history, [claimed] * 800, cause=cause))
    assert (await executor.load(job)).recorded == history.recorded


async def test_an_answer_that_breaks_off_is_asked_for_again(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    appended = await executor.append_decision(await executor.load(job), [claimed] * 9, cause=cause)
    bus, answers, asked = executor._bus, executor._bus.answers, []

    async def lose_the_fifth(subject: str, *requests: bytes, timeout: float) -> AsyncGenerator[Msg, None]:
        asked.extend(requests)
        async with aclosing(answers(subject, *requests, timeout=timeout)) as whole:
            count = 0
            async for message in whole:
                count += 1
                if count != 5 or len(asked) > 1:
                    yield message

    bus.answers = lose_the_fifth  # type: ignore[method-assign]
    found = [message async for message in direct_get.each(bus, streams.EVENTS, job.subjects())]
    assert [message.sequence for message in found] == [recorded.sequence for recorded in appended]
    assert len(asked) == 2
    asked.clear()
    assert list((await executor.load(job)).recorded) == appended
