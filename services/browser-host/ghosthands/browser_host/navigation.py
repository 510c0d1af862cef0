"""The navigation guard: every document any tab or frame of a browser asks for is judged before it is fetched.

It sits on the browser itself (CDP Fetch on the browser target), so that new tabs, cross-site frames and redirects pass
by it too, and only documents do. Private networks and other schemes than http(s) are refused unless an operator
allowed the host; form POSTs are held back while the submit guard is closed, and the page then stays as it is.

Limits: the name is resolved here and again by Chromium; only the target page's own address is checked once more after
it answered. Subresources are not judged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import CDPSession, Error

from ghosthands.chassis import logging, networks

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
        self._deciding: set[asyncio.Task[None]] = set()
        #: why a frame's last refused document was refused, by the frame's id; a tab's main frame has the tab's
        self.refusals: dict[str, str] = {}

    async def install(self) -> None:
        """Judge every document from now on."""
        self._cdp.on("Fetch.requestPaused", self._on_paused)
        await self._cdp.send("Fetch.enable", _DOCUMENTS)

    def _on_paused(self, paused: dict[str, Any]) -> None:
        deciding = asyncio.ensure_future(self._decide(paused))
        self._deciding.add(deciding)
        deciding.add_done_callback(self._deciding.discard)

    async def judge(self, url: str) -> str | None:
        """Why a document may not be fetched from there; None where it may."""
        try:
            await networks.check(url, allowed=self.allowed)
        except networks.Refused as refused:
            return refused.code
        return None

    async def _decide(self, paused: dict[str, Any]) -> None:
        request_id, request = paused["requestId"], paused["request"]
        if request["method"] not in ("GET", "HEAD") and self.holds_forms:
            log.warning("form_post_held")
            await self._answer("Fetch.failRequest", requestId=request_id, errorReason="Aborted")
        elif code := await self._judge(request["url"]):
            self.refusals[paused.get("frameId", "")] = code
            log.warning("navigation_refused", code=code)
            await self._answer("Fetch.failRequest", requestId=request_id, errorReason="BlockedByClient")
        else:
            await self._answer("Fetch.continueRequest", requestId=request_id)

    async def _judge(self, url: str) -> str | None:
        return None if urlsplit(url).scheme in _INLINE else await self.judge(url)

    async def _answer(self, method: str, **params: str) -> None:
        with suppress(Error):  # the request or the browser is gone: nobody waits for the answer
            await self._cdp.send(method, params)
