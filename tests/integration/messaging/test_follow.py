"""Feeds: the whole history, then what is new, whatever becomes of the server in between."""

from __future__ import annotations

import asyncio
import signal
import uuid

import pytest

from ghosthands.domain import services
from ghosthands.domain.job import JobClaimed
from ghosthands.messaging.log import follow
from ghosthands.messaging.log.event_log import EventLog, Feed
from ghosthands.messaging.log.follow import StreamFeed
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server.permissions import VALET
from ghosthands.messaging.server.waiting import Forbidden
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate

PATIENCE = 30.0


async def append(log: EventLog, job: Aggregate, cause: Cause, *events: JobClaimed) -> list[int]:
    appended = await log.append_decision(await log.load(job), events, cause=cause)
    return [recorded.sequence for recorded in appended]


async def take(feed: Feed, count: int) -> list[int]:
    """The sequences of the next `count` events."""
    taken: list[int] = []
    async with asyncio.timeout(PATIENCE):
        while len(taken) < count:
            taken += [recorded.sequence for recorded in await feed.next(PATIENCE)]
    return taken


async def test_the_first_call_gives_the_whole_history(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    appended = await append(executor, job, cause, *[claimed] * 300)
    async with executor.follow(job) as feed:
        assert [recorded.sequence for recorded in await feed.next(PATIENCE)] == appended


async def test_later_calls_give_what_is_new(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    async with executor.follow(job) as feed:
        for _ in range(3):
            assert await append(executor, job, cause, claimed) == await take(feed, 1)


async def test_what_was_never_announced_is_found_however_short_each_wait_is(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StreamFeed, "_on_announcement", lambda *_: None)
    monkeypatch.setattr(follow, "LOOK_SECONDS", (0.1, 1.0))
    async with executor.follow(job) as feed:
        silent_until = asyncio.get_running_loop().time() + 2
        while asyncio.get_running_loop().time() < silent_until:
            assert await feed.next(0.3) == []
        appended = await append(executor, job, cause, claimed)
        async with asyncio.timeout(PATIENCE):
            while not (given := await feed.next(0.3)):
                pass
    assert [recorded.sequence for recorded in given] == appended


async def test_nothing_new_is_an_empty_list(executor: EventLog, job: Aggregate) -> None:
    async with executor.follow(job) as feed:
        assert await feed.next(0.05) == []


async def test_other_aggregates_are_not_followed(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    async with executor.follow(job) as feed:
        await append(executor, subjects.job(str(uuid.uuid4())), cause, claimed)
        assert await append(executor, job, cause, claimed) == await take(feed, 1)


async def test_a_feed_and_the_own_decisions_make_one_history(
    executor: EventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    async with executor.follow(job) as feed:
        history = History(job).continued(await executor.append_decision(History(job), [claimed], cause=cause))
        history = history.continued(await feed.next(PATIENCE))
        appended = await executor.append_decision(history, [claimed], cause=cause)
        assert (await executor.load(job)).recorded == (*history.recorded, *appended)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_feed_goes_on_after_the_server_was_restarted(
    own_server, how: signal.Signals, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    log = JetStreamEventLog(await own_server.connect(services.EXECUTOR))
    other = JetStreamEventLog(await own_server.connect(services.EXECUTOR))
    async with log.follow(job) as feed:
        assert await append(other, job, cause, claimed) == await take(feed, 1)
        own_server.stop(how)
        assert await feed.next(0.05) == []
        own_server.start()
        assert await append(other, job, cause, claimed, claimed) == await take(feed, 2)
    for each in (log, other):
        await each._bus.close()


async def test_a_feed_that_hears_no_announcement_looks_for_itself(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    async with executor.follow(job) as feed:
        assert await append(executor, job, cause, claimed) == await take(feed, 1)
        assert isinstance(feed, StreamFeed)
        assert feed._subscription is not None
        await feed._subscription.unsubscribe()  # the server loses sight of the listener
        for _ in range(2):
            assert await append(executor, job, cause, claimed) == await take(feed, 1)


async def test_a_feed_reads_at_once_what_is_announced(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "LOOK_SECONDS", (PATIENCE * 10, PATIENCE * 10))
    async with executor.follow(job) as feed:
        assert await feed.next(0.5) == []
        for _ in range(3):
            assert await append(executor, job, cause, claimed) == await take(feed, 1)


async def test_a_feed_gives_a_batch_once_and_whole(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    async with executor.follow(job) as feed:
        assert await append(executor, job, cause, *[claimed] * 40) == await take(feed, 40)
        assert await feed.next(0.3) == []


async def test_who_may_not_read_the_log_is_told(bus_of, job: Aggregate) -> None:
    log = JetStreamEventLog(await bus_of(VALET))
    async with log.follow(job) as feed:
        with pytest.raises(Forbidden):
            await feed.next(PATIENCE)
