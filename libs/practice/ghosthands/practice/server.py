"""Running the site: in this process while a block lasts, or as a process of its own until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

import uvicorn

from ghosthands.practice import app
from ghosthands.practice.desk import Desk
from ghosthands.practice.holds import Holds
from ghosthands.practice.ledger import Ledger
from ghosthands.practice.postings import Posting

#: what is still being answered when the site stops has this long
GRACE_SECONDS = 2


@dataclass(frozen=True, slots=True)
class Site:
    """A site that is running."""

    base_url: str
    desk: Desk

    @property
    def ledger(self) -> Ledger:
        """The record of what has been sent to it."""
        return self.desk.ledger

    @property
    def holds(self) -> Holds:
        """The points at which it stops submissions."""
        return self.desk.holds

    def url(self, posting: Posting, query: str = "") -> str:
        """The address of a posting on this site; `query` as in `?echo=1`."""
        return f"{self.base_url}{posting.path}{query}"


@asynccontextmanager
async def serve(port: int = 0, host: str = "127.0.0.1") -> AsyncIterator[Site]:
    """The site, served by this event loop while the block lasts; port 0 takes a free one.

    Raises OSError when the port is taken.
    """
    listener = listen(port, host)
    desk = Desk()
    server = _Server(desk)
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield Site(address(listener), desk)
    finally:
        server.stop()
        await serving
        listener.close()


async def serve_until_told(listener: socket.socket) -> None:
    """Serve on `listener` until SIGINT or SIGTERM."""
    server = _Server(Desk())
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, server.stop)
    await server.serve([listener])


def listen(port: int, host: str) -> socket.socket:
    """A listening socket, so that the first visitor is served even before the server has started."""
    listener = socket.create_server((host, port), backlog=128)
    listener.setblocking(False)
    return listener


def address(listener: socket.socket) -> str:
    """The site's address, without a slash at the end."""
    host, port = listener.getsockname()[:2]
    return f"http://{host}:{port}"


class _Server(uvicorn.Server):
    """Leaves the process's signals alone, and when it stops lets go of every request that waits."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(_config(desk))
        self._desk = desk

    def stop(self) -> None:
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._desk.close()
        await super().shutdown(sockets)


def _config(desk: Desk) -> uvicorn.Config:
    # Requests are not logged: their addresses may carry what people typed.
    return uvicorn.Config(
        app.build(desk),
        access_log=False,
        log_level="warning",
        lifespan="off",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
