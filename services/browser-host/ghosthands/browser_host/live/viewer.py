"""One viewer: a human's page that shows a live view, for as long as its connection lasts."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from ghosthands.browser_host.live.messages import Said, encode
from ghosthands.chassis.grants import Right


class Parting(IntEnum):
    """The reason why a connection is closed: WebSocket close codes of our own."""

    #: the session is over
    ENDED = 4001
    #: the live view was turned off
    OFF = 4002


class Socket(Protocol):
    """The connection, with Starlette's methods."""

    async def send_text(self, data: str) -> None:
        """Send a text message."""

    async def send_bytes(self, data: bytes) -> None:
        """Send a binary message."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Close the socket."""


@dataclass(eq=False)
class Viewer:
    """A viewer gets every message, in order, and of the pictures the latest: a slow connection misses some."""

    id: str
    right: Right
    _said: deque[Said] = field(default_factory=deque)
    _frame: bytes | None = None
    _parting: Parting | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def can_control(self) -> bool:
        """Whether they may take control."""
        return self.right is Right.CONTROL

    def tell(self, message: Said) -> None:
        """Send the viewer a message after the earlier ones."""
        self._said.append(message)
        self._news.set()

    def show(self, frame: bytes) -> None:
        """Send the viewer the picture, unless a newer one replaces it first."""
        self._frame = frame
        self._news.set()

    def part(self, why: Parting) -> None:
        """Close the connection once every message was sent."""
        self._parting = why
        self._news.set()

    async def send_to(self, socket: Socket) -> None:
        """Send messages and pictures as they come, until the connection is to be closed."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._said:
                await socket.send_text(encode(self._said.popleft()))
            frame, self._frame = self._frame, None
            if frame is not None:
                await socket.send_bytes(frame)
            if self._parting is not None:
                await socket.close(self._parting)
                return
