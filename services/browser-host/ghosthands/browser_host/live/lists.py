"""Lists that a browser shows beside its page: a <select> opens one that is in no picture, so we show it ourselves.

Just before a button goes down, the page is asked what is under the mouse, through every frame and open shadow root.
Limits: pickers of dates and colours, and lists in closed shadow roots, are worked with the keyboard.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import ElementHandle, Error, Frame, JSHandle, Page

from ghosthands.browser_host.live.messages import List, Option
from ghosthands.browser_host.live.page_input import Size

#: If the page takes longer to answer, the button goes down all the same.
_LOOK_SECONDS = 1.0
_CHOOSE_MS = 3000
_MAX_OPTIONS, _MAX_LABEL = 5000, 200
_MAX_FRAMES = 8

_JS = Path(__file__).parent / "js"
_AT = (_JS / "at.js").read_text()
_FOCUSED = (_JS / "focused.js").read_text()
_OPTIONS = (_JS / "options.js").read_text()
_KIND = (_JS / "kind.js").read_text()


@dataclass(frozen=True)
class Place:
    """The element under the mouse, or with the focus."""

    #: a closed drop-down list
    select: ElementHandle | None = None
    #: whether pressing it, or Enter in it, sends a form
    submits: bool = False


async def at(page: Page, x: float, y: float) -> Place:
    """Return the place at that point; an empty one if the page does not answer."""
    return await _look_in_time(_look_at(page.main_frame, x, y))


async def focused(page: Page) -> Place:
    """Return the place with the focus; an empty one if the page does not answer."""
    return await _look_in_time(_look_at_focus(page.main_frame))


class Lists:
    """The open list, if there is one."""

    def __init__(self) -> None:
        self._id = 0
        self._select: ElementHandle | None = None

    async def open(self, select: ElementHandle, size: Size) -> List | None:
        """Open the list, and return it as a viewer shows it; None if there is nothing to choose."""
        box = await select.bounding_box()
        options: list[dict[str, Any]] = await select.evaluate(_OPTIONS, [_MAX_OPTIONS, _MAX_LABEL])
        if box is None or not options:
            return None
        await select.focus()
        self._id, self._select = self._id + 1, select
        return List(
            list_id=self._id,
            x=box["x"] / size.width,
            y=box["y"] / size.height,
            width=box["width"] / size.width,
            height=box["height"] / size.height,
            options=[Option(**option) for option in options],
        )

    async def choose(self, list_id: int, index: int) -> None:
        """Choose from the open list; do nothing if another list is open."""
        select, self._select = self._select, None
        if select is not None and list_id == self._id:
            await select.select_option(index=index, timeout=_CHOOSE_MS)


async def _look_in_time(looking: Awaitable[Place]) -> Place:
    try:
        async with asyncio.timeout(_LOOK_SECONDS):
            return await looking
    except (Error, TimeoutError):
        return Place()


async def _look_at(frame: Frame, x: float, y: float) -> Place:
    for _ in range(_MAX_FRAMES):
        node = (await frame.evaluate_handle(_AT, [x, y])).as_element()
        inner = await node.content_frame() if node is not None else None
        if node is None or inner is None:
            return await _judge(node)
        left, top = await node.evaluate(
            "(node) => { const box = node.getBoundingClientRect();"
            " return [box.left + node.clientLeft, box.top + node.clientTop]; }"
        )
        frame, x, y = inner, x - left, y - top
    return Place()


async def _look_at_focus(frame: Frame) -> Place:
    for _ in range(_MAX_FRAMES):
        node = (await frame.evaluate_handle(_FOCUSED)).as_element()
        inner = await node.content_frame() if node is not None else None
        if inner is None:
            return await _judge(node, by_enter=True)
        frame = inner
    return Place()


async def _judge(node: JSHandle | None, *, by_enter: bool = False) -> Place:
    if not isinstance(node, ElementHandle):
        return Place()
    kind = await node.evaluate(_KIND, by_enter)
    return Place(select=node if kind == "list" else None, submits=kind == "submit")
