"""The submit guard: while fields are filled, nothing on the page can submit it.

Two layers. In every frame a script vetoes submit events, clicks on submit buttons and `form.submit()`; and while the
guard is closed `navigation` holds back form POSTs, whichever way they came about. The guard is closed around what
fills, and around nothing else: our own press of a button, a page that forwards itself and a human may submit.

Limits: a page that sends its form by fetch() from something that looks like no submit button is not recognised.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Error, Frame, Page

from ghosthands.browser_host.navigation import NavigationGuard
from ghosthands.chassis import logging
from ghosthands.domain import ids

_SCRIPT = Path(__file__).with_name("submit_guard.js").read_text()
#: A frame that takes longer is not loaded yet; the POST it may send is held all the same.
_FRAME_SECONDS = 2.0

log = logging.get(__name__)


class SubmitGuard:
    """The guard of one page; install it before the page goes anywhere."""

    def __init__(self, page: Page, session_id: str, navigation: NavigationGuard) -> None:
        self._page = page
        self._navigation = navigation
        self._name = "_" + ids.derived(session_id, "submit guard").replace("-", "")

    async def install(self) -> None:
        """Put it into every frame there is and will be; a predecessor's is found again, and opened."""
        install = f"({_SCRIPT})({json.dumps(self._name)})"
        await self._page.context.add_init_script(install)
        await self._everywhere(install)
        await self._set(False)

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Within the block nothing can be submitted."""
        self._navigation.holds_forms = True
        self._page.on("framenavigated", self._close_in)
        try:
            await self._set(True)
            yield
        finally:
            self._page.remove_listener("framenavigated", self._close_in)
            self._navigation.holds_forms = False
            if vetoed := await self._set(False):
                log.warning("submit_vetoed", times=vetoed)

    async def _set(self, closed: bool) -> int:
        """Close or open it in every frame; how many submissions were vetoed meanwhile."""
        return sum(await self._everywhere(self._call(closed)))

    def _call(self, closed: bool) -> str:
        return f"window[{json.dumps(self._name)}]?.({json.dumps(closed)}) ?? 0"

    async def _everywhere(self, expression: str) -> list[int]:
        return await asyncio.gather(*(_evaluate(frame, expression) for frame in self._page.frames))

    async def _close_in(self, frame: Frame) -> None:
        await _evaluate(frame, self._call(True))


async def _evaluate(frame: Frame, expression: str) -> int:
    try:
        async with asyncio.timeout(_FRAME_SECONDS):
            return int(await frame.evaluate(expression) or 0)
    except (Error, TimeoutError):  # the frame is gone, or not there yet
        return 0
