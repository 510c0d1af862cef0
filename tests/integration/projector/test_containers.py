"""The log and its tables on servers as others ship them: NATS and PostgreSQL in containers, where Docker runs.

All other tests have servers of their own beside the interpreter, which they kill, stop and start anew. Here the
images' servers have our configuration and our streams, and fold and rebuild come to the same.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import LogMessageWaitStrategy

from ghosthands.domain.message import Event
from ghosthands.messaging.server import jetstream, migrating, permissions
from ghosthands.messaging.server.configuration import server_config
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import migrations
from ghosthands.projector.rebuilding import rebuild
from ghosthands.stack.postgres import DATABASE, SUPERUSER

pytestmark = [pytest.mark.integration, pytest.mark.heavy]  # images come from the network

#: the versions that compose.yaml and the locked nats-server have
POSTGRES_IMAGE, NATS_IMAGE = "postgres:18-bookworm", "nats:2.15.1"
START_SECONDS = 120


def _is_docker_there() -> bool:
    return bool(os.environ.get("DOCKER_HOST")) or Path("/var/run/docker.sock").is_socket()


needs_docker = pytest.mark.skipif(not _is_docker_there(), reason="no Docker runs here")


class ContainedPostgres:
    """As the embedded one is asked for its databases."""

    def __init__(self, host: str, port: int) -> None:
        self._server = f"{host}:{port}"

    def url(self, name: str, role: str = SUPERUSER) -> str:
        return f"postgresql://{role}@{self._server}/{name}?sslmode=disable"


class ContainedNats:
    """As the embedded one is connected to."""

    def __init__(self, url: str, passwords: dict[str, str]) -> None:
        self.url = url
        self._passwords = passwords

    async def connect(self, user: str) -> Bus:
        return await jetstream.connect(self.url, user=user, password=self._passwords[user], timeout=60)


def _says(what: str) -> LogMessageWaitStrategy:
    return LogMessageWaitStrategy(what).with_startup_timeout(START_SECONDS)


@pytest.fixture(scope="module")
def postgres() -> Iterator[ContainedPostgres]:
    container = DockerContainer(POSTGRES_IMAGE).with_exposed_ports(5432)
    container.with_env("POSTGRES_USER", SUPERUSER).with_env("POSTGRES_DB", DATABASE)
    container.with_env("POSTGRES_HOST_AUTH_METHOD", "trust")
    # it is started once to be set up, and once for good
    with container.waiting_for(_says(r"(?s)(ready to accept connections.*){2}")):
        yield ContainedPostgres(container.get_container_host_ip(), int(container.get_exposed_port(5432)))


@pytest.fixture
async def nats(tmp_path: Path) -> AsyncIterator[ContainedNats]:
    passwords = {user: secrets.token_hex(8) for user in permissions.USERS}
    config = server_config(
        port=4222, store_dir=Path("/data"), encryption_key=secrets.token_hex(16), passwords=passwords
    )
    file = tmp_path / "server.conf"
    file.write_text(config.replace("127.0.0.1:4222", "0.0.0.0:4222"))
    container = DockerContainer(NATS_IMAGE).with_exposed_ports(4222).with_command("-c /etc/ghosthands.conf")
    container.with_volume_mapping(str(file), "/etc/ghosthands.conf", "ro")
    with container.waiting_for(_says("Server is ready")):
        url = f"nats://{container.get_container_host_ip()}:{container.get_exposed_port(4222)}"
        server = ContainedNats(url, passwords)
        bus = await server.connect(permissions.MIGRATION)
        await migrating.migrate(bus)
        await bus.close()
        yield server


@needs_docker
async def test_on_servers_in_containers_the_tables_equal_their_rebuild(
    db: Any, append: Any, bus: Bus, log: Callable[[int], list[Recorded[Event]]]
) -> None:
    events = log(12)
    await append(events)
    await (await db.projection()).apply(events)
    report = await rebuild(bus, db.url, migrations.folder(), only_compare=True, progress=lambda folded, wanted: None)
    assert report.equal
    assert report.sequence == len(events)
