"""A real nats-server with our own rendered configuration: users, permissions, encryption, streams."""

from __future__ import annotations

import secrets
import signal
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.domain.job import JobClaimed
from ghosthands.domain.session import SessionLost
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive, find_files
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import migrating, permissions, store
from ghosthands.messaging.server.configuration import server_config
from ghosthands.messaging.server.consumers import ACK_WAIT_SECONDS
from ghosthands.messaging.server.jetstream import Bus, connect
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.stack import ports

ACK_WAIT = 2.0
BINARY = Path(sys.executable).parent / "nats-server"


class Server:
    """One nats-server process on loopback; it may be stopped, killed and started again on the same store."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "jetstream"
        self.passwords = {user: secrets.token_hex(8) for user in permissions.USERS}
        (self.port,) = ports.free_ports(1)
        self.url = f"nats://127.0.0.1:{self.port}"
        self._config = folder / "nats.conf"
        self._config.write_text(
            server_config(
                port=self.port,
                store_dir=self.store,
                encryption_key=secrets.token_hex(16),
                passwords=self.passwords,
            )
        )
        self._process: subprocess.Popen[bytes] | None = None

    def monitor(self) -> str:
        """Where the server is to tell of itself from its next start on, which ours does to nobody."""
        (port,) = ports.free_ports(1)
        self._config.write_text(f"http: 127.0.0.1:{port}\n{self._config.read_text()}")
        return f"http://127.0.0.1:{port}"

    def start(self) -> None:
        """As the stack does."""
        store.remove_unfinished_blocks(self.store)
        self._process = subprocess.Popen([BINARY, "-c", self._config, "-l", self._config.with_name("nats.log")])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(timeout=60)

    def restart(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.stop(how)
        self.start()

    async def connect(self, user: str) -> Bus:
        return await connect(self.url, user=user, password=self.passwords[user], timeout=60)


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """The server runs within the block."""
    server.start()
    yield server
    server.stop()


@asynccontextmanager
async def migrated(server: Server, ack_wait: float = ACK_WAIT_SECONDS) -> AsyncIterator[Bus]:
    """The server's streams are there; a connection to it as whoever makes them."""
    bus = await server.connect(permissions.MIGRATION)
    await migrating.migrate(bus, ack_wait=ack_wait)
    yield bus
    await bus.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(Server(tmp_path_factory.mktemp("nats"))) as server:
        yield server


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server for one test alone, to be stopped and killed; its streams are there."""
    with running(Server(tmp_path)) as server:
        async with migrated(server, ACK_WAIT):
            pass
        yield server


@pytest.fixture
def archive(archive_named: str) -> Archive:
    """An archive with nothing in it yet, where `archive_named` says, with a key of its own."""
    return Archive(find_files(archive_named), ArchiveKey.generate())


@pytest.fixture(scope="session")
async def migration(server: Server) -> AsyncIterator[Bus]:
    async with migrated(server, ACK_WAIT) as bus:
        yield bus


@pytest.fixture
async def bus_of(server: Server, migration: Bus) -> AsyncIterator[Callable[[str], Awaitable[Bus]]]:
    """A connection in the name of a user; closed after the test."""
    opened: list[Bus] = []

    async def open_bus(user: str) -> Bus:
        opened.append(await server.connect(user))
        return opened[-1]

    yield open_bus
    for bus in opened:
        await bus.close()


BusOf = Callable[[str], Awaitable[Bus]]


@pytest.fixture
async def executor(bus_of: BusOf) -> JetStreamEventLog:
    return JetStreamEventLog(await bus_of(services.EXECUTOR))


@pytest.fixture
async def browser_host(bus_of: BusOf) -> JetStreamEventLog:
    return JetStreamEventLog(await bus_of(services.BROWSER_HOST))


@pytest.fixture
def job() -> subjects.Aggregate:
    return subjects.job(str(uuid.uuid4()))


@pytest.fixture
def cause(job: subjects.Aggregate) -> Cause:
    return Cause(command_id=str(uuid.uuid4()), tenant="acme", correlation=job.id)


@pytest.fixture
def claimed() -> JobClaimed:
    return JobClaimed(at=datetime(2026, 1, 1, tzinfo=UTC), worker="w1")


@pytest.fixture
def lost() -> SessionLost:
    return SessionLost(session_id="s1", reason="crashed")
