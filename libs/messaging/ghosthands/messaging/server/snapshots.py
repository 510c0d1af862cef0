"""A stream's backup by NATS itself: its messages with sequences and times, and its consumers.

The data are not encrypted, and also contain replaced or deleted messages that are still in the server's blocks.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from nats.aio.msg import Msg

from ghosthands.domain.errors import Permanent
from ghosthands.messaging.server.jetstream import Bus

#: How long a server may take to produce a snapshot, and to restore one.
PATIENCE_SECONDS = 600.0
CHUNK_BYTES = 256 * 1024


class TakenStream:
    """A snapshot in progress: the stream's configuration and state, and the bytes."""

    def __init__(self, bus: Bus, described: dict[str, Any], chunks: asyncio.Queue[Msg]) -> None:
        self.config: dict[str, Any] = described["config"]
        self.state: dict[str, Any] = described["state"]
        self._bus = bus
        self._chunks = chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the snapshot's bytes by chunks; each further chunk is requested once this one was consumed."""
        while (chunk := await asyncio.wait_for(self._chunks.get(), PATIENCE_SECONDS)).data:
            yield chunk.data
            if chunk.reply:
                await self._bus.send(chunk.reply)


@asynccontextmanager
async def taking(bus: Bus, stream: str) -> AsyncIterator[TakenStream]:
    """Take a snapshot of the stream for the duration of the block. Raises ApiError, StreamUnavailable."""
    chunks: asyncio.Queue[Msg] = asyncio.Queue()
    inbox = bus.new_inbox()
    subscription = await bus.subscribe(inbox, chunks.put_nowait)
    try:
        wanted = {"deliver_subject": inbox, "chunk_size": CHUNK_BYTES, "no_consumers": False}
        described = await bus.api(f"STREAM.SNAPSHOT.{stream}", wanted, timeout=PATIENCE_SECONDS)
        yield TakenStream(bus, described, chunks)
    finally:
        await bus.unsubscribe(subscription)


async def put_back(
    bus: Bus, stream: str, config: dict[str, Any], state: dict[str, Any], chunks: AsyncIterable[bytes]
) -> None:
    """Restore the stream on a server that has none of that name. Raises Permanent if the server refuses it."""
    asked = await bus.api(f"STREAM.RESTORE.{stream}", {"config": config, "state": state}, timeout=PATIENCE_SECONDS)
    into = str(asked["deliver_subject"])
    async for chunk in chunks:
        await bus.request(into, chunk, timeout=PATIENCE_SECONDS)
    answer = msgspec.json.decode((await bus.request(into, timeout=PATIENCE_SECONDS)).data, type=dict[str, Any])
    if error := answer.get("error"):
        raise Permanent(f"stream {stream} could not be put back: {error.get('description')}", "not_put_back")
