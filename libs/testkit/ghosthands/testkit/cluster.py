"""Three NATS servers on loopback that hold every stream three times; each may be killed, stopped and started again."""

from __future__ import annotations

import asyncio
import json
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from ghosthands.domain.errors import Transient
from ghosthands.messaging.server import jetstream, migrating, permissions, store
from ghosthands.messaging.server.configuration import server_config
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.stack import ports

SIZE = 3
#: seconds for an election on a busy machine
PATIENCE = 120.0
#: seconds between two polls
_LOOK_AGAIN = 0.1

_BINARY = Path(sys.executable).parent / "nats-server"


class Node:
    """A server of a NATS cluster on loopback."""

    def __init__(self, name: str, folder: Path, port: int, config: str) -> None:
        self.name = name
        self.url = f"nats://127.0.0.1:{port}"
        self._store = _store_of(name, folder)
        self._config = folder / f"{name}.conf"
        self._config.write_text(config)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it on its store, as every server is started."""
        store.remove_unfinished_blocks(self._store)
        self._process = subprocess.Popen([_BINARY, "-c", self._config, "-l", self._config.with_suffix(".log")])

    def kill(self) -> None:
        """Kill it without warning."""
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait(timeout=20)

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal: SIGSTOP makes it lag behind, SIGCONT catch up."""
        assert self._process is not None
        self._process.send_signal(number)


class Cluster:
    """Three servers with our configuration and a cluster's."""

    def __init__(self, folder: Path) -> None:
        self.passwords = {user: secrets.token_hex(8) for user in permissions.USERS}
        self.passwords_file = folder / "passwords.json"
        self.passwords_file.write_text(json.dumps(self.passwords))
        free = ports.free_ports(2 * SIZE)
        clients, routes = free[:SIZE], free[SIZE:]
        known = ", ".join(f'"nats://127.0.0.1:{port}"' for port in routes)
        key = secrets.token_hex(16)
        self.nodes: Sequence[Node] = [
            Node(f"n{number}", folder, client, self._configure(folder, number, client, route, known, key))
            for number, (client, route) in enumerate(zip(clients, routes, strict=True))
        ]

    def _configure(self, folder: Path, number: int, client: int, route: int, known: str, key: str) -> str:
        store_dir = _store_of(f"n{number}", folder)
        own = server_config(port=client, store_dir=store_dir, encryption_key=key, passwords=self.passwords)
        cluster = f'{{ name: gh, listen: "127.0.0.1:{route}", routes: [{known}] }}'
        return f"{own}server_name: n{number}\ncluster {cluster}\n"

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Cluster]:
        """Run the servers, with their streams, for the block."""
        for node in self.nodes:
            node.start()
        try:
            await self._migrate()
            yield self
        finally:
            for node in self.nodes:
                node.kill()

    @property
    def url(self) -> str:
        """The servers' addresses, in the form of the setting."""
        return ",".join(node.url for node in self.nodes)

    async def connect(self, user: str) -> Bus:
        """Return a connection as that user to any of the servers."""
        return await jetstream.connect(self.url, user=user, password=self.passwords[user], timeout=PATIENCE)

    async def find_leader(self, stream: str, admin: Bus) -> Node:
        """Return the server that leads the stream, once one does."""
        leader = (await self.look(stream, admin))["cluster"]["leader"]
        return next(node for node in self.nodes if node.name == leader)

    async def look(self, stream: str, admin: Bus) -> dict[str, Any]:
        """Return the information on a stream, once it has a leader. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    found = await admin.api(f"STREAM.INFO.{stream}")
                    if found["cluster"].get("leader"):
                        return found
                except Transient:
                    pass
                await asyncio.sleep(_LOOK_AGAIN)

    async def _migrate(self) -> None:
        admin = await self.connect(permissions.MIGRATION)
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await migrating.migrate(admin, replicas=SIZE)
                    break
                except Transient:  # no leader yet
                    await asyncio.sleep(_LOOK_AGAIN)
        await admin.close()


def _store_of(name: str, folder: Path) -> Path:
    return folder / name
