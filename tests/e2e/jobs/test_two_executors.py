"""Two executors on one job: one stops breathing past its ack wait and comes back; one wins, nothing is sent twice."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator

import pytest

from ghosthands.domain import ids, job, services, session
from ghosthands.domain.job import Phase
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.commands import Commands
from ghosthands.practice.holds import HoldPoint
from ghosthands.stack import logged_in
from ghosthands.testkit.lab import TENANT, FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture
async def second_executor(lab: Lab) -> AsyncIterator[Process]:
    """Another executor beside the stack's own."""
    login = lab.stack.password_of(services.EXECUTOR)
    environment = {
        **os.environ,
        "GHOSTHANDS_NATS_URL": lab.stack.nats_url,
        "GHOSTHANDS_NATS_USER": login.user,
        "GHOSTHANDS_NATS_PASSWORD": login.password,
        "GHOSTHANDS_ACK_WAIT_SECONDS": "2",
    }
    log = lab.stack.state.log_file("executor-2").open("wb")
    command = (sys.executable, "-m", "ghosthands.executor")
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=log, stderr=log)
    yield process
    process.send_signal(signal.SIGCONT)
    process.terminate()
    await asyncio.wait_for(process.wait(), 30)
    log.close()


def workers(seen: FollowedJob) -> list[int]:
    """The processes that claimed the job, in order."""
    claims = [event for event in seen.named("JobClaimed") if isinstance(event, job.JobClaimed)]
    return [int(claim.worker.rpartition("-")[2]) for claim in claims]


async def test_an_executor_that_was_overtaken_does_nothing_more(lab: Lab, second_executor: Process) -> None:
    posting = a_posting()
    lab.site.holds.arm(posting.key, HoldPoint.BEFORE_COUNT)
    job_id = await lab.apply(posting)
    await lab.held(posting)
    first = workers(await lab.until(job_id, lambda seen: bool(workers(seen))))[0]
    os.kill(first, signal.SIGSTOP)
    try:
        overtaken = await lab.until(job_id, lambda seen: len(set(workers(seen))) > 1)
    finally:
        os.kill(first, signal.SIGCONT)
    lab.site.holds.release()
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert lab.submissions(posting) == 1
    assert workers(overtaken)[-1] != first
    assert len(seen.named("EffectIntended")) == 1


async def test_browser_host_refuses_the_epoch_of_an_older_claim(lab: Lab) -> None:
    job_id = await lab.apply(a_posting(), query="?unknown=1")
    asking = await lab.asking(job_id)
    held, request = asking.job.browser.session, asking.job.request
    assert held is not None
    assert request is not None
    command_id = ids.derived(job_id, "an older claim")
    stale = session.Observe(
        session_id=held.id, job_id=job_id, tenant=TENANT, applicant=request.applicant, epoch=held.epoch - 1
    )
    cause = Cause(command_id=command_id, tenant=TENANT, correlation=job_id)
    async with logged_in(lab.stack, services.EXECUTOR) as bus:
        await Commands(bus).send(stale, command_id=command_id, cause=cause, host=held.host)
    seen = await lab.until(job_id, lambda seen: bool(seen.named("CommandRefused")))
    (refused,) = seen.named("CommandRefused")
    assert isinstance(refused, session.CommandRefused)
    assert (refused.cause, refused.code) == (command_id, "stale_epoch")
    await lab.cancel(job_id)
    assert (await lab.finished(job_id)).phase is Phase.CANCELLED
    assert subjects.job(job_id) == seen.recorded[0].aggregate
