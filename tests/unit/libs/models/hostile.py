"""A server on loopback that answers chat completions as no model should: late, cut off, huge, wrong, or not at all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

USAGE = {"prompt_tokens": 10, "completion_tokens": 5}


@dataclass
class Hostile:
    """The server, and what it noticed."""

    base_url: str = ""
    #: the bodies that came
    requests: list[dict[str, Any]] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    #: somebody did not wait for the end of their answer
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Exchange:
    """One request, and the way back."""

    server: Hostile
    body: Mapping[str, Any]
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def reply(self, body: bytes, *, status: int = 200, length: int | None = None, **headers: str) -> None:
        """Send an answer; its length is said to be `length` where that is another."""
        head = {"content-type": "application/json", "content-length": str(length or len(body))} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        lines = [
            f"HTTP/1.1 {status} So",
            *(f"{name}: {value}" for name, value in head.items()),
            "connection: close",
            "",
            "",
        ]
        self.writer.write("\r\n".join(lines).encode() + body)
        await self.writer.drain()

    async def say(self, message: Any, **more: Any) -> None:
        """Send a chat completion with that message."""
        await self.reply(completion(message, **more))

    async def wait(self) -> None:
        """Say nothing until whoever asked hangs up."""
        await self.reader.read()
        self.server.hung_up.set()


Behaviour = Callable[[Exchange], Awaitable[None]]


def completion(message: Any, **more: Any) -> bytes:
    """A chat completion, as bytes."""
    return json.dumps({"choices": [{"index": 0, "message": message}], "usage": USAGE, **more}).encode()


@asynccontextmanager
async def serve(*behaviours: Behaviour) -> AsyncIterator[Hostile]:
    """The server: it behaves so to the first request and so on, and at last as to the last one for ever."""
    server = Hostile()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(head.split("content-length: ")[1].split("\r\n")[0])
            body = json.loads(await reader.readexactly(length))
            behave = behaviours[min(len(server.requests), len(behaviours) - 1)]
            server.requests.append(body)
            server.asked.set()
            await behave(Exchange(server, body, reader, writer))
        writer.close()

    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    server.base_url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    try:
        yield server
    finally:
        listening.close()
