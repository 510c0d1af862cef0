"""Serves an application on this machine: within a block of an event loop, or as a process until it is stopped."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp

#: seconds for requests in hand when a server stops
GRACE_SECONDS = 2


class LoopbackServer(uvicorn.Server):
    """uvicorn without its signal handlers, which serves until it is stopped; it logs no request."""

    def __init__(self, application: ASGIApp, **options: Any) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                access_log=False,  # addresses may carry what people typed
                log_level="warning",
                lifespan="off",
                timeout_graceful_shutdown=GRACE_SECONDS,
                **options,
            )
        )

    def stop(self) -> None:
        """Take no more requests, and end."""
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the process."""
        yield


@asynccontextmanager
async def run(server: LoopbackServer, listener: socket.socket) -> AsyncIterator[None]:
    """Run the server in this event loop for the block."""
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield
    finally:
        server.stop()
        await serving
        listener.close()


def listen(port: int, host: str) -> socket.socket:
    """Return a listening socket, so that early requests wait until the server has started."""
    listener = socket.create_server((host, port), backlog=128)
    listener.setblocking(False)
    return listener


def find_address(listener: socket.socket) -> str:
    """Return the server's address, without a slash at the end."""
    host, port = listener.getsockname()[:2]
    return f"http://{host}:{port}"


def hear_stop() -> asyncio.Event:
    """Return an event that SIGINT and SIGTERM set from here on."""
    told = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, told.set)
    return told


def announce(base_url: str) -> None:
    """Print the address, for the program that started the process and waits for it."""
    sys.stdout.write(f"{base_url}\n")
    sys.stdout.flush()
