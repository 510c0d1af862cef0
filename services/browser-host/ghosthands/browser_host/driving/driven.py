"""A browser driven over the DevTools protocol in the session's tab, whichever provider it comes from.

Playwright's errors become BrowserLost if the browser is gone, here and nowhere else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Browser, Error, Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.driving import page_state
from ghosthands.browser_host.driving import storage as stored
from ghosthands.browser_host.driving.driver import Driver, was_cut_off
from ghosthands.browser_host.driving.faults import ChromiumFault
from ghosthands.browser_host.driving.guarded_way import GuardedWay
from ghosthands.browser_host.driving.standing import read_texts
from ghosthands.browser_host.driving.tab import Tab, code_of, find_page, wait_until_loaded
from ghosthands.browser_host.driving.wall_sight import WallSight
from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.permit import Permit, always
from ghosthands.browser_host.ports.browser import NOTHING_KNOWN, PROBE_SECONDS, ActionResult
from ghosthands.browser_host.ports.devtools import NoAnswer
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.page_state import PageState
from ghosthands.browser_host.ports.running import Running
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.chassis import logging
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.codes import ActionFailure, SessionLoss
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.requests import RunMode
from ghosthands.vault.profile import ApplicantData

T = TypeVar("T")

#: How often the connection to a browser that is not ours is remade.
RECONNECTS = 3
#: How many seconds a browser whose connection broke gets to show that it is gone.
DYING_SECONDS = 1.0

log = logging.get(__name__)


class DrivenBrowser:
    """A browser from any provider, worked in one tab."""

    def __init__(
        self,
        session_id: str,
        running: Running,
        driver: Driver,
        *,
        marker: Path,
        allowed_hosts: Collection[str],
        fault: ChromiumFault,
        pace: pages.Pace,
        run_mode: RunMode = RunMode.REAL,
    ) -> None:
        self._running = running
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.on_cut_off: Callable[[], Awaitable[None]] = _do_nothing
        self._session_id = session_id
        self._driver = driver
        self._marker = marker
        self._fault = fault
        self._pace = pace
        self._connection: Browser | None = None
        #: the tab opened by a press whose requests wait
        self._opened: Page | None = None
        self._connections = 0
        self._connecting = asyncio.Lock()
        self._guard = GuardLevel.RESTING
        #: judges what may leave the browser, over whichever connection
        self.gate = Gate(run_mode)
        self.on_human_sent: Callable[[bool], None] = lambda _is_form: None
        self.gate.on_human_sent = self._hear_human
        #: the last look at a wall, in the document that the tab shows
        self._sight = WallSight()
        self.gate.filled.is_unknown = marker.exists()
        self._way = GuardedWay(session_id, running, allowed_hosts, self.gate, self._restore_guard)
        #: the part of the page in which an engine may type
        self._reach = pages.Reach()
        #: the tab we work in is the last; each tab before it opened the next one
        self._tabs: list[Tab] = []
        self._tasks = {asyncio.create_task(self._watch(), name=f"browser of {session_id}")}

    @property
    def process(self) -> ProcessIdentity | None:
        """The browser's process; None where it is not this host's."""
        return self._running.process

    @property
    def owns_browser(self) -> bool:
        """Whether the whole browser is the session's, as its provider says."""
        return self._running.owns_browser

    @property
    def address(self) -> TabAddress:
        """The address at which engines find our tab. Raises BrowserLost before the first connection."""
        if self.tab is None:
            raise BrowserLost(SessionLoss.CONNECTION_LOST)
        return TabAddress(self._running.ws_url, self.tab.target, self._running.door, self._reach)

    @property
    def live_page(self) -> Page:
        """The page of the tab we work in. Raises BrowserLost before the first connection."""
        if self.tab is None:
            raise BrowserLost(SessionLoss.CONNECTION_LOST)
        return self.tab.page

    @property
    def tab(self) -> Tab | None:
        """The tab we work in; None before the first connection."""
        return self._tabs[-1] if self._tabs else None

    @property
    def shown(self) -> Page | None:
        """The page of the tab we work in, without tabs that were closed; None before the first connection."""
        self._leave_closed_tabs()
        return self.tab.page if self.tab is not None else None

    async def connect(self) -> None:
        """Connect anew and take the session's tab over. Raises playwright's Error, BrowserLost."""
        if self._connections > RECONNECTS and not self.owns_browser:
            raise BrowserLost(SessionLoss.CONNECTION_LOST)
        self._connections += 1
        await self._way.reach()
        connection = await self._driver.connect(self._running.ws_url)
        network = await self._way.guard(connection)
        page = await find_page(connection, self._marker.read_text() if self._marker.exists() else None)
        tab = await Tab.take(page, network, self._marker.stem, self._guard, proxied=self._running.proxied)
        if self.gate.filled.is_unknown and (texts := await read_texts(page)) is not None:
            self.gate.filled.note_standing(texts)
        await self._way.open()
        network.begin()
        self._connection, self._tabs = connection, []
        self._work_in(tab)

    def belong_to(self, session_id: str, run_mode: RunMode) -> None:
        """Assign the unused browser to that session."""
        self._session_id = session_id
        self.gate.mode = run_mode
        self._way.belong_to(session_id)

    async def visit(self, url: str, storage: Storage | None = None) -> None:
        """Go to `url` with that storage put back, and wait until the page shows something. Raises Unreachable."""
        await self._fault.at("open", self.process)
        await self._use_tab(lambda tab: tab.visit(url, storage))

    async def load_again(self) -> None:
        """Reload the current page, and wait until it has loaded. Raises Unreachable."""
        await self._use_tab(Tab.load_again)

    async def read_storage(self) -> Storage:
        """Return what the page's sites keep in the browser."""
        return await self._use_tab(lambda tab: stored.read(tab.page))

    async def observe(self, values: Mapping[str, str] = NOTHING_KNOWN) -> PageModel:
        """Wait for the page to come to rest and read it; once more over a new connection if the old one breaks."""
        await self._fault.at("observe", self.process)
        await self._drop_held()
        seen = await self._use_tab(lambda tab: tab.observe(values), again=True)
        self.gate.look()
        if values:
            held = {field.equals_key for field in seen.fields if field.equals_key in values}
            self.gate.read({key: values[key] for key in held if key is not None}, everything=values)
        await self._use_tab(Tab.watch_all)
        return seen

    async def glance(self) -> PageModel | None:
        """Return the page as it is now, without waiting for it or touching it; None while it navigates."""
        seen = await self._use_tab_promptly(Tab.glance, again=True)
        self._sight.note(self.live_page, seen)
        return seen

    async def run(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> list[ActionResult]:
        """Do the actions in order and read every field back; all once more if the connection breaks meanwhile."""
        await self._fault.at("run", self.process)
        before = self._fault.actions_before
        if before is not None and before < len(actions):
            await self._use_tab(lambda tab: tab.run(model, actions[:before], data, self._pace))
            await self._fault.at(str(before + 1), self.process)
        return await self._use_tab(lambda tab: tab.run(model, actions, data, self._pace), again=True)

    async def press(
        self,
        model: PageModel,
        button_id: str,
        purpose: ActionKind,
        *,
        holds: bool = False,
        permit: Permit = always,
    ) -> ActionResult:
        """Press the button once, never again; a tab that the press opens becomes the session's."""
        await self._fault.at(purpose.value, self.process)
        await self._drop_held()
        if holds:
            pressed = await self._use_tab(lambda tab: tab.press_held(model, button_id, permit))
        else:
            self.gate.open(permit, is_patient=purpose is ActionKind.SUBMIT)
            pressed = await self._use_tab(lambda tab: tab.press(model, button_id, permit))
        return await self._tell_press(pressed)

    async def press_key(self, model: PageModel, field_id: str, key: str) -> ActionResult:
        """Press the key once, in the field if one is named; the requests of the press are held."""
        await self._drop_held()
        return await self._tell_press(await self._use_tab(lambda tab: tab.press_key_held(model, field_id, key)))

    async def appears(self, selector: str, seconds: float) -> bool:
        """Whether what a manual names becomes visible within `seconds`."""
        return await self._use_tab(lambda tab: tab.appears(selector, seconds), again=True)

    async def _tell_press(self, pressed: pages.Pressed) -> ActionResult:
        """Return the result of the press, or that its requests wait."""
        if self.gate.held is not None and self._way.network is not None:
            self._opened = pressed.opened
            return ActionResult(None, pressed.took_ms, held=self._way.network.tell_held(self.gate.held))
        return await self._take_in(pressed)

    async def release(self, permit: Permit = always) -> ActionResult:
        """Let go the held requests. Raises PageTrouble if it is unknown whether they left."""
        network, opened, self._opened = self._way.network, self._opened, None
        if self.gate.held is None or self.tab is None or network is None:
            return ActionResult(self._judge_lost(), 0)
        try:
            pressed = await self.tab.release(permit)
        except Error as error:
            raise PageTrouble(f"the page cannot be worked on: {code_of(error)}") from None
        if not pressed.clicked and not await network.answers(PROBE_SECONDS):
            return ActionResult(self._judge_lost(), pressed.took_ms)
        return await self._take_in(replace(pressed, opened=pressed.opened or opened))

    def _judge_lost(self) -> ActionFailure:
        """Return the code for held requests whose connection is gone: without our proxy they may have left."""
        return ActionFailure.NOT_PRESSED if self._running.proxied else ActionFailure.INTERRUPTED

    async def _take_in(self, pressed: pages.Pressed) -> ActionResult:
        """Return the result of the press; a tab that it opened instead of navigating is worked in from now on."""
        opened = await wait_until_loaded(pressed.opened) if pressed.opened and not pressed.navigated else None
        if opened is not None and self.tab is not None:
            with suppress(Error):  # the tab closed, or the browser is gone: the next look will show it
                self._work_in(await self.tab.follow(opened))
        await self._fault.at("pressed", self.process)
        return ActionResult(self._judge_press(pressed), pressed.took_ms, pressed.renewed)

    async def _drop_held(self) -> None:
        """Drop the held requests, as something else is about to be done with the page."""
        self._opened = None
        if self._way.network is not None:
            await self._way.network.drop_held()

    def _judge_press(self, pressed: pages.Pressed) -> ActionFailure | None:
        """Return why the button was not pressed, or None; a request of the page's own may have been the very form."""
        if pressed.clicked:
            return None
        log.warning("not_pressed", code=pressed.code)
        self.gate.close()
        return ActionFailure.INTERRUPTED if self.gate.has_left else ActionFailure.NOT_PRESSED

    async def expect(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> None:
        """Tell the guard what an engine is about to fill in, and let the engine type it nowhere else."""
        self.gate.close()
        self._reach.bind(self.live_page, model, [action.field_id for action in actions])
        await self._use_tab(lambda tab: tab.expect(model, actions, data))

    async def expect_task(self, model: PageModel, values: Mapping[str, str]) -> None:
        """Tell the guard a task's values, bind the engine's typing to the page's own site, and let nothing be sent."""
        self.gate.close()
        self.gate.only_reads = True
        for key, value in values.items():
            self.gate.filled.note(key, value)
        self._reach.bind_site(self.live_page, model)
        await self._use_tab(Tab.watch_all)

    def take_told(self) -> list[Event]:
        """Return which of the applicant's values left the browser, or were kept from leaving, since the last call."""
        return self.gate.take_told()

    async def take_out(self, model: PageModel, actions: Sequence[PlannedAction]) -> list[bool]:
        """Empty fields that an engine filled wrongly; once more if the connection breaks meanwhile."""
        return await self._use_tab(lambda tab: tab.take_out(model, actions), again=True)

    async def verify(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, *, rested: bool = False
    ) -> list[ActionResult]:
        """Return for each action whether its field holds what it should, with `rested` also a moment later."""
        return await self._use_tab(lambda tab: tab.verify(model, actions, data, rested=rested), again=True)

    async def screenshot(self, *, full_page: bool = True, cut: bool = True, veiled: bool = False) -> bytes | None:
        """Return a PNG of the page; None if none can be taken."""
        return await self._use_tab(lambda tab: tab.screenshot(full_page=full_page, cut=cut, veiled=veiled))

    async def sketch(self) -> bytes | None:
        """Return a small JPEG of the page that shows no value; None if none can be taken."""
        return await self._use_tab(Tab.sketch)

    async def answers(self, seconds: float = PROBE_SECONDS) -> bool:
        """Whether the page answers in time, over a new connection if need be."""
        if self.gate.held is not None and self._way.network is not None:  # a page whose requests wait may not answer
            return await self._way.network.answers(seconds)
        try:
            async with asyncio.timeout(seconds):
                await self._use_tab(Tab.probe, again=True)
        except (BrowserLost, PageTrouble, TimeoutError):
            return False
        return True

    async def capture(self) -> PageState:
        """Return the page's state; if it does not answer, only its address."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                return await self._use_tab(lambda tab: page_state.capture(tab.page), again=True)
        except (PageTrouble, TimeoutError):
            return PageState(self.address.target_id, self.live_page.url)

    async def find_difference(self, before: PageState) -> str | None:
        """Return what differs from `before`, as a code, once frames had a moment to come back; None if nothing does."""
        return await self._use_tab(lambda tab: page_state.find_difference(before, tab.page), again=True)

    async def restore(self, state: PageState) -> None:
        """Restore that state as far as possible."""
        await self._use_tab(lambda tab: page_state.restore(state, tab.page), again=True)

    async def guard(self, level: GuardLevel, permit: Permit = always) -> None:
        """Veto at least as much as `level` says from now on, also in new tabs and over new connections.

        At the level OPEN a human sends nothing once `permit` has ended.
        """
        self.gate.human_permit = permit
        self._guard = self.gate.level = level  # whether the page answers or not
        if level is GuardLevel.OPEN:
            await self._drop_held()
        await self._use_tab_promptly(lambda tab: tab.submits.keep(level), again=True)

    async def count_vetoes(self) -> int:
        """Return how often something was vetoed since the last call."""
        return await self._use_tab_promptly(lambda tab: tab.submits.count_vetoes())

    async def leave(self) -> None:
        """Close our connections and stop watching; the browser runs on, without the held requests."""
        await self._let_go()
        await self._way.unguard()

    async def end(self) -> None:
        """Disconnect and give the browser back to its provider; its requests are judged until it is gone."""
        await self._let_go()
        await self._running.end()
        await self._way.unguard()

    async def _let_go(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(DYING_SECONDS):
                await self._drop_held()
        connection, self._connection, self._tabs = self._connection, None, []
        for task in self._tasks:
            task.cancel()
        await self._way.shut()
        if connection is not None:
            with suppress(Error):
                await connection.close()  # of a connection over CDP: the browser itself runs on

    def _work_in(self, tab: Tab) -> None:
        """Make this tab the session's."""
        tab.page.on("crash", lambda _page: self._lose(SessionLoss.PAGE_CRASHED))
        tab.page.on("close", lambda _page: self._spawn(self._on_close(tab)))
        self._tabs.append(tab)
        self._marker.write_text(tab.target)
        self._spawn(self._stay_by(tab))

    async def _use_tab_promptly(self, work: Callable[[Tab], Awaitable[T]], *, again: bool = False) -> T:
        """Return what `work` returns. Raises PageTrouble if the page does not answer in time."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                return await self._use_tab(work, again=again)
        except TimeoutError:
            raise PageTrouble("the page does not answer") from None

    async def _use_tab(self, work: Callable[[Tab], Awaitable[T]], *, again: bool = False) -> T:
        """Return what `work` returns; with `again`, try once more over a new connection if the old one breaks."""
        try:
            done = await work(await self._reach_tab())
        except (Error, NoAnswer, pages.PageUnreadable) as error:
            if not (self._is_cut_off or await self._is_silent()):
                raise PageTrouble(f"the page cannot be worked on: {code_of(error)}") from None
        else:
            if self._running.alive:
                return done
        await self._raise_if_gone()
        if not again:
            raise BrowserLost(SessionLoss.CONNECTION_LOST)
        return await self._use_tab(work)

    async def _reach_tab(self) -> Tab:
        """Return the tab over a working connection. Raises BrowserLost."""
        if self.lost.done():
            raise BrowserLost(self.lost.result())
        self._leave_closed_tabs()
        if self._is_cut_off:
            async with self._connecting:
                if self._is_cut_off:
                    await self.connect()
        if self.tab is None:
            raise BrowserLost(SessionLoss.CONNECTION_LOST)
        return self.tab

    @property
    def _is_cut_off(self) -> bool:
        """Whether the tab is known not to answer over this connection, for whatever reason."""
        return self.tab is None or self.tab.is_cut_off or not self._running.alive or self._way.is_cut_off

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
        if not self._running.alive:
            raise BrowserLost(SessionLoss.CRASHED)

    async def _watch(self) -> None:
        await self._running.gone(None)
        self._lose(SessionLoss.CRASHED)

    async def _stay_by(self, tab: Tab) -> None:
        """Call `on_cut_off` if our connection, and with it our guards, ends while an engine has its own."""
        connection = self._connection
        await tab.wait_until_cut_off()
        was_closed = tab.page.is_closed() and connection is not None and connection.is_connected()
        if was_closed or connection is not self._connection or self._guard is not GuardLevel.ENGINE:
            return
        log.warning("guard_cut_off", session_id=self._session_id)
        with suppress(BrowserLost, PageTrouble):
            await self.on_cut_off()

    def _hear_human(self, is_form: bool, frame_id: str) -> None:
        """Pass on a human's request that may be the application: one that only gets past a wall is not."""
        is_of_tab = self.tab is not None and frame_id == self.tab.target
        if is_of_tab and self._sight.is_fresh and not self.gate.filled and not self.gate.filled.is_unknown:
            log.info("wall_passed_by_hand")
            return
        self.on_human_sent(is_form)

    async def _restore_guard(self) -> None:
        with suppress(Error, BrowserLost):
            await self._reach_tab()

    async def _on_close(self, tab: Tab) -> None:
        """Handle a closed tab: go back to the one before it, or lose the browser. A broken connection is remade."""
        is_current, connection = tab is self.tab, self._connection
        if await self._running.gone(DYING_SECONDS) or connection is None or not connection.is_connected():
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
