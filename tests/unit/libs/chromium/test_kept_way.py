"""A way out that is kept: nothing passes without its keeper, and what passes is cut before its leaving is heard."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from ghosthands.chromium import Keeper, WayNotKept, keeper, kept_way, processes, proxied_connection, proxy
from ghosthands.chromium.kept_way import Way

from .test_proxy import GREETING, connect, named

Line = tuple[socket.socket, socket.socket]

HERE = processes.ProcessIdentity(os.getpid(), 0)


class Server:
    """Notes what it hears."""

    def __init__(self) -> None:
        self.heard = b""
        self.came = asyncio.Event()
        self.port = 0

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            self.heard += data
            self.came.set()
        writer.close()


@asynccontextmanager
async def kept(server: Server, *, uid: int | None = None) -> AsyncIterator[int]:
    """The port of a proxy whose way is to be kept by that user's processes, our own unless told otherwise."""
    way = Way(is_kept=True)
    listening = await asyncio.start_server(server.hear, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    with socket.create_server(("127.0.0.1", 0)) as listener, keeper.listen(HERE) as keepers:
        tasks = [
            asyncio.create_task(proxy.serve(listener, proxy.Judge({"127.0.0.1"}), way, is_known=lambda _one: True)),
            asyncio.create_task(kept_way.hear_keepers(keepers, way, os.geteuid() if uid is None else uid)),
        ]
        try:
            yield listener.getsockname()[1]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            listening.close()


@pytest.fixture(autouse=True)
def _soon_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_way, "QUIET_SECONDS", 0.1)


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Both ends of a line to a browser."""
    ours, browsers = socket.socketpair()
    browsers.setblocking(False)
    with ours, browsers:
        yield ours, browsers


async def test_what_asks_without_a_keeper_waits_and_is_sent_away_when_one_comes(line: Line) -> None:
    server = Server()
    async with kept(server) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GREETING + named("127.0.0.1", server.port) + b"unseen")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.3)
        staying = await Keeper.arrive(HERE, line[0].fileno())
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        reply, (_, seen) = await connect(port, named("127.0.0.1", server.port))
        seen.write(b"seen")
        await asyncio.wait_for(server.came.wait(), 10)
        await staying.leave()
        seen.close()
        writer.close()
    assert (proxy.Reply(reply), server.heard) == (proxy.Reply.DONE, b"seen")


async def test_what_passes_is_cut_before_the_browser_hears_that_its_keeper_left(line: Line) -> None:
    server, (ours, browser) = Server(), line
    async with kept(server) as port:
        staying = await Keeper.arrive(HERE, ours.fileno())
        ours.close()
        _, (reader, writer) = await connect(port, named("127.0.0.1", server.port))
        writer.write(b"seen")
        await asyncio.wait_for(server.came.wait(), 10)
        with pytest.raises(BlockingIOError):
            browser.recv(1)  # the line is held as long as the way is open
        staying._connection.close()  # as the kernel does for one that was killed
        assert await asyncio.get_running_loop().sock_recv(browser, 1) == b""
        writer.write(b"unseen")
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        writer.close()
    assert server.heard == b"seen"


async def test_no_other_user_keeps_the_way(line: Line) -> None:
    async with kept(Server(), uid=os.geteuid() + 1):
        with pytest.raises(WayNotKept):
            await Keeper.arrive(HERE, line[0].fileno())


async def test_there_is_no_way_to_keep_where_no_proxy_is(line: Line) -> None:
    with pytest.raises(WayNotKept):
        await Keeper.arrive(HERE, line[0].fileno())


async def test_only_who_takes_a_page_over_waits_until_nothing_more_is_asked_unseen(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server()
    async with kept(server) as port:
        before, asking = await ask_unseen(port, server)
        monkeypatch.setattr(kept_way, "QUIET_SECONDS", 60.0)
        async with asyncio.timeout(10):
            first = await Keeper.arrive(HERE, line[0].fileno())
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await before.readexactly(1)
            await first.leave()
        _, again = await ask_unseen(port, server)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(Keeper.arrive(HERE, line[0].fileno()), 0.5)
        for writer in (asking, again):
            writer.close()
    assert server.heard == b""


async def ask_unseen(port: int, server: Server) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Whoever asked for the server, and waits."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(GREETING + named("127.0.0.1", server.port) + b"unseen")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(1), 0.2)
    return reader, writer


async def test_connections_at_rest_are_cut_for_a_form_and_those_that_just_asked_are_not(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_way, "RESTING_SECONDS", 0.2)
    monkeypatch.setattr(proxied_connection, "SILENT_SECONDS", 60.0)
    server = Server()
    async with kept(server) as port:
        staying = await Keeper.arrive(HERE, line[0].fileno())
        _, (unused, never) = await connect(port, named("127.0.0.1", server.port))
        _, (awaiting, asking) = await connect(port, named("127.0.0.1", server.port))
        asking.write(b"asked")
        await asyncio.wait_for(server.came.wait(), 10)
        await staying.cut_resting()
        assert await asyncio.wait_for(unused.read(1), 10) == b""
        server.came.clear()
        asking.write(b", and more")
        await asyncio.wait_for(server.came.wait(), 10)
        await staying.leave()
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await awaiting.readexactly(1)
        for writer in (never, asking):
            writer.close()
    assert server.heard == b"asked, and more"


async def test_a_connection_that_is_being_made_is_cut_for_a_form_too(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chromium makes some in advance, and repeats what it sent over one of those as over a used one."""
    monkeypatch.setattr(kept_way, "RESTING_SECONDS", 0.2)
    server = Server()
    async with kept(server) as port:
        staying = await Keeper.arrive(HERE, line[0].fileno())
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GREETING)
        assert await reader.readexactly(2) == b"\x05\x00"
        await staying.cut_resting()
        assert await asyncio.wait_for(reader.read(1), 10) == b""
        writer.close()
        await staying.leave()


async def test_a_keeper_is_told_that_nothing_was_cut_where_the_proxy_is_gone(line: Line) -> None:
    line[0].close()
    with pytest.raises(WayNotKept):
        await Keeper(line[1]).cut_resting()
