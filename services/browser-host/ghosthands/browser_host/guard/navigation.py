"""The navigation guard: every document any tab or frame of a browser asks for is judged before it is fetched.

It sits on the browser itself (CDP Fetch on the browser target), so that new tabs, cross-site frames and redirects pass
by it too, and only documents do. Private networks and other schemes than http(s) are refused unless an operator
allowed the host. While the submit guard is closed form POSTs are held back, and while an engine works the page no tab
leaves its site; the page then stays as it is.

Limits: the name is resolved here and again by Chromium; only the target page's own address is checked once more after
it answered. What a page itself asks for (images, fetch, sendBeacon, WebSockets) is not judged: to hold every request
back would slow every page, and a pattern knows neither names nor WebSockets. Chromium judges it, from 142 on and
WebSockets from 147, by the address it comes to (Local Network Access): a public page is denied the private network, or
in a window a human is asked. A page on an allowed private host reaches what else is there, and in an older browser of
AdsPower's or a user's own any page does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import CDPSession, Error

from ghosthands.chassis import logging, networks
from ghosthands.domain.codes import PageFailure

#: Documents that come from no network.
_INLINE = ("about", "blob", "data")
_DOCUMENTS = {"patterns": [{"resourceType": "Document", "requestStage": "Request"}]}

log = logging.get(__name__)


class NavigationGuard:
    """The guard of one browser."""

    def __init__(self, cdp: CDPSession, *, allowed: Collection[str]) -> None:
        self._cdp = cdp
        self.allowed = allowed
        #: whether form POSTs are held back now
        self.holds_forms = False
        #: hosts that tabs may go to now; None where it does not matter
        self.stays_on: frozenset[str] | None = None
        self._vetoed = 0
        self._deciding: set[asyncio.Task[None]] = set()
        #: why a frame's last refused document was refused, by the frame's id; a tab's main frame has the tab's
        self.refusals: dict[str, PageFailure] = {}

    async def install(self) -> None:
        """Judge every document from now on."""
        self._cdp.on("Fetch.requestPaused", self._on_paused)
        await self._cdp.send("Fetch.enable", _DOCUMENTS)

    def _on_paused(self, paused: dict[str, Any]) -> None:
        deciding = asyncio.ensure_future(self._decide(paused))
        self._deciding.add(deciding)
        deciding.add_done_callback(self._deciding.discard)

    async def judge(self, url: str) -> PageFailure | None:
        """Why a document may not be fetched from there; None where it may."""
        try:
            await networks.check(url, allowed=self.allowed)
        except networks.AddressRefused as refused:
            return refused.code
        return None

    def count_vetoes(self) -> int:
        """How many documents were held back for the submit guard's sake since this was last asked."""
        count, self._vetoed = self._vetoed, 0
        return count

    async def _decide(self, paused: dict[str, Any]) -> None:
        request_id, request = paused["requestId"], paused["request"]
        if held := await self._find_reason_to_hold(request, paused.get("frameId", "")):
            self._vetoed += 1
            log.warning(held)
            await self._answer("Fetch.failRequest", requestId=request_id, errorReason="Aborted")
        elif code := await self._judge(request["url"]):
            self.refusals[paused.get("frameId", "")] = code
            log.warning("navigation_refused", code=code)
            await self._answer("Fetch.failRequest", requestId=request_id, errorReason="BlockedByClient")
        else:
            await self._answer("Fetch.continueRequest", requestId=request_id)

    async def _find_reason_to_hold(self, request: dict[str, Any], frame_id: str) -> str | None:
        if request["method"] not in ("GET", "HEAD") and self.holds_forms:
            return "form_post_held"
        if self.stays_on is not None and self._leaves(request["url"]) and await self._is_tab(frame_id):
            return "leaving_held"
        return None

    def _leaves(self, url: str) -> bool:
        host = urlsplit(url).hostname
        stays = self.stays_on or ()
        return host is not None and not any(host == one or host.endswith(f".{one}") for one in stays)

    async def _is_tab(self, frame_id: str) -> bool:
        """Whether that is a tab's main frame; a page may embed whatever it likes."""
        try:
            targets = (await self._cdp.send("Target.getTargets"))["targetInfos"]
        except Error:
            return True
        return any(target["targetId"] == frame_id and target["type"] == "page" for target in targets)

    async def _judge(self, url: str) -> PageFailure | None:
        return None if urlsplit(url).scheme in _INLINE else await self.judge(url)

    async def _answer(self, method: str, **params: str) -> None:
        with suppress(Error):  # the request or the browser is gone: nobody waits for the answer
            await self._cdp.send(method, params)
