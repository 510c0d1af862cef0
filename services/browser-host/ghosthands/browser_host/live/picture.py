"""The picture of a live view: the session's page, or an open window that the page opened.

Of a user's own browser only that is shown: never its other tabs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from playwright.async_api import Error, Page

from ghosthands.browser_host.live.page_input import PageInput
from ghosthands.browser_host.live.screencast import Screencast

#: seconds between two checks whether another page is the session's now
LOOK_SECONDS = 1.0
#: a page that does not release keys and buttons in this time hangs
_HANGS_SECONDS = 2.0
_START_SECONDS = 10.0


class Picture:
    """The picture, which follows the page to be shown from the first viewer to the last."""

    def __init__(self, page: Callable[[], Page | None], on_frame: Callable[[bytes], None]) -> None:
        self._page = page
        self._on_frame = on_frame
        self._cast: Screencast | None = None
        self._hands: PageInput | None = None
        self._windows: list[Page] = []
        self._following = asyncio.Lock()

    @property
    def page(self) -> Page | None:
        """The page to be shown."""
        self._windows = [window for window in self._windows if not window.is_closed()]
        return self._windows[-1] if self._windows else self._page()

    @property
    def frame(self) -> bytes | None:
        """The latest picture; None before the first."""
        return self._cast.frame if self._cast is not None else None

    async def reach(self) -> tuple[Screencast, PageInput] | None:
        """Return the screencast and the input of the page; None if there is no page now."""
        await self.follow()
        if self._cast is None or self._hands is None:
            return None
        return self._cast, self._hands

    async def follow(self) -> None:
        """Switch to the page that is to be shown now."""
        async with self._following:
            page = self.page
            if page is None or page.is_closed():
                await self._stop()
            elif self._cast is None or self._cast.page is not page:
                await self._stop()
                await self._start(page)

    async def let_go(self) -> None:
        """Release the keys and buttons that are held down, unless the page hangs."""
        if self._hands is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(_HANGS_SECONDS):
                    await self._hands.let_go()

    async def stop(self) -> None:
        """Stop taking pictures."""
        async with self._following:
            await self._stop()

    async def _start(self, page: Page) -> None:
        try:
            async with asyncio.timeout(_START_SECONDS):
                self._cast = await Screencast.start(page, self._on_frame)
        except (Error, TimeoutError):  # the page or the connection is gone, or it hangs: looked at again soon
            return
        self._hands = PageInput(self._cast.cdp)
        page.on("popup", self._on_window)

    async def _stop(self) -> None:
        await self.let_go()
        cast, self._cast, self._hands = self._cast, None, None
        if cast is None:
            return
        cast.page.remove_listener("popup", self._on_window)
        await cast.stop()

    def _on_window(self, window: Page) -> None:
        self._windows.append(window)
