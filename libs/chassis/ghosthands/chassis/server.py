"""An HTTP server that connections without a request cannot fill.

A client may connect and say nothing, or send its request's head byte by byte; it needs no key for that. uvicorn waits
for it without end, and asyncio accepts connections until the process has no descriptors left. Here the server closes a
connection that takes too long to send a head, holds no more connections than a share of the process's descriptors, and
closes the one that has waited longest when it needs room. A request's body and answer, and a WebSocket, are limited by
the application.
"""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ghosthands.chassis import logging

#: how long a new connection may take to send its first request's head, and a used one its next
HEAD_SECONDS = 10.0
#: how long an answer may wait for a client that reads nothing of it
STALL_SECONDS = 60.0

#: The descriptors a process asks for. More would cost the programs it starts that go through all they may have.
_MOST_DESCRIPTORS = 65_536
#: A server holds one connection for this many descriptors: a process has up to three servers and needs some for itself.
_DESCRIPTORS_FOR_EACH = 4
#: connections that the kernel keeps until they are accepted
_BACKLOG = 2048
#: the pause after a failed accept
_RETRY_SECONDS = 0.1
#: A warning is repeated no sooner.
_WARN_SECONDS = 60.0
#: the precision of an answer's date
_TICK_SECONDS = 1.0

log = logging.get(__name__)


def raise_descriptor_limit() -> None:
    """Raise the process's limit of open files as far as it is useful and allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS names a higher limit than it allows
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _connection_limit() -> int:
    """Return how many connections a server may hold."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    descriptors = _MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, _MOST_DESCRIPTORS)
    return max(1, descriptors // _DESCRIPTORS_FOR_EACH)


class _Connection(H11Protocol):
    """A connection that has a deadline while no request is in hand; it is listed as waiting for that time.

    uvicorn's own deadline between requests ends with the first byte of the next one.
    """

    def __init__(self, waiting: dict[_Connection, None], **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self._waiting = waiting
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._is_websocket = False
        self._unsent = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self._follow()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._end_stall()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._follow()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._is_websocket = True
        self._end_stall()  # from here on the transport tells another protocol when it may write
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow()

    def pause_writing(self) -> None:
        self._stall = self.loop.call_later(STALL_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._end_stall()
        super().resume_writing()

    def abort(self) -> None:
        """Close the connection at once, with whatever was not sent."""
        self._stop_waiting()
        self.transport.abort()

    def _follow(self) -> None:
        """Start the deadline when the connection begins to wait for a head, and stop it at the head's end."""
        if self._is_websocket or (self.cycle is not None and not self.cycle.response_complete):
            self._stop_waiting()
        elif self._deadline is None:
            self._waiting[self] = None
            self._unsent = self.transport.get_write_buffer_size()
            self._deadline = self.loop.call_later(HEAD_SECONDS, self._expire)

    def _stop_waiting(self) -> None:
        self._waiting.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    def _expire(self) -> None:
        """Close the connection; only the rest of an answer that the client is reading is still sent."""
        unsent = self.transport.get_write_buffer_size()
        if not 0 < unsent < self._unsent:
            self.abort()
            return
        self.transport.close()
        self._unsent = unsent
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._expire)


class Server(uvicorn.Server):
    """uvicorn with a limit of connections and without signal handlers: the service decides when to stop."""

    def __init__(self, config: uvicorn.Config, host: str, port: int) -> None:
        """Listen. Raises OSError."""
        super().__init__(config)
        self._listener = socket.create_server((host, port), backlog=_BACKLOG)
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]
        self._most = _connection_limit()
        self._waiting: dict[_Connection, None] = {}  # longest first
        self._warned: dict[str, float] = {}
        self._stopping = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the process."""
        yield

    async def run_until_stopped(self) -> None:
        """Serve until `stop`, and end once the requests in hand are answered."""
        try:
            await self.serve(sockets=[])  # uvicorn accepts nothing itself
        finally:
            self._listener.close()  # main_loop did, unless it was stopped before it began

    def stop(self) -> None:
        """Accept no more requests, and end once those in hand are answered."""
        self.should_exit = True
        self._stopping.set()

    async def main_loop(self) -> None:
        """Accept connections, and update the date for answers once a second; uvicorn's own loop polls ten times."""
        accepting = asyncio.create_task(self._accept_all(), name="accept connections")
        try:
            while not await self.on_tick(0):
                with suppress(TimeoutError):
                    async with asyncio.timeout(_TICK_SECONDS):
                        await self._stopping.wait()
        finally:
            accepting.cancel()
            await asyncio.gather(accepting, return_exceptions=True)
            self._listener.close()

    async def _accept_all(self) -> None:
        """Accept one connection after the other: asyncio's own server accepts thousands before it looks at one."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(0)  # an accept that finds a connection does not let others run
            try:
                connection, _ = await loop.sock_accept(self._listener)
            except ConnectionAbortedError:  # the client has left
                continue
            except OSError as error:
                self._warn("accept_failed", reason=error.strerror)
                self._close_longest_waiting()
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            if len(self.server_state.connections) >= self._most:
                self._warn("connection_limit_reached", most=self._most)
                if not self._close_longest_waiting():
                    connection.close()
                    continue
            try:
                await loop.connect_accepted_socket(self._protocol, connection)
            except OSError:  # the client has left
                connection.close()

    def _protocol(self) -> _Connection:
        state = self.lifespan.state
        return _Connection(self._waiting, config=self.config, server_state=self.server_state, app_state=state)

    def _close_longest_waiting(self) -> bool:
        """Close the connection that has waited longest for a request; return whether there was one."""
        for connection in self._waiting:
            connection.abort()
            return True
        return False

    def _warn(self, event: str, **facts: object) -> None:
        """Log the event, unless it was logged within the last minute."""
        now = time.monotonic()
        if now - self._warned.get(event, -_WARN_SECONDS) >= _WARN_SECONDS:
            self._warned[event] = now
            log.warning(event, port=self.port, **facts)
