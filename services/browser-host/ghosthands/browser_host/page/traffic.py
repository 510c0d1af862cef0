"""What a page has asked of the network and not been answered yet.

Only what changes a page counts: documents, scripts' own requests and forms; pictures, beacons and streams do not.
Requests begun before the page was first watched are not known, so a page is watched from its opening on.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from weakref import WeakKeyDictionary

from playwright.async_api import Page, Request

_COUNTED = frozenset({"document", "xhr", "fetch"})


class Traffic:
    """The requests of one page that are under way."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._open: set[Request] = set()
        #: monotonic seconds at which watching began
        self.since = time.monotonic()
        #: requests seen so far; grows for ever
        self.begun = 0
        self._ended = asyncio.Event()
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def _begin(self, request: Request) -> None:
        if request.resource_type in _COUNTED:
            self.begun += 1
            self._open.add(request)

    def _end(self, request: Request) -> None:
        self._open.discard(request)
        self._ended.set()

    async def ended(self, seconds: float) -> None:
        """Return when one more request has been answered, or after `seconds`."""
        self._ended.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), seconds)

    @property
    def is_quiet(self) -> bool:
        """Nothing is under way."""
        return not self._open

    @property
    def is_sending(self) -> bool:
        """Something is under way that may have an effect, or leads to another page."""
        return any(request.method != "GET" or self._is_main(request) for request in self._open)

    def _is_main(self, request: Request) -> bool:
        return request.is_navigation_request() and request.frame == self._page.main_frame


_watched: WeakKeyDictionary[Page, Traffic] = WeakKeyDictionary()


def watch(page: Page) -> Traffic:
    """The page's traffic, counted from the first call on."""
    traffic = _watched.get(page)
    if traffic is None:
        traffic = _watched[page] = Traffic(page)
    return traffic
