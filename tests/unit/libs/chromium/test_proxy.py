"""The proxy of a browser: whither it connects, for whom, and that what passes arrives as it was sent."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from ghosthands.chromium import proxy
from ghosthands.chromium.kept_way import Way

Hear = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]

GREETING = bytes((5, 1, 0))
PUBLIC, OTHER = "93.184.216.34", "2606:2800:220:1::1"


@asynccontextmanager
async def serving(hear: Hear) -> AsyncIterator[int]:
    server = await asyncio.start_server(hear, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@asynccontextmanager
async def proxying(*allowed: str, uid: int | None = None) -> AsyncIterator[int]:
    mine = os.getuid() if uid is None else uid
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
        judge, way = proxy.Judge(frozenset(allowed)), Way(is_kept=False)
        serving_all = proxy.serve(listener, judge, way, is_known=lambda client: proxy.belongs_to(mine, client))
        task = asyncio.create_task(serving_all)
        try:
            yield listener.getsockname()[1]
        finally:
            task.cancel()
            await asyncio.wait({task})


def named(host: str, port: int) -> bytes:
    return bytes((5, 1, 0, 3, len(host))) + host.encode() + port.to_bytes(2, "big")


async def connect(proxy_port: int, request: bytes) -> tuple[int, Wire]:
    """What the proxy answers, and the wire behind it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy_port)
    writer.write(GREETING)
    assert await reader.readexactly(2) == bytes((5, 0))
    writer.write(request)
    reply = await reader.readexactly(10)
    return reply[1], (reader, writer)


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Says everything back once the other has said all."""
    writer.write(await reader.read())
    writer.close()


async def never(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()
    raise AssertionError("nobody may come here")


async def test_what_is_said_arrives_whole_and_half_a_connection_stays_open() -> None:
    body = os.urandom(5_000_000)
    async with serving(echo) as port, proxying("127.0.0.1") as way:
        reply, (reader, writer) = await connect(way, named("127.0.0.1", port))
        writer.write(body)
        writer.write_eof()
        assert await reader.read() == body
        writer.close()
    assert proxy.Reply(reply) is proxy.Reply.DONE


async def test_256_connections_pass_at_once() -> None:
    everyone = asyncio.Barrier(256)

    async def wait_for_all(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said = await reader.readexactly(4)
        await everyone.wait()
        writer.write(said)
        writer.close()

    async def talk(way: int, port: int, number: int) -> bool:
        _, (reader, writer) = await connect(way, named("127.0.0.1", port))
        writer.write(number.to_bytes(4, "big"))
        heard = await reader.read()
        writer.close()
        return heard == number.to_bytes(4, "big")

    async with serving(wait_for_all) as port, proxying("127.0.0.1") as way:
        async with asyncio.timeout(30):
            assert all(await asyncio.gather(*(talk(way, port, number) for number in range(256))))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "localhost", "LOCALHOST.", "x.localhost", "0x7f.1", "::1"])
async def test_a_private_host_is_refused_before_anything_is_connected_to(host: str) -> None:
    async with serving(never) as port, proxying("site.localhost") as way:
        reply, (reader, writer) = await connect(way, named(host, port))
        assert await reader.read() == b""
        writer.close()
    assert proxy.Reply(reply) is proxy.Reply.NOT_ALLOWED


async def test_so_is_one_given_by_its_bare_address() -> None:
    async with serving(never) as port, proxying() as way:
        for address in (bytes((1, 127, 0, 0, 1)), bytes((4, *([0] * 10), 255, 255, 127, 0, 0, 1))):
            reply, (_, writer) = await connect(way, bytes((5, 1, 0)) + address + port.to_bytes(2, "big"))
            writer.close()
            assert proxy.Reply(reply) is proxy.Reply.NOT_ALLOWED


async def test_a_name_is_reached_at_the_very_address_that_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it changes its mind meanwhile (DNS rebinding)."""
    told = iter([PUBLIC, "127.0.0.1", "127.0.0.1"])
    reached: list[str] = []

    def resolve(host: str, *_: object, **__: object) -> list[tuple[object, ...]]:
        address = next(told) if host == "rebinds.example" else host
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0))]

    async def connect_to(address: str, _port: int) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError

    async with proxying() as way:
        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        monkeypatch.setattr(proxy, "_connect_to", connect_to)
        reply, (_, writer) = await connect(way, named("rebinds.example", 80))
        writer.close()
    assert (reached, proxy.Reply(reply)) == ([PUBLIC], proxy.Reply.REFUSED)


async def test_one_private_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    async with proxying() as way:
        answers = [(socket.AF_INET, 0, 0, "", (one, 0)) for one in (PUBLIC, "10.0.0.1")]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
        reply, (_, writer) = await connect(way, named("both.example", 80))
        writer.close()
    assert proxy.Reply(reply) is proxy.Reply.NOT_ALLOWED


async def test_an_address_that_is_silent_keeps_the_next_waiting_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connects = proxy._connect_to

    async def connect_to(address: str, port: int) -> socket.socket:
        if address == OTHER:
            await asyncio.Event().wait()
        return await connects("127.0.0.1", port)

    async with serving(echo) as port, proxying() as way:
        answers = [(socket.AF_INET, 0, 0, "", (one, 0)) for one in (OTHER, PUBLIC)]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
        monkeypatch.setattr(proxy, "_connect_to", connect_to)
        async with asyncio.timeout(5):
            reply, (_, writer) = await connect(way, named("slow.example", port))
        writer.close()
    assert proxy.Reply(reply) is proxy.Reply.DONE


async def test_what_does_not_resolve_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_: object, **__: object) -> None:
        raise socket.gaierror

    async with proxying() as way:
        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        reply, (_, writer) = await connect(way, named("nobody.example", 80))
        writer.close()
    assert proxy.Reply(reply) is proxy.Reply.HOST_UNREACHABLE


async def test_another_users_connection_is_closed_at_once() -> None:
    async with proxying("127.0.0.1", uid=os.getuid() + 1) as way:
        reader, writer = await asyncio.open_connection("127.0.0.1", way)
        assert await reader.read() == b""
        writer.close()


async def test_who_hangs_up_at_once_does_no_harm() -> None:
    async with serving(echo) as port, proxying("127.0.0.1") as way:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", way)) as impatient:
                impatient.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        reply, (_, writer) = await connect(way, named("127.0.0.1", port))
        writer.close()
    assert proxy.Reply(reply) is proxy.Reply.DONE


@pytest.mark.parametrize(
    "said", [b"GET http://127.0.0.1/ HTTP/1.1\r\n\r\n", b"\x04\x01", GREETING + b"\x05\x02\x00\x01"]
)
async def test_who_does_not_ask_for_a_connection_gets_none(said: bytes) -> None:
    heard = b""
    async with proxying("127.0.0.1") as way:
        reader, writer = await asyncio.open_connection("127.0.0.1", way)
        writer.write(said)
        with suppress(ConnectionResetError):
            writer.write_eof()
            heard = await reader.read()
        writer.close()
    assert not heard.startswith((b"HTTP", bytes((5, 0, 0))))


async def test_where_we_are_behind_a_proxy_the_way_goes_on_through_that(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    async def company(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 Connection established\r\nVia: company\r\n\r\nhello")
        writer.close()

    async with serving(company) as port, proxying() as way:
        resolves = socket.getaddrinfo

        def resolve(host: str, *how: object, **more: object) -> object:
            if host == "jobs.example":  # behind many a company's proxy, nobody knows names from without
                raise socket.gaierror
            return resolves(host, *how, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        monkeypatch.setenv("HTTPS_PROXY", f"http://who:s%20cret@127.0.0.1:{port}")
        reply, (reader, writer) = await connect(way, named("jobs.example", 443))
        assert (proxy.Reply(reply), await reader.read()) == (proxy.Reply.DONE, b"hello")
        writer.close()
        refused, (_, other) = await connect(way, named("10.0.0.1", 443))
        other.close()
    assert proxy.Reply(refused) is proxy.Reply.NOT_ALLOWED
    assert asked == [
        b"CONNECT jobs.example:443 HTTP/1.1\r\nHost: jobs.example:443\r\n"
        b"Proxy-Authorization: Basic d2hvOnMgY3JldA==\r\n\r\n"
    ]
