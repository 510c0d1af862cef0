"""The network guard: what tabs, frames and workers of a browser ask for is judged before it leaves.

It sits on the browser itself (CDP Fetch on the browser target), out of every page's reach: new tabs, cross-site frames,
redirects and the requests of dedicated, shared and service workers pass by it too, whatever a page does to its own
scripts. Documents are judged by where they lead: private networks and other schemes than http(s) are refused unless an
operator allowed the host, and while an engine works the page no tab leaves its site. Everything is judged by what it
carries: while the gate is closed what has most of what was filled in is held, and so is every form that is sent; lesser
parts pass, as forms need them, and are told. Pictures, scripts and styles are looked at from the first value on: before
there is nothing they could carry.

Limits: WebSockets, WebTransport and WebRTC are not seen: our own Chromium has no way out for them (`chromium.way_out`),
browsers that are not ours do. In a user's own browser shared and service workers are seen by nobody: they may be
another tab's. A value that a page changed beyond recognition, letter by letter in as many requests or in the names of
hosts, is not found. When this process dies, what guards goes with it: until its successor comes, a page may send.
Our own
Chromium's way out judges private networks by the address it connects to. In other browsers a name is resolved here and
again by Chromium; only the target page's own address is checked once more after it answered, and what pictures, scripts
and fetches ask of the private network Chromium judges from 142 on, WebSockets from 147 (Local Network Access): a public
page is denied it, or in a window a human is asked; in an older browser any page reaches it.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Collection, Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import CDPSession, Error

from ghosthands.browser_host.guard.filled import Carried
from ghosthands.browser_host.guard.gate import READING, Gate, PageRequest
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.chassis import logging, networks
from ghosthands.domain.codes import PageFailure
from ghosthands.domain.requests import RequestKind, RequestSource

#: what comes from no network
_INLINE = ("about", "blob", "data")
#: all but what a page asks for as it is built, which carries nothing before anything is filled in
_SENT = [
    {"resourceType": one} for one in ("Document", "XHR", "Fetch", "Ping", "EventSource", "CSPViolationReport", "Other")
]
_ALL = [{"urlPattern": "*"}]
_KINDS = {"XHR": RequestKind.FETCH, "Fetch": RequestKind.FETCH, "EventSource": RequestKind.FETCH}
_WORKERS = ("worker", "shared_worker", "service_worker")

log = logging.get(__name__)


class NetworkGuard:
    """The guard of one connection to one browser; the gate is the browser's and outlives it."""

    def __init__(
        self, cdp: CDPSession, *, allowed: Collection[str], gate: Gate | None = None, session_id: str = ""
    ) -> None:
        self._cdp = cdp
        self.allowed = allowed
        self.gate = gate or Gate()
        self._session_id = session_id
        #: hosts that tabs may go to now; None where it does not matter
        self.stays_on: frozenset[str] | None = None
        self._vetoed = 0
        self._watches_all = False
        self._doing: set[asyncio.Task[None]] = set()
        #: why a frame's last refused document was refused, by the frame's id; a tab's main frame has the tab's
        self.refusals: dict[str, PageFailure] = {}

    async def install(self) -> None:
        """Judge everything from now on."""
        self._cdp.on("Fetch.requestPaused", self._on_paused)
        await self._cdp.send("Fetch.enable", {"patterns": _SENT})
        await self.watch_all()

    async def watch_all(self) -> None:
        """Look at everything that could carry a value, once there is one."""
        if self.gate.filled and not self._watches_all:
            await self._cdp.send("Fetch.enable", {"patterns": _ALL})
            self._watches_all = True

    def count_vetoes(self) -> int:
        """How much was held back for the guard's sake since this was last asked."""
        count, self._vetoed = self._vetoed, 0
        return count

    async def judge(self, url: str) -> PageFailure | None:
        """Why a document may not be fetched from there; None where it may."""
        try:
            await networks.check(url, allowed=self.allowed)
        except networks.AddressRefused as refused:
            return refused.code
        return None

    def _on_paused(self, paused: dict[str, Any]) -> None:
        self._spawn(self._decide(paused))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        doing = asyncio.ensure_future(work)
        self._doing.add(doing)
        doing.add_done_callback(self._doing.discard)

    async def _decide(self, paused: dict[str, Any]) -> None:
        request_id, url = paused["requestId"], paused["request"]["url"]
        is_document = paused.get("resourceType") == "Document"
        if urlsplit(url).scheme in _INLINE:
            await self._answer("Fetch.continueRequest", requestId=request_id)
        elif self._holds(paused):
            await self._answer("Fetch.failRequest", requestId=request_id, errorReason="Aborted")
        elif is_document and await self._leads_away(url, paused.get("frameId", "")):
            self._vetoed += 1
            log.warning("leaving_held")
            await self._answer("Fetch.failRequest", requestId=request_id, errorReason="Aborted")
        elif is_document and (code := await self.judge(url)):
            self.refusals[paused.get("frameId", "")] = code
            log.warning("navigation_refused", code=code)
            await self._answer("Fetch.failRequest", requestId=request_id, errorReason="BlockedByClient")
        else:
            await self._answer("Fetch.continueRequest", requestId=request_id)

    def _holds(self, paused: dict[str, Any]) -> bool:
        """Whether it has to stay here; what is told of it is told by and by."""
        outgoing = _outgoing(paused)
        carried = self.gate.weigh(outgoing)
        held = self.gate.holds(outgoing, carried)
        if held:
            self._vetoed += 1
            log.warning("request_held", kind=outgoing.kind.value, values=carried.values, of=carried.of)
        is_step = self.gate.level is GuardLevel.ENGINE and not carried.anything  # an engine's press, which was vetoed
        if carried.anything or (held and not is_step):
            opened_by = self.gate.opened_by
            self._spawn(self._note(outgoing, carried, paused.get("frameId", ""), held=held))
            if not held and opened_by is not None and carried.most:
                self.gate.has_left = True
        return held

    async def _note(self, outgoing: PageRequest, carried: Carried, frame_id: str, *, held: bool) -> None:
        site = urlsplit(outgoing.url).hostname or ""
        if self.gate.weigh(PageRequest(outgoing.kind, "GET", site, ())).anything:
            site = ""
        source = await self._find_source(frame_id)
        self.gate.note(outgoing, carried, source, self._session_id, held=held, site=site)

    async def _find_source(self, frame_id: str) -> RequestSource:
        kinds = {target["targetId"]: target["type"] for target in await self._targets()}
        if kinds.get(frame_id) in _WORKERS:
            return RequestSource.WORKER
        return RequestSource.PAGE if kinds.get(frame_id, "page" if not kinds else "") == "page" else RequestSource.FRAME

    async def _leads_away(self, url: str, frame_id: str) -> bool:
        """Whether a tab would leave its site where it may not."""
        if self.stays_on is None or not self._leaves(url):
            return False
        targets = await self._targets()
        return not targets or any(one["targetId"] == frame_id and one["type"] == "page" for one in targets)

    def _leaves(self, url: str) -> bool:
        host = urlsplit(url).hostname
        stays = self.stays_on or ()
        return host is not None and not any(host == one or host.endswith(f".{one}") for one in stays)

    async def _targets(self) -> list[dict[str, Any]]:
        """What the browser shows and runs; nothing where it does not say."""
        with suppress(Error):
            return list((await self._cdp.send("Target.getTargets"))["targetInfos"])
        return []

    async def _answer(self, method: str, **params: str) -> None:
        with suppress(Error):  # the request or the browser is gone: nobody waits for the answer
            await self._cdp.send(method, params)


def _outgoing(paused: dict[str, Any]) -> PageRequest:
    request = paused["request"]
    method, url = request["method"], request["url"]
    return PageRequest(_kind(paused.get("resourceType", ""), request), method, url, _body(request))


def _kind(resource: str, request: dict[str, Any]) -> RequestKind:
    if resource == "Document":
        return RequestKind.NAVIGATION if request["method"] in READING else RequestKind.FORM
    if resource == "Ping":
        sent_by_link = any(name.lower() == "ping-to" for name in request.get("headers", {}))
        return RequestKind.PING if sent_by_link else RequestKind.BEACON
    return _KINDS.get(resource, RequestKind.OTHER)


def _body(request: dict[str, Any]) -> list[bytes | None]:
    entries = request.get("postDataEntries")
    if entries:
        return [base64.b64decode(one["bytes"]) if "bytes" in one else None for one in entries]
    if request.get("postData") is not None:
        return [request["postData"].encode()]
    return [None] if request.get("hasPostData") else []
