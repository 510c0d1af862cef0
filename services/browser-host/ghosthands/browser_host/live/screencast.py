"""The picture of one page, as it changes: Chromium's own screencast, over a CDP session of its own.

Chromium sends a frame when something changed and waits until it is acknowledged: delaying that limits it to a rate
which costs this process little. A page at rest sends nothing, so the first picture is taken as a screenshot.
"""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error, Page

from ghosthands.browser_host.live.page_input import Size

#: Least seconds between two frames.
FRAME_SECONDS = 0.05
#: A page that takes longer for its first picture shows it with its first change.
_FIRST_SECONDS = 3.0
#: A page that takes longer to detach from hangs.
_HANGS_SECONDS = 2.0
_QUALITY = 60
_CAST = {"format": "jpeg", "quality": _QUALITY, "maxWidth": 1600, "maxHeight": 1600, "everyNthFrame": 1}


class Screencast:
    """A screencast of one page, from `start` to `stop`."""

    def __init__(self, page: Page, cdp: CDPSession, on_frame: Callable[[bytes], None]) -> None:
        self.page = page
        self.cdp = cdp
        self.size = Size(1280, 720)
        #: the latest picture, JPEG
        self.frame: bytes | None = None
        self._on_frame = on_frame
        self._acknowledged = 0.0
        self._acknowledging: set[asyncio.Task[None]] = set()

    @classmethod
    async def start(cls, page: Page, on_frame: Callable[[bytes], None]) -> Screencast:
        """Start the frames; if that fails or is cancelled, nothing of it is left. Raises playwright's Error."""
        cast = cls(page, await page.context.new_cdp_session(page), on_frame)
        try:
            await cast._begin()
        except BaseException:
            await cast.stop()
            raise
        return cast

    async def stop(self) -> None:
        """Stop the frames; do nothing if the page is gone, and leave one that hangs as soon as it wakes."""
        self.cdp.remove_listener("Page.screencastFrame", self._on_screencast_frame)
        for task in self._acknowledging:
            task.cancel()
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(_HANGS_SECONDS):
                await self.cdp.detach()

    async def _begin(self) -> None:
        self.cdp.on("Page.screencastFrame", self._on_screencast_frame)
        await self.cdp.send("Page.enable")
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(_FIRST_SECONDS):
                await self._take_first()
        await self.cdp.send("Page.startScreencast", _CAST)

    async def _take_first(self) -> None:
        asked = {"expression": "[innerWidth, innerHeight]", "returnByValue": True}
        width, height = (await self.cdp.send("Runtime.evaluate", asked))["result"]["value"]
        taken = await self.cdp.send("Page.captureScreenshot", {"format": "jpeg", "quality": _QUALITY})
        self._show(taken["data"], Size(width, height))

    def _on_screencast_frame(self, event: dict[str, Any]) -> None:
        seen = event["metadata"]
        self._show(event["data"], Size(seen["deviceWidth"], seen["deviceHeight"]))
        task = asyncio.ensure_future(self._acknowledge(event["sessionId"]))
        self._acknowledging.add(task)
        task.add_done_callback(self._acknowledging.discard)

    def _show(self, data: str, size: Size) -> None:
        self.frame = base64.b64decode(data)
        if size.width > 0 and size.height > 0:
            self.size = size
        self._on_frame(self.frame)

    async def _acknowledge(self, number: int) -> None:
        await asyncio.sleep(max(0.0, self._acknowledged + FRAME_SECONDS - time.monotonic()))
        self._acknowledged = time.monotonic()
        with suppress(Error):
            await self.cdp.send("Page.screencastFrameAck", {"sessionId": number})
