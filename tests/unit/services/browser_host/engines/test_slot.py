"""One engine at a time, whatever comes at once, hangs or fails; and the page is what it was, or the switch failed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from ghosthands.browser_host.engines import slot as slots
from ghosthands.browser_host.engines.engine import (
    Done,
    Engine,
    EngineMove,
    EngineTrouble,
    EngineUnavailable,
    SignOfLife,
)
from ghosthands.browser_host.engines.slot import EngineSlot
from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.ports.control import Control
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.page_state import PageState, Whereabouts
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.domain.engine import EngineName
from tests.unit.services.browser_host.fakes import IdleEngine

PAGE = PageState(
    "tab",
    "https://jobs.example/apply",
    ("https://jobs.example/apply",),
    title="Apply",
    scroll=(0, 40),
    focus="//input[1]",
    values="v",
)
STAGEHAND, MAGNITUDE, NONE = EngineName.STAGEHAND_DOM, EngineName.MAGNITUDE, EngineName.NONE


class Page:
    """A page that stays as it is unless an engine changes it."""

    def __init__(self) -> None:
        self.state = PAGE
        self.alive = True
        self.restored: list[PageState] = []
        self.levels: list[GuardLevel] = []
        self.attached: set[int] = set()
        self.most = 0

    @property
    def address(self) -> TabAddress:
        return TabAddress("ws://127.0.0.1:1/devtools/browser/x", "tab")

    async def answers(self, seconds: float = 5.0) -> bool:
        return self.alive

    async def capture(self) -> PageState:
        return self.state

    async def find_difference(self, before: PageState) -> str | None:
        return before.compare(self.state)

    async def restore(self, state: PageState) -> None:
        self.restored.append(state)

    async def guard(self, level: GuardLevel) -> None:
        self.levels.append(level)


class FakeEngine(IdleEngine):
    """An engine that comes and goes as it is told to; never two on one page."""

    def __init__(self, page: Page, name: EngineName, script: Mapping[str, Callable[[], Any]]) -> None:
        self.page, self.name, self.script = page, name, script
        self.killed = False
        #: addresses of those it sees
        self.frames: tuple[str, ...] = ()

    async def _scripted(self, what: str) -> None:
        if what in self.script:
            result = self.script[what]()
            if asyncio.iscoroutine(result):
                await result

    async def attach(self, address: TabAddress, on_sign: SignOfLife) -> None:
        await asyncio.sleep(0)
        await self._scripted("attach")
        self.page.attached.add(id(self))
        self.page.most = max(self.page.most, len(self.page.attached))

    async def detach(self) -> None:
        await self._scripted("detach")
        self.page.attached.discard(id(self))

    async def kill(self) -> None:
        self.killed = True
        self.page.attached.discard(id(self))

    async def locate(self) -> Whereabouts:
        await self._scripted("locate")
        return Whereabouts(self.page.state.target_id, self.page.state.url, self.frames)

    async def act(self, step: EngineMove) -> Done:
        return Done(None)


Script = Mapping[EngineName, Mapping[str, Callable[[], Any]]]


def slot_on(
    page: Page, script: Script | None = None, *, control: Control | None = None, lock_seconds: float = 30.0
) -> tuple[EngineSlot, list[FakeEngine]]:
    made: list[FakeEngine] = []

    def make(name: EngineName) -> Engine:
        made.append(FakeEngine(page, name, (script or {}).get(name, {})))
        return made[-1]

    return EngineSlot(page, control or Control(), make, lock_seconds=lock_seconds), made


async def for_ever() -> None:
    await asyncio.Event().wait()


def fails(code: str) -> Callable[[], None]:
    def fail() -> None:
        raise EngineTrouble(code)

    return fail


async def test_one_engine_takes_the_place_of_another() -> None:
    page = Page()
    slot, _ = slot_on(page)
    await slot.switch(STAGEHAND)
    switched = await slot.switch(MAGNITUDE)
    assert (switched.source, switched.target, switched.code) == (STAGEHAND, MAGNITUDE, None)
    assert switched.left is not None
    assert switched.left.engine is STAGEHAND
    assert slot.name is MAGNITUDE
    assert page.most == 1


async def test_the_guard_is_told_before_an_engine_comes_and_after_it_went() -> None:
    page = Page()
    slot, _ = slot_on(page, {MAGNITUDE: {"attach": fails("engine_crashed")}})
    await slot.switch(STAGEHAND)
    await slot.switch(MAGNITUDE)
    assert page.levels == [GuardLevel.ENGINE, GuardLevel.ENGINE, GuardLevel.RESTING]


async def test_an_engine_that_is_attached_stays() -> None:
    slot, made = slot_on(Page())
    await slot.switch(STAGEHAND)
    await slot.switch(STAGEHAND)
    assert len(made) == 1


async def test_of_two_connects_at_once_the_last_wins_and_never_two_are_attached() -> None:
    page = Page()
    slot, _ = slot_on(page)
    await asyncio.gather(slot.switch(STAGEHAND), slot.switch(MAGNITUDE))
    assert slot.name is MAGNITUDE
    assert page.most == 1


async def test_fifty_switches_at_once_leave_one_engine_attached() -> None:
    page = Page()
    slot, _ = slot_on(page)
    await asyncio.gather(*(slot.switch((STAGEHAND, MAGNITUDE)[turn % 2]) for turn in range(50)))
    assert page.most == 1
    assert len(page.attached) == 1


async def test_a_connect_that_hangs_gives_the_lock_back_when_its_time_is_up() -> None:
    page = Page()
    slot, made = slot_on(page, {STAGEHAND: {"attach": for_ever}}, lock_seconds=0.2)
    with pytest.raises(EngineTrouble) as trouble:
        await slot.switch(STAGEHAND)
    assert trouble.value.code == "switch_timeout"
    assert made[0].killed
    await slot.switch(MAGNITUDE)
    assert slot.name is MAGNITUDE


@pytest.mark.parametrize("hanging", ["attach", "locate"])
async def test_a_change_whose_time_is_up_leaves_the_slot_empty_and_the_guard_to_our_own_hand(hanging: str) -> None:
    page = Page()
    slot, _ = slot_on(page, {STAGEHAND: {hanging: for_ever}}, lock_seconds=0.2)
    with pytest.raises(EngineTrouble):
        await slot.switch(STAGEHAND)
    assert page.levels[-1] is GuardLevel.RESTING
    assert slot.name is NONE
    assert page.attached == set()


async def test_an_engine_whose_going_is_cut_off_is_killed() -> None:
    page = Page()
    slot, made = slot_on(page, {STAGEHAND: {"detach": for_ever}})
    await slot.switch(STAGEHAND)
    going = asyncio.create_task(slot.switch(MAGNITUDE))
    await asyncio.wait({going}, timeout=0.05)
    going.cancel()
    await asyncio.wait({going})
    assert made[0].killed


async def test_a_forced_release_kills_an_engine_that_is_going_before_the_guard_opens() -> None:
    page = Page()
    slot, made = slot_on(page, {STAGEHAND: {"detach": for_ever}})
    await slot.switch(STAGEHAND)
    going = asyncio.create_task(slot.disconnect())
    await asyncio.wait({going}, timeout=0.05)
    await slot.force_release()
    assert made[0].killed
    assert page.levels[-1] is GuardLevel.RESTING
    with pytest.raises(EngineTrouble):
        await going


async def test_who_waits_for_the_lock_too_long_is_told() -> None:
    page, capturing = Page(), asyncio.Event()

    async def capture() -> PageState:
        await capturing.wait()
        return PAGE

    slot, _ = slot_on(page, lock_seconds=0.3)
    page.capture = capture  # type: ignore[method-assign]
    results = await asyncio.gather(*(slot.switch(STAGEHAND) for _ in range(3)), return_exceptions=True)
    assert {getattr(one, "code", None) for one in results} <= {"switch_timeout", "slot_busy"}
    assert "slot_busy" in {getattr(one, "code", None) for one in results}


async def test_a_forced_release_empties_the_slot_and_tells_all_who_wait() -> None:
    page = Page()
    slot, made = slot_on(page, {STAGEHAND: {"attach": for_ever}})
    waiting = [asyncio.create_task(slot.switch(name)) for name in (STAGEHAND, MAGNITUDE)]
    await asyncio.wait(waiting, timeout=0.05)
    await slot.force_release()
    for one in await asyncio.gather(*waiting, return_exceptions=True):
        assert isinstance(one, EngineTrouble)
        assert one.code == "force_released"
    assert made[0].killed
    assert slot.name is NONE
    await slot.switch(MAGNITUDE)
    assert slot.name is MAGNITUDE


async def test_a_forced_release_is_one_on_a_page_that_hangs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page()
    slot, made = slot_on(page)
    await slot.switch(STAGEHAND)
    monkeypatch.setattr(page, "guard", AsyncMock(side_effect=PageTrouble("it hangs")))
    await slot.force_release()
    assert made[0].killed
    assert slot.name is NONE


async def test_an_engine_that_will_not_go_is_killed_and_the_switch_goes_on() -> None:
    page = Page()
    slot, made = slot_on(page, {STAGEHAND: {"detach": fails("stuck")}})
    await slot.switch(STAGEHAND)
    switched = await slot.switch(MAGNITUDE)
    assert made[0].killed
    assert switched.left is not None
    assert switched.left.failed
    assert slot.name is MAGNITUDE


async def test_a_browser_that_died_under_the_switch_is_lost() -> None:
    page = Page()
    slot, _ = slot_on(page)
    await slot.switch(STAGEHAND)
    page.alive = False
    with pytest.raises(BrowserLost):
        await slot.switch(MAGNITUDE)
    assert slot.name is NONE


async def test_an_engine_that_cannot_attach_leaves_the_slot_empty_and_says_why() -> None:
    slot, made = slot_on(Page(), {MAGNITUDE: {"attach": fails("engine_crashed")}})
    await slot.switch(STAGEHAND)
    switched = await slot.switch(MAGNITUDE)
    assert switched.code == "engine_crashed"
    assert slot.name is NONE
    assert made[-1].killed
    assert len(made) == 2


async def test_an_engine_that_is_not_on_this_host_is_said_so() -> None:
    def unavailable() -> None:
        raise EngineUnavailable("magnitude_unavailable", "magnitude not available: install Node 20")

    slot, _ = slot_on(Page(), {MAGNITUDE: {"attach": unavailable}})
    assert (await slot.switch(MAGNITUDE)).code == "magnitude_unavailable"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"target_id": "another"}, "wrong_tab"),
        ({"url": "https://elsewhere.example/"}, "address_changed"),
        ({"values": "cleared"}, "values_changed"),
        ({"frames": ()}, "frames_lost"),
    ],
)
async def test_an_engine_that_changes_the_page_by_coming_is_sent_away(changed: dict[str, Any], code: str) -> None:
    page = Page()

    def change() -> None:
        page.state = replace(PAGE, **changed)

    slot, made = slot_on(page, {STAGEHAND: {"attach": change}})
    switched = await slot.switch(STAGEHAND)
    assert switched.code == code
    assert slot.name is NONE
    assert len(made) == 2, "it is given a second chance"
    assert page.attached == set()


async def test_a_second_attach_that_finds_everything_as_it_was_is_good_enough() -> None:
    page, tries = Page(), iter([replace(PAGE, frames=()), PAGE])

    def change() -> None:
        page.state = next(tries)

    slot, _ = slot_on(page, {STAGEHAND: {"attach": change}})
    assert (await slot.switch(STAGEHAND)).code is None
    assert slot.name is STAGEHAND


async def test_after_a_switch_the_page_is_put_back_where_it_stood() -> None:
    page = Page()
    slot, _ = slot_on(page)
    await slot.switch(STAGEHAND)
    assert page.restored == [PAGE]


async def test_an_engine_that_went_elsewhere_by_coming_finds_the_page_put_back_when_it_comes_again() -> None:
    page, tries = Page(), iter([replace(PAGE, url="https://jobs.example/elsewhere"), PAGE])

    async def restore(state: PageState) -> None:
        page.restored.append(page.state)
        page.state = state

    def change() -> None:
        page.state = next(tries)

    page.restore = restore  # type: ignore[method-assign]
    slot, _ = slot_on(page, {STAGEHAND: {"attach": change}})
    assert (await slot.switch(STAGEHAND)).code is None
    assert [state.url for state in page.restored] == ["https://jobs.example/elsewhere", PAGE.url]


async def test_a_page_whose_engine_was_sent_away_is_put_back_too() -> None:
    page = Page()

    def change() -> None:
        page.state = replace(PAGE, url="https://jobs.example/elsewhere")

    slot, _ = slot_on(page, {STAGEHAND: {"attach": change}})
    assert (await slot.switch(STAGEHAND)).code == "address_changed"
    assert page.restored == [PAGE, PAGE], "before the second try, and after it"


@pytest.mark.parametrize("failures", [1, 2])
async def test_an_engine_that_cannot_see_the_page_is_attached_once_more(failures: int) -> None:
    page, left = Page(), iter([EngineTrouble("frames_missing")] * failures)

    def look() -> None:
        if trouble := next(left, None):
            raise trouble

    slot, made = slot_on(page, {STAGEHAND: {"locate": look}})
    switched = await slot.switch(STAGEHAND)
    assert switched.code == (None if failures == 1 else "frames_missing")
    assert len(made) == 2
    assert made[0].killed


@pytest.mark.parametrize(
    ("there", "seen", "code"),
    [
        (("https://a.example/", "https://b.example/"), ("https://a.example/", ""), "frames_missing"),
        (("https://a.example/", "https://b.example/"), ("https://a.example/", "about:blank"), "frames_missing"),
        (("https://a.example/", "chrome-error://chromewebdata/"), ("https://a.example/",), None),
        (("https://a.example/", ""), ("https://a.example/", "about:blank"), None),
        (("https://a.example/", "https://b.example/"), (), None),
    ],
    ids=["no-address", "not-listed", "an-error", "not-there-yet", "cannot-tell"],
)
async def test_an_engine_that_does_not_see_every_frame_is_not_trusted(
    there: tuple[str, ...], seen: tuple[str, ...], code: str | None
) -> None:
    page = Page()
    page.state = replace(PAGE, frames=there)
    slot, made = slot_on(page, {STAGEHAND: {"attach": lambda: setattr(made[-1], "frames", seen)}})
    assert (await slot.switch(STAGEHAND)).code == code


def errs() -> Callable[..., Any]:
    async def err(*_: Any) -> Any:
        raise PageTrouble("the page cannot be worked on: Error")

    return err


@pytest.mark.parametrize("what", ["find_difference", "guard"])
async def test_a_page_that_cannot_be_worked_on_is_no_place_for_an_engine_and_who_left_is_told(
    monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    page = Page()
    slot, made = slot_on(page)
    await slot.switch(STAGEHAND)
    monkeypatch.setattr(page, what, errs())
    switched = await slot.switch(MAGNITUDE)
    assert switched.code == "page_unreadable"
    assert switched.left is not None
    assert slot.name is NONE
    assert all(engine.killed for engine in made[1:])
    assert what == "guard" or page.levels[-1] is GuardLevel.RESTING, (
        "our own press must not meet the guard of an engine"
    )


@pytest.mark.parametrize("restore", [errs(), lambda _state: for_ever()], ids=["errs", "hangs"])
async def test_a_page_that_cannot_be_put_back_where_it_stood_keeps_its_engine(
    monkeypatch: pytest.MonkeyPatch, restore: Callable[..., Any]
) -> None:
    page = Page()
    slot, _ = slot_on(page)
    monkeypatch.setattr(slots, "RESUME_SECONDS", 0.05)
    monkeypatch.setattr(page, "restore", restore)
    assert (await slot.switch(STAGEHAND)).code is None
    assert slot.name is STAGEHAND


async def test_while_a_human_holds_the_page_no_engine_comes_near_it() -> None:
    control = Control()
    slot, _ = slot_on(Page(), control=control)
    await slot.switch(STAGEHAND)
    control.reserve("a viewer")
    with pytest.raises(EngineTrouble) as trouble:
        slot.require(STAGEHAND)
    assert trouble.value.code == "held_by_human"
    with pytest.raises(EngineTrouble):
        await slot.switch(MAGNITUDE)
    await slot.switch(NONE)
    assert slot.name is NONE


async def test_another_engine_than_the_attached_one_is_not_to_be_had() -> None:
    slot, _ = slot_on(Page())
    await slot.switch(STAGEHAND)
    with pytest.raises(EngineTrouble) as trouble:
        slot.require(MAGNITUDE)
    assert trouble.value.code == "not_attached"


async def test_failures_in_a_row_are_counted_and_forgotten_with_the_engine() -> None:
    slot, _ = slot_on(Page())
    await slot.switch(STAGEHAND)
    assert [slot.count_failure(), slot.count_failure()] == [1, 2]
    slot.forget_failures()
    assert slot.count_failure() == 1
    await slot.switch(MAGNITUDE)
    assert slot.failures == 0
