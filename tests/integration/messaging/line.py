"""A connection in NATS' own protocol, which sends what no client library would."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

from tests.integration.messaging.conftest import Server


class Line:
    """A connection to the server, in the protocol's own words."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, server: Server, user: str) -> Line:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        login = {"user": user, "pass": server.passwords[user], "verbose": False, "pedantic": False, "headers": True}
        writer.write(b"CONNECT %b\r\n" % json.dumps(login).encode())
        return cls(reader, writer)

    def publish(self, subject: str, data: bytes = b"{}", *, reply: str = "") -> None:
        self._writer.write(f"PUB {subject} {reply} {len(data)}\r\n".encode() + data + b"\r\n")

    def publish_with(self, headers: Mapping[str, str], subject: str) -> None:
        block = "".join(("NATS/1.0\r\n", *(f"{key}: {value}\r\n" for key, value in headers.items()), "\r\n")).encode()
        self._writer.write(f"HPUB {subject} {len(block)} {len(block)}\r\n".encode() + block + b"\r\n")

    async def settled(self) -> None:
        """Return once the server has taken in all of it."""
        self._writer.write(b"PING\r\n")
        await self._writer.drain()
        async with asyncio.timeout(60):
            while (line := await self._reader.readline()) != b"PONG\r\n":
                assert line, "the server threw this connection out"

    def close(self) -> None:
        self._writer.close()
