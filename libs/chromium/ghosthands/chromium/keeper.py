"""The keeper of a browser's way out: whoever judges what leaves the browser, for as long as they are there.

A way out that is to be kept lets nothing through without its keeper. A keeper comes once all that is asked waits for
its judgement, and judges once the way is open. It leaves behind with the way's proxy a second hold on the line over
which it judges: however the keeper ends, the browser hears of it only after the proxy has cut what passed, so that what
waited for a judgement has no way out when it is let go.

They meet at a socket without a path, named after the browser; each asks the kernel whose process the other is. A page
cannot come near it: its own address is of another family.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from contextlib import suppress

from ghosthands.chromium.errors import ChromiumError
from ghosthands.chromium.processes import ProcessIdentity

#: how long a proxy may take to open the way
ANSWER_SECONDS = 30.0
_ARRIVED, _OPENED = b"k", b"o"
_BACKLOG = 8
_CREDENTIALS = struct.Struct("3i")


class WayNotKept(ChromiumError):
    """The browser's proxy does not take us for its keeper, or is gone: nothing leaves that browser."""


class Keeper:
    """Our hold on one browser's way out."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    @classmethod
    async def arrive(cls, browser: ProcessIdentity, line: int) -> Keeper:
        """Open the way; `line` is the descriptor over which we judge what leaves by it. Raises WayNotKept."""
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
        self._connection.close()  # a hold that nobody has any more keeps nothing open

    async def leave(self) -> None:
        """Let nothing pass from here on; only after this may the judging end."""
        with self._connection, suppress(OSError, TimeoutError):
            self._connection.shutdown(socket.SHUT_WR)
            async with asyncio.timeout(ANSWER_SECONDS):
                await asyncio.get_running_loop().sock_recv(self._connection, 1)


async def _introduce(connection: socket.socket, browser: ProcessIdentity, line: int) -> None:
    loop = asyncio.get_running_loop()
    await loop.sock_connect(connection, _name(browser))
    if find_user(connection) != os.geteuid():
        raise OSError("another's process listens there")
    socket.send_fds(connection, [_ARRIVED], [line])
    if await loop.sock_recv(connection, 1) != _OPENED:
        raise OSError("we are not let in")


def listen(browser: ProcessIdentity) -> socket.socket:
    """Listen at the socket to which the keepers of that browser's way out come."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(_name(browser))
        listener.listen(_BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener


async def receive_line(keeper: socket.socket) -> int:
    """The line over which an arriving keeper judges, ours to close. Raises OSError where it brings none."""
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


async def stay_with(keeper: socket.socket) -> None:
    """Tell it that the way is open, and wait until it leaves. Raises OSError where it already has."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(keeper, _OPENED)
    await loop.sock_recv(keeper, 1)


def find_user(connection: socket.socket) -> int:
    """The user whose process the other end is. Source: unix(7)."""
    raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, uid, _ = _CREDENTIALS.unpack(raw)
    return int(uid)


def _name(browser: ProcessIdentity) -> bytes:
    return f"\0ghosthands-way-out-{browser.pid}-{browser.start_time}".encode()
