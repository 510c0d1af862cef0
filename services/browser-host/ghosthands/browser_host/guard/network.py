"""The network guard: it judges what tabs, frames and workers of a browser request, before it leaves.

It sits on the browser itself (CDP Fetch on the browser target), out of every page's reach: new tabs, cross-site frames,
redirects and the requests of dedicated, shared and service workers pass by it too, whatever a page does to its own
scripts. It judges documents by where they lead: private networks and other schemes than http(s) are refused unless an
operator allowed the host, and while an engine works the page no tab leaves its site. It judges every request by what it
carries: while the gate is closed it holds requests with most of what was filled in, and every form that is sent;
smaller parts pass, as forms need them, and are told. The requests of a press that leads on wait for permission
(`held_press`). Pictures, scripts and styles are judged from the first value on: before that there is nothing they could
carry.

Limits: it does not see WebSockets, WebTransport and WebRTC: our own Chromium has no way out for them
(`chromium.way_out`), browsers that are not ours do. In a user's own browser it watches the shared and service workers
of origins that our tab has shown. It cannot tell which tab such a worker works for, so it also holds a worker's request
for another tab of the user's, if that carries what was filled in here, or an unreadable body (a file from the disk). It
does not find a value that a page changed beyond recognition, letter by letter in as many requests or in the names of
hosts. When this process dies, the guard ends with it: our own Chromium then reaches nothing until a successor judges
(`chromium.keeper`), in browsers that are not ours a page may send until the successor comes. Our own Chromium's way out
judges private networks by the address it connects to. In other browsers a name is resolved here and again by Chromium;
the address that answered a document or a fetch is checked once more (`answers`), which is after the first request.
Requests of pictures, scripts and fetches to the private network are judged by Chromium from 142 on, WebSockets from 147
(Local Network Access): it denies them to a public page, or in a window asks a human; in an older browser any page
reaches that network.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.async_api import Error

from ghosthands.browser_host.errors import was_cut_off
from ghosthands.browser_host.guard.filled import Carried
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.guard.held_press import HeldPress
from ghosthands.browser_host.guard.page_request import PageRequest, read_paused
from ghosthands.browser_host.permit import Permit
from ghosthands.browser_host.ports.browser import HeldRequests
from ghosthands.browser_host.ports.devtools import NeverAnswered, NoAnswer
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.chassis import logging, networks
from ghosthands.domain import addresses
from ghosthands.domain.codes import PageFailure
from ghosthands.domain.requests import Hand, RequestKind, RequestSource, RunMode

#: schemes that come from no network
_INLINE = ("about", "blob", "data")
#: all types but those that a page requests as it is built, which carry nothing before anything is filled in
_SENT = [
    {"resourceType": one} for one in ("Document", "XHR", "Fetch", "Ping", "EventSource", "CSPViolationReport", "Other")
]
_ALL = [{"urlPattern": "*"}]
_WORKERS = ("worker", "shared_worker", "service_worker")
#: most characters of a path that is told: a longer one names nothing that anybody would know
_LONGEST_PATH = 200

log = logging.get(__name__)


class Line(Protocol):
    """A connection to the browser itself: one of our own, or a session of Playwright's."""

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Call a method of the browser and return its answer. Raises NoAnswer, playwright's Error."""

    def on(self, event: Any, hear: Any, /) -> object:
        """Call `hear` with each such event from now on."""


async def _do_nothing(_url: str) -> None:
    """Prepare nothing for a form that leaves: the browser's connections are not ours."""


def _is_sent_by_script(outgoing: PageRequest, carried: Carried) -> bool:
    """Whether a script sends the form: it reads the answer, unlike that of a beacon."""
    return outgoing.kind is RequestKind.FETCH and carried.most


class NetworkGuard:
    """The guard over one connection to one browser; the gate belongs to the browser and outlives the guard."""

    def __init__(
        self,
        cdp: Line,
        *,
        allowed: Collection[str],
        gate: Gate | None = None,
        session_id: str = "",
        before_sending: Callable[[str], Awaitable[None]] = _do_nothing,
    ) -> None:
        self._cdp = cdp
        #: awaited with its address before a form leaves by our hand or a human's
        self._before_sending = before_sending
        self.allowed = allowed
        self.gate = gate or Gate()
        self.session_id = session_id
        #: the hosts that tabs may go to now; None if they may go anywhere
        self.stays_on: frozenset[str] | None = None
        self._vetoed = 0
        self._watches_all = False
        self._begun = asyncio.Event()
        self._doing: set[asyncio.Future[object]] = set()
        #: the reason for a frame's last refused document, by the frame's id; a tab's main frame has the tab's id
        self.refusals: dict[str, PageFailure] = {}
        #: hosts that answered from a private address, though their names were public
        self.private: set[str] = set()

    async def install(self) -> None:
        """Judge every request from now on; requests that waited ended with the earlier connection."""
        await self.arm()
        self.begin()

    async def arm(self) -> None:
        """Pause every request from now on; each waits for a judgement."""
        self.gate.end_hold()
        self._cdp.on("Fetch.requestPaused", self._on_paused)
        await self._cdp.send("Fetch.enable", {"patterns": _SENT})
        await self.watch_all()

    def begin(self) -> None:
        """Judge the waiting requests, and all that follow."""
        self._begun.set()

    async def watch_all(self) -> None:
        """Pause all types of requests that could carry a value, once there is one."""
        if self.gate.filled and not self._watches_all:
            await self._cdp.send("Fetch.enable", {"patterns": _ALL})
            self._watches_all = True

    def count_vetoes(self) -> int:
        """Return how many requests the guard held since the last call."""
        count, self._vetoed = self._vetoed, 0
        return count

    async def judge(self, url: str) -> PageFailure | None:
        """Return why a document may not be fetched from that address; None if it may."""
        try:
            await networks.check(url, allowed=self.allowed)
        except networks.AddressRefused as refused:
            return refused.code
        return None

    def turned_private(self, url: str) -> bool:
        """Whether the address's host answered from a private address."""
        return addresses.canonical(urlsplit(url).hostname or "") in self.private

    async def let_go(self, permit: Permit) -> bool:
        """Open the gate for the held press, and let its requests go; return whether any of them left, or may have."""
        held = self.gate.end_hold()
        self.gate.open(permit)
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
        """End the hold of a press that was not made: what waits is the page's own doing, and judged as such."""
        held = self.gate.end_hold(made=False)
        if held is not None:
            await asyncio.gather(*(self._decide(one.paused) for one in held.waiting))

    async def opens_tab(self, target: str) -> bool:
        """Whether the press asked for a document in a tab other than `target`: one is told of late, by its answer."""
        others = self.gate.led - {target}
        return any(one["targetId"] in others and one["type"] == "page" for one in await self._targets() if others)

    async def answers(self, seconds: float) -> bool:
        """Whether the browser answers in time, whatever its pages do."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return bool(await self._targets())
        return False

    def tell_held(self, held: HeldPress) -> HeldRequests:
        """Return what the press set off so far; at least one request waits."""
        return held.tell(self._name_site(held.waiting[0].request))

    def _on_paused(self, paused: dict[str, Any]) -> None:
        self._spawn(self._decide(paused))

    def _spawn(self, work: Coroutine[Any, Any, object]) -> None:
        doing = asyncio.ensure_future(work)
        self._doing.add(doing)
        doing.add_done_callback(self._doing.discard)

    async def _decide(self, paused: dict[str, Any]) -> bool:
        """Judge the request and answer it, or keep it waiting; return whether it left, or may have."""
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
        else:
            if is_document and hand is Hand.OURS:
                self.gate.led.add(paused.get("frameId", ""))
            if hand is not Hand.PAGE and (outgoing.kind is RequestKind.FORM or _is_sent_by_script(outgoing, carried)):
                await self._before_sending(url)
            if self._is_over_for(hand):
                return await self._decide(paused)
            return await self._let_leave(outgoing, carried, paused, hand)
        return False

    async def _let_leave(self, outgoing: PageRequest, carried: Carried, paused: dict[str, Any], hand: Hand) -> bool:
        """Let the request leave by that hand, and record it if it carries anything; return whether it may have left.

        That it leaves is noted before: until the browser has answered, it may have left as well.
        """
        if hand is Hand.HUMAN:
            self.gate.note_human(outgoing, carried, paused.get("frameId", ""))
        self.gate.note_left(outgoing, carried)
        left = await self._answer("Fetch.continueRequest", requestId=paused["requestId"])
        if left and carried.anything:
            self._spawn(self._note(outgoing, carried, paused.get("frameId", ""), hand))
        return left

    def _is_over_for(self, hand: Hand) -> bool:
        """Whether the human let go, or the permit of our press ended, while its request was judged."""
        if hand is Hand.HUMAN:
            return self.gate.opened_by is not hand
        return hand is Hand.OURS and not self.gate.permits

    def _waits(self, outgoing: PageRequest, carried: Carried, paused: dict[str, Any]) -> bool:
        """Whether the request waits for permission, as a press that leads on set it off."""
        held = self.gate.held
        if held is None or not held.keeps(outgoing, carried):
            return False
        log.info("request_waits", kind=outgoing.kind.value, values=carried.values, of=carried.of)
        held.add(outgoing, carried, paused)
        return True

    def _holds(self, outgoing: PageRequest, carried: Carried, paused: dict[str, Any]) -> bool:
        """Whether the request must be held; that it was is told later."""
        opened_by = self.gate.opened_by
        held = self.gate.holds(outgoing, carried)
        if opened_by is Hand.OURS and carried.most and "redirectedRequestId" not in paused:
            held = held or not self.gate.takes(outgoing, paused.get("frameId", ""))
        if not held:
            return False
        self._vetoed += 1
        self.gate.kept_back |= carried.told
        is_step = self.gate.level is GuardLevel.ENGINE and not carried.anything  # an engine's press, which was vetoed
        if is_step:
            log.warning("step_held", kind=outgoing.kind.value)
        else:
            self._spawn(self._note(outgoing, carried, paused.get("frameId", ""), None))
        return True

    async def _note(self, outgoing: PageRequest, carried: Carried, frame_id: str, hand: Hand | None) -> None:
        """Record that the request left by that hand, or that it was held (None)."""
        source = await self._find_source(frame_id)
        site, path = self._name_site(outgoing), self._without_values(outgoing, urlsplit(outgoing.url).path)
        path = path if len(path) <= _LONGEST_PATH else ""
        self.gate.note(outgoing, carried, source, self.session_id, hand=hand, site=site, path=path)

    def _name_site(self, outgoing: PageRequest) -> str:
        """Return the host the request is for; empty if its name could tell a value."""
        return self._without_values(outgoing, outgoing.host)

    def _without_values(self, outgoing: PageRequest, part: str) -> str:
        """Return a part of the request's address; nothing if it could tell a value."""
        return "" if self.gate.weigh(PageRequest(outgoing.kind, "GET", part, ())).anything else part

    async def _find_source(self, frame_id: str) -> RequestSource:
        kinds = {target["targetId"]: target["type"] for target in await self._targets()}
        if kinds.get(frame_id) in _WORKERS:
            return RequestSource.WORKER
        return RequestSource.PAGE if kinds.get(frame_id, "page" if not kinds else "") == "page" else RequestSource.FRAME

    async def _leads_away(self, url: str, frame_id: str) -> bool:
        """Whether the request would take a tab off its site while it must stay there."""
        if self.stays_on is None or not self._leaves(url):
            return False
        targets = await self._targets()
        return not targets or any(one["targetId"] == frame_id and one["type"] == "page" for one in targets)

    def _leaves(self, url: str) -> bool:
        host = urlsplit(url).hostname
        stays = self.stays_on or ()
        return host is not None and not any(host == one or host.endswith(f".{one}") for one in stays)

    async def _read_cookies(self, url: str) -> dict[str, str]:
        """Return the cookies sent with the request; read only in a dry run, as they may tell nothing there either."""
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
        """Return the browser's targets; none if it does not answer."""
        with suppress(Error, NoAnswer):
            return list((await self._cdp.send("Target.getTargets"))["targetInfos"])
        return []

    async def _refuse(self, paused: dict[str, Any], code: PageFailure) -> None:
        """Fail the request; the reason is kept if it was for a document."""
        if paused.get("resourceType") == "Document":
            self.refusals[paused.get("frameId", "")] = code
        log.warning("navigation_refused", code=code)
        await self._fail(paused["requestId"], "BlockedByClient")

    async def _fail(self, request_id: str, reason: str = "Aborted") -> None:
        await self._answer("Fetch.failRequest", requestId=request_id, errorReason=reason)

    async def _answer(self, method: str, **params: str) -> bool:
        """Call a method on a paused request; return whether there was still something to answer, or may have been."""
        try:
            await self._cdp.send(method, params)
        except NeverAnswered:
            return True
        except Error as error:  # Playwright's line, which may have told it before it broke
            return was_cut_off(error)
        except NoAnswer:  # the request or the browser is gone: nobody waits for the answer
            return False
        return True
