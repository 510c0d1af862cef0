"""The check of the address that answered a request, in browsers that connect by themselves.

A name was public when it was judged, and may lead into a private network by the time the browser resolves it (DNS
rebinding). Every document of the session's tabs and every fetch of theirs, each redirect among them, is checked once
more when it was answered. A document from a private address is left, and counts as refused; the host that had it, or
answered a fetch from there, is asked for nothing more over this connection.

Limits: that is after the first request was made, and by then the page has a fetch's first answer. Pictures, scripts,
styles, streams, WebSockets and the requests of shared and service workers are not checked.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext, Error, Response

from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.ports.tab import target_id
from ghosthands.chassis import logging
from ghosthands.domain import addresses
from ghosthands.domain.codes import PageFailure

_LOOKED_AT = ("document", "xhr", "fetch")

log = logging.get(__name__)


class AnswerWatch:
    """A watch on the addresses that answer the tabs of one connection."""

    def __init__(self, network: NetworkGuard) -> None:
        self._network = network
        #: one check per answer: two that leave the same page would both navigate its tab
        self._looks: WeakKeyDictionary[Response, asyncio.Task[PageFailure | None]] = WeakKeyDictionary()

    def watch(self, context: BrowserContext) -> None:
        """Check every answer from now on."""
        context.on("response", self._on_response)

    async def _on_response(self, response: Response) -> None:
        await self.look_at(response)

    async def look_at(self, response: Response) -> PageFailure | None:
        """Return why the answer is refused, or None; a refused answer's host is asked for nothing more."""
        if response not in self._looks:
            self._looks[response] = asyncio.create_task(self._look_at(response))
        return await asyncio.shield(self._looks[response])

    async def _look_at(self, response: Response) -> PageFailure | None:
        host = addresses.canonical(urlsplit(response.url).hostname or "")
        if host in self._network.allowed or response.request.resource_type not in _LOOKED_AT:
            return None
        if not await _came_from_private(response):
            return None
        self._network.private.add(host)
        log.warning("private_answer", kind=response.request.resource_type)
        with suppress(Error):  # the page navigated, or was left already
            await self._leave(response)
        return PageFailure.PRIVATE_TARGET

    async def _leave(self, response: Response) -> None:
        """Leave the page's document: nothing is read of it, and nothing filled in."""
        if not response.request.is_navigation_request():
            return
        if response.frame == response.frame.page.main_frame:
            self._network.refusals[await target_id(response.frame.page)] = PageFailure.PRIVATE_TARGET
        await response.frame.goto("about:blank")


async def _came_from_private(response: Response) -> bool:
    with suppress(Error):  # the page is gone
        answered = await response.server_addr()
        return answered is not None and addresses.is_private(answered["ipAddress"].strip("[]"))
    return False
