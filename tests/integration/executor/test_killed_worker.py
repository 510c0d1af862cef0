"""A worker is killed while it has a job in hand: another goes on with it before anybody gets impatient."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from ghosthands import stack
from ghosthands.domain import ids, services, session
from ghosthands.domain.job import Band, JobClaimed, RunJob, StepChosen, StepKind
from ghosthands.domain.message import Event
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.work.commands import Commands
from ghosthands.testkit.story import requested

pytestmark = pytest.mark.slow

#: seconds that a job whose worker was killed may stand still: ten, and on a busy machine as many again
STANDSTILL_SECONDS = 20.0

JOB = subjects.job(ids.derived("a job whose worker is killed"))
CAUSE = Cause(command_id=ids.derived("its request"), tenant="t", correlation=JOB.id)


async def test_a_killed_workers_job_goes_on_within_seconds(state_dir: Path) -> None:
    config = stack.StackConfig(state_dir=state_dir, services=(), nats_url=None, database_url=None)
    async with stack.Supervisor(config) as running, AsyncExitStack() as opened:
        for number in range(2):
            await opened.enter_async_context(executor(running, state_dir / f"executor-{number}.log"))
        intake = await opened.enter_async_context(stack.logged_in(running, services.JOB_INTAKE))
        host = await opened.enter_async_context(stack.logged_in(running, services.BROWSER_HOST))
        log = JetStreamEventLog(host)
        await say(JetStreamEventLog(intake), requested())
        run = RunJob(job_id=JOB.id, tenant="t")
        await Commands(intake).send(run, command_id=ids.derived("run"), cause=CAUSE, band=Band.NORMAL)
        asked = await until(log, lambda history: is_at(history, StepKind.OPEN_SESSION))
        await say(log, opening(asked))
        in_hand = await until(log, lambda history: is_at(history, StepKind.FENCE))
        killed, at = claims(in_hand)[-1].worker, time.monotonic()
        os.kill(int(killed.rpartition("-")[2]), signal.SIGKILL)
        taken_on = await until(log, lambda history: len(claims(history)) > len(claims(in_hand)))
        stood_still = time.monotonic() - at
        assert claims(taken_on)[-1].worker != killed
        assert stood_still < STANDSTILL_SECONDS, f"the job stood still for {stood_still:.1f} s"


@asynccontextmanager
async def executor(running: stack.Supervisor, log_file: Path) -> AsyncIterator[Process]:
    login = running.password_of(services.EXECUTOR)
    environment = {
        **os.environ,
        "GHOSTHANDS_NATS_URL": running.nats_url,
        "GHOSTHANDS_NATS_USER": login.user,
        "GHOSTHANDS_NATS_PASSWORD": login.password,
    }
    command = (sys.executable, "-m", "ghosthands.executor")
    with log_file.open("wb") as log:
        process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=log, stderr=log)
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def say(log: EventLog, event: Event) -> None:
    await log.append_facts(await log.load(JOB), [event], cause=CAUSE.at_stage(type(event).__name__))


async def until(log: EventLog, holds: Callable[[History], bool]) -> History:
    """The job's history as soon as that holds."""
    history = History(JOB)
    async with asyncio.timeout(60), log.follow(JOB) as feed:
        while not holds(history):
            history = history.continued(await feed.next(5.0))
        return history


def is_at(history: History, step: StepKind) -> bool:
    last = history.events[-1] if history.events else None
    return isinstance(last, StepChosen) and last.step is step


def claims(history: History) -> list[JobClaimed]:
    return [event for event in history.events if isinstance(event, JobClaimed)]


def opening(asked: History) -> session.SessionOpened:
    chosen = asked.events[-1]
    assert isinstance(chosen, StepChosen)
    return session.SessionOpened(
        cause=chosen.command_id,
        session_id="s1",
        host="h",
        provider="local",
        pid=1,
        pid_start_time=1,
        epoch=asked.last_sequence,
    )
