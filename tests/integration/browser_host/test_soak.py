"""Two hundred sessions, one after the other: nothing of them is left, and the host does not grow."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from ghosthands import chromium
from ghosthands.chromium import processes
from ghosthands.domain import services
from ghosthands.messaging import jetstream, micro, permissions, subjects
from ghosthands.messaging.jetstream import Bus
from ghosthands.testkit.lab import Lab

if TYPE_CHECKING:
    from conftest import Pages

pytestmark = [pytest.mark.integration, pytest.mark.heavy, pytest.mark.timeout(3600)]

SESSIONS = 200
#: how many are not counted: imports, pools and caches fill
WARM = 20
#: Memory is the least of so many looks, each after a session: what is still held. Node, which drives the browsers,
#: clears away when it likes, and has between 60 and 130 MiB by that alone.
LOOKS = 20
MOST_GROWTH = 1.05


@dataclass
class Soak:
    """A host, and how much of the machine it has."""

    lab: Lab
    bus: Bus

    @property
    def host(self) -> processes.ProcessIdentity:
        identity = self.lab.stack.process(services.BROWSER_HOST).identity
        assert identity is not None
        return identity

    async def session(self, number: int, url: str) -> Path:
        """One session from its start to its end; where its browser's socket was."""
        name = f"soak-{number}"
        await self._ask("navigate", name, url=url)
        await self._ask("observe", name, instruction="first name")
        (folder,) = self.lab.stack.state.browsers.glob(f"tool-{name}.*/")
        socket = Path(os.readlink(folder / "SingletonSocket"))
        await self._ask("close", name)
        return socket

    async def _ask(self, tool: str, session: str, **arguments: str) -> None:
        data = msgspec.json.encode({"session": session, **arguments})
        await micro.ask(self.bus, subjects.tool(tool), data, timeout=120)

    def family(self) -> list[int]:
        """The host's process and its helpers."""
        return [self.host.pid, *(member.pid for member in processes.session_members(self.host))]

    def memory(self) -> int:
        """Bytes that the host and its helpers have to themselves."""
        return sum(_private(pid) for pid in set(self.family()))

    def open_files(self) -> int:
        return len(list(Path(f"/proc/{self.host.pid}/fd").iterdir()))

    def folders(self) -> list[str]:
        return sorted(each.name for each in self.lab.stack.state.browsers.iterdir())


def _private(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


@pytest.fixture
async def soak(passable: Path) -> AsyncIterator[Soak]:
    async with Lab.start(passable / "soak", only=(services.BROWSER_HOST,)) as lab:
        login = lab.stack.credentials(permissions.TOOLS)
        bus = await jetstream.connect(lab.stack.nats_url, user=login.user, password=login.password, timeout=10)
        yield Soak(lab, bus)
        await bus.close()


async def test_two_hundred_sessions_leave_nothing_behind(soak: Soak, site: Pages) -> None:
    url, sessions = site.url("/form"), int(os.environ.get("GHOSTHANDS_SOAK_SESSIONS", SESSIONS))
    memory: list[int] = []
    for number in range(1, sessions + 1):
        socket = await soak.session(number, url)
        assert not socket.parent.exists()
        memory.append(soak.memory())
        if number == WARM:
            processes_then, files_then, folders_then = len(soak.family()), soak.open_files(), soak.folders()
    early, late = min(memory[WARM - LOOKS // 2 : WARM + LOOKS // 2]), min(memory[-LOOKS:])
    print(f"memory {early / 2**20:.1f} MiB -> {late / 2**20:.1f} MiB, ratio {late / early:.4f}")
    assert chromium.find_processes(soak.lab.stack.state.browsers) == []
    assert len(soak.family()) == processes_then
    assert soak.folders() == folders_then
    assert soak.open_files() <= files_then
    assert soak.lab.stack.process(services.BROWSER_HOST).restarts == 0
    assert late / early <= MOST_GROWTH
