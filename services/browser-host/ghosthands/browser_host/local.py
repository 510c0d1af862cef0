"""The local provider: Chromium on this machine, in a process group of its own, driven over the DevTools protocol.

The browser belongs to the session, not to this process: a successor finds it by its profile, pid and start time. What
Playwright raises becomes BrowserLost where the browser is gone, here and nowhere else.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import urlsplit

from ghosthands import chromium
from ghosthands.browser_host import page as pages
from ghosthands.browser_host.browser import Outcome
from ghosthands.browser_host.driver import Driver, was_cut_off
from ghosthands.browser_host.errors import BrowserLost, BrowserUnavailable, PageTrouble, Unreachable
from ghosthands.browser_host.faults import ChromiumFault
from ghosthands.browser_host.navigation import NavigationGuard
from ghosthands.browser_host.profiles import Profile, Profiles
from ghosthands.browser_host.submit_guard import SubmitGuard
from ghosthands.chassis import logging, networks
from ghosthands.chromium import BrowserProcess, ChromiumError, LaunchFailed, ProcessIdentity, ProfileInUse
from ghosthands.domain.job import NOT_PRESSED
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.vault.profile import ApplicantData
from playwright.async_api import Browser, Error, Page, Response

T = TypeVar("T")

VISIT_SECONDS = 30.0
#: How often a page is looked at that changes under every look.
OBSERVATIONS = 3
#: How long a browser whose connection broke may take to show that it is gone.
DYING_SECONDS = 1.0

_ARGS = ("--window-size=1280,1000",)
_NOT_A_PAGE = ("Download is starting", "ERR_ABORTED")

log = logging.get(__name__)


class LocalProvider:
    """Launches, adopts and ends this host's browsers."""

    def __init__(
        self, profiles: Profiles, driver: Driver, *, allowed_hosts: Collection[str], headed: bool, fault: ChromiumFault
    ) -> None:
        self._profiles = profiles
        self._driver = driver
        self._allowed_hosts = allowed_hosts
        self._headed = headed
        self._fault = fault
        self._browsers: dict[Profile, LocalBrowser] = {}

    def profiles(self) -> Collection[Profile]:
        """See Provider."""
        return self._profiles.all()

    async def launch(self, profile: Profile, *, headed: bool) -> LocalBrowser:
        """See Provider."""
        process = await self._start(profile, headless=not (headed or self._headed))
        try:
            return await self._connected(profile, process)
        except Error as error:
            raise BrowserUnavailable(str(error), code="browser_crashed", retryable=True) from None

    async def adopt(self, profile: Profile, process: ProcessIdentity) -> LocalBrowser | None:
        """See Provider."""
        found = await chromium.adopt(self._profiles.path(profile), process.pid, process.start_time)
        if found is None:
            return None
        try:
            return await self._connected(profile, found)
        except (Error, BrowserLost):
            return None

    async def discard(self, profile: Profile) -> None:
        """See Provider."""
        if browser := self._browsers.pop(profile, None):
            await browser.end()
        leftovers = await asyncio.to_thread(chromium.find_processes, self._profiles.path(profile))
        for leftover in leftovers:
            await chromium.end(leftover)
        await self._profiles.remove(profile)

    async def _start(self, profile: Profile, *, headless: bool) -> BrowserProcess:
        try:
            return await chromium.launch(
                self._profiles.path(profile),
                log_path=self._profiles.log_path(profile),
                headless=headless,
                extra_args=_ARGS,
            )
        except (LaunchFailed, ProfileInUse) as error:
            log.error("browser_not_started", reason=str(error))
            raise BrowserUnavailable(str(error), code="browser_crashed", retryable=True) from error
        except (ChromiumError, OSError) as error:
            log.error("browser_unavailable", reason=str(error))
            raise BrowserUnavailable(str(error)) from error

    async def _connected(self, profile: Profile, process: BrowserProcess) -> LocalBrowser:
        browser = LocalBrowser(profile, process, self._driver, self._allowed_hosts, self._fault)
        self._browsers[profile] = browser
        await browser.connect()
        return browser


class LocalBrowser:
    """One Chromium with one page; see `browser.Browser`."""

    def __init__(
        self,
        profile: Profile,
        process: BrowserProcess,
        driver: Driver,
        allowed_hosts: Collection[str],
        fault: ChromiumFault,
    ) -> None:
        self.process = process
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._session_id = profile.session_id
        self._driver = driver
        self._allowed_hosts = allowed_hosts
        self._fault = fault
        self._tab: _Tab | None = None
        self._tasks = {asyncio.create_task(self._watch_process(), name=f"process {process.pid}")}

    async def connect(self) -> None:
        """Take the browser's page in hand. Raises playwright's Error, BrowserLost."""
        tab = await _Tab.taken(await self._driver.connect(self.process.ws_url), self._session_id, self._allowed_hosts)
        tab.page.on("crash", lambda _page: self._lose("page_crashed"))
        tab.page.on("close", lambda _page: self._later(self._on_close(tab)))
        self._tab = tab

    async def visit(self, url: str) -> None:
        """See Browser."""
        await self._fault.at("open", self.process)
        await self._with_tab(lambda tab: tab.visit(url))

    async def observe(self) -> PageModel:
        """See Browser."""
        await self._fault.at("observe", self.process)
        return await self._with_tab(_Tab.observe, again=True)

    async def run(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> list[Outcome]:
        """See Browser."""
        await self._fault.at("run", self.process)
        before = self._fault.actions_before
        if before is not None and before < len(actions):
            await self._with_tab(lambda tab: tab.run(model, actions[:before], data))
            await self._fault.at(str(before + 1), self.process)
        return await self._with_tab(lambda tab: tab.run(model, actions, data), again=True)

    async def press(self, model: PageModel, button_id: str, purpose: ActionKind) -> Outcome:
        """See Browser."""
        await self._fault.at(purpose.value, self.process)
        outcome = await self._with_tab(lambda tab: tab.press(model, button_id))
        await self._fault.at("pressed", self.process)
        return outcome

    async def screenshot(self) -> bytes | None:
        """See Browser."""
        return await self._with_tab(_Tab.screenshot)

    async def end(self) -> None:
        """See Browser."""
        tab, self._tab = self._tab, None
        for task in self._tasks:
            task.cancel()
        if tab is not None:
            with suppress(Error):
                await tab.connection.close()
        try:
            await chromium.end(self.process)
        except ChromiumError as error:  # nothing more can be done, and its session is over all the same
            log.error("browser_not_ended", reason=str(error))

    async def _with_tab(self, work: Callable[[_Tab], Awaitable[T]], *, again: bool = False) -> T:
        """What `work` returns; `again`: once more on a new connection where the old one broke under it."""
        try:
            done = await work(await self._in_hand())
        except (Error, pages.PageUnreadable) as error:
            if not await self._is_cut_off():
                raise PageTrouble(f"the page cannot be worked on: {_code(error)}") from None
        else:
            if self.process.alive:
                return done
        await self._raise_if_gone()
        if not again:
            raise BrowserLost("connection_lost")
        return await self._with_tab(work)

    async def _in_hand(self) -> _Tab:
        """The page over a connection that works."""
        if self.lost.done():
            raise BrowserLost(self.lost.result())
        if await self._is_cut_off():
            await self.connect()
        if self._tab is None:
            raise BrowserLost("connection_lost")
        return self._tab

    async def _is_cut_off(self) -> bool:
        """Whether the page does not answer over this connection, for whatever reason."""
        if self._tab is None or not self.process.alive:
            return True
        try:
            await self._tab.probe()
        except Error as error:
            return was_cut_off(error)
        return False

    async def _raise_if_gone(self) -> None:
        """Raises BrowserLost where the browser, not merely the connection, is gone."""
        await asyncio.wait({self.lost}, timeout=DYING_SECONDS)
        if self.lost.done():
            raise BrowserLost(self.lost.result())
        if not self.process.alive:
            raise BrowserLost("crashed")

    async def _watch_process(self) -> None:
        await self.process.gone(None)
        self._lose("crashed")

    async def _on_close(self, tab: _Tab) -> None:
        """The tab was closed, or the whole browser; a connection that merely broke is taken up again when needed."""
        if self._tab is tab and not await self.process.gone(DYING_SECONDS) and tab.connection.is_connected():
            self._lose("page_closed")

    def _lose(self, reason: str) -> None:
        if not self.lost.done():
            self.lost.set_result(reason)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Tab:
    """The page of one connection, with its guards."""

    def __init__(self, connection: Browser, page: Page, submits: SubmitGuard, navigation: NavigationGuard) -> None:
        self.connection = connection
        self.page = page
        self._submits = submits
        self._navigation = navigation

    @classmethod
    async def taken(cls, connection: Browser, session_id: str, allowed_hosts: Collection[str]) -> _Tab:
        """The browser's first page, guards installed. Raises playwright's Error, BrowserLost."""
        open_pages = connection.contexts[0].pages if connection.contexts else []
        if not open_pages:
            raise BrowserLost("page_closed")
        submits = SubmitGuard(open_pages[0], session_id)
        navigation = NavigationGuard(
            await connection.new_browser_cdp_session(),
            allowed=allowed_hosts,
            holds_forms=lambda: submits.is_closed,
        )
        await navigation.install()
        await submits.install()
        pages.watch(open_pages[0])
        return cls(connection, open_pages[0], submits, navigation)

    async def visit(self, url: str) -> None:
        """Go there. Raises Unreachable."""
        if refusal := await self._navigation.judge(url):
            raise Unreachable(refusal, retryable=False)
        self._navigation.refusal = None
        try:
            response = await self.page.goto(url, wait_until="commit", timeout=VISIT_SECONDS * 1000)
        except Error as error:
            if was_cut_off(error):
                raise
            raise self._unreachable(error) from None
        await self._check_address(response)

    def _unreachable(self, error: Error) -> Unreachable:
        if refusal := self._navigation.refusal:
            return Unreachable(refusal, retryable=False)
        if any(sign in error.message for sign in _NOT_A_PAGE):
            return Unreachable("not_a_page", retryable=False)
        log.warning("page_not_loaded", reason=_code(error))
        return Unreachable("network_error", retryable=True)

    async def _check_address(self, response: Response | None) -> None:
        """The name was public when it was judged; the address that answered must be too (DNS rebinding)."""
        host = urlsplit(self.page.url).hostname
        answered = await response.server_addr() if response and host not in self._navigation.allowed else None
        if answered and networks.is_private(answered["ipAddress"].strip("[]")):
            await self.page.goto("about:blank")
            raise Unreachable("private_target", retryable=False)

    async def observe(self) -> PageModel:
        """The page once it has come to rest; one that does not is given a few chances."""
        for _ in range(OBSERVATIONS - 1):
            await pages.settle(self.page)
            with suppress(pages.PageUnreadable):
                return await pages.scan(self.page)
        await pages.settle(self.page)
        return await pages.scan(self.page)

    async def run(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> list[Outcome]:
        """Fill; nothing can be submitted meanwhile."""
        async with self._submits.closed():
            results = await pages.run_batch(self.page, model, actions, _values(actions, data))
        if not all(result.ok for result in results):
            await self.probe()
        return [Outcome(None if result.ok else result.code, result.took_ms) for result in results]

    async def press(self, model: PageModel, button_id: str) -> Outcome:
        """Press the button once."""
        pressed = await pages.press(self.page, model, button_id)
        if not pressed.clicked:
            log.warning("not_pressed", code=pressed.code)
        return Outcome(None if pressed.clicked else NOT_PRESSED, pressed.took_ms)

    async def probe(self) -> None:
        """Raises playwright's Error where the page no longer answers: what failed may have failed for that."""
        await self.page.evaluate("0")

    async def screenshot(self) -> bytes | None:
        """A picture, if one can be taken."""
        try:
            return await pages.screenshot(self.page)
        except Error as error:
            if was_cut_off(error):
                raise
            log.warning("no_screenshot", reason=_code(error))
            return None


def _values(actions: Sequence[PlannedAction], data: ApplicantData) -> dict[str, pages.Value]:
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


def _code(error: Exception) -> str:
    """What an error may tell a log: Chromium's own code or the class, never the text."""
    found = re.search(r"net::(ERR_[A-Z_]+)", str(error))
    return found[1].lower() if found else type(error).__name__
