"""The browser as the handlers know it: one tab. `driven` is the real one; unit tests have a fake."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from playwright.async_api import Page

from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.page_state import PageState
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import RequestKind, RunMode
from ghosthands.vault.profile import ApplicantData

#: Values to compare with, where there are none.
NOTHING_KNOWN: Mapping[str, str] = {}

#: How long a browser may take to show that it is well.
PROBE_SECONDS = 5.0


@dataclass(frozen=True)
class HeldRequests:
    """What a press would send, and waits for leave: the first one's kind and site, and what the largest carries."""

    kind: RequestKind
    #: empty where its name could tell a value
    site: str
    values: int
    of: int
    #: bytes of the largest body
    size: int
    file: bool
    #: nobody can say what a body is
    unreadable: bool


@dataclass(frozen=True)
class ActionResult:
    """What came of an action: `code` is None where it did what it should."""

    code: str | None
    took_ms: int
    #: another document came from the server
    renewed: bool = False
    #: 0–1, of the engine that did it, where it says
    confidence: float | None = None
    #: something else stands in the field, and did not let itself be taken out
    holds_other: bool = False
    #: the button was pressed, and what that sends waits in the browser
    held: HeldRequests | None = None


class EnginePage(Protocol):
    """A session's live page, as far as an engine's coming and going touches it. May raise BrowserLost, PageTrouble."""

    @property
    def address(self) -> TabAddress:
        """The address at which engines find the session's tab. Raises BrowserLost before the first connection."""

    async def answers(self, seconds: float = PROBE_SECONDS) -> bool:
        """Whether the browser and its page are alive, as far as so many seconds can tell."""

    async def capture(self) -> PageState:
        """What the page is in; what cannot be read is left empty."""

    async def find_difference(self, before: PageState) -> str | None:
        """What is not as it was, as a code."""

    async def restore(self, state: PageState) -> None:
        """Back to that state, as far as it goes."""

    async def guard(self, level: GuardLevel) -> None:
        """Veto at least so much from now on; a page that does not answer in `PROBE_SECONDS` is trouble."""


class Browser(EnginePage, Protocol):
    """A running browser. Any method may raise BrowserLost, and where it touches the page PageTrouble."""

    @property
    def process(self) -> ProcessIdentity | None:
        """The browser's process; None where it is not this host's."""

    @property
    def owns_browser(self) -> bool:
        """Whether the whole browser is the session's: else nothing in it but our tab is to be looked at or kept."""

    @property
    def shown(self) -> Page | None:
        """The page the session works in, for whoever shows it to a human; None before the first connection."""

    @property
    def live_page(self) -> Page:
        """The tab we work in, for our own engine. Raises BrowserLost before the first connection."""

    @property
    def lost(self) -> asyncio.Future[str]:
        """Done with the reason once the browser, or its page, is gone; never cancelled by a reader."""

    #: hears at once that our connection broke under an engine, which has one of its own: nothing is vetoed any more
    on_cut_off: Callable[[], Awaitable[None]]

    #: hears of what a human who has control sends, before it leaves: whether it plainly is a form
    on_human_sent: Callable[[bool], None]

    async def visit(self, url: str, storage: Storage | None = None) -> None:
        """Go there, with that storage put back, and wait until something stands there. Raises Unreachable."""

    async def load_again(self) -> None:
        """Load the page anew that stands there, and wait until it does. Raises Unreachable."""

    async def read_storage(self) -> Storage:
        """What the page's sites keep in the browser."""

    async def observe(self, values: Mapping[str, str] = NOTHING_KNOWN) -> PageModel:
        """The page once it has come to rest, read whole; and which of `values`, by key, its text boxes hold."""

    async def glance(self) -> PageModel | None:
        """The page as it stands, neither waited for nor touched, whoever holds it; None where it is leaving."""

    async def run(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> list[ActionResult]:
        """Do the actions in order and read every field back; a result each. Nothing in it can submit the form."""

    async def take_out(self, model: PageModel, actions: Sequence[PlannedAction]) -> list[bool]:
        """Empty the fields of actions that failed; whether something stands there all the same."""

    async def expect(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> None:
        """Have the guard know what an engine is about to put in, and the engine type it in those fields' documents."""

    async def expect_task(self, model: PageModel, values: Mapping[str, str]) -> None:
        """Have the guard know what an engine may put in by a task in words, on the page's own site, and hold what is
        not merely read from here on.
        """

    def take_told(self) -> list[Event]:
        """What of the applicant left the browser, or was kept from it, since this was last asked."""

    async def verify(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, *, rested: bool = False
    ) -> list[ActionResult]:
        """Whether each action's field holds what it should, whoever filled it; `rested`: a moment later, too."""

    async def press(
        self, model: PageModel, button_id: str, purpose: ActionKind, *, holds: bool = False
    ) -> ActionResult:
        """Press the button once, to go on or to submit, and wait until the page has come to rest.

        The code is `not_pressed` only where provably nothing was clicked. `holds`: where the press sends something,
        that waits, and so does the page; it is dropped as soon as anything else is done with the page.
        """

    async def press_key(self, model: PageModel, field_id: str, key: str) -> ActionResult:
        """Press the key once, in that field, or wherever the focus is for none; as `press` with `holds`."""

    async def appears(self, selector: str, seconds: float) -> bool:
        """Whether what a manual names (`text=…`, `label=…`, CSS) comes to be seen in that time."""

    async def release(self) -> ActionResult:
        """Let go what the last press sends and waits, and wait until the page has come to rest.

        The code is `not_pressed` only where provably nothing left.
        """

    async def screenshot(self, *, full_page: bool = True, cut: bool = True, veiled: bool = False) -> bytes | None:
        """A picture, PNG: of the whole page, `cut` off far below, or of what is in view; None where there is none."""

    async def sketch(self) -> bytes | None:
        """A small picture, JPEG, that shows no value; None where there is none."""

    async def count_vetoes(self) -> int:
        """How often something was vetoed since this was last asked; as promptly."""

    async def leave(self) -> None:
        """Let go of the browser as it stands; it runs on, and nothing is heard of it any more."""

    async def end(self) -> None:
        """End the process, whatever state it is in; nothing happens when it has ended."""


@dataclass(frozen=True)
class LaunchRequest:
    """What a session wants of its browser."""

    provider: ProviderName = ProviderName.LOCAL
    headed: bool = False
    #: what may leave it
    run_mode: RunMode = RunMode.REAL
    #: where the user's own browser is reached: whoever has it has the browser, so it is never logged
    cdp_url: str | None = field(default=None, repr=False)


class Browsers(Protocol):
    """Provides the host's browsers, whichever provider has them."""

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> Browser:
        """A browser for a new session. Raises BrowserUnavailable, Transient where it is only not possible yet."""

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> Browser | None:
        """The browser an earlier process of this host had; None where it is no longer the same one."""

    async def discard(self, key: SessionKey, launch_request: LaunchRequest | None = None) -> None:
        """End what the session still has of a browser and forget it; nothing happens where there is nothing.

        `launch_request`: what an earlier process was asked for, where this one was not.
        """

    async def end_spares(self) -> None:
        """End every browser that was started ahead and that no session got, also by an earlier process of this host."""

    async def close(self) -> None:
        """End what is kept for sessions to come."""

    def session_keys(self) -> Collection[SessionKey]:
        """The keys of every session that has something on this host."""
