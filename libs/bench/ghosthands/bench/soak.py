"""Many applications, one after the other, by one stack: what grows with them, and are the last as fast as the first?

What the stack holds is looked at when it rests: after the first hundred, which warm it up, and after the last. Memory
is what its processes have for themselves, and their share of what they have together (`Pss`). A backlog that is left
when nothing is to be done any more fails the bench: somebody does not hear.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from ghosthands import stack
from ghosthands.bench import servers
from ghosthands.bench.apply import ENVIRONMENT, ApplyingStack, HostFolder
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result
from ghosthands.bench.processor_time import CHROMIUM, DRIVER, NATS, POSTGRES, ProcessorTime
from ghosthands.domain import services
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions, streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.practice import server
from ghosthands.practice.postings import Posting
from ghosthands.practice.server import Site

#: applications that are held against each other
SPAN = 100
#: seconds until a stack that rests has heard all there is
CATCH_UP_SECONDS = 30.0
_LOOK_SECONDS = 0.2
_MEGABYTE = 1 << 20
#: what nobody hears here: traces are not wanted, nor are the tables folded anew
_UNHEARD = {f"{services.PROJECTOR}-{streams.TRACES}", streams.REBUILD.name}

SECONDS = Contest("soak.seconds", "s/application", Better.LOWER, "the first hundred", target=1.1)
MEMORY = Contest("soak.memory", "MB", Better.LOWER, "after the first hundred", target=1.05)
PROCESSES = Contest("soak.processes", "processes", Better.LOWER, "after the first hundred", target=1.0)
HANDLES = Contest("soak.handles", "open files and sockets", Better.LOWER, "after the first hundred", target=1.05)
#: those whose memory is told by itself
PARTS = (*services.SERVICES, NATS, POSTGRES, DRIVER, CHROMIUM)


@dataclass(frozen=True)
class Holding:
    """What a part of the stack holds."""

    megabytes: float = 0.0
    processes: int = 0
    handles: int = 0

    def __add__(self, other: Holding) -> Holding:
        return Holding(self.megabytes + other.megabytes, self.processes + other.processes, self.handles + other.handles)


async def run(runs: int, progress: Progress) -> list[Result]:
    """The soak on a stack of its own; `runs` applications beside the first hundred."""
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress), services=services.SERVICES, environment=ENVIRONMENT
    )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        site = await exits.enter_async_context(server.serve())
        valet, cli, all_seeing = await exits.enter_async_context(
            servers.connect(running, permissions.VALET, permissions.CLI, permissions.MIGRATION)
        )
        parts = await exits.enter_async_context(ProcessorTime.watching())
        ours = ApplyingStack(valet, JetStreamEventLog(cli), site, HostFolder(running.state.browsers))
        soak = Soak(site, ours, parts, all_seeing, progress, runs + SPAN)
        first = await soak.apply(SPAN)
        before = await soak.look()
        last = await soak.apply(runs)
        after = await soak.look()
    return tell(Pair(mean(last[-SPAN:]), mean(first)), after, before)


class Soak:
    """Applications one after the other, and what the stack holds between them."""

    def __init__(
        self, site: Site, ours: ApplyingStack, parts: ProcessorTime, bus: Bus, progress: Progress, runs: int
    ) -> None:
        self._site = site
        self._ours = ours
        self._parts = parts
        self._bus = bus
        self._progress = progress
        self._runs = runs
        self._numbers = count(10_000)
        self._done = 0

    async def apply(self, times: int) -> list[float]:
        """The seconds that each of so many applications took. Raises BenchFailed."""
        seconds = []
        for _ in range(times):
            posting = Posting("greenhouse", "acme", next(self._numbers))
            started = time.perf_counter()
            await self._ours.apply(posting)
            seconds.append(time.perf_counter() - started)
            if (counted := len(self._site.ledger.of(posting.key))) != 1:
                raise BenchFailed(f"the site counted {counted} applications to posting {posting.number}, not one")
            self._done += 1
            self._progress("soak", self._done, self._runs)
        return seconds

    async def look(self) -> dict[str, Holding]:
        """What each part holds once everything rests. Raises BenchFailed where something is left to be heard."""
        await self._ours.until_rest()
        deadline = time.monotonic() + CATCH_UP_SECONDS
        while backlog := await self._find_backlog():
            if time.monotonic() > deadline:
                raise BenchFailed(f"what nobody heard, by who should have: {backlog}")
            await asyncio.sleep(_LOOK_SECONDS)
        return {part: sum(map(look_at, pids), Holding()) for part, pids in self._parts.find_living().items()}

    async def _find_backlog(self) -> dict[str, int]:
        """By consumer, how many messages nobody has taken; taken ones may wait for their time."""
        told = {
            f"{one.stream}/{one.name}": await self._bus.api(f"CONSUMER.INFO.{one.stream}.{one.name}")
            for one in streams.CONSUMERS
            if one.name not in _UNHEARD
        }
        return {name: info["num_pending"] for name, info in told.items() if info["num_pending"]}


def tell(seconds: Pair, after: Mapping[str, Holding], before: Mapping[str, Holding]) -> list[Result]:
    """The lines: ours is what it came to, the reference what it was."""
    whole_after, whole_before = sum(after.values(), Holding()), sum(before.values(), Holding())
    return [
        SECONDS.result([seconds]),
        PROCESSES.result([Pair(whole_after.processes, whole_before.processes)]),
        HANDLES.result([Pair(whole_after.handles, whole_before.handles)]),
        MEMORY.result([Pair(whole_after.megabytes, whole_before.megabytes)]),
        *(
            Contest(f"{MEMORY.name}.{part}", MEMORY.unit, MEMORY.better, MEMORY.beside).result(
                [Pair(after[part].megabytes, before[part].megabytes)]
            )
            for part in PARTS
            if part in after and part in before
        ),
    ]


def look_at(pid: int) -> Holding:
    """What one process holds; nothing where it has just ended. Source: proc_pid_smaps(5)."""
    process = Path("/proc") / str(pid)
    with suppress(OSError):
        rollup = (process / "smaps_rollup").read_text()
        kilobytes = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
        return Holding(kilobytes * 1024 / _MEGABYTE, 1, len(os.listdir(process / "fd")))
    return Holding()


def mean(seconds: Sequence[float]) -> float:
    """Their mean: a hundred applications are as fast as they were together."""
    return sum(seconds) / len(seconds)
