"""The cost of a job with several replicas of each service: at 2 and at 4, beside 1; ten hosts serve all.

Everything is real except Chromium: the services, NATS and PostgreSQL are processes as in a stack, and each host is a
browser-host whose browsers are pages in memory (`simulated_host`). Replicas are added and removed in one stack, which
does the same jobs, of other applicants, with each number of them in turns.

    scale.cost_x4             seconds of processor a job, of all together, at four replicas of each beside one
    scale.cost_x4.<part>      of it that part's
    scale.idle_x4             what all of them spend a minute without a job; it is subtracted from the jobs' cost for
                              their time, since it is spent once for however many jobs there are
    scale.jobs_x4             jobs a second by the clock

A machine with few processors does no more jobs a second for having more processes, so the cost counts: as long as it is
flat, more machines do more.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec

from ghosthands import stack
from ghosthands.bench import servers, side_by_side, simulated_host
from ghosthands.bench.apply import TENANT, SubmissionWatch, make_request
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result
from ghosthands.bench.processor_time import NATS, POSTGRES, ProcessorTime
from ghosthands.bench.soak import until_all_is_heard
from ghosthands.domain import ids, services
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.stack import ports
from ghosthands.stack.services import module_command

#: numbers of replicas of each service except the hosts
REPLICAS = (1, 2, 4)
HOSTS = 10
#: jobs with each number of replicas, in each run
JOBS = 40
AT_ONCE = 20
#: uncounted jobs before: a process's one-time work, such as late imports, is no part of a job
WARMING = 20
#: seconds without a job
IDLE_SECONDS = 10.0
#: seconds for a job's later work: callbacks, recipes
_REST_SECONDS = 1.0
_LOOK_SECONDS = 0.25
#: the resolution of a process's time, in seconds
_TICK = 0.01

REPLICATED = tuple(service for service in services.SERVICES if service != services.BROWSER_HOST)
PARTS = (*services.SERVICES, NATS, POSTGRES)

_BESIDE = "the same with one replica of each"
COST = Contest("scale.cost", "s of processor/job", Better.LOWER, _BESIDE, target=1.2)
IDLE = Contest("scale.idle", "s of processor/minute", Better.LOWER, _BESIDE)
DONE = Contest("scale.jobs", "jobs/s", Better.HIGHER, _BESIDE)

_ENVIRONMENT = {
    "GHOSTHANDS_BROWSER_HOST_LIVE": "false",
    "GHOSTHANDS_BROWSER_HOST_PER_SITE": "4",
    "GHOSTHANDS_BROWSER_HOST_SKETCHES": "false",
}


@dataclass(frozen=True)
class Measured:
    """The results of some jobs with one number of replicas."""

    #: seconds of processor time a job, by part, without the idle time
    cost: Mapping[str, float]
    jobs_a_second: float
    #: seconds of processor time a minute without a job, of all parts
    idle: float

    @property
    def whole(self) -> float:
        """The cost of all parts together."""
        return sum(self.cost.values())


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run all contests on a stack of its own."""
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress),
        services=services.SERVICES,
        environment=_ENVIRONMENT,
        service_command=_command,
    )


def _command(service: str) -> Sequence[str]:
    if service == services.BROWSER_HOST:
        return [sys.executable, "-m", simulated_host.__name__]
    return module_command(service)


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        valet, cli, all_seeing = await exits.enter_async_context(
            servers.connect(running, permissions.VALET, permissions.CLI, permissions.MIGRATION)
        )
        spent = await exits.enter_async_context(ProcessorTime.watching(_LOOK_SECONDS))
        replicas = Replicas(running)
        await replicas.start_hosts()
        scaling = Scaling(replicas, valet, JetStreamEventLog(cli), all_seeing, spent)
        measured: list[dict[int, Measured]] = []
        for turn in range(runs):
            order = REPLICAS if turn % 2 == 0 else REPLICAS[::-1]
            progress("replicas of each service", turn * len(order), runs * len(order))
            measured.append({each: await scaling.measure(each) for each in order})
        progress("replicas of each service", runs * len(REPLICAS), runs * len(REPLICAS))
    return [result for each in REPLICAS[1:] for result in tell(each, measured)]


class Outlay(NamedTuple):
    """Seconds by the clock, and of the processor by part."""

    seconds: float
    by_part: Mapping[str, float]


class Replicas:
    """The processes of each service besides the first, and the hosts."""

    def __init__(self, running: stack.Supervisor) -> None:
        self._running = running
        self._count = 1

    async def start_hosts(self) -> None:
        """Start all hosts except the one that the stack has itself."""
        for number in range(2, HOSTS + 1):
            browsers = self._running.state.path / f"browsers-{number}"
            extra = {
                **_ENVIRONMENT,
                "GHOSTHANDS_BROWSER_HOST_HOST": f"host-{number}",
                "GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR": str(_make_folder(browsers)),
            }
            await self._running.add(services.BROWSER_HOST, f"host-{number}", extra)

    async def be(self, wanted: int) -> None:
        """Start or stop processes until each service has that many."""
        for number in range(self._count + 1, wanted + 1):
            await asyncio.gather(*(self._add(service, number) for service in REPLICATED))
        for number in range(wanted + 1, self._count + 1):
            await asyncio.gather(*(self._running.remove(f"{service}-{number}") for service in REPLICATED))
        self._count = wanted

    async def _add(self, service: str, number: int) -> None:
        http, worker = ports.free_ports(2)
        doors = {"GHOSTHANDS_HTTP_PORT": str(http), "GHOSTHANDS_WORKER_PORT": str(worker)}
        extra = {**_ENVIRONMENT, **(doors if service == services.HITL_GATEWAY else {})}
        await self._running.add(service, f"{service}-{number}", extra)


def _make_folder(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Scaling:
    """Jobs, done by a given number of processes."""

    def __init__(
        self, replicas: Replicas, valet: Bus, events: JetStreamEventLog, all_seeing: Bus, spent: ProcessorTime
    ) -> None:
        self._replicas = replicas
        self._valet = valet
        self._events = events
        self._bus = all_seeing
        self._spent = spent
        self._numbers = count(1)

    async def measure(self, replicas: int) -> Measured:
        """Return the cost of jobs with that many replicas. Raises BenchFailed where one is not completed."""
        await self._replicas.be(replicas)
        await self.do_jobs(WARMING)
        await self._until_rest()
        resting = await self._spend(asyncio.sleep(IDLE_SECONDS))
        idle = {part: spent / resting.seconds for part, spent in resting.by_part.items()}
        working = await self._spend(self._work())
        net = {part: working.by_part[part] - idle[part] * working.seconds for part in PARTS}
        return Measured(
            cost={part: max(_TICK, net[part]) / JOBS for part in PARTS},
            jobs_a_second=JOBS / working.seconds,
            idle=sum(idle[part] for part in PARTS) * 60,
        )

    async def _spend(self, work: Awaitable[None]) -> Outlay:
        before, started = self._spent.by_part(), time.perf_counter()
        await work
        seconds, after = time.perf_counter() - started, self._spent.by_part()
        return Outlay(seconds, {part: after[part] - before[part] for part in PARTS})

    async def _work(self) -> None:
        await self.do_jobs(JOBS)
        await self._until_rest()

    async def do_jobs(self, times: int) -> None:
        """Do that many jobs, some at once, until the last browser is closed. Raises BenchFailed."""
        await side_by_side.repeat(self._apply, times=times, at_once=AT_ONCE)

    async def _apply(self) -> None:
        number = next(self._numbers)
        body = make_request(f"https://careers.example.com/acme/jobs/{number}", user=f"user-{number}")
        await self._valet.publish(Outgoing("job.requested", msgspec.json.encode(body)))
        await SubmissionWatch(ids.job_id(TENANT, body["idempotency_key"])).until_over(self._events)

    async def _until_rest(self) -> None:
        await until_all_is_heard(self._bus)
        await asyncio.sleep(_REST_SECONDS)


def tell(replicas: int, measured: Sequence[Mapping[int, Measured]]) -> list[Result]:
    """Return the results of that many replicas beside one."""
    pairs = [(each[replicas], each[1]) for each in measured]
    cost, idle, jobs = (replace(each, name=f"{each.name}_x{replicas}") for each in (COST, IDLE, DONE))
    of_parts = (
        replace(cost, name=f"{cost.name}.{part}", target=None).result(
            [Pair(many.cost[part], one.cost[part]) for many, one in pairs]
        )
        for part in PARTS
    )
    return [
        cost.result([Pair(many.whole, one.whole) for many, one in pairs]),
        *of_parts,
        idle.result([Pair(many.idle, one.idle) for many, one in pairs]),
        jobs.result([Pair(many.jobs_a_second, one.jobs_a_second) for many, one in pairs]),
    ]
