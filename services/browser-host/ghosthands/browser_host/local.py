"""The local provider: Chromium on this machine, in a process group of its own, driven over the DevTools protocol.

The browser belongs to the session, not to this process: a successor finds it by its profile, pid and start time. What
Playwright raises becomes BrowserLost where the browser is gone, here and nowhere else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Browser, Error, Page

from ghosthands import chromium
from ghosthands.browser_host import page as pages
from ghosthands.browser_host.browser import NOTHING_KNOWN, Outcome
from ghosthands.browser_host.driver import Driver, was_cut_off
from ghosthands.browser_host.errors import BrowserLost, BrowserUnavailable, PageTrouble
from ghosthands.browser_host.faults import ChromiumFault
from ghosthands.browser_host.navigation import NavigationGuard
from ghosthands.browser_host.profiles import Profile, Profiles
from ghosthands.browser_host.tab import Tab, code_of, target_id
from ghosthands.chassis import logging
from ghosthands.chromium import BrowserProcess, ChromiumError, LaunchFailed, ProcessIdentity, ProfileInUse
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.vault.profile import ApplicantData

T = TypeVar("T")

#: How long a browser whose connection broke may take to show that it is gone.
DYING_SECONDS = 1.0

_ARGS = ("--window-size=1280,1000",)

log = logging.get(__name__)


class LocalProvider:
    """Launches, adopts and ends this host's browsers."""

    def __init__(
        self,
        profiles: Profiles,
        driver: Driver,
        *,
        allowed_hosts: Collection[str],
        headed: bool,
        fault: ChromiumFault,
        pace: pages.Pace = pages.Pace.FAST,
    ) -> None:
        self._profiles = profiles
        self._driver = driver
        self._allowed_hosts = allowed_hosts
        self._headed = headed
        self._pace = pace
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
        browser = LocalBrowser(
            profile.session_id,
            process,
            self._driver,
            marker=self._profiles.marker_path(profile),
            allowed_hosts=self._allowed_hosts,
            fault=self._fault,
            pace=self._pace,
        )
        self._browsers[profile] = browser
        await browser.connect()
        return browser


class LocalBrowser:
    """One Chromium, worked in one tab; see `browser.Browser`."""

    def __init__(
        self,
        session_id: str,
        process: BrowserProcess,
        driver: Driver,
        *,
        marker: Path,
        allowed_hosts: Collection[str],
        fault: ChromiumFault,
        pace: pages.Pace,
    ) -> None:
        self.process = process
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._session_id = session_id
        self._driver = driver
        self._marker = marker
        self._allowed_hosts = allowed_hosts
        self._fault = fault
        self._pace = pace
        self._connection: Browser | None = None
        self._navigation: NavigationGuard | None = None
        #: the tab we work in is the last; those before it opened one another
        self._tabs: list[Tab] = []
        self._tasks = {asyncio.create_task(self._watch_process(), name=f"process {process.pid}")}

    @property
    def tab(self) -> Tab | None:
        """The tab we work in; None before the first connection."""
        return self._tabs[-1] if self._tabs else None

    async def connect(self) -> None:
        """Take the session's tab in hand, over a new connection. Raises playwright's Error, BrowserLost."""
        connection = await self._driver.connect(self.process.ws_url)
        navigation = NavigationGuard(await connection.new_browser_cdp_session(), allowed=self._allowed_hosts)
        await navigation.install()
        page = await self._own_page(connection)
        self._connection, self._navigation, self._tabs = connection, navigation, []
        await self._work_in(page)

    async def visit(self, url: str) -> None:
        """See Browser."""
        await self._fault.at("open", self.process)
        await self._with_tab(lambda tab: tab.visit(url))

    async def observe(self, values: Mapping[str, str] = NOTHING_KNOWN) -> PageModel:
        """See Browser."""
        await self._fault.at("observe", self.process)
        return await self._with_tab(lambda tab: tab.observe(values), again=True)

    async def run(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> list[Outcome]:
        """See Browser."""
        await self._fault.at("run", self.process)
        before = self._fault.actions_before
        if before is not None and before < len(actions):
            await self._with_tab(lambda tab: tab.run(model, actions[:before], data, self._pace))
            await self._fault.at(str(before + 1), self.process)
        return await self._with_tab(lambda tab: tab.run(model, actions, data, self._pace), again=True)

    async def press(self, model: PageModel, button_id: str, purpose: ActionKind) -> Outcome:
        """See Browser."""
        await self._fault.at(purpose.value, self.process)
        outcome, opened = await self._with_tab(lambda tab: tab.press(model, button_id))
        if opened is not None:
            with suppress(Error):  # closed again, or the browser is gone: the next look will tell
                await self._work_in(opened)
        await self._fault.at("pressed", self.process)
        return outcome

    async def screenshot(self) -> bytes | None:
        """See Browser."""
        return await self._with_tab(Tab.screenshot)

    async def end(self) -> None:
        """See Browser."""
        connection, self._connection, self._tabs = self._connection, None, []
        for task in self._tasks:
            task.cancel()
        if connection is not None:
            with suppress(Error):
                await connection.close()
        try:
            await chromium.end(self.process)
        except ChromiumError as error:  # nothing more can be done, and its session is over all the same
            log.error("browser_not_ended", reason=str(error))

    async def _own_page(self, connection: Browser) -> Page:
        """The page of the session's tab; of a browser just started, its only one."""
        wanted = self._marker.read_text() if self._marker.exists() else None
        for page in connection.contexts[0].pages if connection.contexts else ():
            if wanted is None or await target_id(page) == wanted:
                return page
        raise BrowserLost("page_closed")

    async def _work_in(self, page: Page) -> None:
        """From now on this is the session's tab."""
        assert self._navigation is not None  # noqa: S101  set by connect
        tab = await Tab.taken(page, self._navigation, self._session_id)
        page.on("crash", lambda _page: self._lose("page_crashed"))
        page.on("close", lambda _page: self._later(self._on_close(tab)))
        self._tabs.append(tab)
        self._marker.write_text(tab.target)

    async def _with_tab(self, work: Callable[[Tab], Awaitable[T]], *, again: bool = False) -> T:
        """What `work` returns; `again`: once more on a new connection where the old one broke under it."""
        try:
            done = await work(await self._in_hand())
        except (Error, pages.PageUnreadable) as error:
            if not await self._is_cut_off():
                raise PageTrouble(f"the page cannot be worked on: {code_of(error)}") from None
        else:
            if self.process.alive:
                return done
        await self._raise_if_gone()
        if not again:
            raise BrowserLost("connection_lost")
        return await self._with_tab(work)

    async def _in_hand(self) -> Tab:
        """The tab over a connection that works."""
        if self.lost.done():
            raise BrowserLost(self.lost.result())
        self._leave_closed_tabs()
        if await self._is_cut_off():
            await self.connect()
        if self.tab is None:
            raise BrowserLost("connection_lost")
        return self.tab

    async def _is_cut_off(self) -> bool:
        """Whether the tab does not answer over this connection, for whatever reason."""
        if self.tab is None or not self.process.alive:
            return True
        try:
            await self.tab.probe()
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

    async def _on_close(self, tab: Tab) -> None:
        """A tab was closed, or the whole browser; a connection that merely broke is taken up again when needed."""
        is_current = tab is self.tab
        if await self.process.gone(DYING_SECONDS) or self._connection is None or not self._connection.is_connected():
            return
        self._leave_closed_tabs()
        if is_current and self.tab is None:
            self._lose("page_closed")

    def _leave_closed_tabs(self) -> None:
        """Go back from a tab that was closed to the one that opened it."""
        while self._tabs and self._tabs[-1].page.is_closed():
            self._tabs.pop()
            if self.tab is not None:
                self._marker.write_text(self.tab.target)

    def _lose(self, reason: str) -> None:
        if not self.lost.done():
            self.lost.set_result(reason)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
