"""A browser driven over the DevTools protocol in the session's tab, whichever provider it comes from."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from playwright.async_api import Error, Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.driving import page_state
from ghosthands.browser_host.driving import storage as stored
from ghosthands.browser_host.driving.faults import ChromiumFault
from ghosthands.browser_host.driving.tab import Tab, code_of, wait_until_loaded
from ghosthands.browser_host.driving.tab_connection import DYING_SECONDS, TabConnection
from ghosthands.browser_host.driving.wall_sight import WallSight
from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.permit import Permit, always
from ghosthands.browser_host.ports.browser import NOTHING_KNOWN, PROBE_SECONDS, ActionResult
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.page_state import PageState
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.chassis import logging
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.message import Event
from ghosthands.domain.page import Locator, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.requests import RunMode
from ghosthands.vault.profile import ApplicantData

log = logging.get(__name__)


class DrivenBrowser:
    """A browser from any provider, worked in one tab."""

    def __init__(self, connection: TabConnection, *, fault: ChromiumFault, pace: pages.Pace) -> None:
        self._connection = connection
        self._running = connection.running
        self._fault = fault
        self._pace = pace
        self.on_human_sent: Callable[[bool], None] = lambda _is_form: None
        #: judges what may leave the browser, over whichever connection
        self.gate = connection.gate
        self.gate.on_human_sent = self._hear_human
        self.lost = connection.lost
        #: the tab opened by a press whose requests wait
        self._opened: Page | None = None
        #: the last look at a wall, in the document that the tab shows
        self._sight = WallSight()
        #: the part of the page in which an engine may type
        self._reach = pages.Reach()

    @property
    def on_cut_off(self) -> Callable[[], Awaitable[None]]:
        """Called as soon as our connection breaks under an engine that has its own."""
        return self._connection.on_cut_off

    @on_cut_off.setter
    def on_cut_off(self, call: Callable[[], Awaitable[None]]) -> None:
        self._connection.on_cut_off = call

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
        target = self._connection.live_tab.target
        return TabAddress(self._running.ws_url, target, self._running.door, self._reach)

    @property
    def live_page(self) -> Page:
        """The page of the tab we work in. Raises BrowserLost before the first connection."""
        return self._connection.live_tab.page

    @property
    def tab(self) -> Tab | None:
        """The tab we work in; None before the first connection."""
        return self._connection.tab

    @property
    def shown(self) -> Page | None:
        """The page of the tab we work in, without tabs that were closed; None before the first connection."""
        return self._connection.find_open_page()

    async def connect(self) -> None:
        """Connect anew and take the session's tab over. Raises playwright's Error, BrowserLost."""
        await self._connection.connect()

    def belong_to(self, session_id: str, run_mode: RunMode) -> None:
        """Assign the unused browser to that session."""
        self.gate.mode = run_mode
        self._connection.belong_to(session_id)

    async def visit(self, url: str, storage: Storage | None = None) -> None:
        """Go to `url` with that storage put back, and wait until the page shows something. Raises Unreachable."""
        await self._fault.at("open", self.process)
        await self._connection.use(lambda tab: tab.visit(url, storage))

    async def load_again(self) -> None:
        """Reload the current page, and wait until it has loaded. Raises Unreachable."""
        await self._connection.use(Tab.load_again)

    async def read_storage(self) -> Storage:
        """Return what the page's sites keep in the browser."""
        return await self._connection.use(lambda tab: stored.read(tab.page))

    async def observe(self, values: Mapping[str, str] = NOTHING_KNOWN) -> PageModel:
        """Wait for the page to come to rest and read it; once more over a new connection if the old one breaks."""
        await self._fault.at("observe", self.process)
        await self._drop_held()
        seen = await self._connection.use(lambda tab: tab.observe(values), again=True)
        self.gate.look()
        if values:
            held = pages.list_texts(seen)
            self.gate.read({key: values[key] for key in held if key in values}, everything=values)
        await self._connection.use(Tab.watch_all)
        return seen

    async def recall_press(self, pressed_at: datetime) -> None:
        """Take up a press of what sends that an earlier connection may have made, before the page is read."""
        await self._connection.use(lambda tab: tab.recall_press(pressed_at), again=True)

    async def wait_until_enabled(self, button: Locator) -> None:
        """Wait until the disabled button there is enabled or gone; anew if the connection breaks meanwhile."""
        await self._connection.use(lambda tab: tab.wait_until_enabled(button), again=True)

    async def glance(self) -> PageModel | None:
        """Return the page as it is now, without waiting for it or touching it; None while it navigates."""
        seen = await self._connection.use_promptly(Tab.glance, again=True)
        self._sight.note(self.live_page, seen)
        return seen

    async def run(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> list[ActionResult]:
        """Do the actions in order and read every field back; all once more if the connection breaks meanwhile."""
        await self._fault.at("run", self.process)
        before = self._fault.actions_before
        if before is not None and before < len(actions):
            await self._connection.use(lambda tab: tab.run(model, actions[:before], data, self._pace))
            await self._fault.at(str(before + 1), self.process)
        return await self._connection.use(lambda tab: tab.run(model, actions, data, self._pace), again=True)

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
            pressed = await self._connection.use(lambda tab: tab.press_held(model, button_id, permit))
        else:
            self.gate.open(permit, is_patient=purpose is ActionKind.SUBMIT)
            pressed = await self._connection.use(lambda tab: tab.press(model, button_id, permit))
        return await self._tell_press(pressed)

    async def press_key(self, model: PageModel, field_id: str, key: str) -> ActionResult:
        """Press the key once, in the field if one is named; the requests of the press are held."""
        await self._drop_held()
        return await self._tell_press(await self._connection.use(lambda tab: tab.press_key_held(model, field_id, key)))

    async def appears(self, selector: str, seconds: float) -> bool:
        """Whether what a manual names becomes visible within `seconds`."""
        return await self._connection.use(lambda tab: tab.appears(selector, seconds), again=True)

    async def _tell_press(self, pressed: pages.Pressed) -> ActionResult:
        """Return the result of the press, or that its requests wait."""
        if self.gate.held is not None and self._connection.network is not None:
            self._opened = pressed.opened
            return ActionResult(None, pressed.took_ms, held=self._connection.network.tell_held(self.gate.held))
        return await self._take_in(pressed)

    async def release(self, permit: Permit = always) -> ActionResult:
        """Let go the held requests. Raises PageTrouble if it is unknown whether they left."""
        network, opened, self._opened = self._connection.network, self._opened, None
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
                self._connection.work_in(await self.tab.follow(opened))
        await self._fault.at("pressed", self.process)
        return ActionResult(self._judge_press(pressed), pressed.took_ms, pressed.renewed)

    async def _drop_held(self) -> None:
        """Drop the held requests, as something else is about to be done with the page."""
        self._opened = None
        if self._connection.network is not None:
            await self._connection.network.drop_held()

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
        await self._connection.use(lambda tab: tab.expect(model, actions, data))

    async def expect_task(self, model: PageModel, values: Mapping[str, str]) -> None:
        """Tell the guard a task's values, bind the engine's typing to the page's own site, and let nothing be sent."""
        self.gate.close()
        self.gate.only_reads = True
        for key, value in values.items():
            self.gate.filled.note(key, value)
        self._reach.bind_site(self.live_page, model)
        await self._connection.use(Tab.watch_all)

    def take_told(self) -> list[Event]:
        """Return which of the applicant's values left the browser, or were kept from leaving, since the last call."""
        return self.gate.take_told()

    async def take_out(self, model: PageModel, actions: Sequence[PlannedAction]) -> list[bool]:
        """Empty fields that an engine filled wrongly; once more if the connection breaks meanwhile."""
        return await self._connection.use(lambda tab: tab.take_out(model, actions), again=True)

    async def verify(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, *, rested: bool = False
    ) -> list[ActionResult]:
        """Return for each action whether its field holds what it should, with `rested` also a moment later."""
        return await self._connection.use(lambda tab: tab.verify(model, actions, data, rested=rested), again=True)

    async def screenshot(self, *, full_page: bool = True, cut: bool = True, veiled: bool = False) -> bytes | None:
        """Return a PNG of the page; None if none can be taken."""
        return await self._connection.use(lambda tab: tab.screenshot(full_page=full_page, cut=cut, veiled=veiled))

    async def sketch(self) -> bytes | None:
        """Return a small JPEG of the page that shows no value; None if none can be taken."""
        return await self._connection.use(Tab.sketch)

    async def answers(self, seconds: float = PROBE_SECONDS) -> bool:
        """Whether the page answers in time, over a new connection if need be."""
        network = self._connection.network
        if self.gate.held is not None and network is not None:  # a page whose requests wait may not answer
            return await network.answers(seconds)
        try:
            async with asyncio.timeout(seconds):
                await self._connection.use(Tab.probe, again=True)
        except (BrowserLost, PageTrouble, TimeoutError):
            return False
        return True

    async def wait_for_page(self) -> bool:
        """Wait a moment for a page that does not answer: Chromium asks it nothing while it waits for its site.

        Its script may stand still as well. Return whether it waited, since the browser itself is well.
        """
        network = self._connection.network
        if network is None or not await network.answers(PROBE_SECONDS):
            return False
        await pages.traffic_of(self.live_page).changed(PROBE_SECONDS)
        return True

    async def capture(self) -> PageState:
        """Return the page's state; if it does not answer, only its address."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                return await self._connection.use(lambda tab: page_state.capture(tab.page), again=True)
        except (PageTrouble, TimeoutError):
            return PageState(self.address.target_id, self.live_page.url)

    async def find_difference(self, before: PageState) -> str | None:
        """Return what differs from `before`, as a code, once frames had a moment to come back; None if nothing does."""
        return await self._connection.use(lambda tab: page_state.find_difference(before, tab.page), again=True)

    async def restore(self, state: PageState) -> None:
        """Restore that state as far as possible."""
        await self._connection.use(lambda tab: page_state.restore(state, tab.page), again=True)

    async def guard(self, level: GuardLevel, permit: Permit = always) -> None:
        """Veto at least as much as `level` says from now on, also in new tabs and over new connections.

        At the level OPEN a human sends nothing once `permit` has ended.
        """
        self.gate.human_permit = permit
        self._connection.level = self.gate.level = level  # whether the page answers or not
        if level is GuardLevel.OPEN:
            await self._drop_held()
            if self.tab is not None:  # what they send is another sending
                await pages.told_since(self.tab.page).forget(self.tab.page)
        await self._connection.use_promptly(lambda tab: tab.submits.keep(level), again=True)

    async def count_vetoes(self) -> int:
        """Return how often something was vetoed since the last call."""
        return await self._connection.use_promptly(lambda tab: tab.submits.count_vetoes())

    async def leave(self) -> None:
        """Close our connections and stop watching; the browser runs on, without the held requests."""
        await self._disconnect()
        await self._connection.unguard()

    async def end(self) -> None:
        """Disconnect and give the browser back to its provider; its requests are judged until it is gone."""
        await self._disconnect()
        await self._running.end()
        await self._connection.unguard()

    async def _disconnect(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(DYING_SECONDS):
                await self._drop_held()
        await self._connection.close()

    def _hear_human(self, is_form: bool, frame_id: str) -> None:
        """Pass on a human's request that may be the application: one that only gets past a wall is not."""
        is_of_tab = self.tab is not None and frame_id == self.tab.target
        if is_of_tab and self._sight.is_fresh and not self.gate.filled and not self.gate.filled.is_unknown:
            log.info("wall_passed_by_hand")
            return
        self.on_human_sent(is_form)
