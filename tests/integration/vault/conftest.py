import asyncio
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.messaging.server import jetstream, migrating, permissions, streams
from ghosthands.messaging.server.configuration import server_config
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.stack import ports

PASSWORD = "only-for-tests"
BUCKETS = (streams.DEAD, streams.LETTERS, f"KV_{streams.VAULT}", f"KV_{streams.KEYS}", f"OBJ_{streams.ARTIFACTS}")


@dataclass(frozen=True)
class Server:
    """A NATS server with the real users and permissions."""

    url: str

    async def connect(self, user: str) -> Bus:
        return await jetstream.connect(self.url, user=user, password=PASSWORD, timeout=60)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("nats")
    (port,) = ports.free_ports(1)
    config = home / "nats.conf"
    config.write_text(
        server_config(
            port=port,
            store_dir=home / "store",
            encryption_key="only-for-tests-too",
            passwords=dict.fromkeys(permissions.USERS, PASSWORD),
        )
    )
    with (home / "log").open("wb") as log:
        process = subprocess.Popen([_binary(), "-c", str(config)], stdout=log, stderr=log)
    try:
        yield Server(f"nats://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="session", autouse=True)
async def _buckets(server: Server) -> None:
    bus = await server.connect(permissions.MIGRATION)
    buckets = [s for s in streams.STREAMS if s.name in BUCKETS]
    await migrating.migrate(bus, streams=buckets, consumers=[])
    await bus.close()


@pytest.fixture
async def bus(server: Server) -> AsyncIterator[Bus]:
    """A connection of one of the services that put into the vault."""
    connected = await server.connect(services.JOB_INTAKE)
    yield connected
    await connected.close()


@pytest.fixture
async def eight(server: Server) -> AsyncIterator[list[Bus]]:
    """Eight connections, as of eight processes."""
    connected = await asyncio.gather(*(server.connect(services.HITL_GATEWAY) for _ in range(8)))
    yield list(connected)
    await asyncio.gather(*(each.close() for each in connected))


def _binary() -> str:
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    assert found, "nats-server comes with the project's environment: run `make setup`"
    return found
