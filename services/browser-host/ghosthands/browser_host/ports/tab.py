"""A session's tab, as everybody finds it: named by its DevTools target id, which outlives every connection."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from playwright.async_api import Error, Page

from ghosthands.chromium import SideDoor


@dataclass(frozen=True)
class TabAddress:
    """Where the live page is. Whoever has it has the browser: it is never logged."""

    #: the browser's DevTools address, `ws://127.0.0.1:<port>/devtools/browser/<id>`
    ws_url: str = field(repr=False)
    #: DevTools id of the session's tab
    target_id: str
    #: where alone what works inside the browser may open a WebSocket; None where that is anywhere
    door: SideDoor | None = None


async def target_id(page: Page) -> str:
    """The DevTools id of the page's tab."""
    session = await page.context.new_cdp_session(page)
    try:
        answer = await session.send("Target.getTargetInfo")
    finally:
        with suppress(Error):
            await session.detach()
    return str(answer["targetInfo"]["targetId"])
