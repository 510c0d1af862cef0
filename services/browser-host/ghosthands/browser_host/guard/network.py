"""The network guard: what tabs, frames and workers of a browser ask for is judged before it leaves.

It sits on the browser itself (CDP Fetch on the browser target), out of every page's reach: new tabs, cross-site frames,
redirects and the requests of dedicated, shared and service workers pass by it too, whatever a page does to its own
scripts. Documents are judged by where they lead: private networks and other schemes than http(s) are refused unless an
operator allowed the host, and while an engine works the page no tab leaves its site. Everything is judged by what it
carries: while the gate is closed what has most of what was filled in is held, and so is every form that is sent; lesser
parts pass, as forms need them, and are told. What a press that leads on sets off waits for leave (`held_press`).
Pictures, scripts and styles are looked at from the first value on: before there is nothing they could carry.

Limits: WebSockets, WebTransport and WebRTC are not seen: our own Chromium has no way out for them (`chromium.way_out`),
browsers that are not ours do. In a user's own browser shared and service workers are watched where their origin is one
that our tab has shown. For which tab one asks nobody can tell, so what another tab of the user's sends by it is held,
too, if it carries what was filled in here, or a body that nobody can read (a file from the disk). A value that a page
changed beyond recognition, letter by letter in as many requests or in the names of hosts, is not found. When this
process dies, what guards goes with it: our own Chromium then reaches nothing until a successor judges
(`chromium.keeper`), in browsers that are not ours a page may send until it comes. Our own Chromium's way out judges
private networks by the address it connects to. In other browsers a name is resolved here and again by Chromium; whoever
answered a document or a fetch is looked at once more (`answers`), which is after the first request, and what pictures,
scripts and fetches ask of the private network Chromium judges from 142 on, WebSockets from 147 (Local Network Access):
a public page is denied it, or in a window a human is asked; in an older browser any page reaches it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.async_api import Error

from ghosthands.browser_host.guard.filled import Carried
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.guard.held_press import HeldPress
from ghosthands.browser_host.guard.page_request import PageRequest, read_paused
from ghosthands.browser_host.ports.browser import HeldRequests
from ghosthands.browser_host.ports.devtools import NoAnswer
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.chassis import logging, networks
from ghosthands.domain import addresses
from ghosthands.domain.codes import PageFailure
from ghosthands.domain.requests import Hand, RequestSource, RunMode

#: what comes from no network
_INLINE = ("about", "blob", "data")
#: all but what a page asks for as it is built, which carries nothing before anything is filled in
_SENT = [
    {"resourceType": one} for one in ("Document", "XHR", "Fetch", "Ping", "EventSource", "CSPViolationReport", "Other")
]
_ALL = [{"urlPattern": "*"}]
_WORKERS = ("worker", "shared_worker", "service_worker")

log = logging.get(__name__)


class Line(Protocol):
    """A way to the browser itself: a connection of our own, or a session of Playwright's."""

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """What the browser answers. Raises NoAnswer, playwright's Error."""

    def on(self, event: Any, hear: Any, /) -> object:
        """Tell that handler of each such event from now on."""


class NetworkGuard:
    """The guard of one connection to one browser; the gate is the browser's and outlives it."""

    def __init__(self, cdp: Line, *, allowed: Collection[str], gate: Gate | None = None, session_id: str = "") -> None:
        self._cdp = cdp
        self.allowed = allowed
        self.gate = gate or Gate()
        self.session_id = session_id
        #: hosts that tabs may go to now; None where it does not matter
        self.stays_on: frozenset[str] | None = None
        self._vetoed = 0
        self._watches_all = False
        self._begun = asyncio.Event()
        self._doing: set[asyncio.Future[object]] = set()
        #: why a frame's last refused document was refused, by the frame's id; a tab's main frame has the tab's
        self.refusals: dict[str, PageFailure] = {}
        #: hosts that answered from a private address, though their names were public
        self.private: set[str] = set()

    async def install(self) -> None:
        """Judge everything from now on; what waited went with the connection before."""
        await self.arm()
        self.begin()

    async def arm(self) -> None:
        """Have everything wait for a judgement from now on."""
        self.gate.end_hold()
        self._cdp.on("Fetch.requestPaused", self._on_paused)
        await self._cdp.send("Fetch.enable", {"patterns": _SENT})
        await self.watch_all()

    def begin(self) -> None:
        """Judge what waits, and whatever comes."""
        self._begun.set()

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

    def turned_private(self, url: str) -> bool:
        """Whether its host answered from a private address."""
        return addresses.canonical(urlsplit(url).hostname or "") in self.private

    async def let_go(self) -> bool:
        """Open the gate for the press that was held, and let go what waits; whether any of it still did."""
        held = self.gate.end_hold()
        self.gate.open()
        went = held is not None and any(await asyncio.gather(*(self._decide(one.paused) for one in held.waiting)))
        if not went:
            self.gate.take_back()
        return went

    async def drop_held(self) -> None:
        """Drop the requests that wait: none of them leaves."""
        held = self.gate.end_hold(made=False)
        if held is not None and held.waiting:
            log.info("held_dropped", requests=len(held.waiting))
            await asyncio.gather(*(self._fail(one.paused["requestId"]) for one in held.waiting))

    async def call_off(self) -> None:
        """The press that was to be held was not made: what waits is the page's own doing, and judged as such."""
        held = self.gate.end_hold(made=False)
        if held is not None:
            await asyncio.gather(*(self._decide(one.paused) for one in held.waiting))

    async def opens_tab_held(self, target: str) -> bool:
        """Whether what waits is to be shown in another tab than that one."""
        held = self.gate.held
        asked = {one.paused.get("frameId") for one in held.waiting if one.request.is_document} if held else set()
        others = asked - {target}
        return any(one["targetId"] in others and one["type"] == "page" for one in await self._targets() if others)

    async def answers(self, seconds: float) -> bool:
        """Whether the browser answers in time, whatever its pages do."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return bool(await self._targets())
        return False

    def tell_held(self, held: HeldPress) -> HeldRequests:
        """What the press set off so far; at least one waits."""
        return held.tell(self._name_site(held.waiting[0].request))

    def _on_paused(self, paused: dict[str, Any]) -> None:
        self._spawn(self._decide(paused))

    def _spawn(self, work: Coroutine[Any, Any, object]) -> None:
        doing = asyncio.ensure_future(work)
        self._doing.add(doing)
        doing.add_done_callback(self._doing.discard)

    async def _decide(self, paused: dict[str, Any]) -> bool:
        """Answer it, or keep it waiting; whether it left."""
        await self._begun.wait()
        request_id, url = paused["requestId"], paused["request"]["url"]
        paused["request"]["headers"] = paused["request"].get("headers", {}) | await self._read_cookies(url)
        is_document = paused.get("resourceType") == "Document"
        if urlsplit(url).scheme in _INLINE:
            return await self._answer("Fetch.continueRequest", requestId=request_id)
        outgoing = read_paused(paused)
        carried = self.gate.weigh(outgoing)
        if self._waits(outgoing, carried, paused):
            return False
        hand = self.gate.opened_by or Hand.PAGE
        if self._holds(outgoing, carried, paused):
            await self._fail(request_id)
        elif self.turned_private(url):
            await self._refuse(paused, PageFailure.PRIVATE_TARGET)
        elif is_document and await self._leads_away(url, paused.get("frameId", "")):
            self._vetoed += 1
            log.warning("leaving_held")
            await self._fail(request_id)
        elif is_document and (code := await self.judge(url)):
            await self._refuse(paused, code)
        elif hand is Hand.HUMAN and self.gate.opened_by is not hand:  # who let go meanwhile
            return await self._decide(paused)
        else:
            if hand is Hand.HUMAN:
                self.gate.note_human(outgoing, carried, paused.get("frameId", ""))
            left = await self._answer("Fetch.continueRequest", requestId=request_id)
            if left and carried.anything:
                self._spawn(self._note(outgoing, carried, paused.get("frameId", ""), hand))
            return left
        return False

    def _waits(self, outgoing: PageRequest, carried: Carried, paused: dict[str, Any]) -> bool:
        """Whether it waits for leave, as a press that leads on set it off."""
        held = self.gate.held
        if held is None or not held.keeps(outgoing, carried):
            return False
        log.info("request_waits", kind=outgoing.kind.value, values=carried.values, of=carried.of)
        held.add(outgoing, carried, paused)
        return True

    def _holds(self, outgoing: PageRequest, carried: Carried, paused: dict[str, Any]) -> bool:
        """Whether it has to stay here; what is told of it is told by and by."""
        opened_by = self.gate.opened_by
        held = self.gate.holds(outgoing, carried)
        if opened_by is Hand.OURS and carried.most and "redirectedRequestId" not in paused:
            held = held or not self.gate.takes(outgoing, paused.get("frameId", ""))
        if not held:
            return False
        self._vetoed += 1
        self.gate.kept_back |= carried.told
        log.warning("request_held", kind=outgoing.kind.value, values=carried.values, of=carried.of)
        is_step = self.gate.level is GuardLevel.ENGINE and not carried.anything  # an engine's press, which was vetoed
        if not is_step:
            self._spawn(self._note(outgoing, carried, paused.get("frameId", ""), None))
        return True

    async def _note(self, outgoing: PageRequest, carried: Carried, frame_id: str, hand: Hand | None) -> None:
        """Have it told: that it left by that hand, or for None that it was held."""
        source = await self._find_source(frame_id)
        self.gate.note(outgoing, carried, source, self.session_id, hand=hand, site=self._name_site(outgoing))

    def _name_site(self, outgoing: PageRequest) -> str:
        """The host it is for; empty where its name could tell a value."""
        tells = self.gate.weigh(PageRequest(outgoing.kind, "GET", outgoing.host, ())).anything
        return "" if tells else outgoing.host

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

    async def _read_cookies(self, url: str) -> dict[str, str]:
        """The cookies that go with it; only asked for in a dry run, in which those tell nothing either."""
        if self.gate.mode is not RunMode.DRY:
            return {}
        host, cookies = urlsplit(url).hostname or "", []
        with suppress(Error, NoAnswer):
            cookies = (await self._cdp.send("Storage.getCookies"))["cookies"]
        return {
            f"cookie {one['name']} of {one['domain']}": f"{one['name']}={one['value']}"
            for one in cookies
            if f".{host}".endswith("." + one["domain"].lstrip("."))
        }

    async def _targets(self) -> list[dict[str, Any]]:
        """What the browser shows and runs; nothing where it does not say."""
        with suppress(Error, NoAnswer):
            return list((await self._cdp.send("Target.getTargets"))["targetInfos"])
        return []

    async def _refuse(self, paused: dict[str, Any], code: PageFailure) -> None:
        """Fail the request, and note why where it was for a document."""
        if paused.get("resourceType") == "Document":
            self.refusals[paused.get("frameId", "")] = code
        log.warning("navigation_refused", code=code)
        await self._fail(paused["requestId"], "BlockedByClient")

    async def _fail(self, request_id: str, reason: str = "Aborted") -> None:
        await self._answer("Fetch.failRequest", requestId=request_id, errorReason=reason)

    async def _answer(self, method: str, **params: str) -> bool:
        """Whether there was still something to answer."""
        with suppress(Error, NoAnswer):  # the request or the browser is gone: nobody waits for the answer
            await self._cdp.send(method, params)
            return True
        return False
