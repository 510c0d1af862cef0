"""The tab a session works in: its page, its guards, and what can be done there. Raises playwright's Error as it comes.

A tab is named by its DevTools target id, which outlives every connection: the order in which a browser lists its tabs
says nothing, and pages open tabs of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from urllib.parse import urlsplit

from playwright.async_api import Error, Page, Response

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.driving import credentials
from ghosthands.browser_host.driving.driver import was_cut_off
from ghosthands.browser_host.errors import Unreachable
from ghosthands.browser_host.guard.gate import note_actions
from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.guard.submit_guard import SubmitGuard
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.tab import target_id
from ghosthands.chassis import logging
from ghosthands.domain import addresses
from ghosthands.domain.codes import PageFailure
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
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
    """One page with its guards; made by `take`."""

    def __init__(self, page: Page, target: str, submits: SubmitGuard, network: NetworkGuard, *, proxied: bool) -> None:
        self.page = page
        self.target = target
        self.submits = submits
        self._network = network
        self._proxied = proxied

    @classmethod
    async def take(cls, page: Page, network: NetworkGuard, session_id: str, level: GuardLevel, *, proxied: bool) -> Tab:
        """The page in hand, the session's submit guard installed at `level`; `network` is the browser's."""
        submits = SubmitGuard(page.context, session_id, network)
        await submits.install(level)
        pages.traffic_of(page)
        return cls(page, await target_id(page), submits, network, proxied=proxied)

    async def follow(self, page: Page) -> Tab:
        """A tab that this one opened: the guards know it already."""
        pages.traffic_of(page)
        return Tab(page, await target_id(page), self.submits, self._network, proxied=self._proxied)

    async def probe(self) -> None:
        """Raises where the page no longer answers: what failed may have failed for that."""
        await self.page.evaluate("0")

    async def wait_until_cut_off(self) -> None:
        """Return once the tab was closed, or our connection to it broke: no event tells of a driver that died."""
        with suppress(Error):
            await self.page.wait_for_timeout(_FOREVER_MS)

    async def visit(self, url: str) -> None:
        """Go there. Raises Unreachable."""
        if refusal := await self._network.judge(url):
            raise Unreachable(refusal)
        self._network.refusals.pop(self.target, None)
        try:
            response = await self.page.goto(url, wait_until="commit", timeout=VISIT_SECONDS * 1000)
        except Error as error:
            if was_cut_off(error):
                raise
            raise self._explain(error) from None
        await self._check_address(response)

    def _explain(self, error: Error) -> Unreachable:
        if refusal := self._network.refusals.get(self.target):
            return Unreachable(refusal)
        if any(sign in error.message for sign in _NOT_A_PAGE):
            return Unreachable(PageFailure.NOT_A_PAGE)
        log.warning("page_not_loaded", reason=code_of(error))
        return Unreachable(PageFailure.NETWORK_ERROR)

    async def _check_address(self, response: Response | None) -> None:
        """The name was public when it was judged; the address that answered must be too (DNS rebinding)."""
        if self._proxied:
            return  # what answered is the proxy, which saw to it
        host = urlsplit(self.page.url).hostname
        answered = await response.server_addr() if response and host not in self._network.allowed else None
        if answered and addresses.is_private(answered["ipAddress"].strip("[]")):
            await self.page.goto("about:blank")
            raise Unreachable(PageFailure.PRIVATE_TARGET)

    async def observe(self, values: Mapping[str, str]) -> PageModel:
        """The page once it has come to rest, and which of `values` its text boxes hold. Raises PageUnreadable."""
        async with self._closed_unless_open():
            seen = await pages.with_options(self.page, await self._scan())
        return await pages.with_known_values(self.page, seen, values)

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
        select_typable = credentials.select_typable(
            actions, self.page, model, data.credentials, allowed=self._network.allowed
        )
        values = _collect_values(select_typable, data)
        results = await pages.run_batch(self.page, model, actions, values, pace)
        if not all(result.ok for result in results):
            await self.probe()
        return [_told(result) for result in results]

    async def take_out(self, model: PageModel, actions: Sequence[PlannedAction]) -> list[bool]:
        """Empty what another filled wrongly; nothing can be submitted meanwhile."""
        async with self.submits.closed():
            return await pages.take_out(self.page, model, actions)

    async def verify(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData
    ) -> list[ActionResult]:
        """Read back what another filled."""
        results = await pages.read_back(self.page, model, actions, _collect_values(actions, data))
        return [_told(result) for result in results]

    async def screenshot(self, *, full_page: bool, cut: bool) -> bytes | None:
        """A picture, if one can be taken."""
        try:
            return await pages.screenshot(self.page, full_page=full_page, cut=cut)
        except Error as error:
            if was_cut_off(error):
                raise
            log.warning("no_screenshot", reason=code_of(error))
            return None


def _told(result: pages.FillResult) -> ActionResult:
    return ActionResult(None if result.ok else result.code, result.took_ms, holds_other=result.holds_other)


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
