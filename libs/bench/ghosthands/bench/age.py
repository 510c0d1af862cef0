"""The cost of a job in an old log beside a young one: reading, claiming, appending, receiving its request again.

It fills two servers alike: one with the given number of jobs, one with 500. Before each run it restarts both, so that
nothing is in their memory, and every job it reads is in a block of its own; so both read it from the disk, and differ
only in how much is around it. Nothing is archived.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from statistics import median
from uuid import uuid4

from ghosthands import stack
from ghosthands.bench import aged_log
from ghosthands.bench.aged_log import AgedLog
from ghosthands.bench.append import make_event
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, find_percentile, repeat, time_once
from ghosthands.domain.job import JobClaimed, Phase
from ghosthands.domain.services import BROWSER_HOST, EXECUTOR, JOB_INTAKE
from ghosthands.domain.session import SessionLost
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import API, Bus
from ghosthands.messaging.server.streams import VAULT as VAULT_BUCKET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History

#: number of jobs in the old log, and in the young one
JOBS = 20_000
YOUNG = 500
_VAULT = f"KV_{VAULT_BUCKET}"

#: least number of jobs
LEAST = 100

#: the ranges of the log from which equally many jobs are read, as shares of all jobs
_EARLY, _MIDDLE, _LATE = (0.05, 0.12), (0.47, 0.55), (0.86, 0.93)
#: the applicants whose values are read: the server reads the last of a young vault's three blocks at its start
_APPLICANTS = (0.1, 0.5)
#: the jobs that are read while others publish
_BESIDE = (0.02, 0.15, 0.44, 0.58, 0.83, 0.96)
#: least number of publishes beside a read
_LEAST_PUBLISHED = 5


def _contest(name: str) -> Contest:
    return Contest(f"age.{name}", "ms", Better.LOWER, f"the same in a log of {YOUNG} jobs", target=1.5)


READ_EARLY = _contest("read_early")
READ_MIDDLE = _contest("read_middle")
READ_LATE = _contest("read_late")
READ_RESTED = _contest("read_rested")
CLAIM = _contest("claim")
APPEND = _contest("append")
DUPLICATE = _contest("duplicate_request")
VAULT = _contest("vault_read")
BESIDE = _contest("publish_beside_p95")
CONTESTS = (READ_EARLY, READ_MIDDLE, READ_LATE, READ_RESTED, CLAIM, APPEND, DUPLICATE, VAULT, BESIDE)

#: works on the job of that id and returns the seconds
Act = Callable[["Side", str], Awaitable[float]]


async def run(runs: int, progress: Progress, jobs: int = JOBS) -> list[Result]:
    """Run the contests on two servers of the bench's own, with that many jobs in the old log."""
    if jobs < LEAST:
        raise BenchFailed(f"a log of {jobs} jobs is none: at least {LEAST}")
    state = stack.StateDir((stack.default_path() / "bench").resolve())
    state.path.mkdir(parents=True, exist_ok=True)
    old, young = AgedLog(state.path / "old", jobs), AgedLog(state.path / "young", YOUNG)
    try:
        with state.locked():
            for log in (young, old):
                await log.fill(progress)
            ages = Ages(old, young)
            pairs = await repeat(ages.run, runs, progress, "reading and appending")
    except stack.StackError as error:
        raise BenchFailed(str(error)) from error
    finally:
        for log in (young, old):
            log.stop()
        shutil.rmtree(state.path, ignore_errors=True)
    return [contest.result([pair[contest] for pair in pairs]) for contest in CONTESTS]


def with_jobs(jobs: int) -> Callable[[int, Progress], Awaitable[list[Result]]]:
    """Return the bench with that many jobs in the old log."""
    return partial(run, jobs=jobs)


@dataclass(frozen=True, eq=False)
class Side:
    """One of the two servers, with each service's connection to its log."""

    log: AgedLog
    executor: EventLog
    intake: EventLog
    host: EventLog
    #: the connection of a service that holds the vault
    bus: Bus

    async def read(self, job_id: str) -> float:
        """Return the seconds of reading a job's whole history."""
        return await time_once(self.executor.load(subjects.job(job_id)))

    async def claim(self, job_id: str) -> float:
        """Do an executor's first work, reading the job and claiming it; return the seconds."""

        async def claim() -> None:
            history = await self.executor.load(subjects.job(job_id))
            claimed = JobClaimed(at=datetime.now(UTC), worker="bench")
            await self.executor.append_decision(history, [claimed], cause=_cause(job_id))

        return await time_once(claim())

    async def append(self, job_id: str) -> float:
        """Append a decision to a job whose history is known; return the seconds."""
        history = await self.executor.load(subjects.job(job_id))
        return await time_once(self.executor.append_decision(history, [make_event()], cause=_cause(job_id)))

    async def ask_again(self, job_id: str) -> float:
        """Do what job-intake reads for a repeated request: the job, and again before waking it; return the seconds."""

        async def ask() -> None:
            history = await self.intake.load(subjects.job(job_id))
            if job_of(history).phase is Phase.NEW:
                raise BenchFailed("a job of the log was not found")
            await self.intake.load(history.aggregate)

        return await time_once(ask())

    async def read_vault(self, job_id: str) -> float:
        """Do the vault's requests for a value of an applicant, and for all their values; return the seconds."""

        async def read() -> None:
            await self.bus.request(f"{API}.DIRECT.GET.{_VAULT}.{aged_log.subject_of_value(job_id, 0)}")
            found = await self.bus.last_of_each(_VAULT, aged_log.subject_of_value(job_id, "*"))
            if len(found) != aged_log.VALUES:
                raise BenchFailed(f"{len(found)} values of an applicant were found, not {aged_log.VALUES}")

        return await time_once(read())

    async def publish_beside(self, job_id: str) -> list[float]:
        """Return the seconds of each publish of another service while that job is read."""
        reading = asyncio.ensure_future(self.read(job_id))
        history, seconds = History(subjects.job(str(uuid4()))), list[float]()
        while not reading.done() or len(seconds) < _LEAST_PUBLISHED:
            appending = self.host.append_facts(
                history, [SessionLost(session_id="bench", reason="crashed")], cause=_cause(str(uuid4()))
            )
            stored = asyncio.ensure_future(appending)
            seconds.append(await time_once(stored))
            history = history.continued(stored.result())
        await reading
        return seconds


class Ages:
    """The two logs, at the same work."""

    def __init__(self, old: AgedLog, young: AgedLog) -> None:
        self._logs = (old, young)
        self._runs = 0

    async def run(self) -> dict[Contest, Pair]:
        """Return the result of each contest on both, in milliseconds; each run reads other jobs."""
        self._runs += 1
        for log in self._logs:
            await log.restart()
        async with AsyncExitStack() as exits:
            old, young = [await _open(log, exits) for log in self._logs]
            return await self._take_turns(old, young)

    async def _take_turns(self, old: Side, young: Side) -> dict[Contest, Pair]:
        applicants = [self._jobs_at(part) for part in _APPLICANTS]
        found = {VAULT: await self._compare(Side.read_vault, old, young, applicants)}
        parts = {READ_EARLY: _EARLY, READ_MIDDLE: _MIDDLE, READ_LATE: _LATE}
        jobs = {contest: [self._jobs_at(part) for part in each] for contest, each in parts.items()}
        jobs[READ_RESTED] = [self._rested(number) for number in (0, 5)]
        for contest, each in jobs.items():
            found[contest] = await self._compare(Side.read, old, young, each)
        every = [job for each in jobs.values() for job in each]
        for contest, act in ((DUPLICATE, Side.ask_again), (APPEND, Side.append), (CLAIM, Side.claim)):
            found[contest] = await self._compare(act, old, young, every)
        found[BESIDE] = await self._publish_beside(old, young)
        return found

    async def _compare(self, act: Act, old: Side, young: Side, jobs: list[tuple[str, str]]) -> Pair:
        """Return the medians of both over these jobs, with alternating order."""
        seconds: dict[Side, list[float]] = {old: [], young: []}
        for turn, (in_old, in_young) in enumerate(jobs):
            both = [(old, in_old), (young, in_young)]
            for side, job_id in both if turn % 2 else both[::-1]:
                seconds[side].append(await act(side, job_id))
        return Pair(median(seconds[old]) * 1e3, median(seconds[young]) * 1e3)

    async def _publish_beside(self, old: Side, young: Side) -> Pair:
        seconds: dict[Side, list[float]] = {old: [], young: []}
        for part in _BESIDE:
            for side, job_id in zip((old, young), self._jobs_at(part), strict=True):
                seconds[side] += await side.publish_beside(job_id)
        return Pair(*(find_percentile(seconds[side], 0.95) * 1e3 for side in (old, young)))

    def _jobs_at(self, part: float) -> tuple[str, str]:
        old, young = (log.job_at(part, self._runs % (log.jobs // 50)) for log in self._logs)
        return old, young

    def _rested(self, number: int) -> tuple[str, str]:
        old, young = (log.rested_job(self._runs + number) for log in self._logs)
        return old, young


async def _open(log: AgedLog, exits: AsyncExitStack) -> Side:
    buses = [await exits.enter_async_context(log.connected(user)) for user in (EXECUTOR, JOB_INTAKE, BROWSER_HOST)]
    executor, intake, host = (JetStreamEventLog(bus) for bus in buses)
    return Side(log, executor, intake, host, buses[-1])


def _cause(job_id: str) -> Cause:
    return Cause(command_id=str(uuid4()), tenant="bench", correlation=job_id)
