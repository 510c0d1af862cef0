"""Two hundred sessions, one after the other: nothing of them is left, and the host does not grow.

Every tenth is worked by Stagehand while somebody watches; every tenth is a job's, with Magnitude, where Node is there.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from ghosthands import chromium
from ghosthands.browser_host.engines import node
from ghosthands.chassis.grants import PLATE, Right, doorplate
from ghosthands.chromium import processes
from ghosthands.domain import services, session
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.commands import Commands
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule
from ghosthands.stack import logged_in
from ghosthands.testkit.lab import Lab
from ghosthands.vault.opening import open_vault
from tests.integration.browser_host.test_service import HOST, Stage, close

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
SECONDS = 120.0
#: a session in so many is worked by an engine of each kind
EVERY = 10
NOTHING_FITS = AnswerRule(answer={"elements": []}, schema=("elements",))


@dataclass
class Soak:
    """A host, and how much of the machine it has."""

    lab: Lab
    bus: Bus
    stage: Stage

    @property
    def host(self) -> processes.ProcessIdentity:
        identity = self.lab.stack.process(services.BROWSER_HOST).identity
        assert identity is not None
        return identity

    async def session(self, number: int, url: str) -> Path:
        """One session from its start to its end; where its browser's socket was."""
        if number % EVERY == EVERY // 2 and node.missing() is None:
            return await self._by_sight(url)
        name = f"soak-{number}"
        await self._ask("navigate", name, url=url)
        if number % EVERY == 0:
            await self._ask("observe", name, instruction="first name")
            status = await self._ask("status", name)
            assert status["engine"] == EngineName.STAGEHAND_DOM
            await self._watch(status["session_id"])
        else:
            await self._ask("screenshot", name)
        socket = self._socket_of(f"tool-{name}.*/")
        await self._ask("close", name)
        return socket

    async def _by_sight(self, url: str) -> Path:
        """A session of a job, Magnitude attached until it is closed."""
        job = await self.stage.begin(url)
        await job.open()
        switch = session.SwitchEngine(**job.whose, engine=EngineName.MAGNITUDE, reason=SwitchReason.FORCED)
        await job.ask(switch, session.EngineSwitched)
        socket = self._socket_of(f"{job.id}.*/")
        await close(job)
        return socket

    async def _watch(self, session_id: str) -> None:
        """Look at the session until its page is seen."""
        plate = doorplate(self.lab.stack.state.browsers / PLATE)
        assert plate is not None
        line = plate.link(session_id, Right.VIEW).replace("http", "ws", 1) + "socket"
        async with asyncio.timeout(SECONDS), connect(line, origin=Origin(plate.url)) as watching:
            while not isinstance(await watching.recv(), bytes):
                pass

    def _socket_of(self, folder: str) -> Path:
        (profile,) = self.lab.stack.state.browsers.glob(folder)
        return Path(os.readlink(profile / "SingletonSocket"))

    async def _ask(self, tool: str, session: str, **arguments: str) -> dict[str, Any]:
        data = msgspec.json.encode({"session": session, **arguments})
        answer: dict[str, Any] = msgspec.json.decode(
            await micro.ask(self.bus, subjects.tool(tool), data, timeout=SECONDS)
        )
        return answer

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
    async with AsyncExitStack() as exits:
        model = await exits.enter_async_context(model_server.serve([NOTHING_FITS]))
        environment = {
            "GHOSTHANDS_BROWSER_HOST_HOST": HOST,
            "GHOSTHANDS_MODEL_BASE_URL": model.base_url,
            "GHOSTHANDS_MODEL_API_KEY": "test",
        }
        lab = await exits.enter_async_context(
            Lab.start(passable / "soak", environment=environment, only=(services.BROWSER_HOST,))
        )
        users = (permissions.TOOLS, services.JOB_INTAKE, services.EXECUTOR)
        tools, intake, executor = [await exits.enter_async_context(logged_in(lab.stack, user)) for user in users]
        vault = await open_vault(intake, lab.stack.state.master_key_file)
        stage = Stage(lab, JetStreamEventLog(intake), JetStreamEventLog(executor), Commands(executor), vault)
        yield Soak(lab, tools, stage)


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
