"""The retry table, row by row, on a single server: what was stored is stored once, whatever became of the answer."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest
from nats.aio.msg import Msg

from ghosthands.domain import services
from ghosthands.domain.errors import Conflict, Permanent, StreamUnavailable
from ghosthands.domain.job import JobClaimed, RunJob
from ghosthands.domain.session import SessionClosed, SessionLost
from ghosthands.messaging.log.event_log import Change
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import configuration, jetstream, streams
from ghosthands.messaging.server.jetstream import ApiError, Bus, Outgoing
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.messaging.wire.envelope import MESSAGE_ID, Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work.commands import Commands

BusOf = Callable[[str], Awaitable[Bus]]

#: how many open batches the server allows one stream where its configuration says nothing of them
ALLOWED_BY_ITSELF = 50


class Line:
    """Between a bus and the server: loses the answers to the first publishes, or answers them itself."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._cut = "gh.evt."
        self._pass_on = bus.request
        self._lose = 0
        self._say: list[dict[str, Any]] = []
        self.publishes = 0
        bus.request = self._request  # type: ignore[method-assign]

    def lose_answers(self, count: int, *, to: str = "gh.evt.") -> None:
        self._lose, self._cut = count, to

    def answer(self, *errors: tuple[int, int]) -> None:
        self._say = [{"error": {"code": code, "err_code": err_code, "description": "x"}} for code, err_code in errors]

    async def _request(self, subject: str, data: bytes = b"", headers: Any = None, **options: Any) -> Msg:
        if not subject.startswith(self._cut):
            return await self._pass_on(subject, data, headers, **options)
        self.publishes += 1
        if self._say:
            return Msg(self._bus.client, data=json.dumps(self._say.pop(0)).encode())
        answer = await self._pass_on(subject, data, headers, **options)
        if self._lose and answer.data:  # the first message of a batch is answered with nothing
            self._lose -= 1
            raise StreamUnavailable("the answer was lost")
        return answer


@pytest.fixture
def line(executor: JetStreamEventLog) -> Line:
    return Line(executor._bus)


async def events_of(log: JetStreamEventLog, job: Aggregate) -> Sequence[str]:
    return [recorded.name for recorded in (await log.load(job)).recorded]


async def test_an_append_whose_answer_was_lost_is_stored_once(
    executor: JetStreamEventLog, line: Line, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    history = await executor.load(job)
    line.lose_answers(2)
    appended = await executor.append_decision(history, [claimed], cause=cause)
    assert list((await executor.load(job)).recorded) == appended


async def test_a_batch_whose_answer_was_lost_is_stored_once(
    executor: JetStreamEventLog, line: Line, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    history = await executor.load(job)
    line.lose_answers(2)
    appended = await executor.append_decision(history, [claimed] * 3, cause=cause)
    assert len(appended) == 3
    assert list((await executor.load(job)).recorded) == appended


async def test_an_append_asks_again_where_the_log_begins_while_nobody_leads_it(
    executor: JetStreamEventLog, line: Line, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    history = History(job)
    line.lose_answers(2, to=f"{jetstream.API}.STREAM.INFO.{streams.EVENTS}")
    assert await executor.append_decision(history, [claimed], cause=cause)
    assert await events_of(executor, job) == ["JobClaimed"]


async def test_an_append_whose_answer_was_lost_is_found_below_what_others_wrote_since(
    executor: JetStreamEventLog,
    browser_host: JetStreamEventLog,
    job: Aggregate,
    cause: Cause,
    claimed: JobClaimed,
    lost: SessionLost,
) -> None:
    history = await executor.load(job)
    first = await executor.append_decision(history, [claimed], cause=cause)
    await browser_host.append_facts(history, [lost], cause=cause)
    assert await executor.append_decision(history, [claimed], cause=cause) == first
    assert await events_of(executor, job) == ["JobClaimed", "SessionLost"]


async def test_a_repeated_append_of_a_fact_is_a_duplicate(
    browser_host: JetStreamEventLog, job: Aggregate, cause: Cause, lost: SessionLost
) -> None:
    first = await browser_host.append_facts(await browser_host.load(job), [lost], cause=cause)
    again = await browser_host.append_facts(await browser_host.load(job), [lost], cause=cause)
    assert again == first
    assert await events_of(browser_host, job) == ["SessionLost"]


async def test_an_exclusive_fact_whose_answer_was_lost_is_the_own_one_and_no_other_process_s(
    browser_host: JetStreamEventLog, bus_of: BusOf, job: Aggregate, cause: Cause, lost: SessionLost
) -> None:
    history = await browser_host.load(job)
    other = JetStreamEventLog(await bus_of(services.BROWSER_HOST))
    Line(browser_host._bus).lose_answers(1)
    await browser_host.append_facts(history, [lost], cause=cause, exclusive=True)
    with pytest.raises(Conflict):
        await other.append_facts(history, [lost], cause=cause, exclusive=True)
    assert await events_of(browser_host, job) == ["SessionLost"]


async def test_a_cause_used_twice_without_a_stage_is_told(
    executor: JetStreamEventLog, browser_host: JetStreamEventLog, job: Aggregate, cause: Cause, lost: SessionLost
) -> None:
    await browser_host.append_facts(await browser_host.load(job), [lost], cause=cause)
    closed = SessionClosed(session_id="s1", reason="asked")
    with pytest.raises(Permanent, match="already stands for SessionLost"):
        await browser_host.append_facts(await browser_host.load(job), [closed], cause=cause)
    await browser_host.append_facts(await browser_host.load(job), [closed], cause=cause.at_stage("close"))
    assert await events_of(browser_host, job) == ["SessionLost", "SessionClosed"]


@pytest.mark.parametrize("count", [1, 2])
async def test_a_cause_used_on_two_aggregates_without_a_stage_is_told(
    browser_host: JetStreamEventLog, job: Aggregate, cause: Cause, lost: SessionLost, count: int
) -> None:
    other = Aggregate(job.kind, str(uuid.uuid4()))
    await browser_host.append_facts(await browser_host.load(job), [lost] * count, cause=cause)
    with pytest.raises(Permanent, match="give the later append a stage of its own"):
        await browser_host.append_facts(await browser_host.load(other), [lost] * count, cause=cause)


@pytest.mark.parametrize("answer", [(503, 10008), (429, 10210), (400, 10176), (429, 0)])
async def test_what_cannot_be_stored_now_is_tried_again(
    executor: JetStreamEventLog, line: Line, job: Aggregate, cause: Cause, claimed: JobClaimed, answer: tuple[int, int]
) -> None:
    history = await executor.load(job)
    line.answer(answer, answer)
    await executor.append_decision(history, [claimed], cause=cause)
    assert await events_of(executor, job) == ["JobClaimed"]
    assert line.publishes == 3


async def test_batches_that_somebody_else_leaves_open_are_told_and_tried_again(
    executor: JetStreamEventLog,
    line: Line,
    job: Aggregate,
    cause: Cause,
    claimed: JobClaimed,
    caplog: pytest.LogCaptureFixture,
) -> None:
    history, refused = await executor.load(job), list[None]()
    executor._bus.on_too_many_batches = lambda: refused.append(None)
    line.answer((429, 10210), (429, 10210))
    appended = await executor.append_decision(history, [claimed] * 2, cause=cause)
    assert list((await executor.load(job)).recorded) == appended
    assert len(refused) == 2
    assert "nats_too_many_batches" in caplog.text


async def test_as_many_batches_as_a_server_allows_by_itself_delay_nobody_when_left_open(
    executor: JetStreamEventLog,
    bus_of: BusOf,
    job: Aggregate,
    cause: Cause,
    claimed: JobClaimed,
    caplog: pytest.LogCaptureFixture,
) -> None:
    history, planner = await executor.load(job), await bus_of(services.PLANNER)
    await asyncio.gather(*(leave_open(planner, f"{job.id}-{number}") for number in range(ALLOWED_BY_ITSELF)))
    appended = await executor.append_decision(history, [claimed] * 2, cause=cause)
    assert list((await executor.load(job)).recorded) == appended
    assert "nats_too_many_batches" not in caplog.text


async def test_a_batch_that_is_left_open_is_abandoned_within_seconds(bus_of: BusOf, job: Aggregate) -> None:
    admin, told = await bus_of(MIGRATION), asyncio.Queue[Msg]()
    await admin.subscribe(f"$JS.EVENT.ADVISORY.STREAM.BATCH_ABANDONED.{streams.EVENTS}", told.put_nowait)
    await admin.client.flush()
    await leave_open(await bus_of(services.PLANNER), job.id)
    async with asyncio.timeout(3 * configuration.OPEN_BATCH_SECONDS):
        while json.loads((await told.get()).data)["batch"] != job.id:
            pass


async def leave_open(bus: Bus, batch: str) -> None:
    headers = {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": "1"}
    opened = await bus.request(f"gh.evt.job.{uuid.uuid4()}.{bus.service}.CommandRefused", b"{}", headers)
    assert not opened.data


async def test_a_batch_that_lost_a_message_is_sent_again_as_a_new_batch(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    bus, send = executor._bus, executor._bus.send

    async def lose_the_second(subject: str, data: bytes = b"", headers: Any = None, **options: Any) -> None:
        if (headers or {}).get("Nats-Batch-Sequence") == "2":
            bus.send = send  # type: ignore[method-assign]  # only once
        else:
            await send(subject, data, headers, **options)

    history = await executor.load(job)
    bus.send = lose_the_second  # type: ignore[method-assign]
    appended = await executor.append_decision(history, [claimed] * 3, cause=cause)
    assert bus.send == send
    assert list((await executor.load(job)).recorded) == appended


async def test_what_stays_unavailable_is_given_up_when_the_budget_is_spent(
    executor: JetStreamEventLog, line: Line, job: Aggregate
) -> None:
    line.answer(*[(503, 10008)] * 100)
    with pytest.raises(StreamUnavailable):
        await executor._bus.publish(Outgoing("gh.evt.job.x.executor.JobClaimed", b"{}"), budget=0.5)


async def test_another_writers_event_is_a_conflict(
    executor: JetStreamEventLog,
    browser_host: JetStreamEventLog,
    job: Aggregate,
    cause: Cause,
    claimed: JobClaimed,
    lost: SessionLost,
) -> None:
    history = await executor.load(job)
    await browser_host.append_facts(history, [lost], cause=cause)
    for events in ([claimed], [claimed, claimed]):
        with pytest.raises(Conflict):
            await executor.append_decision(history, events, cause=cause)
    assert await events_of(executor, job) == ["SessionLost"]


async def test_what_the_stream_will_never_take_is_permanent(executor: JetStreamEventLog, job: Aggregate) -> None:
    too_large = Outgoing(
        f"gh.evt.job.{job.id}.executor.JobClaimed", b"x" * (streams.MAX_EVENT_BYTES + 1), {MESSAGE_ID: "1"}
    )
    with pytest.raises(ApiError) as raised:
        await executor._bus.publish(too_large)
    assert raised.value.code == "jetstream_10054"


async def test_a_batch_over_the_limit_is_refused_before_it_is_sent(executor: JetStreamEventLog) -> None:
    with pytest.raises(Permanent, match="at most 1000"):
        await executor._bus.publish_batch([Outgoing("gh.evt.x", b"")] * (jetstream.MAX_BATCH + 1))


async def test_a_thousand_events_go_in_one_batch(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    appended = await executor.append_decision(await executor.load(job), [claimed] * jetstream.MAX_BATCH, cause=cause)
    history = await executor.load(job)
    assert list(history.recorded) == appended


async def test_one_batch_over_two_aggregates_is_stored_whole_or_not_at_all(
    executor: JetStreamEventLog, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    other = Aggregate(job.kind, str(uuid.uuid4()))
    fresh, taken = await executor.load(job), await executor.load(other)
    await executor.append_decision(taken, [claimed], cause=cause.at_stage("before"))
    with pytest.raises(Conflict):
        await executor.append_all([Change(fresh, [claimed]), Change(taken, [claimed])], cause=cause)
    assert await events_of(executor, job) == []
    both = [Change(fresh, [claimed]), Change(await executor.load(other), [claimed])]
    appended = await executor.append_all(both, cause=cause)
    assert [one.aggregate for one in appended] == [job, other]
    assert len(await events_of(executor, other)) == 2


async def test_a_command_sent_again_is_queued_once(bus_of: BusOf, migration: Bus, job: Aggregate, cause: Cause) -> None:
    bus = await bus_of(services.EXECUTOR)
    commands, line = Commands(bus), Line(bus)
    before = await _messages(migration)
    line.lose_answers(1)
    for _ in range(2):
        await commands.send(RunJob(job_id=job.id, tenant="acme"), command_id=f"run-{job.id}", cause=cause)
    assert await _messages(migration) == before + 1


async def _messages(migration: Bus) -> int:
    info = await migration.api(f"STREAM.INFO.{streams.COMMANDS}")
    return int(info["state"]["messages"])


async def test_a_message_that_is_deleted_or_purged_already_needs_no_delete(bus_of: BusOf) -> None:
    bus, stream = await bus_of(MIGRATION), f"GONE_{uuid.uuid4().hex}"
    await bus.api(f"STREAM.CREATE.{stream}", {"name": stream, "subjects": [f"{stream}.>"]})
    for name in "abc":
        await bus.publish(Outgoing(f"{stream}.{name}", b""))
    await bus.delete(stream, 2)
    await bus.delete(stream, 2)
    await bus.api(f"STREAM.PURGE.{stream}", {"keep": 1})
    await bus.delete(stream, 1)
    assert list(await bus.list_subjects(stream, f"{stream}.>")) == [f"{stream}.c"]
    await bus.api(f"STREAM.DELETE.{stream}")


async def test_a_delete_that_the_server_refuses_is_no_success(bus_of: BusOf) -> None:
    bus, stream = await bus_of(MIGRATION), f"KEPT_{uuid.uuid4().hex}"
    await bus.api(f"STREAM.CREATE.{stream}", {"name": stream, "subjects": [stream], "deny_delete": True})
    await bus.publish(Outgoing(stream, b""))
    with pytest.raises(ApiError):
        await bus.delete(stream, 1)
    await bus.api(f"STREAM.DELETE.{stream}")
