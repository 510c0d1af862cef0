"""The state of a page, over the host's own connection: captured before an engine changes, compared and restored after.

The values of its fields are compared, never kept: only a digest of them is stored.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Error, Frame, Page

from ghosthands.browser_host.ports.page_state import PageState

_SCRIPTS = Path(__file__).parent / "js"
_LOOK = (_SCRIPTS / "page_state.js").read_text()
_VALUES = (_SCRIPTS / "field_values.js").read_text()
_RESTORE = (_SCRIPTS / "restore_page.js").read_text()

#: A frame that takes longer is not there yet.
_FRAME_SECONDS = 2.0
#: After an attach a cross-site frame may have no address for so many seconds.
FRAMES_SECONDS = 2.0
_LOOK_AGAIN_SECONDS = 0.1


async def capture(page: Page) -> PageState:
    """Return the page's state, read by raw CDP. Raises playwright's Error if the page does not answer."""
    async with _open_cdp(page) as cdp:
        info = (await cdp.send("Target.getTargetInfo"))["targetInfo"]
        try:
            seen = await _evaluate(cdp, f"({_LOOK})()")
        except Error:  # its scripts hang or are forbidden: the browser itself knows where it is
            return PageState(str(info["targetId"]), str(info["url"]), title=str(info["title"]))
    return PageState(
        target_id=str(info["targetId"]),
        url=seen["url"],
        title=seen["title"],
        scroll=(seen["x"], seen["y"]),
        focus=seen["focus"],
        frames=tuple(sorted(frame.url for frame in page.frames)),
        values=await _digest_values(page),
    )


async def find_difference(before: PageState, page: Page) -> str | None:
    """Return how the page differs from `before`, given a moment for its frames to come back; None if it does not."""
    loop = asyncio.get_running_loop()
    until = loop.time() + FRAMES_SECONDS
    while True:
        difference = before.compare(await capture(page))
        if difference is None or loop.time() >= until:
            return difference
        await asyncio.sleep(_LOOK_AGAIN_SECONDS)


async def restore(state: PageState, page: Page) -> None:
    """Restore address, scroll position and focus. Raises playwright's Error if that fails."""
    if page.url != state.url and state.url.startswith("http"):
        await page.goto(state.url, wait_until="domcontentloaded")
    where = json.dumps({"x": state.scroll[0], "y": state.scroll[1], "focus": state.focus})
    async with _open_cdp(page) as cdp:
        await _evaluate(cdp, f"({_RESTORE})({where})")


@asynccontextmanager
async def _open_cdp(page: Page) -> AsyncIterator[CDPSession]:
    cdp = await page.context.new_cdp_session(page)
    try:
        yield cdp
    finally:
        with suppress(Error):
            await cdp.detach()


async def _evaluate(cdp: CDPSession, expression: str) -> Any:
    answer = await cdp.send("Runtime.evaluate", {"expression": expression, "returnByValue": True, "timeout": 2000})
    if "exceptionDetails" in answer:
        raise Error("the page does not let itself be looked at")
    return answer["result"].get("value")


async def _digest_values(page: Page) -> str:
    values = await asyncio.gather(*(_read_values(frame) for frame in page.frames))
    return hashlib.sha256(json.dumps(sorted(filter(None, values))).encode()).hexdigest()


async def _read_values(frame: Frame) -> list[Any]:
    try:
        async with asyncio.timeout(_FRAME_SECONDS):
            return list(await frame.evaluate(_VALUES))
    except (Error, TimeoutError):
        return []
