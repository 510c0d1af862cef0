"""Reading an aggregate without having the server look for anything, on a real one."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any

import pytest
from nats.aio.msg import Msg

from ghosthands.domain import services
from ghosthands.domain.human import HumanCame
from ghosthands.domain.job import JobClaimed, StepChosen, StepKind
from ghosthands.domain.message import Event
from ghosthands.domain.session import SessionLost
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.log import reading
from ghosthands.messaging.log.event_log import AppendRequest
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import direct_get, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects, trail
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate

BusOf = Callable[[str], Awaitable[Bus]]


class TraillessLog(JetStreamEventLog):
    """Writes as the version did that left no trails."""

    def _messages(self, append: AppendRequest, begins: int) -> list[Outgoing]:
        return [
            Outgoing(one.subject, one.data, {key: value for key, value in one.headers.items() if key != trail.HEADER})
            for one in super()._messages(append, begins)
        ]


@pytest.fixture(autouse=True)
def nothing_is_near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "NEAR", 0)
    monkeypatch.setattr(reading, "CLOSE", 0)


@pytest.fixture
def asked(executor: JetStreamEventLog, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What executor's log asks the server to find, as it asks it."""
    bus, asked = executor._bus, list[dict[str, Any]]()
    find, answers, describe = bus._find_message, bus.answers, bus.describe

    async def note_find(stream: str, wanted: dict[str, Any]) -> Any:
        asked.append(wanted)
        return await find(stream, wanted)

    def note_answers(subject: str, *requests: bytes, timeout: float) -> AsyncGenerator[Msg, None]:
        asked.extend(map(json.loads, requests))
        return answers(subject, *requests, timeout=timeout)

    async def note_count(stream: str, wanted: dict[str, Any] | None = None) -> Any:
        asked.extend([wanted] if wanted else [])
        return await describe(stream, wanted)

    monkeypatch.setattr(bus, "_find_message", note_find)
    monkeypatch.setattr(bus, "describe", note_count)
    monkeypatch.setattr(bus, "answers", note_answers)
    return asked


def fact() -> SessionLost:
    return SessionLost(session_id=str(uuid.uuid4()), reason="crashed")


def decision() -> Event:
    return StepChosen(at=utc_now(), step=StepKind.OBSERVE, command_id=str(uuid.uuid4()))


async def append(log: JetStreamEventLog, history: History, events: Sequence[Event], cause: Cause) -> History:
    """The history with what was appended to it, by a cause of its own."""
    own = cause.at_stage(str(uuid.uuid4()))
    if log.service == services.EXECUTOR:
        return history.continued(await log.append_decision(history, events, cause=own))
    return history.including(await log.append_facts(history, events, cause=own))


async def look_through(log: JetStreamEventLog, aggregate: Aggregate) -> list[int]:
    """The sequences of all there is, as the server finds it by looking."""
    found = direct_get.each(log._bus, streams.EVENTS, aggregate.subjects())
    return [message.sequence async for message in found]


async def test_the_server_is_asked_for_places_alone(
    executor: JetStreamEventLog,
    browser_host: JetStreamEventLog,
    job: Aggregate,
    cause: Cause,
    asked: list[dict[str, Any]],
) -> None:
    other, history = History(subjects.job(str(uuid.uuid4()))), History(job)
    for _ in range(4):
        history = await append(executor, history, [decision(), decision()], cause)
        other = await append(executor, other, [decision()], cause)
        await append(browser_host, await browser_host.load(job), [fact()], cause)
        history = await executor.refresh(history)
    asked.clear()
    assert (await executor.load(job)).recorded == history.recorded
    assert len(history.recorded) == 12
    assert [wanted for wanted in asked if "seq" not in wanted] == [
        {"last_by_subj": job.subjects()},
        {"subjects_filter": job.subjects(), "offset": 0},
        {"last_by_subj": job.written_by(services.EXECUTOR)},  # and of nobody who wrote nothing here
    ]
    assert not [wanted for wanted in asked if "next_by_subj" in wanted or "multi_last" in wanted]


async def test_a_history_to_which_nothing_came_is_one_request(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed, asked: list[dict[str, Any]]
) -> None:
    history = await append(executor, History(job), [claimed], cause)
    asked.clear()
    assert await executor.refresh(history) == history
    assert asked == [{"last_by_subj": job.subjects()}]


async def test_one_message_that_came_since_is_two_requests(
    executor: JetStreamEventLog, browser_host: JetStreamEventLog, job: Aggregate, cause: Cause, asked: list[Any]
) -> None:
    history = await append(executor, History(job), [decision(), decision()], cause)
    await append(browser_host, await browser_host.load(job), [fact()], cause)
    asked.clear()
    assert len((await executor.refresh(history)).recorded) == 3
    assert asked == [{"last_by_subj": job.subjects()}, {"subjects_filter": job.subjects(), "offset": 0}]


@pytest.mark.parametrize(("near", "close"), [(0, 0), (0, 4000), (50, 4000), (5, 20)])
@pytest.mark.parametrize("seed", range(2))
async def test_services_that_do_not_see_each_other_hide_nothing_of_each_other(
    executor: JetStreamEventLog,
    bus_of: BusOf,
    job: Aggregate,
    cause: Cause,
    seed: int,
    near: int,
    close: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "NEAR", near)
    monkeypatch.setattr(reading, "CLOSE", close)
    chance = random.Random(seed)
    others = [JetStreamEventLog(await bus_of(name)) for name in (services.BROWSER_HOST, services.HITL_GATEWAY)]
    logs = [executor, *others]
    known = {log.service: History(job) for log in logs}
    beside = History(subjects.job(str(uuid.uuid4())))
    for _ in range(40):
        log = chance.choice(logs)
        if log is executor or chance.random() < 0.2:
            known[log.service] = await log.refresh(known[log.service])
        if chance.random() < 0.3:
            beside = await append(executor, beside, [decision()], cause)
        said = [said_by(log.service) for _ in range(chance.choice((1, 1, 1, 3)))]
        known[log.service] = await append(log, known[log.service], said, cause)
        seen = (await logs[0].load(job)).recorded
        assert [one.sequence for one in seen] == await look_through(executor, job)
    assert (await executor.refresh(known[services.EXECUTOR])).recorded == seen


def said_by(service: str) -> Event:
    if service == services.EXECUTOR:
        return decision()
    return fact() if service == services.BROWSER_HOST else human_came()


def human_came() -> Event:
    return HumanCame(at=utc_now(), request_id=str(uuid.uuid4()))


async def test_a_trail_of_more_runs_than_an_event_tells_of_is_followed_to_its_beginning(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, asked: list[dict[str, Any]]
) -> None:
    history, other = History(job), History(subjects.job(str(uuid.uuid4())))
    for _ in range(2 * trail.MAX_RUNS + 10):
        history = await append(executor, history, [decision()], cause)
        other = await append(executor, other, [decision()], cause)
    asked.clear()
    assert (await executor.load(job)).recorded == history.recorded
    assert not [wanted for wanted in asked if "next_by_subj" in wanted]


async def test_what_left_no_trail_is_found_by_looking(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, asked: list[dict[str, Any]]
) -> None:
    old = TraillessLog(executor._bus)
    history = await append(old, History(job), [decision(), decision()], cause)
    other = await append(executor, History(subjects.job(str(uuid.uuid4()))), [decision()], cause)
    history = await append(old, history, [decision()], cause)
    assert (await executor.load(job)).recorded == history.recorded
    [looked] = [wanted for wanted in asked if "next_by_subj" in wanted]
    assert looked["batch"] == 3  # so the server need not look for a fourth
    assert len(other.recorded) == 1


async def test_a_job_begun_without_trails_leaves_them_from_now_on(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, asked: list[dict[str, Any]]
) -> None:
    await append(TraillessLog(executor._bus), History(job), [decision(), decision()], cause)
    history = await append(executor, await executor.load(job), [decision()], cause)
    asked.clear()
    assert (await executor.load(job)).recorded == history.recorded
    assert not [wanted for wanted in asked if "next_by_subj" in wanted]


async def test_a_message_that_is_no_event_leads_nobody_astray(
    executor: JetStreamEventLog, browser_host: JetStreamEventLog, job: Aggregate, cause: Cause
) -> None:
    history = await append(browser_host, History(job), [fact(), fact()], cause)
    elsewhere = await append(browser_host, History(subjects.job(str(uuid.uuid4()))), [fact()], cause)
    [stored] = await reading.read(browser_host._bus, elsewhere.aggregate, after=0)
    told = {key: value for key, value in stored.headers.items() if not key.startswith("Nats-")}
    lying = {**told, trail.HEADER: "0,0"}
    misfiled = subjects.event(job, services.BROWSER_HOST, "SessionLost")
    await browser_host._bus.publish(Outgoing(misfiled, stored.data, lying))
    assert [one.id for one in (await executor.load(job)).recorded] == [one.id for one in history.recorded]


async def test_a_place_with_nothing_there_is_passed_over(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause
) -> None:
    history = await append(executor, History(job), [decision()], cause)
    places = [history.last_sequence, history.last_sequence + 1000, history.last_sequence + 1001]
    [found] = await direct_get.at(executor._bus, streams.EVENTS, places)
    assert found.sequence == history.last_sequence


async def test_a_reader_that_is_cut_off_again_and_again_gets_all_the_same(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause
) -> None:
    history = await append(executor, History(job), [decision() for _ in range(300)], cause)
    async with executor.follow(job) as feed:
        got: list[int] = []
        while len(got) < 300:
            got += [one.sequence for one in await feed.next(0.001)]
    assert got == [one.sequence for one in history.recorded]
