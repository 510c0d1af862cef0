"""A human's input on a page: what they do with mouse and keyboard, done in the browser itself.

The browser takes it for real input: events are trusted and go to whatever is under the mouse or has the focus, in
whichever frame.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from playwright.async_api import CDPSession, Error

from ghosthands.browser_host.live import keys
from ghosthands.browser_host.live.messages import Button, KeyAction, KeyStroke, Mouse, MouseAction, Wheel

_MOUSE = {MouseAction.MOVE: "mouseMoved", MouseAction.DOWN: "mousePressed", MouseAction.UP: "mouseReleased"}
_BITS = {Button.NONE: 0, Button.LEFT: 1, Button.RIGHT: 2, Button.MIDDLE: 4}


@dataclass(frozen=True)
class Size:
    """The size of a page's viewport, in CSS pixels."""

    width: float
    height: float


class PageInput:
    """The mouse and keyboard of one page, over a CDP session of it. Playwright's Error passes through."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._buttons = 0
        self._keys: dict[str, KeyStroke] = {}
        self._at = (0.0, 0.0)

    async def mouse(self, event: Mouse, size: Size) -> None:
        """Move the mouse, press its button or release it."""
        bit = _BITS[event.button]
        if event.action is MouseAction.DOWN:
            self._buttons |= bit
        elif event.action is MouseAction.UP:
            self._buttons &= ~bit
        await self._mouse(_MOUSE[event.action], _place(event, size), event.button, event.clicks, event.modifiers)

    async def wheel(self, event: Wheel, size: Size) -> None:
        """Scroll what is under the mouse."""
        x, y = self._at = _place(event, size)
        where = {"type": "mouseWheel", "x": x, "y": y, "deltaX": event.dx, "deltaY": event.dy}
        await self._cdp.send("Input.dispatchMouseEvent", {**where, "modifiers": event.modifiers})

    async def key(self, event: KeyStroke) -> None:
        """Press a key or release it."""
        text = keys.text(event.key, event.modifiers) if event.action is KeyAction.DOWN else ""
        code = keys.virtual_code(event.key)
        again = event.action is KeyAction.DOWN and event.code in self._keys
        if event.action is KeyAction.DOWN:
            self._keys[event.code] = event
        else:
            self._keys.pop(event.code, None)
        down = "keyDown" if text else "rawKeyDown"
        params = {
            "type": down if event.action is KeyAction.DOWN else "keyUp",
            "key": event.key,
            "code": event.code,
            "modifiers": event.modifiers,
            "windowsVirtualKeyCode": code,
            "nativeVirtualKeyCode": code,
            "autoRepeat": again,
        }
        await self._cdp.send(
            "Input.dispatchKeyEvent", params | ({"text": text, "unmodifiedText": text} if text else {})
        )

    async def text(self, text: str) -> None:
        """Insert a text as a whole, whatever characters it has: keyboards lack most of them."""
        await self._cdp.send("Input.insertText", {"text": text})

    async def let_go(self) -> None:
        """Release every key and button that is still held down; the page may be gone by then."""
        with suppress(Error):
            for held in list(self._keys.values()):
                await self.key(KeyStroke(action=KeyAction.UP, key=held.key, code=held.code))
            for button, bit in _BITS.items():
                if self._buttons & bit:
                    self._buttons &= ~bit
                    await self._mouse("mouseReleased", self._at, button, 1, 0)

    async def _mouse(self, kind: str, at: tuple[float, float], button: Button, clicks: int, modifiers: int) -> None:
        self._at = at
        params = {
            "type": kind,
            "x": at[0],
            "y": at[1],
            "button": button.value,
            "buttons": self._buttons,
            "clickCount": clicks,
            "modifiers": modifiers,
        }
        await self._cdp.send("Input.dispatchMouseEvent", params)


def _place(event: Mouse | Wheel, size: Size) -> tuple[float, float]:
    return event.x * size.width, event.y * size.height
