"""A kept way out from its proxy's side: it is open only while a keeper keeps it.

It opens when a keeper comes and shuts when the keeper leaves. Shutting cuts the connections through it. A connection
requested while it is shut was requested unseen: it waits, and is refused once the next keeper is there, who judges
whatever is requested from then on.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from ghosthands.chromium import keeper
from ghosthands.chromium.proxied_connection import ProxiedConnection

#: seconds without further unseen requests before the way opens again: a browser queues some
QUIET_SECONDS = 1.0
#: most seconds of that wait: a page that navigates on and on makes the browser connect in advance each time
SETTLING_SECONDS = 8.0
#: most seconds to wait, before a form is sent, for answers that still come and connections that are being made
RESTING_SECONDS = 2.0
#: seconds between two looks for those connections
_LOOK_SECONDS = 0.02


class Stint:
    """The time for which a way is open; the connections through it end with it."""

    def __init__(self) -> None:
        self._passing: set[socket.socket] = set()
        #: the browser's ends of connections that lead nowhere yet
        self._opening: set[socket.socket] = set()
        self._connections: set[ProxiedConnection] = set()
        self._is_over = False

    @contextmanager
    def passing(self, one: socket.socket) -> Iterator[None]:
        """Register the socket as a connection through the way. Raises OSError where the way was shut."""
        if self._is_over:
            raise ConnectionAbortedError("the way was shut")
        self._passing.add(one)
        try:
            yield
        finally:
            self._passing.discard(one)

    @contextmanager
    def opening(self, one: socket.socket) -> Iterator[None]:
        """Register the browser's end of a connection whose other end is being made."""
        self._opening.add(one)
        try:
            yield
        finally:
            self._opening.discard(one)

    @contextmanager
    def leading(self, connection: ProxiedConnection) -> Iterator[None]:
        """Register the connection as one that can be cut by itself once it is at rest."""
        self._connections.add(connection)
        try:
            yield
        finally:
            self._connections.discard(connection)

    async def cut_resting(self) -> None:
        """Cut the connections that are at rest or soon will be: the browser uses none of them again.

        Neither does it use those that it was making in advance, which count as used before to Chromium.
        """
        until = asyncio.get_running_loop().time() + RESTING_SECONDS
        while True:
            soon = [(rest, connection) for connection in self._connections if (rest := connection.rests_in) is not None]
            for rest, connection in soon:
                if rest == 0:
                    connection.cut()
                    self._connections.discard(connection)
            left = [rest for rest, _ in soon if rest > 0] + [_LOOK_SECONDS] * bool(self._opening)
            wait = min(max(left, default=0.0), until - asyncio.get_running_loop().time())
            if wait <= 0:
                break
            await asyncio.sleep(wait)
        _shut_down(self._opening)

    def end(self) -> None:
        """Cut the connections: not a byte more passes."""
        self._is_over = True
        _shut_down(self._passing)


def _shut_down(sockets: Iterable[socket.socket]) -> None:
    for one in sockets:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


class Way:
    """A way out that is open or shut; with `is_kept`, it is open only while a keeper is there."""

    def __init__(self, *, is_kept: bool) -> None:
        self.stint = None if is_kept else Stint()
        self._keepers = 0
        self._is_settling = False
        self._arrived = asyncio.Event()
        self._asked_unseen = False
        self._asked_at = 0.0
        #: before its first keeper no page was there that could have asked
        self._had_keeper = False

    async def stay_shut(self) -> None:
        """Wait until the connection, requested while nobody kept the way, is to be refused."""
        self._asked_unseen = True
        self._asked_at = asyncio.get_running_loop().time()
        if not self._is_settling:
            await self._arrived.wait()

    async def be_kept_by(self, one: socket.socket) -> None:
        """Open for as long as that keeper stays. Raises OSError where it is none."""
        line = await keeper.receive_line(one)
        try:
            await self._settle()
            with self._open() as stint:
                await keeper.stay_with(one, stint.cut_resting)
        finally:
            os.close(line)  # only now may the browser notice that nothing judges any more

    async def _settle(self) -> None:
        """Refuse the unseen requests and those queued after them, until no more come."""
        if self.stint is not None or not self._asked_unseen:
            return
        self._is_settling, self._asked_at = True, asyncio.get_running_loop().time()
        self._arrived.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLING_SECONDS if self._had_keeper else 0):
                await self._grow_quiet()
        self._is_settling, self._arrived = False, asyncio.Event()

    async def _grow_quiet(self) -> None:
        now = asyncio.get_running_loop().time
        while (left := self._asked_at + QUIET_SECONDS - now()) > 0:  # noqa: ASYNC110 - it waits for nothing to come
            await asyncio.sleep(left)

    @contextmanager
    def _open(self) -> Iterator[Stint]:
        self._keepers += 1
        self._had_keeper = True
        self.stint = stint = self.stint or Stint()
        try:
            yield stint
        finally:
            self._keepers -= 1
            stint.end()
            self._asked_unseen = True
            self.stint = Stint() if self._keepers > 0 else None


async def hear_keepers(listener: socket.socket, way: Way, uid: int) -> None:
    """Let that user's processes keep the way, until cancelled."""
    keeping: set[asyncio.Task[None]] = set()
    listener.setblocking(False)
    while True:
        one, _ = await asyncio.get_running_loop().sock_accept(listener)
        task = asyncio.create_task(_hear_keeper(one, way, uid))
        keeping.add(task)
        task.add_done_callback(keeping.discard)


async def _hear_keeper(one: socket.socket, way: Way, uid: int) -> None:
    with one, suppress(OSError):
        if keeper.find_user(one) == uid:
            await way.be_kept_by(one)
