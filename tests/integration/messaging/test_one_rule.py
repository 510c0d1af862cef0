"""One rule for an event id that is there already, whichever log holds it: on a real server, and in memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from ghosthands.domain import services
from ghosthands.domain.budget import BudgetExceeded, Measure, Scope
from ghosthands.domain.errors import Conflict, Permanent
from ghosthands.domain.job import JobClaimed, JobResumed
from ghosthands.domain.session import CommandRefused, SessionLost
from ghosthands.messaging.log.event_log import Change, EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.wire.subjects import job as job_of

BusOf = Callable[[str], Awaitable[Bus]]

CRASHED = SessionLost(session_id="s1", reason="crashed")
CLOSED = SessionLost(session_id="s1", reason="closed")
REFUSED = CommandRefused(cause="c", command="PlanPage", code="no_page_model")

EXCEEDED = BudgetExceeded(
    at=datetime(2026, 1, 1, tzinfo=UTC),
    scope=Scope.JOB,
    measure=Measure.CALLS,
    limit=3,
    used=3,
    wanted=1,
    purpose="draft",
)


@dataclass
class Logs:
    """One log, as three services may use it."""

    host: EventLog
    executor: EventLog
    planner: EventLog


@pytest.fixture(params=["on a server", "in memory"])
async def logs(request: pytest.FixtureRequest, bus_of: BusOf) -> Logs:
    if request.param == "in memory":
        host = MemoryEventLog(services.BROWSER_HOST)
        return Logs(host, host.as_service(services.EXECUTOR), host.as_service(services.PLANNER))
    names = (services.BROWSER_HOST, services.EXECUTOR, services.PLANNER)
    return Logs(*[JetStreamEventLog(await bus_of(name)) for name in names])


async def test_a_fact_told_again_stands_once_whatever_its_teller_knew_of_the_log(
    logs: Logs, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    before = await logs.host.load(job)
    (first,) = await logs.host.append_facts(before, [CRASHED], cause=cause)
    await logs.executor.append_decision(await logs.executor.load(job), [claimed], cause=cause)
    for history in (before, await logs.host.load(job)):
        assert await logs.host.append_facts(history, [CRASHED], cause=cause) == [first]
    assert (await logs.host.load(job)).events == (CRASHED, claimed)


async def test_a_fact_told_again_after_another_of_its_teller_s_stands_once(
    logs: Logs, job: Aggregate, cause: Cause
) -> None:
    before = await logs.host.load(job)
    (first,) = await logs.host.append_facts(before, [CRASHED], cause=cause)
    await logs.host.append_facts(await logs.host.load(job), [CLOSED], cause=cause.at_stage("later"))
    assert await logs.host.append_facts(before, [CRASHED], cause=cause) == [first]
    assert (await logs.host.load(job)).events == (CRASHED, CLOSED)


async def test_what_was_said_before_the_part_that_is_read_stands_once(logs: Logs, job: Aggregate, cause: Cause) -> None:
    (first,) = await logs.host.append_facts(await logs.host.load(job), [CRASHED], cause=cause)
    await logs.host.append_facts(await logs.host.load(job), [CLOSED], cause=cause.at_stage("later"))
    part = (await logs.host.load(job)).without_events()
    with pytest.raises(Permanent) as reused:
        await logs.host.append_facts(part, [CRASHED], cause=cause)
    assert reused.value.code == "cause_reused"
    assert [one.id for one in (await logs.host.load(job)).recorded].count(first.id) == 1


async def test_one_cause_says_no_two_things_of_one_job(logs: Logs, job: Aggregate, cause: Cause) -> None:
    before = await logs.host.load(job)
    await logs.host.append_facts(before, [CRASHED], cause=cause)
    for history in (before, await logs.host.load(job)):
        with pytest.raises(Permanent) as reused:
            await logs.host.append_facts(history, [REFUSED], cause=cause)
        assert reused.value.code == "cause_reused"


async def test_one_cause_says_nothing_of_two_jobs(logs: Logs, job: Aggregate, cause: Cause) -> None:
    await logs.host.append_facts(await logs.host.load(job), [CRASHED], cause=cause)
    other = await logs.host.load(job_of("another-job"))
    with pytest.raises(Permanent) as reused:
        await logs.host.append_facts(other, [CRASHED], cause=cause)
    assert reused.value.code == "cause_reused"


async def test_what_is_said_once_is_not_said_again_by_who_has_read_that_another_service_said_it(
    logs: Logs, job: Aggregate, cause: Cause
) -> None:
    (first,) = await logs.planner.append_facts(await logs.planner.load(job), [EXCEEDED], cause=cause)
    assert await logs.host.append_facts(await logs.host.load(job), [EXCEEDED], cause=cause) == [first]


async def test_what_another_service_said_under_the_same_id_is_nobody_elses_word(
    logs: Logs, job: Aggregate, cause: Cause
) -> None:
    before = await logs.planner.load(job)
    (first,) = await logs.planner.append_facts(before, [REFUSED], cause=cause)
    (own,) = await logs.host.append_facts(await logs.host.load(job), [REFUSED], cause=cause)
    assert (own.id, own.service) == (first.id, services.BROWSER_HOST)
    for history in (before, await logs.host.load(job)):
        assert await logs.host.append_facts(history, [REFUSED], cause=cause) == [own]


async def test_of_two_facts_side_by_side_one_that_is_there_is_not_said_again(
    logs: Logs, job: Aggregate, cause: Cause
) -> None:
    before = await logs.host.load(job)
    (first,) = await logs.host.append_facts(before, [CRASHED], cause=cause)
    both = await logs.host.append_facts(await logs.host.load(job), [CRASHED, CLOSED], cause=cause)
    assert both[0] == first
    assert (await logs.host.load(job)).events == (CRASHED, CLOSED)


async def test_who_knows_of_none_of_two_and_one_is_there_is_told_that_another_was_first(
    logs: Logs, job: Aggregate, cause: Cause
) -> None:
    before = await logs.host.load(job)
    await logs.host.append_facts(before, [CRASHED], cause=cause)
    with pytest.raises(Conflict):
        await logs.host.append_facts(before, [CRASHED, CLOSED], cause=cause)
    assert (await logs.host.load(job)).events == (CRASHED,)


async def test_a_decision_told_again_stands_once_and_a_later_one_is_another(
    logs: Logs, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    before = await logs.executor.load(job)
    (first,) = await logs.executor.append_decision(before, [claimed], cause=cause)
    assert await logs.executor.append_decision(before, [claimed], cause=cause) == [first]
    later = await logs.executor.load(job)
    (second,) = await logs.executor.append_decision(later, [claimed], cause=cause)
    assert second.id != first.id


async def test_another_decision_on_the_same_history_comes_too_late(
    logs: Logs, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    before = await logs.executor.load(job)
    await logs.executor.append_decision(before, [claimed], cause=cause)
    with pytest.raises(Conflict):
        await logs.executor.append_decision(before, [JobResumed(request_id="r", at=claimed.at)], cause=cause)


async def test_of_several_jobs_changed_together_a_repeat_changes_none(
    logs: Logs, job: Aggregate, cause: Cause, claimed: JobClaimed
) -> None:
    other = job_of(f"{job.id}-other")
    changes = [Change(await logs.executor.load(one), [claimed]) for one in (job, other)]
    first = await logs.executor.append_all(changes, cause=cause)
    assert await logs.executor.append_all(changes, cause=cause) == first
    assert [len((await logs.executor.load(one)).events) for one in (job, other)] == [1, 1]
