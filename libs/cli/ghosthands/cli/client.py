"""A client of one stack: publishes like VALET, reads the log and the tables like anybody may."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from ghosthands import stack
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging import jetstream
from ghosthands.messaging.jetstream import Bus, Outgoing
from ghosthands.messaging.jetstream_log import JetStreamEventLog
from ghosthands.readmodel import Reader, connect

#: seconds to wait for a server that should be there
PATIENCE = 10.0

Stack = stack.Supervisor | stack.RunningStack


class Client:
    """Connections to a running stack."""

    def __init__(self, valet: Bus, cli: Bus, tables: Reader) -> None:
        self._valet = valet
        self.bus = cli
        self.events = JetStreamEventLog(cli)
        self.tables = tables

    async def publish(self, subject: str, body: Mapping[str, Any]) -> None:
        """Send a message as VALET would; it is stored when this returns. Raises StreamUnavailable."""
        await self._valet.publish(Outgoing(subject, msgspec.json.encode(body)))


@asynccontextmanager
async def connected(to: Stack) -> AsyncIterator[Client]:
    """A client of that stack. Raises Stop(UNAVAILABLE) when it does not answer."""
    async with AsyncExitStack() as exits:
        try:
            valet, cli = await _bus(to, "valet"), await _bus(to, "cli")
            exits.push_async_callback(valet.close)
            exits.push_async_callback(cli.close)
            tables = await exits.enter_async_context(connect(to.reader_url))
        except (GhostHandsError, OSError) as error:
            message = f"the stack does not answer ({error}); `ghosthands doctor` says what is wrong"
            raise Stop(Exit.UNAVAILABLE, message) from error
        yield Client(valet, cli, tables)


async def _bus(to: Stack, user: str) -> Bus:
    login = to.credentials(user)
    return await jetstream.connect(to.nats_url, user=login.user, password=login.password, timeout=PATIENCE)


def running(state_dir: Path | None = None) -> stack.RunningStack:
    """The stack that runs here. Raises Stop(UNAVAILABLE) when none does."""
    found = stack.find_running(state_dir)
    if found is None or not found.ready:
        raise Stop(Exit.UNAVAILABLE, "no stack runs here; start one in another terminal with: ghosthands up")
    return found
