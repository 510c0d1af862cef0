"""A job's course told by HTTP, by a hitl-gateway that may die at any moment, to a receiver that is not always well."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
import pytest
from starlette.responses import JSONResponse

from ghosthands.domain import job, services
from ghosthands.domain.callbacks import CallbackDelivered, CallbackFailed, RedriveCallbacks
from ghosthands.domain.codes import CallbackFault
from ghosthands.domain.human import AskKind
from ghosthands.domain.message import Event
from ghosthands.messaging.server.permissions import CLI
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.testkit.receiver import Heard, Receiver

if TYPE_CHECKING:
    from conftest import Case, Town

pytestmark = [pytest.mark.integration, pytest.mark.slow]

COURSE = ["running", "needs_human:verification", "resumed", "completed"]


async def go_through(case: Case, steps: Sequence[int] = range(4)) -> None:
    """The job runs, asks, is answered, and completes."""
    at = datetime.now(UTC)
    course: list[Event] = [
        job.JobClaimed(at=at, worker="w1"),
        job.HumanRequested(request_id=case.id, kind=AskKind.FIELDS, at=at, timeout_seconds=300),
        job.JobResumed(request_id=case.id, at=at),
        job.JobCompleted(at=at, outcome=job.Outcome.SUBMITTED),
    ]
    for step in steps:
        await case.say(services.EXECUTOR, course[step])


def once_each(heard: Sequence[Heard]) -> list[str]:
    """What was told, where a repeat follows what it repeats, under the same id."""
    runs = [(delivery, [one.word for one in same]) for delivery, same in groupby(heard, lambda one: one.delivery)]
    assert len({delivery for delivery, _ in runs}) == len(runs), "a repeat came after something else"
    assert all(len(set(words)) == 1 for _, words in runs), "one id for two things"
    return [words[0] for _, words in runs]


async def test_a_jobs_course_is_told_in_order_and_written_down(told: Case, receiver: Receiver) -> None:
    await go_through(told)
    await receiver.until(lambda: len(receiver.of(told.id)) == 4)
    assert receiver.words(told.id) == COURSE
    assert receiver.tasks[told.task].status == "completed"
    assert receiver.tasks[told.task].cost == {"total_cost_usd": 0.0, "action_count": 0, "total_tokens": 0}
    await told.until(CallbackDelivered)


async def test_a_receiver_that_is_not_well_hears_it_all_the_same(told: Case, receiver: Receiver) -> None:
    receiver.answers += [500, JSONResponse({}, 429, {"Retry-After": "1"}), 401]
    await go_through(told)
    await receiver.until(lambda: len(receiver.of(told.id)) == 4)
    assert receiver.words(told.id) == COURSE
    first = receiver.of(told.id, taken=False)[:4]
    assert [one.http_status for one in first] == [500, 429, 401, 200]
    assert len({one.delivery for one in first}) == 1
    assert first[2].at - first[1].at >= 1
    codes = [event.code for event in await told.events() if isinstance(event, CallbackFailed)]
    assert codes == [CallbackFault.NOT_TAKEN, CallbackFault.TOLD_TO_WAIT, CallbackFault.NOT_TAKEN]


async def test_a_receiver_that_is_down_hears_it_when_it_is_back(case: Case, receiver: Receiver) -> None:
    away = Receiver(receiver.secret)
    async with away.listening():
        port = away.port
    await case.start(callback_url=away.callback_url(), valet_task_id=case.task)
    await go_through(case)
    assert (await case.until(CallbackFailed)).event.code == CallbackFault.NOT_CONNECTED
    async with away.listening(port):
        await away.until(lambda: len(away.of(case.id)) == 4)
    assert away.words(case.id) == COURSE


async def test_killed_at_every_step_it_tells_everything_in_order(told: Case, town: Town, receiver: Receiver) -> None:
    gateway = town.stack.process(services.HITL_GATEWAY)
    for step in range(4):
        restarts, heard = gateway.restarts, len(receiver.heard)
        await go_through(told, [step])
        await receiver.until(lambda heard=heard: len(receiver.heard) > heard)  # type: ignore[misc]
        os.kill(gateway.pid, signal.SIGKILL)
        await town.stack.wait_until_restarted(services.HITL_GATEWAY, restarts + 1)
    await receiver.until(lambda: "completed" in receiver.words(told.id))
    assert once_each(receiver.of(told.id)) == COURSE


async def test_killed_while_the_receiver_hangs_it_tells_the_same_again(
    told: Case, town: Town, receiver: Receiver
) -> None:
    gateway = town.stack.process(services.HITL_GATEWAY)
    restarts = gateway.restarts
    receiver.open.clear()
    await go_through(told)
    await receiver.until_asked()
    os.kill(gateway.pid, signal.SIGKILL)
    await town.stack.wait_until_restarted(services.HITL_GATEWAY, restarts + 1)
    receiver.open.set()
    await receiver.until(lambda: "completed" in receiver.words(told.id))
    assert once_each(receiver.of(told.id)) == COURSE


async def test_what_was_given_up_is_told_when_somebody_asks(told: Case, town: Town, receiver: Receiver) -> None:
    await told.say(services.EXECUTOR, job.JobFailed(at=datetime.now(UTC) - timedelta(days=2), code="timeout"))
    assert (await told.until(CallbackFailed)).event.code == CallbackFault.TOO_OLD
    asked = msgspec.json.encode(RedriveCallbacks(tenant="acme", job_id=told.id))
    assert await micro.ask(town.buses[CLI], subjects.REDRIVE_CALLBACKS, asked, timeout=20) == b'{"redriven":1}'
    await receiver.until(lambda: receiver.words(told.id) == ["failed"])


async def test_the_secret_is_in_no_file(told: Case, town: Town, receiver: Receiver) -> None:
    await go_through(told)
    await receiver.until(lambda: len(receiver.of(told.id)) == 4)
    files = [path for path in town.stack.state.path.rglob("*") if path.is_file()]
    assert any("hitl-gateway" in path.name for path in files)
    assert [path for path in files if receiver.secret.encode() in path.read_bytes()] == []
