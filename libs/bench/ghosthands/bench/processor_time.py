"""Processor time of a stack by part: its services, its servers, and the processes of its browser-host.

Processes come and go within an application, especially a browser's dozen, and the time of a dead one cannot be read. So
the bench polls all of them, and counts each one's last reading; it misses what a process spends between that and its
end: some hundredths of a second of a browser.
"""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from ghosthands.chromium import processes
from ghosthands.domain.services import BROWSER_HOST, SERVICES

CHROMIUM = "chromium"
NATS = "nats"
POSTGRES = "postgres"
DRIVER = "driver"
ATTENDANT = "attendant"
#: everything but Chromium
OURS = (*SERVICES, NATS, POSTGRES, DRIVER, ATTENDANT)

#: seconds between two polls, each of which reads every process of the machine
LOOK_SECONDS = 0.05
_TICKS = os.sysconf("SC_CLK_TCK")
_PROC = Path("/proc")

#: the part of a child of ours, and of one of browser-host's, by a text in its command line
_CHILDREN = {f"ghosthands.{service.replace('-', '_')}": service for service in SERVICES} | {
    "ghosthands.bench.simulated_host": BROWSER_HOST,
    "nats-server": NATS,
    "postgres": POSTGRES,
}
_STARTED_BY_HOST = {"--user-data-dir=": CHROMIUM, "ghosthands.chromium.attending": ATTENDANT, "playwright": DRIVER}


class SpentByProcess(NamedTuple):
    """The seconds of processor time that a process of the stack was seen to have spent."""

    part: str
    first: float
    last: float

    @property
    def seconds(self) -> float:
        """Seconds of the processor since the watch began."""
        return self.last - self.first


class _Seen(NamedTuple):
    """One reading of one process. Source: proc_pid_stat(5)."""

    pid: int
    parent: int
    start_time: int
    seconds: float


class ProcessorTime:
    """Seconds that each part of the stack of this process has spent since the block began."""

    def __init__(self) -> None:
        #: the living processes, by pid and start time
        self._living: dict[tuple[int, int], SpentByProcess] = {}
        #: the seconds of ended processes, by part
        self._over: defaultdict[str, float] = defaultdict(float)
        self._has_begun = False

    @classmethod
    @asynccontextmanager
    async def watching(cls, every: float = LOOK_SECONDS) -> AsyncIterator[ProcessorTime]:
        """Poll the processes for the block."""
        watch = cls()
        watch.look()
        watch._has_begun = True
        looking = asyncio.create_task(watch._keep_looking(every), name="processor time")
        try:
            yield watch
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    def by_part(self) -> dict[str, float]:
        """Return the seconds by part: those of `OURS`, and Chromium."""
        self.look()
        seconds = dict.fromkeys((*OURS, CHROMIUM), 0.0) | self._over
        for spent in self._living.values():
            seconds[spent.part] += spent.seconds
        return seconds

    def find_living(self) -> dict[str, list[int]]:
        """Return the living processes of each part."""
        self.look()
        living: dict[str, list[int]] = {}
        for (pid, _), spent in self._living.items():
            living.setdefault(spent.part, []).append(pid)
        return living

    def look(self) -> None:
        """Read the time of each process; parents before their children, as a child's part depends on its parent."""
        living: dict[tuple[int, int], SpentByProcess] = {}
        parts: dict[int, str] = {}
        for seen in sorted(_list_processes(), key=lambda one: (one.start_time, one.pid)):
            key = (seen.pid, seen.start_time)
            if known := self._living.pop(key, None):
                living[key] = known._replace(last=seen.seconds)
            elif part := _find_part(seen, parts):
                living[key] = SpentByProcess(part, 0.0 if self._has_begun else seen.seconds, seen.seconds)
            if key in living:
                parts[seen.pid] = living[key].part
        for ended in self._living.values():
            self._over[ended.part] += ended.seconds
        self._living = living

    async def _keep_looking(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            self.look()


def _find_part(seen: _Seen, parts: Mapping[int, str]) -> str | None:
    """Return the part of the stack that a process is, by its parent; None where it is none, or unknown yet."""
    if seen.parent == os.getpid():
        return _name_by(seen.pid, _CHILDREN)
    part = parts.get(seen.parent)
    return _name_by(seen.pid, _STARTED_BY_HOST) if part == BROWSER_HOST else part


def _name_by(pid: int, signs: Mapping[str, str]) -> str | None:
    said = " ".join(processes.command_line(pid))
    return next((part for sign, part in signs.items() if sign in said), None)


def _list_processes() -> Iterator[_Seen]:
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(OSError):  # it has ended
            fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            spent = (int(fields[11]) + int(fields[12])) / _TICKS
            yield _Seen(int(entry.name), int(fields[1]), int(fields[19]), spent)
