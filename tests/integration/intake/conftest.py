"""Job-intake and hitl-gateway as processes of their own on a real NATS; the test is VALET and the internet."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
import pytest
from nats.aio.msg import Msg

from ghosthands.domain import ids, services
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.server.permissions import CLI, MIGRATION, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History
from ghosthands.stack import StackConfig, Supervisor, logged_in

TENANT = "acme"
PATIENCE = 60.0
#: addresses that stand for the internet, each of another host
HOSTS = tuple(f"127.0.1.{number}" for number in range(1, 61))


class Door:
    """What VALET sees of GhostHands: subjects to send to, and what it is told."""

    def __init__(self, supervisor: Supervisor, buses: Mapping[str, Bus]) -> None:
        self.stack = supervisor
        self.buses = buses
        self.log = JetStreamEventLog(buses[services.JOB_INTAKE])
        #: by task and what was told, when that was heard first
        self.heard: dict[tuple[str, str], float] = {}
        #: everything told, as (task, what, body)
        self.told: list[tuple[str, str, dict[str, Any]]] = []
        self._news = asyncio.Condition()

    async def listen(self) -> None:
        """Hear what VALET is told."""
        await self.buses[VALET].subscribe(f"gh.out.{TENANT}.>", self._on_message)

    def _on_message(self, message: Msg) -> None:
        task, what = message.subject.split(".")[-2:]
        self.told.append((task, what, msgspec.json.decode(message.data)))
        self.heard.setdefault((task, what), time.monotonic())
        asyncio.ensure_future(self._tell())  # noqa: RUF006  waited for by whoever waits for news

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def until_told(self, task: str, what: str, *, patience: float = PATIENCE) -> float:
        """When VALET was told so, by `time.monotonic`. Raises TimeoutError."""
        async with asyncio.timeout(patience), self._news:
            await self._news.wait_for(lambda: (task, what) in self.heard)
        return self.heard[task, what]

    async def send(self, subject: str, body: Mapping[str, Any] | bytes) -> None:
        """Send a message as VALET would."""
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        await self.buses[VALET].publish(Outgoing(subject, data))

    async def history(self, job_id: str) -> History:
        """What the log says of a job."""
        return await self.log.load(subjects.job(job_id))

    async def left(self, *names: str) -> dict[str, int]:
        """How many messages from outside are not settled, by consumer."""
        places = [each for each in consumers.CONSUMERS if each.stream in streams.FROM_OUTSIDE and each.name in names]
        infos = {each.name: await consumers.find_consumer(self.buses[MIGRATION], each) for each in places}
        return {name: info["num_pending"] + info["num_ack_pending"] for name, info in infos.items() if info}

    async def count_dead(self) -> int:
        """How many messages were given up."""
        info = await self.buses[MIGRATION].api(f"STREAM.INFO.{streams.DEAD}")
        return int(info["state"]["messages"])

    async def until_settled(self, *names: str, patience: float = 900.0) -> None:
        """Return once every message from outside was taken, refused or given up. Raises TimeoutError."""
        async with asyncio.timeout(patience):
            while any((await self.left(*names)).values()):  # noqa: ASYNC110  nothing tells
                await asyncio.sleep(0.5)


def request(resume_url: str | None = None, *, task: str = "", **changes: Any) -> dict[str, Any]:
    """A request of somebody of whom nothing else is known."""
    task = task or uuid.uuid4().hex[:16]
    resume = {"resume": {"download_url": resume_url}} if resume_url else {}
    return {
        "tenant": TENANT,
        "valet_task_id": task,
        "idempotency_key": task,
        "valet_user_id": str(uuid.uuid4()),
        "target_url": f"http://127.0.0.1:9/jobs/{task}",
        "engine_version": 2,
        "profile": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"},
        **resume,
        **changes,
    }


def job_of(body: Mapping[str, Any]) -> str:
    """The job that this request becomes."""
    return ids.job_id(body["tenant"], body["idempotency_key"])


class Storages:
    """Servers of resumes on many hosts: some deliver at once, others a byte at a time."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._exits = AsyncExitStack()
        self._news = asyncio.Condition()

    async def open(self, hosts: Sequence[str], *, drips: bool) -> list[str]:
        """The addresses of resumes there."""
        return [await self._open_one(host, drips=drips) for host in hosts]

    async def until_asked(self, times: int) -> None:
        """Return once resumes that drip were asked for that often."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: len(self.asked) >= times)

    async def close(self) -> None:
        await self._exits.aclose()

    async def _open_one(self, host: str, *, drips: bool) -> str:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            try:
                await (self._drip(host, writer) if drips else self._deliver(writer))
            except ConnectionError:
                pass
            finally:
                writer.close()

        server = await asyncio.start_server(answer, host, 0)
        self._exits.callback(server.close)
        return f"http://{host}:{server.sockets[0].getsockname()[1]}/cv.pdf"

    async def _deliver(self, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n%PDF")
        await writer.drain()

    async def _drip(self, host: str, writer: asyncio.StreamWriter) -> None:
        async with self._news:
            self.asked.append(host)
            self._news.notify_all()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n")
        while not writer.is_closing():
            writer.write(b".")
            await writer.drain()
            await asyncio.sleep(0.2)  # what it is


@pytest.fixture
async def storages() -> AsyncIterator[Storages]:
    storages = Storages()
    yield storages
    await storages.close()


@pytest.fixture
async def door(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Door]:
    async with _opened_door(tmp_path_factory) as door:
        yield door


@asynccontextmanager
async def _opened_door(factory: pytest.TempPathFactory) -> AsyncIterator[Door]:
    config = StackConfig(
        state_dir=factory.mktemp("intake"),
        services=(services.JOB_INTAKE, services.HITL_GATEWAY),
        ack_wait_seconds=4.0,
        nats_url=None,
        database_url="postgresql://nobody-asks",
        extra_env={services.JOB_INTAKE: {"GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": ",".join(("127.0.0.1", *HOSTS))}},
    )
    async with AsyncExitStack() as exits:
        supervisor = await exits.enter_async_context(Supervisor(config))
        users = (services.JOB_INTAKE, VALET, CLI, MIGRATION)
        buses = {user: await exits.enter_async_context(logged_in(supervisor, user)) for user in users}
        door = Door(supervisor, buses)
        await door.listen()
        yield door
