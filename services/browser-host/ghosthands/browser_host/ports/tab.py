"""A session's tab, identified by its DevTools target id, which outlives every connection."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from playwright.async_api import Error, Page

from ghosthands.chromium import SideDoor


class TypingReach(Protocol):
    """The part of a page in which an engine may type now."""

    @property
    def is_bound(self) -> bool:
        """Whether typing is restricted at all."""

    def admits(self, url: str) -> bool:
        """Whether a value may be handed to a document at that address."""

    async def holds_focus(self) -> bool:
        """Whether a key that is pressed now goes to the part."""

    async def insert(self, text: str) -> bool:
        """Insert the text where the focus is; return whether the focus is in the part and took it."""


@dataclass(frozen=True)
class TabAddress:
    """The address of the live page. It gives full access to the browser: it is never logged."""

    #: the browser's DevTools address, `ws://127.0.0.1:<port>/devtools/browser/<id>`
    ws_url: str = field(repr=False)
    #: DevTools id of the session's tab
    target_id: str
    #: the only address to which programs inside the browser may open a WebSocket; None if any is allowed
    door: SideDoor | None = None
    #: the part in which an engine may type; None if that is anywhere
    reach: TypingReach | None = None


async def target_id(page: Page) -> str:
    """Return the DevTools id of the page's tab."""
    session = await page.context.new_cdp_session(page)
    try:
        answer = await session.send("Target.getTargetInfo")
    finally:
        with suppress(Error):
            await session.detach()
    return str(answer["targetInfo"]["targetId"])
