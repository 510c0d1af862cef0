"""VALET's own takeover, written from the facts of its contract alone.

It asks which page can be taken over, expects the job of its own task, and then speaks raw DevTools over a WebSocket
whose address has the key: a picture every half second, the mouse's button and wheel, one key event a character.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import quote

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

#: how long VALET waits for the page's description
LOOK_SECONDS = 10.0
#: seconds for an answer, as the machine may be busy
ANSWER_SECONDS = 60.0


class ValetTakeover:
    """A person's access, through VALET, to the page of a task that waits for them."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._number = 0
        #: addresses the page went to meanwhile
        self.navigated: list[str] = []

    @staticmethod
    async def look(base: str, key: str) -> dict[str, Any]:
        """Return the gateway's answer at `/internal/browser-session`."""
        async with httpx.AsyncClient(timeout=LOOK_SECONDS) as client:
            answer = await client.get(f"{base}/internal/browser-session", headers={"X-GH-Service-Key": key})
        answer.raise_for_status()
        told: dict[str, Any] = answer.json()
        return told

    @classmethod
    @asynccontextmanager
    async def open(cls, base: str, key: str, *, query: str = "") -> AsyncIterator[ValetTakeover]:
        """Open the WebSocket to the page. Raises websockets' InvalidStatus where it is refused."""
        address = f"{base.replace('http', 'ws', 1)}/internal/cdp-proxy?key={quote(key, safe='')}{query}"
        async with connect(address, max_size=None, proxy=None, open_timeout=ANSWER_SECONDS) as line:
            yield cls(line)

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the whole answer to a call."""
        self._number += 1
        await self.send(json.dumps({"id": self._number, "method": method, "params": params}))
        return await self.hear(self._number)

    async def send(self, text: str) -> None:
        """Send a message unchanged."""
        await self._line.send(text)

    async def hear(self, number: int | None) -> dict[str, Any]:
        """Return the next answer of that number. Raises websockets' ConnectionClosed."""
        async with asyncio.timeout(ANSWER_SECONDS):
            while True:
                told: dict[str, Any] = json.loads(await self._line.recv())
                if told.get("method") == "Page.frameNavigated":
                    self.navigated.append(told["params"]["frame"]["url"])
                elif told.get("id") == number:
                    return told

    async def see(self) -> str:
        """Return the picture of the page, in base64."""
        told = await self.call("Page.captureScreenshot", format="jpeg", quality=70)
        data: str = told["result"]["data"]
        return data

    async def click(self, x: float, y: float) -> None:
        """Press and release the mouse button at that position."""
        for kind in ("mousePressed", "mouseReleased"):
            told = await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
            if "error" in told:
                raise AssertionError(told)

    async def type(self, text: str) -> None:
        """Type the text, a key event for each character."""
        for character in text:
            for kind in ("keyDown", "keyUp"):
                await self.call("Input.dispatchKeyEvent", type=kind, text=character)

    async def closed(self) -> tuple[int, str]:
        """Return the code and the reason with which the other end closed the connection."""
        async with asyncio.timeout(ANSWER_SECONDS):
            with suppress(ConnectionClosed):
                while True:
                    await self._line.recv()
        return self._line.close_code or 0, self._line.close_reason or ""
