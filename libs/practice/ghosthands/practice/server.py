"""Runs the site: in this process for a block, or as a process of its own until it is stopped."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ghosthands.practice import app
from ghosthands.practice.desk import Desk
from ghosthands.practice.holds import Holds
from ghosthands.practice.ledger import Ledger
from ghosthands.practice.loopback import LoopbackServer, find_address, listen, run
from ghosthands.practice.postings import Posting


@dataclass(frozen=True, slots=True)
class Site:
    """A running site."""

    base_url: str
    desk: Desk

    @property
    def ledger(self) -> Ledger:
        """The record of the requests to it."""
        return self.desk.ledger

    @property
    def holds(self) -> Holds:
        """The points at which it stops submissions."""
        return self.desk.holds

    def url(self, posting: Posting, query: str = "") -> str:
        """Return the address of a posting on this site; `query` as in `?echo=1`."""
        return f"{self.base_url}{posting.path}{query}"


@asynccontextmanager
async def serve(port: int = 0, host: str = "127.0.0.1") -> AsyncIterator[Site]:
    """Serve the site in this event loop for the block; port 0 takes a free one.

    Raises OSError when the port is taken.
    """
    listener, desk = listen(port, host), Desk()
    async with run(_Server(desk), listener):
        yield Site(find_address(listener), desk)


async def serve_until_told(listener: socket.socket) -> None:
    """Serve on `listener` until SIGINT or SIGTERM."""
    server = _Server(Desk())
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, server.stop)
    await server.serve([listener])


class _Server(LoopbackServer):
    """Releases every request that waits when it stops."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(app.build(desk), timeout_keep_alive=75)
        self._desk = desk

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._desk.close()
        await super().shutdown(sockets)
