"""The time until a paused job goes on after its human has answered: from `human.resolved` to executor's next step.

The job is executor's own, which asks for a captcha: the bench writes a browser-host's events on its log, with a wall at
every observation. A sample begins as VALET publishes the answer. hitl-gateway, a process of its own, takes it, reads
the history, appends HumanResolved and sends RunJob; executor, another, takes that, reads the history, appends
JobClaimed and JobResumed, and then the next step. The sample ends when that StepChosen is seen on the log.

The reference is nats-py storing the same messages, one after the other: the time to store them, without any reading or
deciding in between.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from statistics import median
from uuid import uuid4

import msgspec
from nats.js import JetStreamContext

from ghosthands import stack
from ghosthands.bench import servers
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, find_percentile, repeat, time_once
from ghosthands.domain import ids, services, session
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Band, HumanRequested, JobRequested, RunJob, StepChosen, StepKind
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageSummary, PageType
from ghosthands.messaging.log.event_log import EventLog, Feed
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.server.permissions import VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.work.commands import Commands

#: samples of a run: jobs, and pauses of each
JOBS = 10
PAUSES = 10

#: seconds to wait for an event
PATIENCE = 60.0

_STREAM, _SUBJECT = "BENCH", "bench.wake"

_BESIDE = "the same messages stored by nats-py, one after the other"
WOKEN_P50 = Contest("wake.to_next_step_p50", "ms", Better.LOWER, f"{_BESIDE}, p50")
WOKEN_P99 = Contest("wake.to_next_step_p99", "ms", Better.LOWER, f"{_BESIDE}, p99")


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run both contests on servers of their own, with hitl-gateway and executor."""
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress), services=(services.HITL_GATEWAY, services.EXECUTOR)
    )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        buses = await exits.enter_async_context(
            servers.connect(running, VALET, services.JOB_INTAKE, services.BROWSER_HOST)
        )
        client = await exits.enter_async_context(servers.connect_bare(running))
        bare = client.jetstream()
        await bare.add_stream(name=_STREAM, subjects=[_SUBJECT])
        both = await repeat(Waking(buses, bare).run, runs, progress, "resume → running")
    usual, slow = zip(*both, strict=True)
    return [WOKEN_P50.result(usual), WOKEN_P99.result(slow)]


class Waking:
    """Pauses that end, and as many stored messages."""

    def __init__(self, buses: Sequence[Bus], bare: JetStreamContext) -> None:
        self._valet, self._intake, host = buses
        self._host = JetStreamEventLog(host)
        self._bare = bare

    async def run(self) -> tuple[Pair, Pair]:
        """Return the medians and the 99th percentiles, in milliseconds, over some pauses of each of some jobs."""
        samples = [sample for _ in range(JOBS) for sample in await self._pause_job()]
        ours, bare = zip(*samples, strict=True)
        slow = Pair(find_percentile(ours, 0.99) * 1e3, find_percentile(bare, 0.99) * 1e3)
        return Pair(median(ours) * 1e3, median(bare) * 1e3), slow

    async def _pause_job(self) -> list[Pair]:
        job_id = await self._request()
        async with self._host.follow(subjects.job(job_id)) as feed:
            watched = WalledJob(self._host, job_id, feed)
            await watched.until_asks()
            return [await self._wake(watched) for _ in range(PAUSES)]

    async def _wake(self, job: WalledJob) -> Pair:
        answer = msgspec.json.encode({"tenant": "bench", "job_id": job.id, "resolution": Resolution.DONE})
        started = time.perf_counter()
        await self._valet.publish(Outgoing("human.resolved", answer))
        said, at = await job.until_goes_on()
        await job.until_asks()
        stored = [answer, msgspec.json.encode(job.id), *map(Codec().encode, (one.event for one in said))]
        return Pair(at - started, await time_once(self._store(stored)))

    async def _store(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            await self._bare.publish(_SUBJECT, message)

    async def _request(self) -> str:
        """Request a job for executor to run; return its id."""
        job_id = str(uuid4())
        requested = JobRequested(
            at=datetime.now(UTC),
            tenant="bench",
            applicant=ids.derived("applicant", job_id),
            task="task",
            site="careers.example.com",
            posting=ids.derived(job_id),
            platform="greenhouse",
        )
        cause = Cause(command_id=str(uuid4()), tenant="bench", correlation=job_id)
        await JetStreamEventLog(self._intake).transact(subjects.job(job_id), lambda _: [requested], cause=cause)
        run = RunJob(job_id=job_id, tenant="bench")
        await Commands(self._intake).send(run, command_id=str(uuid4()), cause=cause, band=Band.NORMAL)
        return job_id


class WalledJob:
    """A job with a captcha before its form, however often a human solves it; the bench is its browser-host."""

    def __init__(self, log: EventLog, job_id: str, feed: Feed) -> None:
        self.id = job_id
        self._log = log
        self._feed = feed
        self._session = ids.derived(job_id, "session")
        self._waiting: list[Recorded[Event]] = []

    async def until_asks(self) -> None:
        """Answer the job's commands until it waits for a human. Raises BenchFailed."""
        while True:
            one = await self._next()
            if isinstance(one.event, HumanRequested):
                return
            if isinstance(one.event, StepChosen):
                await self._answer(one)

    async def until_goes_on(self) -> tuple[list[Recorded[Event]], float]:
        """Return the events until executor's next step, and when that was seen. Raises BenchFailed."""
        said = list[Recorded[Event]]()
        while not (said and isinstance(said[-1].event, StepChosen)):
            said.append(await self._next())
        at = time.perf_counter()
        await self._answer(said[-1])
        return said, at

    async def _next(self) -> Recorded[Event]:
        while not self._waiting:
            if not (come := await self._feed.next(PATIENCE)):
                raise BenchFailed(f"nothing was said of a job within {PATIENCE:g} s")
            self._waiting += come
        return self._waiting.pop(0)

    async def _answer(self, chosen: Recorded[Event]) -> None:
        assert isinstance(chosen.event, StepChosen)  # noqa: S101 - whoever calls looked
        cause = Cause(command_id=chosen.event.command_id, tenant="bench", correlation=self.id)
        facts = self._find_facts(chosen.event, epoch=chosen.epoch or 0)
        await self._log.append_facts(await self._log.load(subjects.job(self.id)), facts, cause=cause)

    def _find_facts(self, chosen: StepChosen, epoch: int) -> list[Event]:
        cause, session_id = chosen.command_id, self._session
        match chosen.step:
            case StepKind.OPEN_SESSION:
                opened = session.SessionOpened(
                    cause=cause, session_id=session_id, host="bench", provider="local", epoch=epoch
                )
                return [opened]
            case StepKind.FENCE:
                return [session.SessionFenced(cause=cause, session_id=session_id, epoch=epoch)]
            case StepKind.OBSERVE:
                wall = session.BlockerDetected(
                    cause=cause,
                    session_id=session_id,
                    type=BlockerType.CAPTCHA,
                    confidence=1.0,
                    evidence=BlockerType.CAPTCHA,
                )
                return [
                    wall,
                    session.PageObserved(cause=cause, session_id=session_id, page=_PAGE, took_ms=1),
                ]
            case _:
                raise BenchFailed(f"a job behind a wall was to {chosen.step}")


_PAGE = PageSummary(
    model_ref=ids.derived("page"),
    fingerprint="wall",
    site="careers.example.com",
    platform="greenhouse",
    page_type=PageType.OTHER,
)
