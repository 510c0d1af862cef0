"""Lazy pages, which load their lower parts only when these come into view: they are scrolled through before a scan.

Only where something below the first screen says that it is still to come (a skeleton, `aria-busy`, a lazy frame); most
pages are whole at once. A list that drops what leaves the view again is seen only in part.
"""

from __future__ import annotations

import contextlib
import time
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page.calls import ask
from ghosthands.browser_host.page.inventory import RawFrame
from ghosthands.browser_host.page.rest import settle

#: the part of the view that a step moves on by, so that nothing between two views is missed
_STEP = 0.65
_LIMIT_SECONDS = 8.0
_QUIET_MS = 50
_SCROLL = """top => {
  scrollTo({ top, behavior: "instant" });
  return document.documentElement.scrollHeight;
}"""

#: by page: its address, and its height when it had been scrolled through
_revealed: WeakKeyDictionary[Page, tuple[str, int]] = WeakKeyDictionary()


def is_lazy(page: Page, main: RawFrame) -> bool:
    """Whether scrolling may bring up more than the last time."""
    return main.loading and main.height > main.viewport and _revealed.get(page) != (page.url, main.height)


async def reveal(page: Page, main: RawFrame) -> None:
    """Scroll down the whole page, waiting at each view for what loads there, and back to where it was."""
    started, top, height = time.monotonic(), 0.0, float(main.height)
    with contextlib.suppress(PlaywrightError):
        before = await ask(page.main_frame, "() => scrollY")
        while top < height and time.monotonic() - started < _LIMIT_SECONDS:
            top += main.viewport * _STEP
            height = await ask(page.main_frame, _SCROLL, top)
            await settle(page, quiet_ms=_QUIET_MS)
        await ask(page.main_frame, _SCROLL, before)
        _revealed[page] = (page.url, round(height))
