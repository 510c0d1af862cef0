"""The way out of one browser: the host judges the browser's requests, and they leave only while it does.

The guard belongs to the browser, not to a tab, and outlives Playwright's connections; the way is open for as long as
the DevTools line is, over which the guard judges.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection

from playwright.async_api import Browser

from ghosthands.browser_host.driving.standing import stop_tabs, take_under_guard
from ghosthands.browser_host.errors import BrowserLost
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.guard.network import Line, NetworkGuard
from ghosthands.browser_host.ports.devtools import DevToolsLine, NoAnswer
from ghosthands.browser_host.ports.running import Running
from ghosthands.chassis import logging
from ghosthands.chromium import Keeper, WayNotKept
from ghosthands.domain.codes import SessionLoss

log = logging.get(__name__)


class GuardedWay:
    """The guard of one session's browser, and the hold on its way out; `on_broken` remakes both.

    `let_others_end` tells whether our tabs wait for no answer but that to one request to an address.
    """

    def __init__(
        self,
        session_id: str,
        running: Running,
        allowed_hosts: Collection[str],
        gate: Gate,
        on_broken: Callable[[], Awaitable[None]],
        let_others_end: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._session_id = session_id
        self._running = running
        self._allowed_hosts = allowed_hosts
        self._gate = gate
        self._on_broken = on_broken
        self._let_others_end = let_others_end
        self._line: DevToolsLine | None = None
        self._keeper: Keeper | None = None
        self._watching = set[asyncio.Task[None]]()
        #: judges the requests; None before the first connection
        self.network: NetworkGuard | None = None

    @property
    def is_cut_off(self) -> bool:
        """Whether the line over which the guard judges broke."""
        return self._line is not None and not self._line.is_open

    async def reach(self) -> None:
        """Guard a browser of the session's own, before any driver connects to it. Raises BrowserLost.

        That is done over a line of its own, which outlives Playwright's driver and answers each request directly.
        Requests that tabs made while nobody judged wait at the browser's proxy, and would keep a driver waiting as
        long: the tabs stop loading them, and stay where they were.
        """
        if not self._running.owns_browser or (self._line is not None and self._line.is_open):
            return
        self._line = line = await self._open_line()
        self._watch(line)
        try:
            self.network = await self._arm(line)
            await take_under_guard(line)
            await stop_tabs(line)
        except NoAnswer:
            raise BrowserLost(SessionLoss.CONNECTION_LOST) from None

    async def guard(self, connection: Browser) -> NetworkGuard:
        """Return the guard of all the browser's requests. Raises playwright's Error, BrowserLost.

        The keyhole shows the requests of a user's tab to the connection that has the tab.
        """
        if self.network is None or not self._running.owns_browser:
            self.network = await self._arm(await connection.new_browser_cdp_session())
        return self.network

    async def _arm(self, line: Line) -> NetworkGuard:
        network = NetworkGuard(
            line,
            allowed=self._allowed_hosts,
            gate=self._gate,
            session_id=self._session_id,
            before_sending=self._cut_resting,
        )
        await network.arm()
        return network

    def belong_to(self, session_id: str) -> None:
        """Assign the unused browser to that session."""
        self._session_id = session_id
        if self.network is not None:
            self.network.session_id = session_id

    async def open(self) -> None:
        """Let requests that we judge leave the browser. Raises BrowserLost.

        Requests made while nobody judged are refused then: the tabs stop loading them first, so that a form stays in
        place.
        """
        process = self._running.process
        if self._keeper is not None or self._line is None or process is None or not self._running.proxied:
            return
        try:
            await stop_tabs(self._line)
            self._keeper = await Keeper.arrive(process, self._line.fileno)
        except (NoAnswer, WayNotKept) as not_kept:
            log.error("way_not_opened", reason=str(not_kept))
            raise BrowserLost(SessionLoss.CONNECTION_LOST) from None

    async def _cut_resting(self, url: str) -> None:
        """Have the browser send a request to `url` over a new connection, if its way out is ours: never twice then.

        While another answer is awaited nothing is cut, since no byte tells on which connection it will come.
        """
        if self._keeper is not None and await self._let_others_end(url):
            try:
                await self._keeper.cut_resting()
            except WayNotKept as not_kept:  # a request that Chromium may repeat is better than none
                log.warning("connections_not_cut", reason=str(not_kept))

    async def shut(self) -> None:
        """Let nothing leave the browser any more, for good, if its way out is ours."""
        for watching in self._watching:
            watching.cancel()
        await self._shut()

    async def _shut(self) -> None:
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            await keeper.leave()

    async def unguard(self) -> None:
        """Stop judging the browser's requests."""
        line, self._line = self._line, None
        if line is not None:
            await line.close()

    async def _open_line(self) -> DevToolsLine:
        try:
            return await DevToolsLine.to(self._running.ws_url)
        except NoAnswer:
            raise BrowserLost(SessionLoss.CONNECTION_LOST) from None

    def _watch(self, line: DevToolsLine) -> None:
        watching = asyncio.create_task(self._stay_by(line), name=f"guard of {self._session_id}")
        self._watching.add(watching)
        watching.add_done_callback(self._watching.discard)

    async def _stay_by(self, line: DevToolsLine) -> None:
        """Remake the line as soon as it breaks: without it no request is held."""
        await line.closed()
        if line is self._line and self._running.alive:
            await self._shut()
            log.warning("network_guard_cut_off", session_id=self._session_id)
            await self._on_broken()
