"""The keeper of a browser's way out: the process that judges what leaves the browser, for as long as it lives.

A kept way out lets nothing through without its keeper. A keeper arrives once all requests wait for its judgement, and
judges once the way is open. It passes to the way's proxy a duplicate of the connection over which it judges: however
the keeper ends, the browser notices only after the proxy has cut what passed, so that requests that waited for a
judgement have no way out when they are released.

They meet at a socket without a path, named after the browser; each asks the kernel which user's process the other is. A
page cannot reach it: the socket's address is of another family.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress

from ghosthands.chromium.errors import ChromiumError
from ghosthands.chromium.processes import ProcessIdentity

#: seconds in which a proxy has to open the way
ANSWER_SECONDS = 30.0
_ARRIVED, _OPENED = b"k", b"o"
_BACKLOG = 8
_CREDENTIALS = struct.Struct("3i")


class WayNotKept(ChromiumError):
    """The browser's proxy does not accept us as its keeper, or is gone: nothing leaves that browser."""


class Keeper:
    """Our hold on one browser's way out."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._asking = asyncio.Lock()
        self._asked = 0

    @classmethod
    async def arrive(cls, browser: ProcessIdentity, line: int) -> Keeper:
        """Open the way; `line` is the descriptor of the connection over which we judge. Raises WayNotKept."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await _introduce(connection, browser, line)
        except (OSError, TimeoutError) as error:
            connection.close()
            raise WayNotKept(f"the way out of browser {browser.pid} is not opened: {error}") from error
        except BaseException:
            connection.close()
            raise
        return cls(connection)

    def __del__(self) -> None:
        self._connection.close()  # a forgotten keeper keeps nothing open

    async def cut_resting(self) -> None:
        """Cut the browser's connections that are at rest, so that it sends its next request over a new one.

        Over a connection that it used before, Chromium sends a request again, on its own account, if the server hangs
        up without an answer; no guard sees that. Over a new one it never does. Raises WayNotKept.
        """
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._asking:
                self._asked += 1
                number = bytes([self._asked % 256])  # the answer to one that nobody waited for any more has another
                await loop.sock_sendall(self._connection, number)
                while answer := await loop.sock_recv(self._connection, 1):
                    if answer == number:
                        return
        except (OSError, TimeoutError) as error:
            raise WayNotKept(f"connections are not cut: {error}") from error
        raise WayNotKept("the browser's proxy is gone")

    async def leave(self) -> None:
        """Shut the way; only after this may the judging end."""
        with self._connection, suppress(OSError, TimeoutError):
            self._connection.shutdown(socket.SHUT_WR)
            async with asyncio.timeout(ANSWER_SECONDS), self._asking:
                while await asyncio.get_running_loop().sock_recv(self._connection, 1):
                    continue


async def _introduce(connection: socket.socket, browser: ProcessIdentity, line: int) -> None:
    loop = asyncio.get_running_loop()
    await loop.sock_connect(connection, _name(browser))
    if find_user(connection) != os.geteuid():
        raise OSError("another's process listens there")
    socket.send_fds(connection, [_ARRIVED], [line])
    if await loop.sock_recv(connection, 1) != _OPENED:
        raise OSError("we are not let in")


def listen(browser: ProcessIdentity) -> socket.socket:
    """Listen at the socket at which keepers of that browser's way out arrive."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(_name(browser))
        listener.listen(_BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener


async def receive_line(keeper: socket.socket) -> int:
    """Return the connection over which an arriving keeper judges, ours to close. Raises OSError without one."""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(keeper, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(keeper)
    _, lines, _, _ = socket.recv_fds(keeper, 1, 1)
    if not lines:
        raise OSError("no line")
    return lines[0]


async def stay_with(keeper: socket.socket, cut_resting: Callable[[], Awaitable[None]]) -> None:
    """Tell the keeper that the way is open, and cut as it asks until it leaves. Raises OSError where it already has."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(keeper, _OPENED)
    while number := await loop.sock_recv(keeper, 1):
        await cut_resting()
        await loop.sock_sendall(keeper, number)


def find_user(connection: socket.socket) -> int:
    """Return the user of the process at the other end. Source: unix(7)."""
    raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, uid, _ = _CREDENTIALS.unpack(raw)
    return int(uid)


def _name(browser: ProcessIdentity) -> bytes:
    return f"\0ghosthands-way-out-{browser.pid}-{browser.start_time}".encode()
