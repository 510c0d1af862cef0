"""A real PostgreSQL for the session, a database for each test; a NATS server of its own where a test follows a log."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from ghosthands.domain import human, ids, job, services
from ghosthands.domain.asked_models import CostIncurred, ModelSubstituted
from ghosthands.domain.message import Event
from ghosthands.messaging.server import jetstream, migrating, permissions
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Envelope
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import database, migrations
from ghosthands.projector.projection import Projection
from ghosthands.readmodel import Reader, connect
from ghosthands.stack import passwords, ports
from ghosthands.stack.nats import NatsServer
from ghosthands.stack.postgres import SUPERUSER, PostgresServer
from ghosthands.stack.processes import BackOff, ManagedProcess
from ghosthands.stack.state import StateDir
from ghosthands.testkit.story import NOON, Story, recorded

START_SECONDS = 60.0
STOP_SECONDS = 15.0

Log = list[Recorded[Event]]


@dataclass
class Postgres:
    """The server, and who owns its process."""

    server: PostgresServer
    process: ManagedProcess

    def url(self, name: str, role: str = SUPERUSER) -> str:
        return self.server.url(role).replace("/ghosthands?", f"/{name}?")


@pytest.fixture(scope="session")
def postgres_home() -> Iterator[Path]:
    """A folder the database's own user can reach: pytest's temporary folders are closed to it where root runs."""
    with tempfile.TemporaryDirectory(prefix="ghosthands-postgres-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
async def postgres(postgres_home: Path) -> AsyncIterator[Postgres]:
    state = StateDir(postgres_home)
    state.prepare()
    server = PostgresServer(state)
    await server.prepare()
    process = server.process(BackOff(), lambda: None)
    await process.start(START_SECONDS)
    await server.make_database()
    yield Postgres(server, process)
    await process.stop(STOP_SECONDS)
    server.remove_socket_dir()


@dataclass
class Database:
    """One test's database."""

    #: as the superuser
    url: str
    #: as the role that may only read
    reader_url: str
    opened: list[asyncpg.Connection] = field(default_factory=list)

    async def open(self) -> asyncpg.Connection:
        """A projector's connection, migrated."""
        self.opened.append(await database.open_schema(self.url, migrations.LIVE, migrations.folder()))
        return self.opened[-1]

    async def projection(self) -> Projection:
        """A projector as it is after its start."""
        projection = Projection(await self.open())
        await projection.resume()
        return projection

    async def rows(self, query: str, *arguments: object) -> list[tuple[object, ...]]:
        """What a query as the superuser gives."""
        connection = await asyncpg.connect(self.url)
        try:
            return [tuple(record) for record in await connection.fetch(query, *arguments)]
        finally:
            await connection.close()

    async def contents(self) -> dict[str, list[str]]:
        """Every row of every projected table, as text."""
        names = await self.rows(
            "select tablename from pg_tables where schemaname = 'gh' and tablename not in ('migrations', 'event_names')"
        )
        return {
            str(name): [str(row) for (row,) in await self.rows(f"select row::text from gh.{name} row order by 1")]
            for (name,) in sorted(names)
        }


@pytest.fixture
async def db(postgres: Postgres) -> AsyncIterator[Database]:
    name = f"t{uuid.uuid4().hex}"
    admin = await asyncpg.connect(postgres.url("ghosthands"))
    await admin.execute(f"create database {name}")
    database_of_test = Database(postgres.url(name), postgres.url(name, migrations.READER))
    yield database_of_test
    for connection in database_of_test.opened:
        if not connection.is_closed():
            await connection.close(timeout=10)
    await admin.execute(f"drop database {name} with (force)")
    await admin.close()


@pytest.fixture
async def reader(db: Database) -> AsyncIterator[Reader]:
    """The read side of a migrated database, as the role that may only read."""
    await db.open()
    async with connect(db.reader_url) as opened:
        yield opened


def interleaved(histories: dict[str, Sequence[Event]]) -> Log:
    """The jobs' events in one log, taken in turns."""
    waiting = {job_id: list(events) for job_id, events in histories.items() if events}
    log: Log = []
    while waiting:
        for job_id in list(waiting):
            log.append(recorded(subjects.job(job_id), waiting[job_id].pop(0), len(log) + 1))
            if not waiting[job_id]:
                del waiting[job_id]
    return log


@pytest.fixture(scope="session")
def log_of() -> Callable[[str, Iterable[Event]], Log]:
    """A log of one job's events."""
    return lambda job_id, events: interleaved({job_id: list(events)})


def job_id(number: int) -> str:
    return ids.job_id("valet", f"key-{number}")


@pytest.fixture(scope="session")
def log() -> Callable[[int], Log]:
    """A log of so many jobs, interleaved: sent, waiting for a human, cancelled, rejected, by turns."""

    def make(jobs: int) -> Log:
        return interleaved({job_id(number): _life(number) for number in range(jobs)})

    return make


def _life(number: int) -> list[Event]:
    story = Story(job_id(number))
    match number % 4:
        case 0:
            story.applied().tell(*asked_models(number))
        case 1:
            story.filled()
            ask = job.HumanRequested(
                request_id=f"r-{number}", kind=human.AskKind.STUCK, at=NOON, timeout_seconds=300, code="no_way_on"
            )
            story.tell(ask)
        case 2:
            story.intended().pressed()
        case _:
            story.tell(job.JobRejected(at=NOON, tenant="valet", task="t", reasons=(job.Reason("url", "bad_url", ""),)))
    return story.log


def asked_models(number: int) -> list[Event]:
    """A model that was substituted, three calls, one of them at a price nobody knows."""
    about: dict[str, Any] = {"purpose": "act", "engine": "stagehand:dom", "took_ms": 10}
    return [
        ModelSubstituted(asked="gpt-4.1", used="openai/gpt-4o", code="no_provider"),
        CostIncurred(call_id=f"{number}-1", model="openai/gpt-4o", tier=1, input_tokens=9, nano_usd=5, **about),
        CostIncurred(call_id=f"{number}-2", model="local/own", tier=2, input_tokens=7, output_tokens=1, **about),
        CostIncurred(call_id=f"{number}-3", model="openai/gpt-4o", tier=1, nano_usd=3, code="model_timeout", **about),
    ]


class Nats:
    """A NATS server with our users and streams, alone on its store."""

    def __init__(self, folder: Path) -> None:
        self.state = StateDir(folder)
        self.state.prepare()
        self.secrets = passwords.load_or_make(self.state, permissions.USERS, {})
        (port,) = ports.free_ports(1)
        self.server = NatsServer(self.state, self.secrets, port=port)
        self.url = self.server.url
        self.process = self.server.process(BackOff(), lambda: None)

    async def connect(self, user: str) -> Bus:
        return await jetstream.connect(self.url, user=user, password=self.secrets.nats_passwords[user], timeout=60)


@pytest.fixture
async def nats(tmp_path: Path) -> AsyncIterator[Nats]:
    server = Nats(tmp_path / "nats")
    await server.process.start(START_SECONDS)
    bus = await server.connect(permissions.MIGRATION)
    await migrating.migrate(bus)
    await bus.close()
    yield server
    await server.process.stop(STOP_SECONDS)


@pytest.fixture
async def bus(nats: Nats) -> AsyncIterator[Bus]:
    """Projector's own connection."""
    connected = await nats.connect(services.PROJECTOR)
    yield connected
    await connected.close()


Append = Callable[[Iterable[Recorded[Event]]], Awaitable[None]]


@pytest.fixture
async def append(nats: Nats) -> AsyncIterator[Append]:
    """Puts a log into GH_EVENTS as the services would."""
    codec, writer = Codec(), await nats.connect(permissions.MIGRATION)

    async def append_all(log: Iterable[Recorded[Event]]) -> None:
        messages = [_message(codec, each) for each in log]
        for start in range(0, len(messages), jetstream.MAX_BATCH):
            chunk = messages[start : start + jetstream.MAX_BATCH]
            await (writer.publish_batch(chunk) if len(chunk) > 1 else writer.publish(chunk[0]))

    yield append_all
    await writer.close()


def _message(codec: Codec, each: Recorded[Event]) -> Outgoing:
    head = Envelope(
        id=each.id,
        name=each.name,
        version=each.event.VERSION,
        service=each.service,
        subject=each.aggregate.id,
        at=each.at,
        correlation=each.correlation,
        causation=each.causation,
        tenant=each.tenant,
        epoch=each.epoch,
    )
    subject = subjects.event(each.aggregate, each.service, each.name)
    return Outgoing(subject, codec.encode(each.event), head.headers())


Run = Callable[..., Awaitable[asyncio.subprocess.Process]]


@pytest.fixture
async def run_module(nats: Nats, db: Database) -> AsyncIterator[Run]:
    """Starts `python -m <module>` with projector's environment; what still runs after the test is killed."""
    started: list[asyncio.subprocess.Process] = []

    async def run(module: str, *arguments: str, **extra: str) -> asyncio.subprocess.Process:
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("GHOSTHANDS_")},
            "GHOSTHANDS_NATS_URL": nats.url,
            "GHOSTHANDS_NATS_USER": services.PROJECTOR,
            "GHOSTHANDS_NATS_PASSWORD": nats.secrets.nats_passwords[services.PROJECTOR],
            "GHOSTHANDS_DATABASE_URL": db.url,
            **extra,
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *arguments, env=environment, stdout=asyncio.subprocess.PIPE
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.returncode is None:
            process.kill()
        await process.communicate()
