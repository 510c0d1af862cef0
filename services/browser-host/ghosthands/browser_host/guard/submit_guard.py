"""The submit guard in the page: while fields are filled, or an engine works the page, it vetoes what would submit it.

In every frame a script vetoes submit events, clicks on submit buttons and `form.submit()`, and while an engine is
attached every press of what leads on, makes an account or has a code sent. It is a convenience: an engine is told
early, and a page stays as it was. No promise rests on it, since a page shares the world it lives in; `network` holds
what must not leave, and also keeps an engine on the site. Yet a page cannot set the guard: that takes a word that only
the host knows, and the guard calls nothing that a page can replace after it came.

Limits: the guard does not recognise a page that sends its form by fetch() from something that does not read like what
leads on, or from a field or one of its options; nor what happens in a closed shadow root that came with the document.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Error, Frame, Page

from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.page import words
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.chassis import logging
from ghosthands.domain import ids

_SCRIPT = Path(__file__).with_name("submit_guard.js").read_text()
_ONWARD = "|".join((words.SUBMIT, words.NEXT, words.APPLY, words.COMMITS))
#: A frame that takes longer is not loaded yet; the POST it may send is held all the same.
_FRAME_SECONDS = 2.0

log = logging.get(__name__)


class SubmitGuard:
    """The guard of all a session's tabs, with those that they open; install it before they go anywhere."""

    def __init__(self, context: BrowserContext, session_id: str, network: NetworkGuard) -> None:
        self._context = context
        self._network = network
        self._name = "_" + ids.derived(session_id, "submit guard").replace("-", "")
        #: the word that only we know and that sets the guard in the page
        self._word = ids.derived(session_id, "submit guard's word")
        #: the level it goes back to when nothing is filled
        self._kept = GuardLevel.RESTING
        self._level = GuardLevel.RESTING
        self._vetoed = 0
        #: the script that every new document begins with
        self._beginning = AsyncExitStack()

    async def install(self, level: GuardLevel) -> None:
        """Put the guard into every frame, now and later; a predecessor's is found again, and set to `level`."""
        for page in self._context.pages:
            page.on("framenavigated", self._set_in)
        self._context.on("page", self._on_page)
        await self.keep(level)

    async def keep(self, level: GuardLevel) -> None:
        """Veto at least as much as `level` says from now on, in new documents from their first moment."""
        self._kept = level
        self._stand_at(level)
        beginning = AsyncExitStack()
        await beginning.enter_async_context(await self._context.add_init_script(self._write_script(level)))
        before, self._beginning = self._beginning, beginning
        await before.aclose()  # only now, so that no document begins without a script
        await self._set(level)

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Veto every submission within the block."""
        await self._set(max(self._kept, GuardLevel.FILLING))
        try:
            yield
        finally:
            await self._set(self._kept)

    async def count_vetoes(self) -> int:
        """Return how often something was vetoed since the last call."""
        await self._set(self._level)
        count, self._vetoed = self._vetoed + self._network.count_vetoes(), 0
        return count

    def _stand_at(self, level: GuardLevel) -> None:
        self._level = level
        self._network.gate.level = level
        self._network.stays_on = self._list_hosts() if level is GuardLevel.ENGINE else None

    async def _set(self, level: GuardLevel) -> None:
        self._stand_at(level)
        vetoed = sum(await self._evaluate_everywhere(self._write_script(level)))
        self._vetoed += vetoed
        if vetoed:
            log.warning("submit_vetoed", times=vetoed)

    def _list_hosts(self) -> frozenset[str]:
        """Return the hosts that tabs may go to while an engine is at work: those where they are."""
        hosts = (urlsplit(page.url).hostname for page in self._context.pages)
        return frozenset(host for host in hosts if host)

    def _write_script(self, level: GuardLevel) -> str:
        """Return a script that sets a document's guard, and returns how often it vetoed something since."""
        given = (self._name, _ONWARD, max(level, GuardLevel.RESTING).value, self._word)
        return f"({_SCRIPT})({', '.join(map(json.dumps, given))})"

    async def _evaluate_everywhere(self, expression: str) -> list[int]:
        frames = [frame for page in self._context.pages for frame in page.frames]
        return await asyncio.gather(*(_evaluate(frame, expression) for frame in frames))

    async def _on_page(self, page: Page) -> None:
        page.on("framenavigated", self._set_in)
        await self._set_in(page.main_frame)

    async def _set_in(self, frame: Frame) -> None:
        """Set the level in a document that came while the level changed and may have begun at the old one."""
        vetoed = await _evaluate(frame, self._write_script(self._level))
        self._vetoed += vetoed  # read after the wait, during which others add to it


async def _evaluate(frame: Frame, expression: str) -> int:
    try:
        async with asyncio.timeout(_FRAME_SECONDS):
            return int(await frame.evaluate(expression) or 0)
    except (Error, TimeoutError):  # the frame is gone, or not there yet
        return 0
