"""A connection of a browser to a server, both ends of which its proxy holds: bytes pass unread, either way."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

_CHUNK_BYTES = 1 << 16
#: seconds for which nothing passes after the end of an answer; while an answer comes its pieces follow sooner
REST_SECONDS = 0.05
#: and after the browser spoke last, as it does in HTTP/2 also to acknowledge what the server said
SILENT_SECONDS = 0.3


class ProxiedConnection:
    """One connection through the proxy, between the browser's socket and the server's."""

    def __init__(self, browser: socket.socket, server: socket.socket) -> None:
        self._loop = asyncio.get_running_loop()
        self._ends = browser, server
        self._up, self._down = _OneWay(browser, server), _OneWay(server, browser)

    async def relay(self) -> None:
        """Pass data on both ways, each until its end. Raises OSError where one breaks off."""
        try:
            await asyncio.gather(self._up.ended, self._down.ended)
        finally:
            self._up.stop()
            self._down.stop()

    @property
    def rests_in(self) -> float | None:
        """The seconds until it is at rest, if nothing more passes; None while one end has yet to take what came.

        The bytes are not read: that the server spoke last is a sign that no request is open, and no proof of it.
        """
        if self._up.is_full or self._down.is_full:
            return None
        asked, answered = self._up.passed_at, self._down.passed_at
        rest = SILENT_SECONDS if asked > answered else REST_SECONDS
        return max(0.0, max(asked, answered) + rest - self._loop.time())

    def cut(self) -> None:
        """End the connection: not a byte more passes."""
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class _OneWay:
    """Passes one socket's data to the other as fast as that takes it, without a task and a buffer for each chunk."""

    def __init__(self, source: socket.socket, sink: socket.socket) -> None:
        self._loop = asyncio.get_running_loop()
        self._source, self._sink = source, sink
        #: when it last passed something, or began, by the loop's clock
        self.passed_at = self._loop.time()
        self._left = memoryview(b"")
        self.ended: asyncio.Future[None] = self._loop.create_future()
        self._loop.add_reader(source, self._read)

    def stop(self) -> None:
        """Stop passing data on."""
        self._loop.remove_reader(self._source)
        self._loop.remove_writer(self._sink)
        self.ended.cancel()

    @property
    def is_full(self) -> bool:
        """Whether the sink has yet to take what was read."""
        return bool(self._left)

    def _read(self) -> None:
        try:
            self._left = memoryview(self._source.recv(_CHUNK_BYTES))
            if self._left:
                self.passed_at = self._loop.time()
                self._write()
            else:
                self._end()
        except BlockingIOError:
            pass
        except OSError as error:
            self._break_off(error)

    def _write(self) -> None:
        """Write what is left; read no more until a full socket has taken it."""
        with suppress(BlockingIOError):
            self._left = self._left[self._sink.send(self._left) :]
        if self._left:
            self._loop.remove_reader(self._source)
            self._loop.add_writer(self._sink, self._write_on)

    def _write_on(self) -> None:
        self._loop.remove_writer(self._sink)
        self._loop.add_reader(self._source, self._read)
        try:
            self._write()
        except OSError as error:
            self._break_off(error)

    def _end(self) -> None:
        self._loop.remove_reader(self._source)
        self._sink.shutdown(socket.SHUT_WR)
        if not self.ended.done():
            self.ended.set_result(None)

    def _break_off(self, error: OSError) -> None:
        self._loop.remove_reader(self._source)
        self._loop.remove_writer(self._sink)
        if not self.ended.done():
            self.ended.set_exception(error)
