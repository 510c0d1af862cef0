"""The proxies of browsers' ways out, none of which leads to a private network.

A browser whose launch had a `WayOut` makes every connection through here, from any source: documents, frames, workers,
WebSockets, downloads, speculation, redirects. It names the host (SOCKS 5, RFC 1928); the proxy resolves it, judges
every address, and connects to one that was judged, so that a name cannot turn private in between (DNS rebinding).
It reads, keeps and logs nothing of what then passes.

Each is served by its browser's attendant (`attending`): a browser whose attendant was killed reaches nothing at all.

Only sockets of the browser's user may use it, which the kernel tells for each connection; the attendant gives its own
privileges up for those of that user. Pages cannot talk to it: it takes no HTTP, and its own address is private.
Processes of the same user could connect by themselves anyway.

A kept way lets nothing through without its keeper (`chromium.kept_way`).

Where our environment names a proxy (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), connections go on through that one, by CONNECT;
it resolves names itself then, and we judge the addresses that we resolve here.
"""

from __future__ import annotations

import asyncio
import encodings.idna  # noqa: F401 - before we become a user who may not be able to read it
import ipaddress
import socket
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

from ghosthands.chromium import upstream
from ghosthands.chromium.kept_way import Stint, Way
from ghosthands.chromium.proxied_connection import ProxiedConnection
from ghosthands.domain import addresses

HANDSHAKE_SECONDS = 10.0
CONNECT_SECONDS = 30.0
#: seconds before the next address is tried too (RFC 8305)
_HEAD_START_SECONDS = 0.3
#: seconds for which a resolver's judged answer is used: connections go to the judged address itself
_REMEMBERED_SECONDS = 30.0
_REMEMBERED_NAMES = 1000

_VERSION, _NO_AUTHENTICATION, _CONNECT = 5, 0, 1
_IPV4, _NAME, _IPV6 = 1, 3, 4


class Reply(IntEnum):
    """A SOCKS server's reply to a request."""

    DONE = 0
    FAILED = 1
    NOT_ALLOWED = 2
    HOST_UNREACHABLE = 4
    REFUSED = 5
    NOT_UNDERSTOOD = 7


class NoWay(Exception):
    """The connection is not made."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.name)
        self.reply = reply


@dataclass
class Judge:
    """Judges where a browser may connect to; `allowed` are private hosts that an operator named."""

    allowed: Collection[str]
    _known: dict[str, tuple[float, list[str]]] = field(default_factory=dict)

    async def find_addresses(self, host: str) -> list[str]:
        """Return the addresses to connect to, in the resolver's order; empty where there are none. Raises NoWay."""
        name = addresses.canonical(host)
        found = await self._resolve(name)
        if name not in self.allowed and any(map(addresses.is_private, found)):
            raise NoWay(Reply.NOT_ALLOWED)
        return found

    async def _resolve(self, name: str) -> list[str]:
        if addresses.is_localhost(name):
            return list(addresses.LOOPBACK)
        loop = asyncio.get_running_loop()
        until, found = self._known.get(name, (0.0, []))
        if loop.time() < until:
            return found
        with suppress(OSError, UnicodeError):
            answers = await loop.getaddrinfo(name, None, type=socket.SOCK_STREAM)
            if len(self._known) >= _REMEMBERED_NAMES:
                self._known.clear()
            found = list(dict.fromkeys(str(answer[4][0]) for answer in answers))
            self._known[name] = loop.time() + _REMEMBERED_SECONDS, found
            return found
        return []


async def serve(listener: socket.socket, judge: Judge, way: Way, *, is_known: Callable[[socket.socket], bool]) -> None:
    """Take connections until cancelled; close those that are not `is_known` at once."""
    loop = asyncio.get_running_loop()
    serving: set[asyncio.Task[None]] = set()
    listener.setblocking(False)
    while True:
        try:
            client, _ = await loop.sock_accept(listener)
        except OSError:  # out of descriptors: those that end will give some back
            await asyncio.sleep(0.1)
            continue
        if not is_known(client):
            client.close()
            continue
        task = asyncio.create_task(_serve_one(client, judge, way))
        serving.add(task)
        task.add_done_callback(serving.discard)


async def _serve_one(client: socket.socket, judge: Judge, way: Way) -> None:
    with client, suppress(OSError, EOFError, TimeoutError):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if way.stint is None:
            await way.stay_shut()
            return
        try:
            with way.stint.passing(client):
                await _pass(client, judge, way.stint)
        except NoWay as no_way:
            await _reply(client, no_way.reply)


async def _pass(client: socket.socket, judge: Judge, stint: Stint) -> None:
    """Connect the client to its target. Raises NoWay, OSError, EOFError, TimeoutError."""
    with stint.opening(client):
        target = await _make_connection(client, judge)
    with target, stint.passing(target):
        target.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await _reply(client, Reply.DONE)
        connection = ProxiedConnection(client, target)
        with stint.leading(connection):
            await connection.relay()


async def _make_connection(client: socket.socket, judge: Judge) -> socket.socket:
    """Return a connection to the client's target. Raises NoWay, OSError, EOFError, TimeoutError."""
    async with asyncio.timeout(HANDSHAKE_SECONDS):
        host, port = await _read_request(client)
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            return await _connect(host, port, judge)
    except TimeoutError:
        raise NoWay(Reply.HOST_UNREACHABLE) from None


async def _read_request(client: socket.socket) -> tuple[str, int]:
    """Return the host and port to connect to. Raises NoWay, EOFError."""
    version, methods = await _read(client, 2)
    if version != _VERSION:
        raise EOFError
    await _read(client, methods)
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(client, bytes((_VERSION, _NO_AUTHENTICATION)))
    _, command, _, kind = await _read(client, 4)
    if command != _CONNECT:
        raise NoWay(Reply.NOT_UNDERSTOOD)
    return await _read_host(client, kind), int.from_bytes(await _read(client, 2), "big")


async def _read_host(client: socket.socket, kind: int) -> str:
    if kind == _IPV4:
        return str(ipaddress.IPv4Address(await _read(client, 4)))
    if kind == _IPV6:
        return str(ipaddress.IPv6Address(await _read(client, 16)))
    if kind != _NAME:
        raise NoWay(Reply.NOT_UNDERSTOOD)
    (length,) = await _read(client, 1)
    return (await _read(client, length)).decode("latin-1")


async def _read(client: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = await asyncio.get_running_loop().sock_recv(client, size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


async def _reply(client: socket.socket, reply: Reply) -> None:
    bound_nowhere = bytes((_IPV4, 0, 0, 0, 0, 0, 0))
    await asyncio.get_running_loop().sock_sendall(client, bytes((_VERSION, reply, 0)) + bound_nowhere)


async def _connect(host: str, port: int, judge: Judge) -> socket.socket:
    """Return a connection to a judged address of the host. Raises NoWay, TimeoutError."""
    found = await judge.find_addresses(host)
    try:
        if onward := upstream.find(host, port, found):
            return await upstream.connect(onward, host, port, _connect_first)
        if not found:
            raise NoWay(Reply.HOST_UNREACHABLE)
        return await _connect_first(found, port)
    except ConnectionRefusedError:
        raise NoWay(Reply.REFUSED) from None
    except OSError:
        raise NoWay(Reply.HOST_UNREACHABLE) from None


async def _connect_first(found: Sequence[str], port: int) -> socket.socket:
    """Return a connection to the address that answers first, each with a head start. Raises OSError."""
    trying: set[asyncio.Task[socket.socket]] = set()
    last: BaseException | None = None
    left = list(found)
    try:
        while left or trying:
            if left:
                trying.add(asyncio.create_task(_connect_to(left.pop(0), port)))
            done, trying = await asyncio.wait(
                trying, timeout=_HEAD_START_SECONDS if left else None, return_when=asyncio.FIRST_COMPLETED
            )
            for one in done:
                if (last := one.exception()) is None:
                    return one.result()
    finally:
        for one in trying:
            one.cancel()
    raise last or OSError("no address")


async def _connect_to(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    target = socket.socket(family, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
    try:
        await asyncio.get_running_loop().sock_connect(target, (address, port))
    except BaseException:
        target.close()
        raise
    return target


def belongs_to(uid: int, client: socket.socket) -> bool:
    """Whether the other end of a loopback connection is a socket of that user. Source: proc_net_tcp(5)."""
    with suppress(OSError):  # it hung up already
        entry = f" {_in_table(*client.getpeername())} {_in_table(*client.getsockname())} "
        for line in Path("/proc/net/tcp").read_text().splitlines():
            if entry in line:
                return int(line.split()[7]) == uid
    return False


def _in_table(address: str, port: int) -> str:
    return f"{int.from_bytes(socket.inet_aton(address), sys.byteorder):08X}:{port:04X}"
