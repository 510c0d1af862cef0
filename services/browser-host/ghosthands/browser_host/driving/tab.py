"""The tab a session works in: its page, its guards, and the operations on it. Playwright's Error passes through.

A tab is identified by its DevTools target id, which outlives every connection: the order in which a browser lists its
tabs says nothing, and pages open tabs of their own.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from datetime import datetime
from functools import partial
from urllib.parse import urlsplit

from playwright.async_api import Browser, Error, Page, Response

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.driving import credentials
from ghosthands.browser_host.driving import storage as stored
from ghosthands.browser_host.errors import BrowserLost, Unreachable, was_cut_off
from ghosthands.browser_host.guard.answers import AnswerWatch
from ghosthands.browser_host.guard.gate import note_actions
from ghosthands.browser_host.guard.held_press import HeldPress
from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.guard.submit_guard import SubmitGuard
from ghosthands.browser_host.permit import Permit
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.browser_host.ports.tab import target_id
from ghosthands.chassis import logging, networks
from ghosthands.domain.codes import ActionFailure, PageFailure, SessionLoss
from ghosthands.domain.page import Locator, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.requests import Hand
from ghosthands.vault.profile import ApplicantData

VISIT_SECONDS = 30.0
#: How many seconds a tab that a button opened may take to show what it is.
TAB_SECONDS = 10.0
#: How many looks a page gets that keeps changing under them.
OBSERVATIONS = 3
#: the longest a timer runs
_FOREVER_MS = 2**31 - 1

#: Chromium's codes for a site without a connection; the way out's proxy tells it no more than that
_UNCONNECTED = frozenset(
    {
        "err_socks_connection_failed",
        "err_socks_connection_host_unreachable",
        "err_connection_refused",
        "err_name_not_resolved",
    }
)
_NOT_A_PAGE = ("Download is starting", "ERR_ABORTED")

log = logging.get(__name__)


class Tab:
    """A page with its guards; made by `take`."""

    def __init__(
        self, page: Page, target: str, submits: SubmitGuard, network: NetworkGuard, answers: AnswerWatch | None
    ) -> None:
        self.page = page
        self.target = target
        self.submits = submits
        self._network = network
        #: whether it was closed, or our connection to it broke, as far as is known
        self.is_cut_off = False
        #: None where the browser's proxy judges each address before it connects
        self._answers = answers

    @classmethod
    async def take(cls, page: Page, network: NetworkGuard, name: str, level: GuardLevel, *, proxied: bool) -> Tab:
        """Take the page over, with the session's submit guard installed at `level`; `network` is the browser's guard.

        `name`, which no page knows, is how the guard of an earlier process is found again.
        """
        submits = SubmitGuard(page.context, name, network)
        await submits.install(level)
        answers = None if proxied else AnswerWatch(network)
        if answers is not None:
            answers.watch(page.context)
        return cls(page, await target_id(page), submits, network, answers)._listen()

    async def follow(self, page: Page) -> Tab:
        """Return the tab of a page that this one opened: the guards know it already."""
        return Tab(page, await target_id(page), self.submits, self._network, self._answers)._listen()

    def _listen(self) -> Tab:
        """Observe the page's requests and its questions to whoever presses something, from now on."""
        pages.traffic_of(self.page)
        gate, said = self._network.gate, pages.told_since(self.page)
        said.is_meant = lambda: gate.opened_by is not None or gate.held is not None
        said.is_theirs = lambda: self._answers is not None and gate.opened_by is Hand.HUMAN
        said.has_carried = gate.has_carried
        said.may_have_sent = lambda: self._answers is not None or gate.may_have_sent
        return self

    async def probe(self) -> None:
        """Raise playwright's Error if the page no longer answers: an earlier failure may have had that cause."""
        await self.page.evaluate("0")

    async def wait_until_cut_off(self) -> None:
        """Wait until the tab is closed or our connection to it breaks: no event tells of a driver that died."""
        with suppress(Error):
            await self.page.wait_for_timeout(_FOREVER_MS)
        self.is_cut_off = True

    async def visit(self, url: str, storage: Storage | None) -> None:
        """Go to `url` with that storage put back. Raises Unreachable."""
        async with stored.put_back(self.page, storage) if storage else nullcontext():
            await self._go(url)

    async def load_again(self) -> None:
        """Reload the current page. Raises Unreachable."""
        await self._load(self.page.url, self.page.reload)

    async def _go(self, url: str) -> None:
        if refusal := await self._network.judge(url):
            raise Unreachable(refusal)
        await self._load(url, partial(self.page.goto, url))

    async def _load(self, url: str, load: Callable[..., Awaitable[Response | None]]) -> None:
        self._network.refusals.pop(self.target, None)
        try:
            response = await load(wait_until="commit", timeout=VISIT_SECONDS * 1000)
        except Error as error:
            if was_cut_off(error):
                raise
            raise await self._explain(url, error) from None
        if response and self._answers and (refusal := await self._answers.look_at(response)):
            raise Unreachable(refusal)

    async def _explain(self, url: str, error: Error) -> Unreachable:
        if self._network.turned_private(url):  # the page was left before it had loaded
            return Unreachable(PageFailure.PRIVATE_TARGET)
        if refusal := self._network.refusals.get(self.target):
            return Unreachable(refusal)
        if any(sign in error.message for sign in _NOT_A_PAGE):
            return Unreachable(PageFailure.NOT_A_PAGE)
        reason = code_of(error)
        log.warning("page_not_loaded", reason=reason)
        if self._answers is None and reason in _UNCONNECTED:  # other browsers' connections do not begin here
            return Unreachable(await networks.explain_unconnected(url, allowed=self._network.allowed))
        return Unreachable(PageFailure.NETWORK_ERROR)

    async def observe(self, values: Mapping[str, str]) -> PageModel:
        """Wait for the page to come to rest and read it, with the keys of `values` in it. Raises PageUnreadable.

        A notice that lies over it is answered first, and the folded parts of its forms are unfolded, unless the page
        is being looked at after a press that sends.
        """
        async with self._closed_unless_open():
            seen = await self._scan()
            if self._network.gate.opened_by is None:
                is_answered, is_unfolded = await pages.answer_notice(self.page), await pages.unfold(self.page)
                seen = await self._scan() if is_answered or is_unfolded else seen
            seen = await pages.with_options(self.page, seen)
        seen = await pages.as_recap(self.page, seen, self._list_given())
        return await pages.with_known_values(self.page, seen, values)

    async def recall_press(self, pressed_at: datetime) -> None:
        """Take up a press of what sends that an earlier connection may have made."""
        await pages.told_since(self.page).recall(self.page, pressed_at)

    async def wait_until_enabled(self, button: Locator) -> None:
        """Wait until the disabled button there is enabled or gone, for about 30 s at most."""
        await self._bring_to_front()
        await pages.wait_until_enabled(self.page, button)

    async def glance(self) -> PageModel | None:
        """Return the page as it is now, without waiting for it or touching it; None while it navigates."""
        return await pages.glance(self.page)

    def _closed_unless_open(self) -> AbstractAsyncContextManager[None]:
        """Close the guard for the block, as opening a list may press a button, unless the gate is open for a press."""
        return self.submits.closed() if self._network.gate.opened_by is None else nullcontext()

    async def _scan(self) -> PageModel:
        """Scan the page; one that does not come to rest is given a few chances."""
        for _ in range(OBSERVATIONS - 1):
            await pages.settle(self.page)
            with suppress(pages.PageUnreadable):
                return await pages.scan(self.page)
        await pages.settle(self.page)
        return await pages.scan(self.page)

    async def run(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, pace: pages.Pace
    ) -> list[ActionResult]:
        """Fill the fields; nothing can be submitted meanwhile."""
        await self.expect(model, actions, data)
        async with self.submits.closed():
            with self._network.gate.typing():
                return await self._fill(model, actions, data, pace)

    async def expect(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> None:
        """Tell the network guard the actions' values before they are filled in, by whomever."""
        note_actions(self._network.gate.filled, model, actions, data)
        await self._network.watch_all()

    async def watch_all(self) -> None:
        """Make the network guard look at every request that could carry what is filled in."""
        await self._network.watch_all()

    async def _fill(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, pace: pages.Pace
    ) -> list[ActionResult]:
        select_typable = credentials.select_typable(actions, self.page, model, data, allowed=self._network.allowed)
        values = _collect_values(select_typable, data)
        results = await pages.run_batch(self.page, model, actions, values, pace, self._is_kept_back, data.all_values())
        if not all(result.ok for result in results):
            await self.probe()
        return self._tell_all(actions, results)

    async def press(self, model: PageModel, button_id: str, permit: Permit) -> pages.Pressed:
        """Press the button, and agree if the page asks back before it sends; the gate is open for both."""
        await self._bring_to_front()
        told, given = pages.told_since(self.page), self._list_given()
        await told.begin(self.page)
        pressed = await pages.press(self.page, model, button_id, values=given, permit=permit, opens_tab=self._opens_tab)
        if not (pressed.clicked and pressed.rested and told.knows_nothing_sent):
            return pressed

        def may_agree() -> bool:
            return permit() and told.knows_nothing_sent

        agreed = await pages.agree(self.page, model, values=given, permit=may_agree, opens_tab=self._opens_tab)
        return agreed if agreed is not None and agreed.clicked else pressed

    async def _opens_tab(self) -> bool:
        return await self._network.opens_tab(self.target)

    def _list_given(self) -> dict[str, str]:
        """Return the values that were filled in so far, as far as this process knows them."""
        return {key: given.text for key, given in self._network.gate.filled.given.items()}

    async def press_held(self, model: PageModel, button_id: str, permit: Permit) -> pages.Pressed:
        """Press the button, with the gate holding what the press sends."""
        await self._bring_to_front()
        told = pages.told_since(self.page)
        told.forget_alerts()
        await told.keep_words(self.page)
        held = self._network.gate.hold(self._list_hosts(model, button_id))
        pressed = await pages.press(
            self.page, model, button_id, values=self._list_given(), unless=held.sends, permit=permit
        )
        await self._conclude_held(held, pressed)
        return pressed

    async def press_key_held(self, model: PageModel, field_id: str, key: str) -> pages.Pressed:
        """Press the key, with the gate holding what the press sends."""
        await self._bring_to_front()
        field = model.field(field_id)
        paths = [field.locator.frame] if field else [one.locator.frame for one in model.fields]
        held = self._network.gate.hold(self._list_hosts_of(paths))
        pressed = await pages.press_key(self.page, field, key, unless=held.sends)
        await self._conclude_held(held, pressed)
        return pressed

    async def appears(self, selector: str, seconds: float) -> bool:
        """Whether the element becomes visible within `seconds`."""
        return await pages.appears(self.page, selector, seconds)

    async def _conclude_held(self, held: HeldPress, pressed: pages.Pressed) -> None:
        """End the hold if the press was not made or sent nothing; else what waits goes on waiting."""
        if not pressed.clicked:
            await self._network.call_off()
        elif not held.waiting:
            self._network.gate.end_hold()

    async def _bring_to_front(self) -> None:
        """Bring our own browser's tab to the front: one behind another paints, and so clicks, once a second."""
        if self._answers is None:
            await self.page.bring_to_front()

    def _list_hosts(self, model: PageModel, button_id: str) -> list[str]:
        """Return the hosts of the page and of the button's frame."""
        return self._list_hosts_of([one.locator.frame for one in model.buttons if one.id == button_id])

    def _list_hosts_of(self, paths: Iterable[str]) -> list[str]:
        framed = [pages.frame_at(self.page, path) for path in paths]
        urls = [self.page.url, *(frame.url for frame in framed if frame is not None)]
        return [urlsplit(url).hostname or "" for url in urls]

    async def release(self, permit: Permit) -> pages.Pressed:
        """Let the held requests go, and return what the page does then."""
        await pages.told_since(self.page).forget(self.page)
        return await pages.release(self.page, partial(self._network.let_go, permit), opens_tab=self._opens_tab)

    async def take_out(self, model: PageModel, actions: Sequence[PlannedAction]) -> list[bool]:
        """Empty fields that an engine filled wrongly; nothing can be submitted meanwhile."""
        async with self.submits.closed():
            return await pages.take_out(self.page, model, actions)

    async def verify(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, *, rested: bool = False
    ) -> list[ActionResult]:
        """Read back the fields that an engine filled."""
        values, known = _collect_values(actions, data), data.all_values()
        results = await pages.read_back(self.page, model, actions, values, rested=rested, known=known)
        return self._tell_all(actions, results)

    def _tell_all(self, actions: Sequence[PlannedAction], results: Sequence[pages.FillResult]) -> list[ActionResult]:
        """Return the results as ActionResults; an action whose value was kept from being sent counts as not tried."""
        tried = zip(actions, results, strict=True)
        return [_convert_result(result, not_tried=self._is_kept_back(action)) for action, result in tried]

    def _is_kept_back(self, action: PlannedAction) -> bool:
        return action.key in self._network.gate.kept_back

    async def screenshot(self, *, full_page: bool, cut: bool, veiled: bool) -> bytes | None:
        """Return a picture; None if none can be taken."""
        return await self._take(pages.screenshot(self.page, full_page=full_page, cut=cut, veiled=veiled))

    async def sketch(self) -> bytes | None:
        """Return a small picture that shows no value; None if none can be taken."""
        return await self._take(pages.sketch(self.page))

    async def _take(self, picture: Awaitable[bytes]) -> bytes | None:
        try:
            return await picture
        except Error as error:
            if was_cut_off(error):
                raise
            log.warning("no_screenshot", reason=code_of(error))
            return None


def _convert_result(result: pages.FillResult, *, not_tried: bool) -> ActionResult:
    code = ActionFailure.NOT_TRIED if not_tried else result.code
    return ActionResult(
        None if result.ok else code,
        result.took_ms,
        holds_other=result.holds_other,
        left_empty=result.left_empty,
        equals_key=result.equals_key,
    )


async def find_page(connection: Browser, wanted: str | None) -> Page:
    """Return the page of that target id, or the only one of a new browser (None). Raises BrowserLost."""
    for page in connection.contexts[0].pages if connection.contexts else ():
        if wanted is None or await target_id(page) == wanted:
            return page
    raise BrowserLost(SessionLoss.PAGE_CLOSED)


async def wait_until_loaded(opened: Page) -> Page | None:
    """Return the new tab once it has loaded; None if it closed again or stayed empty."""
    with suppress(Error):
        await opened.wait_for_url(re.compile("^https?:"), wait_until="domcontentloaded", timeout=TAB_SECONDS * 1000)
        return opened
    return None


def _collect_values(actions: Sequence[PlannedAction], data: ApplicantData) -> dict[str, pages.Value]:
    """Return the actions' values by their ids, without those that the vault does not have."""
    values: dict[str, pages.Value] = {}
    for action in actions:
        if action.key not in data:
            continue
        if action.kind is ActionKind.UPLOAD:
            file = data.file(action.key)
            values[action.id] = pages.Upload(file.data, file.name, file.media_type)
        else:
            values[action.id] = data.value(action.key)
    return values


def code_of(error: Exception) -> str:
    """Return what a log may tell of an error: Chromium's own code or the class, never the text."""
    found = re.search(r"net::(ERR_[A-Z_]+)", str(error))
    return found[1].lower() if found else type(error).__name__
