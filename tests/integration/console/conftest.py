"""Hitl-gateway and projector as processes, on a real NATS and PostgreSQL; the test plays everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.domain.job import JobResumed
from ghosthands.domain.links import ConsoleLink, LinkWanted
from ghosthands.messaging.server.permissions import CLI, MIGRATION, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.stack import StackConfig, Supervisor, logged_in
from ghosthands.vault.opening import open_vault
from tests.integration.services.conftest import PATIENCE, Case, Town

HOST = "127.0.0.1"


class Visit:
    """Somebody's browser at the console, as far as HTTP goes."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.base = f"http://{HOST}:{town.stack.http_port}"
        self.client = httpx.AsyncClient(base_url=self.base, trust_env=False, timeout=PATIENCE)
        self.form_token = ""

    async def link(self, job_id: str | None = None) -> str:
        """A link to the console, as the command line asks for it."""
        wanted = msgspec.json.encode(LinkWanted(job_id=job_id))
        said = await micro.ask(self.town.buses[CLI], subjects.LINKS, wanted, timeout=PATIENCE)
        return urlsplit(msgspec.json.decode(said, type=ConsoleLink).url).path

    async def sign_in(self, job_id: str | None = None) -> Visit:
        """Come in by a link: as an operator, or as the guest of a job."""
        answer = await self.post(await self.link(job_id))
        assert answer.status_code == 303, answer.text
        page = await self.client.get(answer.headers["location"])
        self.form_token = page.text.partition('"X-Form-Token":"')[2].partition('"')[0]
        return self

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers=headers)

    async def post(self, path: str, *, origin: str | None = None, **form: str) -> httpx.Response:
        """Send a form of one of our pages, unless another origin is named."""
        headers = {"origin": self.base if origin is None else origin}
        return await self.client.post(path, data={"form_token": self.form_token, **form}, headers=headers)

    async def send_files(self, path: str, files: Mapping[str, Any], **form: str) -> httpx.Response:
        """Send a form of one of our pages with files in it."""
        data, headers = {"form_token": self.form_token, **form}, {"origin": self.base}
        return await self.client.post(path, data=data, files=files, headers=headers)

    async def until_there(self, path: str) -> httpx.Response:
        """The answer, once anybody is there to give one."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(httpx.TransportError):
                    return await self.client.get(path)
                await asyncio.sleep(0.05)  # another process

    async def until(self, path: str, shows: Callable[[str], bool]) -> str:
        """The page once it shows that."""
        async with asyncio.timeout(PATIENCE):
            while not shows(text := (await self.client.get(path)).text):  # noqa: ASYNC110  another process
                await asyncio.sleep(0.05)  # the tables are a moment behind the log
        return text


@pytest.fixture(scope="session")
async def town(open_folder: Path) -> AsyncIterator[Town]:
    config = StackConfig(
        state_dir=open_folder / "console-town",
        services=(services.HITL_GATEWAY, services.PROJECTOR),
        ack_wait_seconds=2.0,
        nats_url=None,
        database_url=None,
    )
    async with AsyncExitStack() as exits:
        supervisor = await exits.enter_async_context(Supervisor(config))
        users = (services.JOB_INTAKE, services.EXECUTOR, services.BROWSER_HOST, VALET, CLI, MIGRATION)
        buses = {user: await exits.enter_async_context(logged_in(supervisor, user)) for user in users}
        vault = await open_vault(buses[services.JOB_INTAKE], supervisor.state.master_key_file)
        host_vault = await open_vault(buses[services.BROWSER_HOST], supervisor.state.master_key_file)
        yield Town(supervisor, buses, vault, host_vault)


#: makes somebody's browsers
Visits = Callable[[], Visit]


@pytest.fixture
async def visit(town: Town) -> AsyncIterator[Any]:
    """Makes browsers, each with no session yet."""
    visits: list[Visit] = []

    def make() -> Visit:
        visits.append(Visit(town))
        return visits[-1]

    yield make
    for each in visits:
        await each.client.aclose()


@pytest.fixture
async def operator(visit: Callable[[], Visit]) -> Visit:
    return await visit().sign_in()


@asynccontextmanager
async def waiting(town: Town) -> AsyncIterator[Case]:
    """A job that waits; it goes on afterwards, or the inbox of all these tests would overflow."""
    found = await Case(town).start()
    asked = await found.ask()
    yield found
    await found.say(services.EXECUTOR, JobResumed(request_id=asked.request_id, at=asked.at))


@pytest.fixture
async def case(town: Town) -> AsyncIterator[Case]:
    """A job that waits for somebody to say why."""
    async with waiting(town) as found:
        yield found


@pytest.fixture
async def other(town: Town) -> AsyncIterator[Case]:
    """A second one."""
    async with waiting(town) as found:
        yield found
