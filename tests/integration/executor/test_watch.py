"""On a real server: a job whose wake-up call never came is found, by whichever executor, and let be once it ended."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from ghosthands import stack
from ghosthands.domain import ids, job, services
from ghosthands.domain.job import Band, RunJob
from ghosthands.domain.message import Event
from ghosthands.executor import watch
from ghosthands.executor.runner import Runner
from ghosthands.executor.watch import Watch
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.commands import Commands, find_oldest
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.handling import Handling, event_envelopes
from ghosthands.messaging.work.puller import Puller
from ghosthands.messaging.work.timers import Timers
from ghosthands.testkit.story import NOON, requested

RUN_JOBS = subjects.in_band(services.EXECUTOR, RunJob.__name__, Band.NORMAL)
JOB = subjects.job(ids.derived("a job that nobody woke"))
CAUSE = Cause(command_id=ids.derived("its request"), tenant="t", correlation=JOB.id)


async def test_a_job_that_nobody_woke_is_found_and_let_be_once_it_ended(
    state_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "SILENCE", timedelta(seconds=1))
    monkeypatch.setattr(watch, "SENDING", timedelta(seconds=0.2))
    config = stack.StackConfig(state_dir=state_dir, services=(), nats_url=None, database_url=None)
    async with (
        stack.Supervisor(config) as running,
        stack.logged_in(running, services.JOB_INTAKE) as intake,
        stack.logged_in(running, services.EXECUTOR) as executor,
    ):
        await say(intake, requested())
        puller = watching(executor)
        pulling = asyncio.create_task(puller.run())
        async with asyncio.timeout(30):
            while await find_oldest(executor, RUN_JOBS) is None:  # noqa: ASYNC110 - the queue tells nobody
                await asyncio.sleep(0.1)
        await say(executor, job.JobFailed(at=NOON, code="crash_loop"))
        async with asyncio.timeout(30):
            while await count_in_hand(running):  # noqa: ASYNC110 - nor does the consumer
                await asyncio.sleep(0.1)
        await puller.stop()
        await pulling


def watching(bus: Bus) -> Puller:
    """What the service makes of it, but for the process around it."""
    runner = Runner(JetStreamEventLog(bus), Commands(bus), Timers(bus), worker="w")
    look = Watch(runner, partial(find_oldest, bus)).look
    handling = Handling(services.EXECUTOR, event_envelopes(), look, DeadLetters(bus), max_failures=None, keeps=True)
    return Puller(bus, streams.EVENTS, [f"{services.EXECUTOR}-{consumers.WATCH}"], handling, slots=2)


async def say(bus: Bus, event: Event) -> None:
    log = JetStreamEventLog(bus)
    await log.append_facts(await log.load(JOB), [event], cause=CAUSE.at_stage(type(event).__name__))


async def count_in_hand(running: stack.Supervisor) -> int:
    async with stack.logged_in(running, services.EXECUTOR) as bus:
        info = await bus.api(f"CONSUMER.INFO.{streams.EVENTS}.{services.EXECUTOR}-{consumers.WATCH}")
    return int(info["num_ack_pending"]) + int(info["num_pending"])
