"""A live view from one viewer's side: the latest picture, who has control, and the viewer's messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from ghosthands.chassis.grants import Doorplate, Right
from ghosthands.hitl_gateway import live_line
from ghosthands.hitl_gateway.http.devtools.dialect import CallFault, CallRefused, Gesture
from ghosthands.hitl_gateway.http.devtools.picture import SeenPicture, read_picture

#: how long a page may take to show something
PICTURE_SECONDS = 8.0
#: how long control may take: an action under way on the page ends first
CONTROL_SECONDS = 20.0

_MINE, _ANOTHERS = "you", "another"
_CUT_OFF = "cut_off"


class LiveLine:
    """A connection to a live view; its state changes only while `listen` runs."""

    def __init__(self, line: ClientConnection, on_navigated: Callable[[str], None] = lambda _url: None) -> None:
        self._line = line
        self._on_navigated = on_navigated
        self.title = ""
        self.url = ""
        self._picture: SeenPicture | None = None
        self._hold = ""
        #: why nothing that is sent leaves the browser; empty while it does
        self._halt = ""
        #: control was not given
        self._denied = False
        #: the page was let go of, and the live view has not said so yet
        self._is_parting = False
        self._news = asyncio.Condition()

    @classmethod
    @asynccontextmanager
    async def open(
        cls, plate: Doorplate, session_id: str, right: Right, on_navigated: Callable[[str], None] = lambda _url: None
    ) -> AsyncIterator[LiveLine]:
        """Connect as a viewer of the session for the block. Raises OSError, WebSocketException, TimeoutError."""
        path = f"/live/{plate.grants.token(session_id, right)}/socket"
        async with live_line.reach(plate, path) as line:
            yield cls(line, on_navigated)

    @property
    def is_in_control(self) -> bool:
        """Whether this viewer has control of the page, and what they send leaves: after an outage it is taken anew."""
        return self._holds and not self._halt

    @property
    def is_cut_off(self) -> bool:
        """Whether the page's host has been without NATS for so long that nothing may leave its browser."""
        return self._halt == _CUT_OFF

    @property
    def _holds(self) -> bool:
        return self._hold == _MINE and not self._is_parting

    async def listen(self) -> None:
        """Read the live view's messages until it ends."""
        async for said in self._line:
            async with self._news:
                if isinstance(said, bytes):
                    self._picture = read_picture(said) or self._picture
                else:
                    self._take_in(msgspec.json.decode(said))
                self._news.notify_all()

    async def await_picture(self) -> SeenPicture:
        """Return the latest picture, waiting for the first one. Raises CallRefused."""
        await self._wait_until(
            lambda: self._picture is not None and bool(self._hold), PICTURE_SECONDS, CallFault.NO_PICTURE
        )
        assert self._picture is not None  # noqa: S101  it was waited for
        return self._picture

    async def take_control(self) -> None:
        """Take control of the page. Raises CallRefused where that is not possible."""
        await self._wait_until(lambda: not self._is_parting, CONTROL_SECONDS, CallFault.NOT_GIVEN)
        if self._hold == _ANOTHERS:
            raise CallRefused(CallFault.HELD)
        self._denied = False
        await self.do({"type": "take"})
        await self._wait_until(lambda: self.is_in_control or self._denied, CONTROL_SECONDS, CallFault.NOT_GIVEN)
        if not self.is_in_control:
            raise CallRefused(CallFault.HELD if self._hold == _ANOTHERS else CallFault.NOT_GIVEN)

    async def release(self) -> None:
        """Release control of the page; nothing where this viewer has none."""
        if self._holds:
            self._is_parting = True
            await self.do({"type": "release"})

    async def do(self, gesture: Gesture) -> None:
        """Send what a viewer does. Raises ConnectionClosed."""
        await self._line.send(msgspec.json.encode(gesture).decode())

    def _take_in(self, said: dict[str, Any]) -> None:
        if said.get("type") == "refused":
            self._denied = True
        if said.get("type") != "state":
            return
        self._hold, self._halt, self.title = (
            said["hold"],
            said.get("halt", ""),
            said["title"],
        )  # older hosts say no halt
        self._is_parting = self._is_parting and self._hold == _MINE
        before, self.url = self.url, said["url"]
        if before and self.url != before:
            self._on_navigated(self.url)

    async def _wait_until(self, is_so: Callable[[], bool], seconds: float, otherwise: CallFault) -> None:
        try:
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(is_so)
        except TimeoutError:
            raise CallRefused(otherwise) from None
