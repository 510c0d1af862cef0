"""`python -m ghosthands.bench.simulated_host`: browser-host itself, with simulated browsers: pages in memory.

Everything of the service except Chromium and its driver is real: its messages, its bookkeeping, its use of the vault.
The page is a one-page form without problems, at any address, and a thank-you page after it was sent. It takes no time,
and no pictures of it are made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

from msgspec.structs import replace

from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.permit import Permit, always
from ghosthands.browser_host.ports.browser import NOTHING_KNOWN, ActionResult, Browser, LaunchRequest
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.page_state import PageState
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.browser_host.providers.desktop import Desktops
from ghosthands.browser_host.service import build
from ghosthands.browser_host.settings import Settings
from ghosthands.chassis.run import run
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.message import Event
from ghosthands.domain.page import (
    ButtonModel,
    ButtonRole,
    FieldKind,
    FieldModel,
    FieldState,
    FileInputModel,
    FilePurpose,
    Locator,
    PageModel,
    PageType,
)
from ghosthands.domain.plan import ActionKind, PlannedAction

#: the form's questions and controls; a sample applicant's profile answers all of them
QUESTIONS: Mapping[str, tuple[str, FieldKind]] = {
    "first_name": ("First Name", FieldKind.TEXT),
    "last_name": ("Last Name", FieldKind.TEXT),
    "email": ("Email", FieldKind.EMAIL),
    "phone": ("Phone", FieldKind.TEL),
    "linkedin": ("LinkedIn Profile", FieldKind.URL),
    "website": ("Website", FieldKind.URL),
    "city": ("City", FieldKind.TEXT),
    "state": ("State", FieldKind.TEXT),
    "country": ("Country", FieldKind.TEXT),
    "zip": ("Zip code", FieldKind.TEXT),
    "company": ("Current company", FieldKind.TEXT),
    "title": ("Current job title", FieldKind.TEXT),
    "school": ("School", FieldKind.TEXT),
    "degree": ("Degree", FieldKind.TEXT),
    "salary": ("Salary expectations", FieldKind.TEXT),
}
_RESUME, _SEND = "resume", "send"
_DONE = ActionResult(None, 1)


class SimulatedBrowser:
    """A tab with the form, or the thanks for it."""

    process: ProcessIdentity | None = None
    owns_browser = True
    shown = None
    address = TabAddress("ws://127.0.0.1:1/devtools/browser/none", "tab")
    on_cut_off: Callable[[], Awaitable[None]]
    on_human_sent: Callable[[bool], None]

    def __init__(self) -> None:
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._url = ""
        self._filled = frozenset[str]()
        self._is_sent = False

    @property
    def live_page(self) -> Any:
        """The page, of which only the address is used."""
        return SimpleNamespace(url=self._url)

    async def visit(self, url: str, storage: Storage | None = None) -> None:
        """Go to the address: every address has the form."""
        self._url = url

    async def read_storage(self) -> Storage:
        """Return nothing: no site stores anything in this browser."""
        return Storage()

    async def observe(self, values: Mapping[str, str] = NOTHING_KNOWN) -> PageModel:
        """Return the form as it is filled, or the thanks."""
        return make_page(self._url, self._filled, is_sent=self._is_sent)

    async def recall_press(self, pressed_at: datetime) -> None:
        """Do nothing: a press sends at once here."""

    async def glance(self) -> PageModel | None:
        """Return the page as `observe` does: reading costs nothing here."""
        return await self.observe()

    async def run(self, model: PageModel, actions: Sequence[PlannedAction], data: object) -> list[ActionResult]:
        """Fill the fields of the actions; all of it succeeds."""
        self._filled |= {action.field_id for action in actions}
        return [_DONE] * len(actions)

    async def press(
        self,
        model: PageModel,
        button_id: str,
        purpose: ActionKind,
        *,
        holds: bool = False,
        permit: Permit = always,
    ) -> ActionResult:
        """Press the button; the form is sent if it is the submit button."""
        self._is_sent = button_id == _SEND
        return ActionResult(None, 1, renewed=True)

    def take_told(self) -> list[Event]:
        """Return nothing: no request leaves this browser."""
        return []

    async def answers(self, seconds: float = 0.0) -> bool:
        """Return True: this browser always answers."""
        return True

    async def capture(self) -> PageState:
        """Return the page's address as its state."""
        return PageState("tab", self._url)

    async def find_difference(self, before: PageState) -> str | None:
        """Return None: nobody else changes the page."""
        return None

    async def restore(self, state: PageState) -> None:
        """Do nothing: nobody else changed the page."""

    async def guard(self, level: GuardLevel, permit: Permit = always) -> None:
        """Do nothing: no request leaves that could be judged."""

    async def count_vetoes(self) -> int:
        """Return 0: nobody tried to send anything."""
        return 0

    async def sketch(self) -> bytes | None:
        """Return None: there is nothing to see."""
        return None

    async def screenshot(self, *, full_page: bool = True, cut: bool = True, veiled: bool = False) -> bytes | None:
        """Return None: there is nothing to see."""
        return None

    async def leave(self) -> None:
        """Do nothing: the browser ends with this process."""

    async def end(self) -> None:
        """Do nothing: there is no process to end."""


def make_page(url: str, filled: Collection[str] = (), *, is_sent: bool = False) -> PageModel:
    """Return the form with those fields filled; after it was sent, the thanks for it."""
    parts = urlsplit(url)
    thanks = PageModel(
        url=f"{parts.scheme}://{parts.netloc}{parts.path}",
        platform="greenhouse",
        page_type=PageType.CONFIRMATION,
        fingerprint="thanks",
    )
    if is_sent:
        return thanks
    fields = (_make_field(name, label, kind, name in filled) for name, (label, kind) in QUESTIONS.items())
    resume = FileInputModel(
        id=_RESUME,
        locator=Locator("#resume"),
        label="Resume/CV",
        purpose=FilePurpose.RESUME,
        required=True,
        already_uploaded=_RESUME in filled,
    )
    send = ButtonModel(id=_SEND, locator=Locator("#send"), text="Submit application", role=ButtonRole.SUBMIT)
    return replace(
        thanks,
        page_type=PageType.FORM,
        fingerprint="form",
        fields=tuple(fields),
        file_inputs=(resume,),
        buttons=(send,),
    )


def _make_field(name: str, label: str, kind: FieldKind, is_filled: bool) -> FieldModel:
    return FieldModel(
        id=name,
        locator=Locator(f"#{name}"),
        kind=kind,
        label=label,
        required=True,
        state=FieldState.FILLED if is_filled else FieldState.EMPTY,
    )


class SimulatedBrowsers:
    """Makes simulated browsers; none outlives its process."""

    def __init__(self, settings: Settings, driver: Driver, desktops: Desktops) -> None:
        self._browsers: dict[SessionKey, SimulatedBrowser] = {}

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> Browser:
        """Make a browser for the session."""
        self._browsers[key] = browser = SimulatedBrowser()
        return cast(Browser, browser)  # it lacks the methods for engines and manuals, which are not used here

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> Browser | None:
        """Return None: no browser outlives its process."""
        return None

    async def discard(self, key: SessionKey, launch_request: LaunchRequest | None = None) -> None:
        """Forget the session's browser."""
        self._browsers.pop(key, None)

    async def keep_spares(self) -> None:
        """Do nothing: a launch takes no time."""

    async def end_spares(self) -> None:
        """Do nothing: no browser is started ahead."""

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def session_keys(self) -> Collection[SessionKey]:
        """Return the keys of the open sessions."""
        return list(self._browsers)


if __name__ == "__main__":
    run(partial(build, make_browsers=SimulatedBrowsers), Settings)
