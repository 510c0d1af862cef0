"""A human's hand in a job's browser: it takes, uses and releases control of the live view as its viewer page does.

A connection that breaks, because the host died, is made again: the human still has control. The hand finds positions
in the browser itself.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ghosthands import chromium
from ghosthands.chassis import grants
from ghosthands.chassis.grants import Right
from ghosthands.domain.session import SessionOpened
from ghosthands.testkit.lab import Lab

#: seconds before a broken connection is made again
_PAUSE = 0.2
#: the live view's close code for a session that is over
_OVER = 4001

#: seconds within which typed text has to show, else it is typed again
_TYPED_SECONDS = 3.0

#: the centre of the element with the text, or of the control it labels, as fractions of the view; and its value
_FIND = """(text => {
  const said = [...document.querySelectorAll("button, label")].find((one) => one.textContent.includes(text));
  const found = said?.control ?? said;
  if (!found) return null;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x: (x + width / 2) / innerWidth, y: (y + height / 2) / innerHeight, value: found.value ?? "" };
})"""


class Spot(msgspec.Struct):
    """A point on the page, and the value of what is there."""

    x: float
    y: float
    value: str


class SessionIsOver(Exception):
    """There is no session left to control."""


class HumanHand:
    """A human at one session's browser."""

    def __init__(self, lab: Lab, opened: SessionOpened, page_path: str, is_over: Callable[[], bool]) -> None:
        self._lab = lab
        self._opened = opened
        self._page_path = page_path
        self._is_over = is_over
        self._line: ClientConnection | None = None
        self._token = ""
        self._hold = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self._line is not None:
            await self._line.close()

    async def take(self) -> None:
        """Take control of the browser. Raises SessionIsOver."""
        await self._insist("take", "you")

    async def let_go(self) -> None:
        """Release control. Raises SessionIsOver."""
        await self._insist("release", "nobody")

    async def sees(self, text: str) -> bool:
        """Whether a button, or a label, has that text."""
        return await self._find(text) is not None

    async def press(self, text: str) -> None:
        """Click on the element with that text, once. Raises SessionIsOver."""
        spot = await self._find(text)
        assert spot is not None, f"nothing on the page says {text}"
        at = {"type": "mouse", "x": spot.x, "y": spot.y}
        for action in ("move", "down", "up"):
            pressed = {} if action == "move" else {"button": "left", "clicks": 1}
            await self._do({**at, "action": action, **pressed})

    async def type_into(self, label: str, text: str) -> None:
        """Type the text into the field of that label. Raises SessionIsOver."""
        while not await self._has(label, text):
            await self.press(label)
            await self._do({"type": "text", "text": text})
            with suppress(TimeoutError):
                async with asyncio.timeout(_TYPED_SECONDS):
                    while not await self._has(label, text):  # noqa: ASYNC110  the page does not tell
                        await asyncio.sleep(_PAUSE)

    async def _has(self, label: str, text: str) -> bool:
        spot = await self._find(label)
        return spot is not None and text in spot.value

    async def _do(self, message: Mapping[str, Any]) -> None:
        """Send the message while in control; send it again if the connection is lost."""
        while True:
            await self.take()
            with suppress(ConnectionClosed):
                assert self._line is not None
                await self._line.send(msgspec.json.encode(message), text=True)
                return

    async def _insist(self, message: str, hold: str) -> None:
        """Send the message, on a new connection where the old one broke, until the page is held so."""
        while True:
            try:
                line = await self._reach()
                if self._hold != hold:
                    await line.send(msgspec.json.encode({"type": message}), text=True)
                while self._hold != hold:
                    await self._hear(line)
            except ConnectionClosed as closed:
                self._line = None
                if closed.rcvd is not None and closed.rcvd.code == _OVER:
                    raise SessionIsOver from None
            except (OSError, WebSocketException):  # the host is not back yet
                await asyncio.sleep(_PAUSE)
            else:
                return
            if self._is_over():
                raise SessionIsOver

    async def _reach(self) -> ClientConnection:
        """Return the connection, with the state of the view."""
        if self._line is None or self._line.close_code is not None:
            plate = grants.doorplate(self._lab.stack.state.browsers / grants.PLATE)
            assert plate is not None, "no live views are served"
            token = self._token or plate.grants.token(self._opened.session_id, Right.CONTROL)
            address = f"{plate.local_url.replace('http', 'ws', 1)}/live/{token}/socket"
            self._hold = ""
            self._line = await connect(address, origin=plate.local_url, proxy=None)  # type: ignore[arg-type]
            while not self._hold:
                await self._hear(self._line)
        return self._line

    async def _hear(self, line: ClientConnection) -> None:
        said = await line.recv()
        if isinstance(said, bytes):
            return  # a picture
        message = msgspec.json.decode(said)
        self._token = message.get("token", self._token)
        self._hold = message.get("hold", self._hold)

    async def _find(self, text: str) -> Spot | None:
        """Return the position of the text on the page; None where there is none."""
        found = (one for one in chromium.find_processes(self._lab.stack.state.browsers) if one.pid == self._opened.pid)
        running = next(found, None)
        if running is None:
            raise SessionIsOver
        browser = await chromium.adopt(running.profile_dir, running.pid, running.start_time)
        if browser is None:
            raise SessionIsOver
        expression = f"{_FIND}({msgspec.json.encode(text).decode()})"
        async with connect(browser.ws_url, proxy=None, max_size=None) as line:
            targets = (await _call(line, "Target.getTargets"))["targetInfos"]
            page = next(one for one in targets if one["type"] == "page" and self._page_path in one["url"])
            attached = await _call(line, "Target.attachToTarget", targetId=page["targetId"], flatten=True)
            session = attached["sessionId"]
            said = await _call(line, "Runtime.evaluate", session, expression=expression, returnByValue=True)
        value = said["result"].get("value")
        return msgspec.convert(value, Spot) if value else None


async def _call(line: ClientConnection, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
    """Return the answer of the browser, or of that session's target, over DevTools."""
    question = {"id": 1, "method": method, "params": params} | ({"sessionId": session} if session else {})
    await line.send(msgspec.json.encode(question), text=True)
    for _ in itertools.count():
        message = msgspec.json.decode(await line.recv())
        if message.get("id") == 1:
            return dict(message["result"])
    raise AssertionError("a line does not end without saying so")
