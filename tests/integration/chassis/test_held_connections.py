"""A server whose clients hold connections without sending a request: real processes, real sockets."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import websockets
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ghosthands.chassis import health, server

HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: small\r\nX-Slow: "
REQUEST = b"GET / HTTP/1.1\r\nHost: small\r\n\r\n"
PATIENCE = 60.0
#: how long a caller waits for an answer on a busy machine while others hold connections, which may for a minute
PROMPT = 20.0
#: bytes: more than the kernel keeps for a client that does not read
FLOOD = 64 * 1024 * 1024

Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Small:
    """The running process and its log."""

    port: int
    log: Path

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]


Start = Callable[..., Awaitable[Small]]


@pytest.fixture
async def start(tmp_path: Path) -> AsyncIterator[Start]:
    processes: list[asyncio.subprocess.Process] = []

    async def started(*arguments: float) -> Small:
        log = tmp_path / "log"
        script = Path(__file__).with_name("small_server.py")
        with log.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable, str(script), *map(str, arguments), stdin=PIPE, stdout=PIPE, stderr=errors
            )
        processes.append(process)
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return Small(int(await process.stdout.readline()), log)

    yield started
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
        async with asyncio.timeout(PATIENCE):
            assert await process.wait() == 0


@asynccontextmanager
async def holding(port: int, many: int, sent: bytes = HALF_A_HEAD) -> AsyncIterator[list[Client]]:
    clients: list[Client] = []
    try:
        for _ in range(many):
            clients.append(await asyncio.open_connection("127.0.0.1", port))
            clients[-1][1].write(sent)
        yield clients
    finally:
        for _, writer in clients:
            writer.close()


async def ask(port: int) -> bytes:
    async with holding(port, 1, REQUEST) as [(reader, _)]:
        return await reader.readline()


async def closed(client: Client) -> bytes:
    """Return what came until the server closed the connection."""
    came = b""
    try:
        while data := await client[0].read(4096):
            came += data
    except ConnectionError:
        pass
    return came


async def all_closed(clients: list[Client]) -> None:
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*map(closed, clients))


async def test_a_request_is_answered_while_more_connections_are_held_than_the_process_may_open(start: Start) -> None:
    small = await start(256, 60)
    async with holding(small.port, 1100):
        async with asyncio.timeout(PROMPT):
            assert await ask(small.port) == b"HTTP/1.1 200 OK\r\n"
    [warned] = small.events()
    assert (warned["event"], warned["most"]) == ("connection_limit_reached", 64)


async def test_room_is_made_by_closing_the_connections_that_waited_longest(start: Start) -> None:
    small = await start(256, 60)
    async with holding(small.port, 100) as clients:
        await all_closed(clients[:36])
        for _, writer in clients[36:]:
            writer.write(b"now\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            answers = await asyncio.gather(*(reader.readline() for reader, _ in clients[36:]))
    assert answers == [b"HTTP/1.1 200 OK\r\n"] * 64


async def test_connections_that_send_no_whole_head_are_closed_after_their_time(start: Start) -> None:
    small = await start(1024, 0.5)
    async with holding(small.port, 20) as silent, holding(small.port, 20, b"") as mute:
        await all_closed([*silent, *mute])
    assert small.events() == []


async def test_a_process_without_descriptors_says_so_in_one_line_and_answers_again(start: Start) -> None:
    small = await start(256, 60, 5)
    async with holding(small.port, 40) as clients:
        async with asyncio.timeout(2 * PROMPT):  # each accept that fails makes room for one of those that wait
            assert await ask(small.port) == b"HTTP/1.1 200 OK\r\n"
        await all_closed(clients[:30])
    [warned] = small.events()
    assert (warned["event"], warned["reason"]) == ("accept_failed", "Too many open files")


async def test_a_service_raises_its_limit_of_open_files_as_far_as_it_may() -> None:
    code = """
import resource
from ghosthands.chassis.server import raise_descriptor_limit
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 300))
raise_descriptor_limit()
print(resource.getrlimit(resource.RLIMIT_NOFILE))
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=PIPE)
    async with asyncio.timeout(PATIENCE):
        printed, _ = await process.communicate()
    assert printed == b"(300, 300)\n"


@dataclass
class Slow:
    """An application whose answers and WebSockets take longer than a head may."""

    port: int = 0

    async def read_body(self, request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    async def refuse(self, _request: Request) -> PlainTextResponse:
        return PlainTextResponse("no", 401)

    async def echo(self, socket: WebSocket) -> None:
        await socket.accept()
        async for text in socket.iter_text():
            await socket.send_text(text)

    async def flood(self, _request: Request) -> StreamingResponse:
        async def pieces() -> AsyncIterator[bytes]:
            for _ in range(FLOOD // 65536):
                await asyncio.sleep(0)
                yield b"x" * 65536

        return StreamingResponse(pieces())


@pytest.fixture
async def slow(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Slow]:
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(server, "STALL_SECONDS", 0.3)
    application = Slow()
    routes = [
        Route("/body", application.read_body, methods=["POST"]),
        Route("/refuse", application.refuse, methods=["POST"]),
        Route("/flood", application.flood),
        WebSocketRoute("/echo", application.echo),
    ]
    async with health.serving(
        Starlette(routes=routes), "127.0.0.1", 0, ws="websockets-sansio", timeout_keep_alive=60
    ) as application.port:
        yield application


async def until_a_silent_client_was_closed(port: int) -> None:
    async with holding(port, 1) as clients:
        await all_closed(clients)


async def test_a_body_may_take_longer_than_a_head(slow: Slow) -> None:
    head = b"POST /body HTTP/1.1\r\nHost: slow\r\nContent-Length: 4\r\n\r\n"
    async with holding(slow.port, 1, head + b"ab") as [(reader, writer)]:
        await until_a_silent_client_was_closed(slow.port)
        writer.write(b"cd")
        async with asyncio.timeout(PATIENCE):
            assert (await reader.readuntil(b"\r\n\r\n4")).startswith(b"HTTP/1.1 200 OK")


async def test_a_websocket_may_be_silent(slow: Slow) -> None:
    async with websockets.connect(f"ws://127.0.0.1:{slow.port}/echo") as socket:
        await until_a_silent_client_was_closed(slow.port)
        await socket.send("still here")
        async with asyncio.timeout(PATIENCE):
            assert await socket.recv() == "still here"


@pytest.mark.parametrize(
    "after",
    [b"", HALF_A_HEAD, b"POST /refuse HTTP/1.1\r\nHost: slow\r\nContent-Length: 9\r\n\r\nhalf"],
    ids=["nothing", "half a head", "half a body that was refused"],
)
async def test_a_used_connection_is_closed_when_no_further_request_comes(slow: Slow, after: bytes) -> None:
    first = b"POST /body HTTP/1.1\r\nHost: slow\r\nContent-Length: 2\r\n\r\nab"
    async with holding(slow.port, 1, first + after) as [client]:
        async with asyncio.timeout(PATIENCE):
            came = await closed(client)
    assert came.startswith(b"HTTP/1.1 200 OK")
    assert (b"401 Unauthorized" in came) == (b"refuse" in after)


async def test_a_used_connection_may_send_further_requests(slow: Slow) -> None:
    request = b"POST /body HTTP/1.1\r\nHost: slow\r\nContent-Length: 2\r\n\r\nab"
    async with holding(slow.port, 1, request + request) as [(reader, writer)]:
        async with asyncio.timeout(PATIENCE):
            await reader.readuntil(b"\r\n\r\n2")
            await reader.readuntil(b"\r\n\r\n2")
            writer.write(request)
            await reader.readuntil(b"\r\n\r\n2")


async def test_an_answer_that_nobody_reads_is_given_up(slow: Slow) -> None:
    async with holding(slow.port, 1, b"GET /flood HTTP/1.1\r\nHost: slow\r\n\r\n") as [client]:
        client[1].transport.pause_reading()  # type: ignore[attr-defined]  # a transport that reads
        await until_a_silent_client_was_closed(slow.port)
        await until_a_silent_client_was_closed(slow.port)
        client[1].transport.resume_reading()  # type: ignore[attr-defined]
        async with asyncio.timeout(PATIENCE):
            assert len(await closed(client)) < FLOOD


async def test_a_full_server_refuses_when_all_its_connections_are_at_work(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_connection_limit", lambda: 2)
    application = Starlette(routes=[Route("/body", slow.read_body, methods=["POST"])])
    head = b"POST /body HTTP/1.1\r\nHost: slow\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n"
    async with (
        asyncio.timeout(PATIENCE),
        health.serving(application, "127.0.0.1", 0) as port,
        holding(port, 2, head) as working,
    ):
        for reader, _ in working:
            assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        async with holding(port, 1, REQUEST) as [refused]:
            assert await closed(refused) == b""
        for reader, writer in working:
            writer.write(b"x")
            assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
