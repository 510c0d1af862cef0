"""The browser as the handlers know it: one tab. `driven` is the real one; unit tests have a fake."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from playwright.async_api import Page

from ghosthands.browser_host.permit import Permit, always
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.page_state import PageState
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.message import Event
from ghosthands.domain.page import Locator, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import RequestKind, RunMode
from ghosthands.vault.profile import ApplicantData

#: Values to compare with, where there are none.
NOTHING_KNOWN: Mapping[str, str] = {}

#: How many seconds a browser may take to show that it is well.
PROBE_SECONDS = 5.0


@dataclass(frozen=True)
class HeldRequests:
    """The requests that a press would send and that are held: kind and site of the first, content of the largest."""

    kind: RequestKind
    #: empty where its name could tell a value
    site: str
    values: int
    of: int
    #: bytes of the largest body
    size: int
    file: bool
    #: whether a body could not be read
    unreadable: bool


@dataclass(frozen=True)
class ActionResult:
    """The result of an action: `code` is None if it succeeded."""

    code: str | None
    took_ms: int
    #: whether the server sent another document
    renewed: bool = False
    #: 0–1, the confidence of the engine that did it, if it reports one
    confidence: float | None = None
    #: whether the field holds another value that could not be taken out
    holds_other: bool = False
    #: whether the right answer leaves the field empty
    left_empty: bool = False
    #: the key of the applicant's value that it was last read to show
    equals_key: str | None = None
    #: the button was pressed, and these requests of that press wait in the browser
    held: HeldRequests | None = None


class EnginePage(Protocol):
    """A session's live page as engines need it to attach and detach. May raise BrowserLost, PageTrouble."""

    @property
    def address(self) -> TabAddress:
        """The address at which engines find the session's tab. Raises BrowserLost before the first connection."""

    async def answers(self, seconds: float = PROBE_SECONDS) -> bool:
        """Whether the browser and its page answer within `seconds`."""

    async def capture(self) -> PageState:
        """Return the page's state; what cannot be read is left empty."""

    async def find_difference(self, before: PageState) -> str | None:
        """Return what differs from the state `before`, as a code, or None if nothing does."""

    async def restore(self, state: PageState) -> None:
        """Restore that state as far as possible."""

    async def guard(self, level: GuardLevel) -> None:
        """Veto at least as much as `level` says from now on. Raises PageTrouble for no answer in `PROBE_SECONDS`."""


class Browser(EnginePage, Protocol):
    """A running browser. Any method may raise BrowserLost, and where it touches the page PageTrouble."""

    async def guard(self, level: GuardLevel, permit: Permit = always) -> None:
        """Do as `EnginePage.guard`; at the level OPEN a human sends nothing once `permit` has ended."""

    async def wait_for_page(self) -> bool:
        """Wait a moment for a page that does not answer, as it waits for its site or its script stands still.

        Return False if the browser is not well.
        """

    @property
    def process(self) -> ProcessIdentity | None:
        """The browser's process; None where it is not this host's."""

    @property
    def owns_browser(self) -> bool:
        """Whether the whole browser is the session's; if not, nothing but our tab may be looked at or kept."""

    @property
    def shown(self) -> Page | None:
        """The page the session works in, to be shown to a human; None before the first connection."""

    @property
    def live_page(self) -> Page:
        """The tab we work in, for our own engine. Raises BrowserLost before the first connection."""

    @property
    def lost(self) -> asyncio.Future[str]:
        """The future that gets the reason once the browser, or its page, is gone; never cancelled by a reader."""

    #: called as soon as our connection breaks under an engine that has its own: from then on nothing is vetoed
    on_cut_off: Callable[[], Awaitable[None]]

    #: called with what a human in control sends, before it leaves: whether it plainly is a form
    on_human_sent: Callable[[bool], None]

    async def visit(self, url: str, storage: Storage | None = None) -> None:
        """Go to `url` with that storage put back, and wait until the page shows something. Raises Unreachable."""

    async def load_again(self) -> None:
        """Reload the current page, and wait until it has loaded. Raises Unreachable."""

    async def read_storage(self) -> Storage:
        """Return what the page's sites keep in the browser."""

    async def recall_press(self, pressed_at: datetime) -> None:
        """Take up a press of what sends that an earlier connection may have made, before the page is read."""

    async def observe(self, values: Mapping[str, str] = NOTHING_KNOWN) -> PageModel:
        """Wait for the page to come to rest and read it whole, with the keys of the `values` that its controls show."""

    async def wait_until_enabled(self, button: Locator) -> None:
        """Wait until the page has enabled the disabled button there, or it is gone, for about 30 s at most."""

    async def glance(self) -> PageModel | None:
        """Return the page as it is now, without waiting for it or touching it; None while it navigates."""

    async def run(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> list[ActionResult]:
        """Do the actions in order, read every field back, and return a result each. None of it can submit the form."""

    async def take_out(self, model: PageModel, actions: Sequence[PlannedAction]) -> list[bool]:
        """Empty the fields of actions that failed, and return for each whether something is still left in it."""

    async def expect(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> None:
        """Tell the guard what an engine is about to fill in; the engine may type only in those fields' documents."""

    async def expect_task(self, model: PageModel, values: Mapping[str, str]) -> None:
        """Tell the guard what an engine may fill in for a task in words, on the page's own site.

        From here on the guard holds every request that does not merely read.
        """

    def take_told(self) -> list[Event]:
        """Return which of the applicant's values left the browser, or were kept from leaving, since the last call."""

    async def verify(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, *, rested: bool = False
    ) -> list[ActionResult]:
        """Return for each action whether its field holds what it should, with `rested` also a moment later."""

    async def press(
        self,
        model: PageModel,
        button_id: str,
        purpose: ActionKind,
        *,
        holds: bool = False,
        permit: Permit = always,
    ) -> ActionResult:
        """Press the button once, to go on or to submit, and wait until the page has come to rest.

        The code is `not_pressed` only if provably nothing was clicked. With `holds`, what the press sends waits, and so
        does the page; it is dropped as soon as anything else is done with the page. Once `permit` has ended, nothing is
        clicked, and what the press was about to send is held.
        """

    async def press_key(self, model: PageModel, field_id: str, key: str) -> ActionResult:
        """Press the key once in the field, or where the focus is if `field_id` is empty; like `press` with `holds`."""

    async def appears(self, selector: str, seconds: float) -> bool:
        """Whether what a manual names (`text=…`, `label=…`, CSS) becomes visible within `seconds`."""

    async def release(self, permit: Permit = always) -> ActionResult:
        """Let go the requests of the last press that wait, and wait until the page has come to rest.

        The code is `not_pressed` only if provably nothing left. None of them leaves once `permit` has ended.
        """

    async def screenshot(self, *, full_page: bool = True, cut: bool = True, veiled: bool = False) -> bytes | None:
        """Return a PNG of the whole page, `cut` off far below, or of what is in view; None if none can be taken."""

    async def sketch(self) -> bytes | None:
        """Return a small JPEG of the page that shows no value; None if none can be taken."""

    async def count_vetoes(self) -> int:
        """Return how often something was vetoed since the last call; as promptly as `guard`."""

    async def leave(self) -> None:
        """Disconnect from the browser, which runs on; nothing is heard of it any more."""

    async def end(self) -> None:
        """End the browser's process, whatever state it is in; do nothing if it has ended."""


@dataclass(frozen=True)
class LaunchRequest:
    """The requirements of a session for its browser."""

    provider: ProviderName = ProviderName.LOCAL
    headed: bool = False
    #: what the network guard lets leave the browser
    run_mode: RunMode = RunMode.REAL
    #: the DevTools address of the user's own browser; it gives full access to that browser, so it is never logged
    cdp_url: str | None = field(default=None, repr=False)


class Browsers(Protocol):
    """The host's source of browsers, whichever provider has them."""

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> Browser:
        """Return a browser for a new session. Raises BrowserUnavailable, Transient if it is only not possible yet."""

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> Browser | None:
        """Return the browser that an earlier process of this host had; None if it is no longer the same one."""

    async def discard(self, key: SessionKey, launch_request: LaunchRequest | None = None) -> None:
        """End what is left of the session's browser and forget it; do nothing if nothing is left.

        `launch_request` is the request that an earlier process got, if this process did not get it.
        """

    async def end_spares(self) -> None:
        """End every browser that was started ahead and that no session got, also by an earlier process of this host."""

    async def close(self) -> None:
        """End what is kept for sessions to come."""

    def session_keys(self) -> Collection[SessionKey]:
        """Return the keys of all sessions that have something on this host."""
