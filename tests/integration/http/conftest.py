"""The door before job-intake, hitl-gateway and projector, on a real NATS and PostgreSQL; the test plays executor."""

from __future__ import annotations

import asyncio
import sys
import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest

from ghosthands.domain import ids, services
from ghosthands.domain.message import Event
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.permissions import MIGRATION, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.stack import StackConfig, Supervisor, logged_in
from ghosthands.stack.services import module_command
from ghosthands.testkit.valet_client import ValetClient
from ghosthands.vault.opening import open_vault
from ghosthands.vault.vault import Vault

PATIENCE = 60.0
PATIENT_GATEWAY = Path(__file__).with_name("patient_gateway.py")
#: signs the tokens of VALET's users
USER_SECRET = "of VALET's users, and of nobody else's"
#: an address that is refused nowhere and asked by nobody
POSTING = "https://job-boards.greenhouse.io/acme/jobs/{}"
NAMES = (services.JOB_INTAKE, services.HITL_GATEWAY, services.PROJECTOR, services.PLANNER)


@dataclass
class Street:
    """The running services, and who calls at their door."""

    stack: Supervisor
    buses: dict[str, Bus]
    vault: Vault
    #: as browser-host has it, which stores page models and pictures
    host_vault: Vault
    http: httpx.AsyncClient
    valet: ValetClient
    logs: dict[str, JetStreamEventLog] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.logs = {name: JetStreamEventLog(bus) for name, bus in self.buses.items() if name not in (VALET, MIGRATION)}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.stack.http_port}"

    @property
    def key(self) -> dict[str, str]:
        return {"X-GH-Service-Key": self.stack.service_secret}

    def token_of(self, user: str, **claims: Any) -> dict[str, str]:
        """What a user of VALET's shows."""
        said = {"sub": user, "exp": datetime.now(UTC) + timedelta(minutes=5), **claims}
        return {"Authorization": f"Bearer {jwt.encode(said, USER_SECRET, algorithm='HS256')}"}

    def application(self, **changes: Any) -> dict[str, Any]:
        """A request as it may be sent, to a posting of its own."""
        return {
            "valet_task_id": str(uuid.uuid4()),
            "valet_user_id": str(uuid.uuid4()),
            "target_url": POSTING.format(uuid.uuid4().int % 10**9),
            "profile": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.org"},
            **changes,
        }

    def job_of(self, sent: Mapping[str, Any]) -> str:
        """The id that the job of a request has that came without a key."""
        return ids.job_id("valet", f"task {sent['valet_task_id']}")

    async def say(self, job_id: str, *events: Event, service: str = services.EXECUTOR) -> None:
        """A service says something on the job."""
        log = self.logs[service]
        for event in events:
            history = await log.load(subjects.job(job_id))
            cause = Cause(command_id=str(uuid.uuid4()), tenant="valet", correlation=job_id)
            await log.append_facts(history, [event], cause=cause)

    async def count_messages(self) -> int:
        """How many messages were ever stored for job-intake and hitl-gateway to deal with."""
        infos = [await self.buses[MIGRATION].api(f"STREAM.INFO.{stream}") for stream in streams.FROM_OUTSIDE]
        return sum(int(info["state"]["last_seq"]) for info in infos)

    async def events(self, job_id: str) -> list[Event]:
        return list((await self.logs[services.EXECUTOR].load(subjects.job(job_id))).events)

    async def look_until(self, path: str, is_it: Callable[[Any], bool]) -> Any:
        """The answer there, once it is so: projector is a moment behind, and tells nobody here."""
        async with asyncio.timeout(PATIENCE):
            while not is_it(found := (await self.http.get(path, headers=self.key)).json()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        return found

    async def until(self, job_id: str, is_it: Callable[[Event], bool]) -> Event:
        """The job's first event that it is, as soon as it is there."""
        log = self.logs[services.EXECUTOR]
        async with asyncio.timeout(PATIENCE), log.follow(subjects.job(job_id)) as feed:
            while True:
                for recorded in await feed.next(PATIENCE):
                    if is_it(recorded.event):
                        return recorded.event


def name_command(service: str) -> list[str]:
    return [sys.executable, str(PATIENT_GATEWAY)] if service == services.HITL_GATEWAY else module_command(service)


@pytest.fixture(scope="session")
async def street(tmp_path_factory: pytest.TempPathFactory, open_folder: Any) -> AsyncIterator[Street]:
    config = StackConfig(
        state_dir=open_folder / "street",
        services=NAMES,
        ack_wait_seconds=2.0,
        nats_url=None,
        database_url=None,
        http_port=None,
        worker_port=None,
        service_command=name_command,
        extra_env={
            services.HITL_GATEWAY: {
                "GHOSTHANDS_HTTP_USER_TOKEN_SECRET": USER_SECRET,
                "GHOSTHANDS_HITL_GATEWAY_CALLBACK_HOSTS": "127.0.0.1",
            },
            services.JOB_INTAKE: {"GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": "127.0.0.1"},
        },
    )
    async with AsyncExitStack() as exits:
        stack = await exits.enter_async_context(Supervisor(config))
        users = (services.JOB_INTAKE, services.EXECUTOR, services.BROWSER_HOST, services.PLANNER, VALET, MIGRATION)
        buses = {user: await exits.enter_async_context(logged_in(stack, user)) for user in users}
        vault = await open_vault(buses[services.JOB_INTAKE], stack.state.master_key_file)
        host_vault = await open_vault(buses[services.BROWSER_HOST], stack.state.master_key_file)
        base = f"http://127.0.0.1:{stack.http_port}"
        http = await exits.enter_async_context(httpx.AsyncClient(base_url=base, timeout=PATIENCE))
        valet = ValetClient(base, stack.service_secret, worker_port=stack.worker_port)
        yield Street(stack, buses, vault, host_vault, http, valet)
