"""The overlay that asks a human who sees the page to do something, and waits for their answer.

The answer is the "Done" button, a field that changed, or another page. The overlay is in an isolated world, where no
script of the page reads it; navigating away is an answer.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Error, Frame, Page

_OVERLAY = (Path(__file__).parent / "js/overlay.js").read_text()
_REMOVE = "document.querySelector('[data-NAME]')?.remove()"
_CHANGED = "() => new Promise((changed) => addEventListener('change', () => changed(), { capture: true, once: true }))"


async def ask(page: Page, text: str) -> None:
    """Ask, and return once the human answered. Raises playwright's Error if the page does not take the overlay."""
    cdp = await page.context.new_cdp_session(page)
    name = f"ask-{secrets.token_hex(4)}"
    world = await _make_world(cdp)
    try:
        await _wait_for_answer(page, _wait_for_press(cdp, world, text, name))
    finally:
        with suppress(Error):
            await _evaluate(cdp, world, _REMOVE.replace("NAME", name))
            await cdp.detach()


async def _wait_for_answer(page: Page, said: Coroutine[Any, Any, object]) -> None:
    """Return once `said` is done, a field was changed, or the page was left."""
    moved = asyncio.Event()

    def on_navigated(frame: Frame) -> None:
        if frame is page.main_frame:
            moved.set()

    page.on("framenavigated", on_navigated)
    watching = [said, moved.wait(), *map(_wait_for_change, page.frames)]
    answers = [asyncio.ensure_future(answer) for answer in watching]
    try:
        await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
    finally:
        page.remove_listener("framenavigated", on_navigated)
        for answer in answers:
            answer.cancel()
        await asyncio.gather(*answers, return_exceptions=True)


async def _make_world(cdp: CDPSession) -> int:
    """Make an isolated world in the page's document, and return its id."""
    frame_id = (await cdp.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    made = await cdp.send("Page.createIsolatedWorld", {"frameId": frame_id, "worldName": "asking"})
    return int(made["executionContextId"])


async def _wait_for_press(cdp: CDPSession, world: int, text: str, name: str) -> None:
    """Return once "Done" was pressed; if the document is left meanwhile, wait on, as that is another answer."""
    try:
        await _evaluate(cdp, world, f"({_OVERLAY})({json.dumps(text)}, {json.dumps(name)})")
    except Error:
        await asyncio.Event().wait()


async def _wait_for_change(frame: Frame) -> None:
    """Return once a field of the frame was changed; a frame that goes away is no answer."""
    try:
        await frame.evaluate(_CHANGED)
    except Error:
        await asyncio.Event().wait()


async def _evaluate(cdp: CDPSession, world: int, expression: str) -> None:
    params = {"expression": expression, "contextId": world, "awaitPromise": True, "returnByValue": True}
    await cdp.send("Runtime.evaluate", params)
