"""The tab a session works in: its page, its guards, and what can be done there. Raises playwright's Error as it comes.

A tab is named by its DevTools target id, which outlives every connection: the order in which a browser lists its tabs
says nothing, and pages open tabs of their own.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial
from urllib.parse import urlsplit

from playwright.async_api import Browser, Error, Page, Response

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.driving import credentials
from ghosthands.browser_host.driving import storage as stored
from ghosthands.browser_host.driving.driver import was_cut_off
from ghosthands.browser_host.errors import BrowserLost, Unreachable
from ghosthands.browser_host.guard.answers import AnswerWatch
from ghosthands.browser_host.guard.gate import note_actions
from ghosthands.browser_host.guard.held_press import HeldPress
from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.guard.submit_guard import SubmitGuard
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.browser_host.ports.tab import target_id
from ghosthands.chassis import logging
from ghosthands.domain.codes import ActionFailure, PageFailure, SessionLoss
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.requests import Hand
from ghosthands.vault.profile import ApplicantData

VISIT_SECONDS = 30.0
#: How long a tab that a button opened may take to show what it is.
TAB_SECONDS = 10.0
#: How often a page is looked at that changes under every look.
OBSERVATIONS = 3
#: the longest a timer runs
_FOREVER_MS = 2**31 - 1

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
        #: it was closed, or our connection to it broke, as far as anybody heard
        self.is_cut_off = False
        #: None where the browser's proxy judges each address before it connects
        self._answers = answers

    @classmethod
    async def take(cls, page: Page, network: NetworkGuard, name: str, level: GuardLevel, *, proxied: bool) -> Tab:
        """The page in hand, the session's submit guard installed at `level`; `network` is the browser's.

        By `name`, which no page knows, the guard of an earlier process is found again.
        """
        submits = SubmitGuard(page.context, name, network)
        await submits.install(level)
        answers = None if proxied else AnswerWatch(network)
        if answers is not None:
            answers.watch(page.context)
        return cls(page, await target_id(page), submits, network, answers)._listen()

    async def follow(self, page: Page) -> Tab:
        """A tab that this one opened: the guards know it already."""
        return Tab(page, await target_id(page), self.submits, self._network, self._answers)._listen()

    def _listen(self) -> Tab:
        """Hear what the page asks of the network from now on, and what it asks whoever presses something."""
        pages.traffic_of(self.page)
        gate, said = self._network.gate, pages.told_since(self.page)
        said.is_meant = lambda: gate.opened_by is not None or gate.held is not None
        said.is_theirs = lambda: self._answers is not None and gate.opened_by is Hand.HUMAN
        return self

    async def probe(self) -> None:
        """Raises where the page no longer answers: what failed may have failed for that."""
        await self.page.evaluate("0")

    async def wait_until_cut_off(self) -> None:
        """Return once the tab was closed, or our connection to it broke: no event tells of a driver that died."""
        with suppress(Error):
            await self.page.wait_for_timeout(_FOREVER_MS)
        self.is_cut_off = True

    async def visit(self, url: str, storage: Storage | None) -> None:
        """Go there, with that storage put back. Raises Unreachable."""
        async with stored.put_back(self.page, storage) if storage else nullcontext():
            await self._go(url)

    async def load_again(self) -> None:
        """Load the page anew that stands there. Raises Unreachable."""
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
            raise self._explain(url, error) from None
        if response and self._answers and (refusal := await self._answers.look_at(response)):
            raise Unreachable(refusal)

    def _explain(self, url: str, error: Error) -> Unreachable:
        if self._network.turned_private(url):  # and was left before it had come
            return Unreachable(PageFailure.PRIVATE_TARGET)
        if refusal := self._network.refusals.get(self.target):
            return Unreachable(refusal)
        if any(sign in error.message for sign in _NOT_A_PAGE):
            return Unreachable(PageFailure.NOT_A_PAGE)
        log.warning("page_not_loaded", reason=code_of(error))
        return Unreachable(PageFailure.NETWORK_ERROR)

    async def observe(self, values: Mapping[str, str]) -> PageModel:
        """The page once it has come to rest, and which of `values` its text boxes hold. Raises PageUnreadable."""
        async with self._closed_unless_open():
            seen = await pages.with_options(self.page, await self._scan())
        return await pages.with_known_values(self.page, seen, values)

    async def glance(self) -> PageModel | None:
        """The page as it stands, neither waited for nor touched; None where it is on its way to another."""
        return await pages.glance(self.page)

    def _closed_unless_open(self) -> AbstractAsyncContextManager[None]:
        """To open a list may press a button; what our own press has begun goes on all the same."""
        return self.submits.closed() if self._network.gate.opened_by is None else nullcontext()

    async def _scan(self) -> PageModel:
        """A page that does not come to rest is given a few chances."""
        for _ in range(OBSERVATIONS - 1):
            await pages.settle(self.page)
            with suppress(pages.PageUnreadable):
                return await pages.scan(self.page)
        await pages.settle(self.page)
        return await pages.scan(self.page)

    async def run(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, pace: pages.Pace
    ) -> list[ActionResult]:
        """Fill; nothing can be submitted meanwhile."""
        await self.expect(model, actions, data)
        async with self.submits.closed():
            with self._network.gate.typing():
                return await self._fill(model, actions, data, pace)

    async def expect(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> None:
        """Have the network know what the actions put in, before they do, whoever does them."""
        note_actions(self._network.gate.filled, model, actions, data)
        await self._network.watch_all()

    async def watch_all(self) -> None:
        """Have the network look at everything that could carry what is filled in."""
        await self._network.watch_all()

    async def _fill(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, pace: pages.Pace
    ) -> list[ActionResult]:
        select_typable = credentials.select_typable(actions, self.page, model, data, allowed=self._network.allowed)
        values = _collect_values(select_typable, data)
        results = await pages.run_batch(self.page, model, actions, values, pace, self._is_kept_back)
        if not all(result.ok for result in results):
            await self.probe()
        return self._tell_all(actions, results)

    async def press(self, model: PageModel, button_id: str) -> pages.Pressed:
        """Press the button; the gate is open for it."""
        await self._bring_to_front()
        await pages.told_since(self.page).begin(self.page)
        return await pages.press(self.page, model, button_id)

    async def press_held(self, model: PageModel, button_id: str) -> pages.Pressed:
        """Press the button and have what it sends wait, which the gate tells of then."""
        await self._bring_to_front()
        held = self._network.gate.hold(self._list_hosts(model, button_id))
        pressed = await pages.press(self.page, model, button_id, unless=held.sends)
        await self._conclude_held(held, pressed)
        return pressed

    async def press_key_held(self, model: PageModel, field_id: str, key: str) -> pages.Pressed:
        """Press the key and have what it sends wait, which the gate tells of then."""
        await self._bring_to_front()
        field = model.field(field_id)
        paths = [field.locator.frame] if field else [one.locator.frame for one in model.fields]
        held = self._network.gate.hold(self._list_hosts_of(paths))
        pressed = await pages.press_key(self.page, field, key, unless=held.sends)
        await self._conclude_held(held, pressed)
        return pressed

    async def appears(self, selector: str, seconds: float) -> bool:
        """Whether it comes to be seen in that time."""
        return await pages.appears(self.page, selector, seconds)

    async def _conclude_held(self, held: HeldPress, pressed: pages.Pressed) -> None:
        """What waits goes on waiting, if the press was made and anything does."""
        if not pressed.clicked:
            await self._network.call_off()
        elif not held.waiting:
            self._network.gate.end_hold()

    async def _bring_to_front(self) -> None:
        """A tab behind one that a page opened paints once a second, and a click waits for that; a user's own stays."""
        if self._answers is None:
            await self.page.bring_to_front()

    def _list_hosts(self, model: PageModel, button_id: str) -> list[str]:
        """The hosts of the page, and of the frame that the button is in."""
        return self._list_hosts_of([one.locator.frame for one in model.buttons if one.id == button_id])

    def _list_hosts_of(self, paths: Iterable[str]) -> list[str]:
        framed = [pages.frame_at(self.page, path) for path in paths]
        urls = [self.page.url, *(frame.url for frame in framed if frame is not None)]
        return [urlsplit(url).hostname or "" for url in urls]

    async def release(self) -> pages.Pressed:
        """Let the held requests go, and see what the page does then."""
        opens_tab = await self._network.opens_tab_held(self.target)
        return await pages.release(self.page, self._network.let_go, opens_tab=opens_tab)

    async def take_out(self, model: PageModel, actions: Sequence[PlannedAction]) -> list[bool]:
        """Empty what another filled wrongly; nothing can be submitted meanwhile."""
        async with self.submits.closed():
            return await pages.take_out(self.page, model, actions)

    async def verify(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, *, rested: bool = False
    ) -> list[ActionResult]:
        """Read back what another filled."""
        results = await pages.read_back(self.page, model, actions, _collect_values(actions, data), rested=rested)
        return self._tell_all(actions, results)

    def _tell_all(self, actions: Sequence[PlannedAction], results: Sequence[pages.FillResult]) -> list[ActionResult]:
        """What came of each; one whose value was kept from being sent was not tried, unless it holds all the same."""
        tried = zip(actions, results, strict=True)
        return [_told(result, not_tried=self._is_kept_back(action)) for action, result in tried]

    def _is_kept_back(self, action: PlannedAction) -> bool:
        return action.key in self._network.gate.kept_back

    async def screenshot(self, *, full_page: bool, cut: bool, veiled: bool) -> bytes | None:
        """A picture, if one can be taken."""
        return await self._take(pages.screenshot(self.page, full_page=full_page, cut=cut, veiled=veiled))

    async def sketch(self) -> bytes | None:
        """A small picture that shows no value, if one can be taken."""
        return await self._take(pages.sketch(self.page))

    async def _take(self, picture: Awaitable[bytes]) -> bytes | None:
        try:
            return await picture
        except Error as error:
            if was_cut_off(error):
                raise
            log.warning("no_screenshot", reason=code_of(error))
            return None


def _told(result: pages.FillResult, *, not_tried: bool) -> ActionResult:
    code = ActionFailure.NOT_TRIED if not_tried else result.code
    return ActionResult(None if result.ok else code, result.took_ms, holds_other=result.holds_other)


async def find_page(connection: Browser, wanted: str | None) -> Page:
    """The page of the tab of that target id; of a browser just started (None) its only one. Raises BrowserLost."""
    for page in connection.contexts[0].pages if connection.contexts else ():
        if wanted is None or await target_id(page) == wanted:
            return page
    raise BrowserLost(SessionLoss.PAGE_CLOSED)


async def wait_until_loaded(opened: Page) -> Page | None:
    """The new tab, once something stands there; None where it closed again or stayed empty."""
    with suppress(Error):
        await opened.wait_for_url(re.compile("^https?:"), wait_until="domcontentloaded", timeout=TAB_SECONDS * 1000)
        return opened
    return None


def _collect_values(actions: Sequence[PlannedAction], data: ApplicantData) -> dict[str, pages.Value]:
    """What the actions put in, by their ids; what the vault does not have is left out."""
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
    """What an error may tell a log: Chromium's own code or the class, never the text."""
    found = re.search(r"net::(ERR_[A-Z_]+)", str(error))
    return found[1].lower() if found else type(error).__name__
