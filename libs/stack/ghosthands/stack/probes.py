"""Probes of servers: `is_…` returns whether one is up now, `until_…` waits for as long as it takes."""

from __future__ import annotations

import asyncio
import struct
from pathlib import Path
from urllib.parse import urlsplit

_POLL_SECONDS = 0.05
_ANSWER_SECONDS = 2.0
_PROTOCOL_3_0 = 3 << 16


async def wait_until_ok(url: str) -> None:
    """Return once the URL on 127.0.0.1 answers 200."""
    while not await is_ok(url):  # noqa: ASYNC110 - another process cannot set our event
        await asyncio.sleep(_POLL_SECONDS)


async def wait_until_greeted(port: int) -> None:
    """Return once NATS greets connections to that port on 127.0.0.1; by then it has its streams back."""
    while not await is_greeted(port):  # noqa: ASYNC110 - see above
        await asyncio.sleep(_POLL_SECONDS)


async def wait_until_accepting(socket_path: Path, role: str) -> None:
    """Return once PostgreSQL lets the role in through its unix socket."""
    while not await is_accepting(socket_path, role):  # noqa: ASYNC110 - see above
        await asyncio.sleep(_POLL_SECONDS)


async def is_ok(url: str) -> bool:
    """Whether the URL on 127.0.0.1 answers 200.

    It uses plain HTTP/1.0: setting up a client library takes longer than many a service needs to start.
    """
    parts = urlsplit(url)
    port, path = parts.port or 80, parts.path
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
                return (await reader.readline()).split()[1:2] == [b"200"]
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


async def is_greeted(port: int) -> bool:
    """Whether NATS greets connections to that port on 127.0.0.1."""
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                return (await reader.readline()).startswith(b"INFO ")
            finally:
                writer.close()
    except (OSError, TimeoutError, ValueError):
        return False


async def is_accepting(socket_path: Path, role: str) -> bool:
    """Whether PostgreSQL lets the role in.

    It sends a start-up message of protocol 3.0: the answer is an authentication message (R), or an error while the
    server starts up (E).
    """
    parameters = f"user\0{role}\0database\0postgres\0\0".encode()
    hello = struct.pack("!ii", 8 + len(parameters), _PROTOCOL_3_0) + parameters
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            reader, writer = await asyncio.open_unix_connection(str(socket_path))
            try:
                writer.write(hello)
                return await reader.readexactly(1) == b"R"
            finally:
                writer.close()
    except (OSError, EOFError, TimeoutError):
        return False
