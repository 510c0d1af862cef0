"""A connection to a server that hangs up, says nothing, or goes while the connection is closed."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from ghosthands.messaging.server.jetstream import Bus, connect
from ghosthands.messaging.work.provisioner import Provisioner

GREETING = b"INFO " + msgspec.json.encode({"server_id": "x", "max_payload": 1024, "headers": True}) + b"\r\n"


class UnreliableServer:
    """Speaks as much of NATS as a client needs to stay connected, for as long as it is told to."""

    def __init__(self) -> None:
        #: what it greets whoever connects next with
        self.greetings = [GREETING]
        #: whether it answers a PING
        self.answers = True
        self.url = ""
        #: set once whoever was greeted badly has let go
        self.let_go = asyncio.Event()
        self._writers: list[asyncio.StreamWriter] = []

    async def start(self) -> asyncio.Server:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    async def connect(self) -> Bus:
        return await connect(self.url, user="valet", password="x", timeout=10)

    def hang_up(self) -> None:
        for writer in self._writers:
            writer.close()
        self._writers.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        greeting = self.greetings.pop() if len(self.greetings) > 1 else self.greetings[0]
        writer.write(greeting)
        with suppress(ConnectionError):
            while line := await reader.readline():
                if line.startswith(b"PING") and self.answers:
                    writer.write(b"PONG\r\n")
        if greeting != GREETING:
            self.let_go.set()
        writer.close()


@pytest.fixture
async def unreliable() -> AsyncIterator[UnreliableServer]:
    server = UnreliableServer()
    listening = await server.start()
    yield server
    server.hang_up()
    listening.close()


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
async def test_a_server_that_greets_with_something_else_is_let_go_of(unreliable: UnreliableServer) -> None:
    bus = await unreliable.connect()
    unreliable.greetings.append(b"HELLO\r\n")
    unreliable.hang_up()
    async with asyncio.timeout(60):
        await unreliable.let_go.wait()
    await bus.wait_connected(10)
    await bus.close()
    gc.collect()  # what finds a socket that was left open


async def is_cancelled_after(turns: int, task: asyncio.Task[Any]) -> bool:
    """Whether the task was still under way after so many turns of the loop; cancelled then, it has to be."""
    for _ in range(turns):
        await asyncio.sleep(0)
    if not task.cancel():
        return False
    await asyncio.wait({task})
    assert task.cancelled(), turns
    return True


async def test_whoever_is_cancelled_while_it_connects_is_cancelled(unreliable: UnreliableServer) -> None:
    for turns in range(60):
        connecting = asyncio.create_task(unreliable.connect())
        if not await is_cancelled_after(turns, connecting):
            await connecting.result().close()


async def test_a_close_that_is_cancelled_while_the_server_is_away_is_cancelled(unreliable: UnreliableServer) -> None:
    for turns in range(1, 8):
        bus = await unreliable.connect()
        unreliable.hang_up()
        while bus.connected:  # noqa: ASYNC110  nobody tells of it
            await asyncio.sleep(0)
        await is_cancelled_after(turns, asyncio.create_task(bus.close()))


async def test_the_provisioner_of_a_server_that_hangs_is_stopped_at_once(unreliable: UnreliableServer) -> None:
    bus = await unreliable.connect()
    provisioner = Provisioner(bus)
    await provisioner.start()
    unreliable.answers = False
    async with asyncio.timeout(5):
        await provisioner.stop()
    await bus.wait_closed()
