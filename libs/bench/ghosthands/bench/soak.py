"""Many applications by one stack: whether its resources grow, and whether the last ones are as fast and as cheap.

After each hundred, at rest, the bench measures what the stack holds and prints a line, so that an interrupted one
reports too. The first hundred warm it up; the last are compared with them. For memory the first half of all warms it
up: within some thousand applications the servers fill bounded buffers, such as NATS' for each stream.

Memory is what its processes have alone, and their share of what they share, without file pages (`Pss_Anon`,
`Pss_Shmem`): how much of a program is loaded, and shared with other stacks, depends on the machine. A backlog that is
left when there is no work any more fails the bench: a consumer does not take its messages.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from ghosthands import stack
from ghosthands.bench import servers, side_by_side
from ghosthands.bench.apply import ENVIRONMENT, ApplyingStack, HostFolder
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result
from ghosthands.bench.processor_time import CHROMIUM, DRIVER, NATS, OURS, POSTGRES, ProcessorTime
from ghosthands.domain import services
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, permissions
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.practice import server
from ghosthands.practice.postings import Posting
from ghosthands.practice.server import Site

#: number of applications in a compared group
SPAN = 100
#: applications under way at once, all at one site
AT_ONCE = 3
#: seconds for the consumers of a resting stack to catch up
CATCH_UP_SECONDS = 30.0
_LOOK_SECONDS = 0.2
#: seconds between polls of processor time: missing a dead process's last quarter of a second is acceptable
_SPENT_LOOK_SECONDS = 0.25
_MEGABYTE = 1 << 20
_NO_FILES = ("Pss_Anon:", "Pss_Shmem:")
#: consumers without a reader here: there are no traces and no rebuild
_UNHEARD = {f"{services.PROJECTOR}-{consumers.TRACES}", consumers.REBUILD.name}

SECONDS = Contest("soak.seconds", "s/application", Better.LOWER, "the first hundred", target=1.1)
SPENT = Contest("soak.processor", "s of processor/application", Better.LOWER, "the first hundred", target=1.1)
MEMORY = Contest("soak.memory", "MB", Better.LOWER, "after half of them", target=1.05)
GROWTH = Contest("soak.memory_since_first", "MB", Better.LOWER, "after the first hundred")
PROCESSES = Contest("soak.processes", "processes", Better.LOWER, "after the first hundred", target=1.0)
HANDLES = Contest("soak.handles", "open files and sockets", Better.LOWER, "after the first hundred", target=1.05)
SOCKETS = Contest("soak.sockets", "sockets", Better.LOWER, "after the first hundred", target=1.05)
#: parts whose memory is reported separately
PARTS = (*services.SERVICES, NATS, POSTGRES, DRIVER, CHROMIUM)


@dataclass(frozen=True)
class Holding:
    """The resources that a part of the stack holds."""

    megabytes: float = 0.0
    processes: int = 0
    #: open files, including sockets
    handles: int = 0
    sockets: int = 0

    def __add__(self, other: Holding) -> Holding:
        return Holding(
            self.megabytes + other.megabytes,
            self.processes + other.processes,
            self.handles + other.handles,
            self.sockets + other.sockets,
        )


@dataclass(frozen=True)
class Hundred:
    """The cost of each of a hundred applications, and what the stack held at rest afterwards."""

    #: number of applications so far
    done: int
    #: seconds by the clock for each
    seconds: float
    #: seconds of processor time for each, by part
    spent: Mapping[str, float]
    held: Mapping[str, Holding]

    @property
    def ours(self) -> float:
        """Seconds of processor time, without Chromium's."""
        return sum(self.spent[part] for part in OURS)

    @property
    def whole(self) -> Holding:
        """The sum of what all parts hold."""
        return sum(self.held.values(), Holding())

    def __str__(self) -> str:
        whole = self.whole
        parts = ", ".join(f"{part} {self.held[part].megabytes:.1f}" for part in PARTS if part in self.held)
        return (
            f"after {self.done}: {self.seconds:.2f} s each, {self.ours:.2f} s of the processor ours and"
            f" {self.spent[CHROMIUM]:.2f} Chromium's; {whole.processes} processes, {whole.handles} handles,"
            f" {whole.sockets} of them sockets, {whole.megabytes:.0f} MB ({parts})"
        )


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run the soak on a stack of its own; `runs` applications besides the first hundred."""
    environment = {**ENVIRONMENT, "GHOSTHANDS_BROWSER_HOST_PER_SITE": str(AT_ONCE)}
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress), services=services.SERVICES, environment=environment
    )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        site = await exits.enter_async_context(server.serve())
        valet, cli, all_seeing = await exits.enter_async_context(
            servers.connect(running, permissions.VALET, permissions.CLI, permissions.MIGRATION)
        )
        parts = await exits.enter_async_context(ProcessorTime.watching(_SPENT_LOOK_SECONDS))
        ours = ApplyingStack(valet, JetStreamEventLog(cli), site, HostFolder(running.state.browsers))
        soak = Soak(site, ours, parts, all_seeing, progress, runs + SPAN)
        hundreds: list[Hundred] = []
        try:
            for times in split(runs + SPAN):
                hundreds.append(await soak.go_on(times))
        except asyncio.CancelledError:
            if len(hundreds) < 2:  # there is nothing to hold against the first
                raise
    return tell(hundreds)


class Soak:
    """Applications, and what the stack holds between them."""

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
        self._news = f"{runs} applications, {AT_ONCE} at once"

    async def go_on(self, times: int) -> Hundred:
        """Apply that many times more, and measure what the stack holds afterwards. Raises BenchFailed."""
        await self._ours.until_rest()
        before, started = self._parts.by_part(), time.perf_counter()
        await side_by_side.repeat(self._apply, times=times, at_once=AT_ONCE)
        seconds = time.perf_counter() - started
        await self._ours.until_rest()
        after = self._parts.by_part()
        spent = {part: (after[part] - before[part]) / times for part in after}
        hundred = Hundred(self._done, seconds / times, spent, await self._look())
        self._news = str(hundred)
        self._tell()
        return hundred

    async def _apply(self) -> None:
        posting = Posting("greenhouse", "acme", next(self._numbers))
        await self._ours.apply(posting)
        if (counted := len(self._site.ledger.of(posting.key))) != 1:
            raise BenchFailed(f"the site counted {counted} applications to posting {posting.number}, not one")
        self._done += 1
        self._tell()

    def _tell(self) -> None:
        self._progress(self._news, self._done, self._runs)

    async def _look(self) -> dict[str, Holding]:
        """Return what each part holds once everything is at rest. Raises BenchFailed where a backlog is left."""
        await until_all_is_heard(self._bus)
        return {part: sum(map(look_at, pids), Holding()) for part, pids in self._parts.find_living().items()}


async def until_all_is_heard(bus: Bus) -> None:
    """Wait until every consumer has taken all its messages. Raises BenchFailed where some are left."""
    deadline = time.monotonic() + CATCH_UP_SECONDS
    while backlog := await _find_backlog(bus):
        if time.monotonic() > deadline:
            raise BenchFailed(f"what nobody heard, by who should have: {backlog}")
        await asyncio.sleep(_LOOK_SECONDS)


async def _find_backlog(bus: Bus) -> dict[str, int]:
    """Return the number of untaken messages, by consumer; taken ones may wait for their time."""
    told = {
        f"{one.stream}/{one.name}": await bus.api(f"CONSUMER.INFO.{one.stream}.{one.name}")
        for one in consumers.CONSUMERS
        if one.name not in _UNHEARD
    }
    return {name: info["num_pending"] for name, info in told.items() if info["num_pending"]}


def split(runs: int) -> Iterator[int]:
    """Yield the runs by the hundred; the last group has the remainder too."""
    while runs >= 2 * SPAN:
        yield SPAN
        runs -= SPAN
    yield runs


def tell(hundreds: Sequence[Hundred]) -> list[Result]:
    """Return the results: ours is the end, the reference the beginning."""
    first, half, last = hundreds[0], hundreds[len(hundreds) // 2 - 1], hundreds[-1]
    after, before = last.whole, first.whole
    return [
        SECONDS.result([Pair(last.seconds, first.seconds)]),
        SPENT.result([Pair(last.ours, first.ours)]),
        PROCESSES.result([Pair(after.processes, before.processes)]),
        HANDLES.result([Pair(after.handles, before.handles)]),
        SOCKETS.result([Pair(after.sockets, before.sockets)]),
        MEMORY.result([Pair(after.megabytes, half.whole.megabytes)]),
        GROWTH.result([Pair(after.megabytes, before.megabytes)]),
        *(
            Contest(f"{GROWTH.name}.{part}", GROWTH.unit, GROWTH.better, GROWTH.beside).result(
                [Pair(last.held[part].megabytes, first.held[part].megabytes)]
            )
            for part in PARTS
            if part in last.held and part in first.held
        ),
    ]


def look_at(pid: int) -> Holding:
    """Return what one process holds; nothing where it has just ended. Source: proc_pid_smaps(5)."""
    process = Path("/proc") / str(pid)
    with suppress(OSError):
        rollup = (process / "smaps_rollup").read_text()
        kilobytes = sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith(_NO_FILES))
        handles = os.listdir(process / "fd")
        sockets = sum(_is_socket(process / "fd" / handle) for handle in handles)
        return Holding(kilobytes * 1024 / _MEGABYTE, 1, len(handles), sockets)
    return Holding()


def _is_socket(handle: Path) -> bool:
    try:
        return os.readlink(handle).startswith("socket:")
    except OSError:  # it was closed
        return False
