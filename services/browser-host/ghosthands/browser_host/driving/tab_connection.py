"""The connection to one browser and to the tab its session works in; a broken one is remade.

Playwright's errors become BrowserLost if the browser is gone, here and nowhere else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Browser, Error, Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.driving.guarded_way import GuardedWay
from ghosthands.browser_host.driving.standing import read_texts
from ghosthands.browser_host.driving.tab import Tab, code_of, find_page
from ghosthands.browser_host.errors import BrowserLost, PageTrouble, was_cut_off
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.ports.browser import PROBE_SECONDS
from ghosthands.browser_host.ports.devtools import NoAnswer
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.running import Running
from ghosthands.chassis import logging
from ghosthands.domain.codes import SessionLoss

T = TypeVar("T")

#: How often the connection to a browser that is not ours is remade.
RECONNECTS = 3
#: How many seconds the end of other requests gets to be reported, before a form leaves: Playwright tells of it late.
OTHERS_SECONDS = 0.5
#: How many seconds Playwright gets to report the form's own request.
REPORTED_SECONDS = 0.5
#: How many seconds a browser whose connection broke gets to show that it is gone.
DYING_SECONDS = 1.0

log = logging.get(__name__)


class TabConnection:
    """The connection to a browser from any provider, and the session's tabs in it."""

    def __init__(
        self,
        session_id: str,
        running: Running,
        driver: Driver,
        *,
        marker: Path,
        allowed_hosts: Collection[str],
        gate: Gate,
    ) -> None:
        self.running = running
        #: gets the reason once the browser, or its page, is gone
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        #: called once our connection ends under an engine that has its own
        self.on_cut_off: Callable[[], Awaitable[None]] = _do_nothing
        #: how much new tabs, and tabs over a new connection, veto
        self.level = GuardLevel.RESTING
        self._session_id = session_id
        self._driver = driver
        self._marker = marker
        self.gate = gate
        self.gate.filled.is_unknown = marker.exists()
        self._connection: Browser | None = None
        self._connections = 0
        self._connecting = asyncio.Lock()
        self._way = GuardedWay(session_id, running, allowed_hosts, gate, self._restore_guard, self._let_others_end)
        #: the tab we work in is the last; each tab before it opened the next one
        self._tabs: list[Tab] = []
        self._tasks = {asyncio.create_task(self._watch(), name=f"browser of {session_id}")}

    @property
    def tab(self) -> Tab | None:
        """The tab we work in; None before the first connection."""
        return self._tabs[-1] if self._tabs else None

    @property
    def live_tab(self) -> Tab:
        """The tab we work in. Raises BrowserLost before the first connection."""
        if self.tab is None:
            raise BrowserLost(SessionLoss.CONNECTION_LOST)
        return self.tab

    @property
    def network(self) -> NetworkGuard | None:
        """The guard that judges the browser's requests; None before the first connection."""
        return self._way.network

    async def connect(self) -> None:
        """Connect anew and take the session's tab over. Raises playwright's Error, BrowserLost."""
        if self._connections > RECONNECTS and not self.running.owns_browser:
            raise BrowserLost(SessionLoss.CONNECTION_LOST)
        self._connections += 1
        await self._way.reach()
        connection = await self._driver.connect(self.running.ws_url)
        network = await self._way.guard(connection)
        page = await find_page(connection, self._marker.read_text() if self._marker.exists() else None)
        tab = await Tab.take(page, network, self._marker.stem, self.level, proxied=self.running.proxied)
        if self.gate.filled.is_unknown and (texts := await read_texts(page)) is not None:
            self.gate.filled.note_standing(texts)
        await self._way.open()
        network.begin()
        self._connection, self._tabs = connection, []
        self.work_in(tab)

    def belong_to(self, session_id: str) -> None:
        """Assign the unused browser to that session."""
        self._session_id = session_id
        self._way.belong_to(session_id)

    def work_in(self, tab: Tab) -> None:
        """Make this tab the session's."""
        tab.page.on("crash", lambda _page: self._lose(SessionLoss.PAGE_CRASHED))
        tab.page.on("close", lambda _page: self._spawn(self._on_close(tab)))
        self._tabs.append(tab)
        self._marker.write_text(tab.target)
        self._spawn(self._stay_by(tab))

    def find_open_page(self) -> Page | None:
        """Return the page of the tab we work in, without tabs that were closed; None before the first connection."""
        self._leave_closed_tabs()
        return self.tab.page if self.tab is not None else None

    async def use_promptly(self, work: Callable[[Tab], Awaitable[T]], *, again: bool = False) -> T:
        """Return what `work` returns. Raises PageTrouble if the page does not answer in time."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                return await self.use(work, again=again)
        except TimeoutError:
            raise PageTrouble("the page does not answer") from None

    async def use(self, work: Callable[[Tab], Awaitable[T]], *, again: bool = False) -> T:
        """Return what `work` returns; with `again`, try once more over a new connection if the old one breaks."""
        try:
            done = await work(await self._reach_tab())
        except (Error, NoAnswer, pages.PageUnreadable) as error:
            if not (self._is_cut_off or await self._is_silent()):
                raise PageTrouble(f"the page cannot be worked on: {code_of(error)}") from None
        else:
            if self.running.alive:
                return done
        await self._raise_if_gone()
        if not again:
            raise BrowserLost(SessionLoss.CONNECTION_LOST)
        return await self.use(work)

    async def close(self) -> None:
        """Close our connections, stop watching, and let nothing leave the browser any more; the browser runs on."""
        connection, self._connection, self._tabs = self._connection, None, []
        for task in self._tasks:
            task.cancel()
        await self._way.shut()
        if connection is not None:
            with suppress(Error):
                await connection.close()  # of a connection over CDP: the browser itself runs on

    async def unguard(self) -> None:
        """Stop judging the browser's requests."""
        await self._way.unguard()

    async def _reach_tab(self) -> Tab:
        """Return the tab over a working connection. Raises BrowserLost."""
        if self.lost.done():
            raise BrowserLost(self.lost.result())
        self._leave_closed_tabs()
        if self._is_cut_off:
            async with self._connecting:
                if self._is_cut_off:
                    await self.connect()
        return self.live_tab

    @property
    def _is_cut_off(self) -> bool:
        """Whether the tab is known not to answer over this connection, for whatever reason."""
        return self.tab is None or self.tab.is_cut_off or not self.running.alive or self._way.is_cut_off

    async def _is_silent(self) -> bool:
        """Whether the tab does not answer a probe over this connection: its end may not have been reported yet."""
        try:
            await self._tabs[-1].probe()
        except Error as error:
            return was_cut_off(error)
        return False

    async def _raise_if_gone(self) -> None:
        """Raise BrowserLost if the browser, not merely the connection, is gone."""
        await asyncio.wait({self.lost}, timeout=DYING_SECONDS)
        if self.lost.done():
            raise BrowserLost(self.lost.result())
        if not self.running.alive:
            raise BrowserLost(SessionLoss.CRASHED)

    async def _watch(self) -> None:
        await self.running.wait_until_gone(None)
        self._lose(SessionLoss.CRASHED)

    async def _stay_by(self, tab: Tab) -> None:
        """Call `on_cut_off` if our connection, and with it our guards, ends while an engine has its own."""
        connection = self._connection
        await tab.wait_until_cut_off()
        was_closed = tab.page.is_closed() and connection is not None and connection.is_connected()
        if was_closed or connection is not self._connection or self.level is not GuardLevel.ENGINE:
            return
        log.warning("guard_cut_off", session_id=self._session_id)
        with suppress(BrowserLost, PageTrouble):
            await self.on_cut_off()

    async def _let_others_end(self, url: str) -> bool:
        """Wait a moment for other answers than that to the request to `url`; return whether no tab awaits one now."""
        loop = asyncio.get_running_loop()
        traffic = [pages.traffic_of(tab.page) for tab in self._tabs]
        until = loop.time() + REPORTED_SECONDS
        # Requests are reported in order: once this one is, those before it are known too.
        while not any(one.awaits(url) for one in traffic) and loop.time() < until:
            await traffic[-1].changed(until - loop.time())
        until = loop.time() + OTHERS_SECONDS
        while waiting := [one for one in traffic if one.awaits_more_than(url)]:
            if loop.time() >= until:
                return False
            await waiting[0].changed(until - loop.time())
        return True

    async def _restore_guard(self) -> None:
        with suppress(Error, BrowserLost):
            await self._reach_tab()

    async def _on_close(self, tab: Tab) -> None:
        """Handle a closed tab: go back to the one before it, or lose the browser. A broken connection is remade."""
        is_current, connection = tab is self.tab, self._connection
        if await self.running.wait_until_gone(DYING_SECONDS) or connection is None or not connection.is_connected():
            return
        if connection is not self._connection:
            return
        self._leave_closed_tabs()
        if is_current and self.tab is None:
            self._lose(SessionLoss.PAGE_CLOSED)

    def _leave_closed_tabs(self) -> None:
        """Go back from a closed tab to the one that opened it."""
        while self._tabs and self._tabs[-1].page.is_closed():
            self._tabs.pop()
            if self.tab is not None:
                self._marker.write_text(self.tab.target)

    def _lose(self, reason: str) -> None:
        if not self.lost.done():
            self.lost.set_result(reason)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _do_nothing() -> None:
    pass
