"""The connection to a live view, which browser-host serves; this service connects as one of its pages does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from ghosthands.chassis.grants import Doorplate

#: seconds in which browser-host has to answer
ANSWER_SECONDS = 15.0
MESSAGE_BYTES = 8 * 1024 * 1024


@asynccontextmanager
async def reach(plate: Doorplate, path: str, subprotocols: list[str] | None = None) -> AsyncIterator[ClientConnection]:
    """Connect to browser-host as one of its own pages does. Raises WebSocketException where it refuses."""
    address = plate.local_url.replace("http", "ws", 1)
    async with connect(
        f"{address}{path}",
        origin=plate.local_url,  # type: ignore[arg-type]  # a NewType of str
        subprotocols=subprotocols or None,  # type: ignore[arg-type]
        max_size=MESSAGE_BYTES,
        compression=None,
        proxy=None,
        open_timeout=ANSWER_SECONDS,
    ) as line:
        yield line


def has_token(said: str) -> bool:
    """Whether the message gives its viewer a token to return with, by which anybody may."""
    return msgspec.json.decode(said, type=_Said).type == "renewed"


class _Said(msgspec.Struct):
    """A message of the live view, as far as it concerns us."""

    type: str = ""
