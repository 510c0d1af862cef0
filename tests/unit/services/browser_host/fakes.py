"""What stands for a real browser, its provider and an engine: each does what the test says, and remembers."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from ghosthands.browser_host.engines.engine import (
    Candidate,
    Done,
    EngineMove,
    EngineTrouble,
    SignOfLife,
)
from ghosthands.browser_host.errors import Unreachable
from ghosthands.browser_host.permit import Permit, always
from ghosthands.browser_host.ports.browser import NOTHING_KNOWN, ActionResult, Browser, LaunchRequest
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.page_state import PageState, Whereabouts
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.codes import PageFailure
from ghosthands.domain.engine import EngineName
from ghosthands.domain.message import Event
from ghosthands.domain.page import (
    ButtonModel,
    ButtonRole,
    FieldKind,
    FieldModel,
    Locator,
    PageModel,
    PageType,
    StepIndicator,
)
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.vault.profile import ApplicantData

SITE = "jobs.example.com"

FORM = PageModel(
    url=f"https://{SITE}/apply",
    platform="greenhouse",
    page_type=PageType.FORM,
    fingerprint="form",
    fields=(FieldModel(id="email", locator=Locator("#email"), kind=FieldKind.EMAIL, label="E-mail", required=True),),
    buttons=(
        ButtonModel(id="onward", locator=Locator("#next"), text="Next", role=ButtonRole.NEXT),
        ButtonModel(id="send", locator=Locator("#send"), text="Submit application", role=ButtonRole.SUBMIT),
    ),
    step=StepIndicator(1, 2),
)


class FakeBrowser:
    """A page that does what the test says, and remembers what was done to it."""

    def __init__(self, key: SessionKey, pid: int = 4711) -> None:
        self.key = key
        self.process: ProcessIdentity | None = ProcessIdentity(pid, 99)
        self.address = TabAddress("ws://127.0.0.1:1/devtools/browser/fake", "tab")
        self.owns_browser = True
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.on_cut_off: Callable[[], Awaitable[None]]
        self.on_human_sent: Callable[[bool], None]
        self.done: list[str] = []
        #: what left, or was kept from it, and is not told yet
        self.told: list[Event] = []
        self.page = FORM
        #: the page once its disabled button was waited for, if that helps
        self.page_once_enabled: PageModel | None = None
        #: what the next glances find instead of the page, which it becomes; None: it navigates
        self.glimpses: list[PageModel | None] = []
        self.shown: SimpleNamespace | None = None
        self.results: list[ActionResult] = []
        #: of each press, whether what it sends was to wait
        self.holds: list[bool] = []
        #: of each press and release, its permit
        self.permits: list[Permit] = []
        #: what a manual waits for comes to be seen
        self.is_seen = True
        #: by a task in words, by key
        self.may_be_put_in: dict[str, str] = {}
        #: what reading back says, in turn
        self.verdicts: list[ActionResult] = []
        #: what an engine left in a field does not let itself be taken out
        self.is_stubborn = False
        self.state = PageState("tab", "https://jobs.example.com/apply")
        self.level = GuardLevel.RESTING
        self.trouble: dict[str, Exception] = {}
        #: commands wait here while it is clear
        self.open_gate = asyncio.Event()
        self.open_gate.set()
        self.visited = ""
        self.loaded_again = 0
        self.unreachable: set[str] = set()
        self.is_well = True
        #: how long it must be waited for where it is not well
        self.slow_seconds = math.inf
        #: whether the page answers again once it was waited for
        self.comes_back_late = False
        #: the storage it was given, and what its page keeps
        self.given: Storage | None = None
        self.kept = Storage()
        self.compared_with = NOTHING_KNOWN
        self.is_over = False
        self.is_left = False

    async def visit(self, url: str, storage: Storage | None = None) -> None:
        await self._do("visit")
        if url in self.unreachable:
            raise Unreachable(PageFailure.NETWORK_ERROR)
        self.visited, self.given = url, storage

    async def load_again(self) -> None:
        self.loaded_again += 1
        await self._do("load_again")

    async def read_storage(self) -> Storage:
        return self.kept

    async def observe(self, values: Mapping[str, str] = NOTHING_KNOWN) -> PageModel:
        await self._do("observe")
        self.compared_with = values
        return self.page

    async def recall_press(self, pressed_at: datetime) -> None:
        self.recalled = pressed_at

    async def wait_until_enabled(self, button: Locator) -> None:
        await self._do("wait_until_enabled")
        self.page = self.page_once_enabled or self.page

    async def run(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> list[ActionResult]:
        await self._do("run")
        return self.results or [ActionResult(None, 1)] * len(actions)

    async def press(
        self,
        model: PageModel,
        button_id: str,
        purpose: ActionKind,
        *,
        holds: bool = False,
        permit: Permit = always,
    ) -> ActionResult:
        self.holds.append(holds)
        self.permits.append(permit)
        await self._do(f"press {button_id}")
        return self.results[0] if self.results else ActionResult(None, 1)

    async def press_key(self, model: PageModel, field_id: str, key: str) -> ActionResult:
        await self._do(f"key {key} in {field_id}")
        return self.results[0] if self.results else ActionResult(None, 1)

    async def appears(self, selector: str, seconds: float) -> bool:
        return self.is_seen

    async def release(self, permit: Permit = always) -> ActionResult:
        self.permits.append(permit)
        await self._do("release")
        return self.results[0] if self.results else ActionResult(None, 1)

    async def expect(self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData) -> None:
        pass

    async def expect_task(self, model: PageModel, values: Mapping[str, str]) -> None:
        await self._do("expect_task")
        self.may_be_put_in = dict(values)

    def take_told(self) -> list[Event]:
        told, self.told = self.told, []
        return told

    @property
    def live_page(self) -> Any:
        return SimpleNamespace(url=FORM.url)

    async def verify(
        self, model: PageModel, actions: Sequence[PlannedAction], data: ApplicantData, *, rested: bool = False
    ) -> list[ActionResult]:
        await self._do("verify again" if rested else "verify")
        return [self.verdicts.pop(0) if self.verdicts else ActionResult(None, 1) for _ in actions]

    async def take_out(self, model: PageModel, actions: Sequence[PlannedAction]) -> list[bool]:
        await self._do("take_out")
        return [self.is_stubborn for _ in actions]

    async def answers(self, seconds: float = 5.0) -> bool:
        return (self.is_well or seconds >= self.slow_seconds) and not self.lost.done()

    async def wait_for_page(self) -> bool:
        self.is_well = self.comes_back_late
        return self.comes_back_late

    async def capture(self) -> PageState:
        return self.state

    async def find_difference(self, before: PageState) -> str | None:
        return before.compare(self.state)

    async def restore(self, state: PageState) -> None:
        pass

    async def guard(self, level: GuardLevel, permit: Permit = always) -> None:
        self.level = level

    async def count_vetoes(self) -> int:
        return 0

    async def sketch(self) -> bytes | None:
        await self._do("sketch")
        return b"\xff\xd8 a small picture"

    async def screenshot(self, *, full_page: bool = True, cut: bool = True, veiled: bool = False) -> bytes | None:
        await self._do("screenshot")
        return b"a picture"

    async def leave(self) -> None:
        self.is_left = True

    async def end(self) -> None:
        self.is_over = True

    async def glance(self) -> PageModel | None:
        await self._do("glance")
        if self.glimpses:
            glimpse = self.glimpses.pop(0)
            self.page = glimpse or self.page
            return glimpse
        return self.page

    async def _do(self, what: str) -> None:
        self.done.append(what)
        await self.open_gate.wait()
        if trouble := self.trouble.pop(what.partition(" ")[0], None):
            raise trouble


class FakeProvider:
    """Browsers without processes; they outlive the host that launched them."""

    def __init__(self) -> None:
        self.launched: list[FakeBrowser] = []
        self.launch_requests: list[LaunchRequest] = []
        self.alive: dict[SessionKey, FakeBrowser] = {}
        self.discarded: list[SessionKey] = []
        #: folders of browsers that are gone
        self.left: list[SessionKey] = []
        self.trouble: list[Exception] = []
        #: the host's process was killed: what it would still do does not happen
        self.is_dead = False
        self.visiting = asyncio.Event()
        self._held: FakeBrowser | None = None
        self._hold = False
        #: what happens to the next browser that is launched
        self.next_trouble: dict[str, Exception] = {}
        self.next_unreachable: set[str] = set()

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> Browser:
        self.launch_requests.append(launch_request)
        if self.trouble:
            raise self.trouble.pop()
        assert key not in self.alive, "two browsers for one session"
        browser = self.alive[key] = FakeBrowser(key, pid=4711 + len(self.launched))
        browser.trouble, self.next_trouble = self.next_trouble, {}
        browser.unreachable, self.next_unreachable = self.next_unreachable, set()
        if self._hold:
            self._held, self._hold = browser, False
            browser.open_gate.clear()
            self.visiting.set()
        self.launched.append(browser)
        return browser

    def hold_next_visit(self) -> None:
        self._hold = True

    def let_visit(self) -> None:
        assert self._held is not None
        self._held.open_gate.set()

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> Browser | None:
        browser = self.alive.get(key)
        return browser if browser and browser.process == process and not browser.lost.done() else None

    async def discard(self, key: SessionKey, launch_request: LaunchRequest | None = None) -> None:
        if not self.is_dead:
            self.discarded.append(key)
            if browser := self.alive.pop(key, None):
                browser.is_over = True

    async def end_spares(self) -> None:
        """There are none."""

    async def close(self) -> None:
        """Nothing is kept."""

    def session_keys(self) -> Collection[SessionKey]:
        return [*self.alive, *self.left]


class IdleEngine:
    """An engine that nothing is asked of but coming, going and moving."""

    async def extract(self, instruction: str, schema: Mapping[str, Any]) -> Any:
        return {}

    async def observe(self, instruction: str) -> Sequence[Candidate]:
        return []

    async def perform(self, task: EngineMove, acts: list[str]) -> None:
        """Nothing was done."""

    def keep_from_models(self, values: Mapping[str, str]) -> None:
        self.hidden = dict(values)


class FakeEngine(IdleEngine):
    """An engine that does what the test says, and remembers what it was told."""

    def __init__(self, name: EngineName) -> None:
        self.name = name
        self.told: list[EngineMove] = []
        self.answers: list[Done | Exception | None] = []
        #: what it reads, one after the other
        self.read: list[Any] = []
        self.asked_to_read: list[str] = []
        self.attached = self.killed = False
        self.trouble: EngineTrouble | None = None
        self.acting, self.cut_off = asyncio.Event(), asyncio.Event()

    async def attach(self, address: TabAddress, on_sign: SignOfLife) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.attached = True

    async def detach(self) -> None:
        self.attached = False

    async def kill(self) -> None:
        self.killed, self.attached = True, False
        self.cut_off.set()

    async def locate(self) -> Whereabouts:
        return Whereabouts("tab", "https://jobs.example.com/apply")

    async def extract(self, instruction: str, schema: Mapping[str, Any]) -> Any:
        self.asked_to_read.append(instruction)
        said = self.read.pop(0)
        if isinstance(said, Exception):
            raise said
        return said

    async def perform(self, task: EngineMove, acts: list[str]) -> None:
        acts += ["click"] * (await self.act(task)).actions

    async def act(self, move: EngineMove) -> Done:
        self.told.append(move)
        self.acting.set()
        answer = self.answers.pop(0) if self.answers else Done(None)
        if answer is None:
            await self.cut_off.wait()
            raise EngineTrouble("detached")
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Done)
        return answer
