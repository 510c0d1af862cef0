"""Control of a page: what works it has gone before a human's hands are let through, and nobody takes what has ended."""

from __future__ import annotations

import asyncio
import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from ghosthands.browser_host.errors import BrowserLost, PageTrouble
from ghosthands.browser_host.live.messages import State
from ghosthands.browser_host.live.view import LiveView
from ghosthands.browser_host.live.views import LiveViews
from ghosthands.browser_host.permit import Permit, always
from ghosthands.browser_host.ports.control import Control
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.sessions.session import Session
from ghosthands.chassis.grants import Grant, Grants, Right
from ghosthands.domain import services
from ghosthands.domain.engine import EngineName
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested
from ghosthands.domain.message import Event
from ghosthands.domain.session import ControlReleased, ControlTaken, HumanSubmitted
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History


@dataclass
class Browser:
    """A browser without a page, how much of it is vetoed, and what is wrong with it."""

    shown: None = None
    on_human_sent: Callable[[bool], None] = lambda _is_form: None
    guards: list[GuardLevel] = field(default_factory=list)
    trouble: BrowserLost | PageTrouble | None = None
    #: the guards at each look
    looks: list[list[GuardLevel]] = field(default_factory=list)

    async def glance(self) -> None:
        self.looks.append(list(self.guards))

    async def guard(self, level: GuardLevel, permit: Permit = always) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.guards.append(level)


@dataclass
class Slot:
    """A slot, and which engines were cut off in it."""

    name: EngineName = EngineName.NONE
    cut_off: list[EngineName] = field(default_factory=list)

    async def force_release(self) -> None:
        self.cut_off.append(self.name)
        self.name = EngineName.NONE


@dataclass
class House:
    """A host with one session, and its live view."""

    events: MemoryEventLog = field(default_factory=lambda: MemoryEventLog(services.BROWSER_HOST))
    sessions: Sessions = field(default_factory=lambda: Sessions(slots=1, per_site=1))
    slot: Slot = field(default_factory=Slot)
    browser: Browser = field(default_factory=Browser)
    session: Session = field(init=False)
    view: LiveView = field(init=False)

    def __post_init__(self) -> None:
        key = SessionKey(str(uuid.uuid4()), str(uuid.uuid4()))
        control, history = Control(), History(subjects.job(key.owner))
        self.session = Session(key, "acme", "jobs.example.com", self.browser, control, self.slot, history)  # type: ignore[arg-type]
        self.sessions.add(self.session)
        self.view = LiveViews(self.sessions, self.events, Grants(secrets.token_bytes(32))).view(self.session)

    async def take(self) -> None:
        """Somebody wants control, and the page counts as held."""
        viewer = await self.view.join(Grant(self.session.id, Right.CONTROL, 0.0, "viewer"))
        await self.view.hear(viewer, '{"type": "take"}')
        await until(lambda: self.session.control.held)

    async def ask(self) -> None:
        """The job waits for a human."""
        executor = self.events.as_service(services.EXECUTOR)
        history = await executor.load(subjects.job(self.session.owner))
        asked = HumanRequested(
            request_id="r", kind=AskKind.BLOCKER, at=datetime.now(UTC), timeout_seconds=300, code="captcha"
        )
        await executor.append_decision(history, [asked], cause=Cause(command_id="c", tenant="acme", correlation="c"))

    async def heard(self, kind: type[Event], times: int) -> None:
        """So many of them come to stand on the log."""
        async with asyncio.timeout(10):
            while len([event for event in await self.said() if isinstance(event, kind)]) < times:  # noqa: ASYNC110
                await asyncio.sleep(0)

    async def said(self) -> list[Event]:
        return list((await self.events.load(subjects.job(self.session.owner))).events)


async def until(is_so: Callable[[], bool]) -> None:
    """Return once it is so."""
    async with asyncio.timeout(10):
        while not is_so():  # noqa: ASYNC110 - a control tells nobody that it is held or granted
            await asyncio.sleep(0)


@pytest.fixture
async def house() -> House:
    return House()


async def test_an_engine_that_was_on_its_way_when_control_was_wanted_is_cut_off_before_the_guard_opens(
    house: House,
) -> None:
    async with house.sessions.lock(house.session.owner):
        await house.take()
        house.slot.name = EngineName.STAGEHAND_DOM  # its attach was under way and has ended just now
    await until(lambda: house.session.control.granted)
    assert house.slot.cut_off == [EngineName.STAGEHAND_DOM]
    assert house.browser.guards == [GuardLevel.OPEN]


async def test_the_page_is_looked_at_before_a_press_can_pass_its_wall(house: House) -> None:
    await house.take()
    await until(lambda: house.session.control.granted)
    assert house.browser.looks == [[]]


async def test_control_of_a_session_that_ended_meanwhile_is_not_given(house: House) -> None:
    async with house.sessions.lock(house.session.owner):
        await house.take()
        house.sessions.remove(house.session)
    await until(lambda: not house.session.control.held)
    assert not any(isinstance(event, ControlTaken) for event in await house.said())


async def test_control_that_comes_through_after_the_view_was_turned_off_is_let_go_of_at_once(house: House) -> None:
    async with house.sessions.lock(house.session.owner):
        await house.take()
        await house.view.switch(False)
    await until(lambda: not house.session.control.held)
    assert not house.session.control.granted
    assert [type(event) for event in await house.said()] == [ControlTaken, ControlReleased]


async def test_what_a_human_sends_is_on_the_log_while_they_still_have_control(house: House) -> None:
    await house.take()
    await until(lambda: house.session.control.granted)
    house.browser.on_human_sent(True)
    await house.heard(HumanSubmitted, 1)
    assert house.session.control.held
    house.browser.on_human_sent(True)
    await house.heard(HumanSubmitted, 2)
    await house.view.switch(False)
    released = (await house.said())[-1]
    assert isinstance(released, ControlReleased)
    assert released.submitted


async def test_what_a_human_sent_is_on_the_log_though_their_session_ends_over_it(house: House) -> None:
    await house.take()
    await until(lambda: house.session.control.granted)
    async with house.sessions.lock(house.session.owner):
        house.browser.on_human_sent(True)
        await asyncio.sleep(0)
        house.sessions.remove(house.session)
    await house.heard(HumanSubmitted, 1)


@pytest.mark.parametrize(
    ("trouble", "submitted"), [(BrowserLost("crashed"), True), (PageTrouble("it hangs"), False), (None, False)], ids=str
)
async def test_whoever_lets_go_of_a_browser_that_is_gone_may_have_sent_what_nobody_saw(
    house: House, trouble: BrowserLost | PageTrouble | None, submitted: bool
) -> None:
    await house.take()
    await until(lambda: house.session.control.granted)
    house.browser.trouble = trouble
    await house.view.switch(False)
    released = (await house.said())[-1]
    assert isinstance(released, ControlReleased)
    assert released.submitted is submitted


async def test_whoever_opens_the_page_of_a_waiting_job_is_told_what_it_waits_for(house: House) -> None:
    await house.ask()
    viewer = await house.view.join(Grant(house.session.id, Right.VIEW, 0.0, "viewer"))
    told = [said for said in viewer._said if isinstance(said, State)]
    assert "Solve the captcha" in told[-1].asked
    await house.view.leave(viewer)


async def test_a_page_is_taken_back_from_hands_that_rest_and_from_no_others(house: House) -> None:
    await house.take()
    await until(lambda: house.session.control.granted)
    await house.view.take_back(60)
    assert house.session.control.held
    await house.view.take_back(0)
    assert not house.session.control.held
    released = (await house.said())[-1]
    assert isinstance(released, ControlReleased)
    assert not released.submitted


async def test_of_what_a_watched_job_waits_for_only_what_is_new_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.ask()
    refresh, began = house.events.refresh, list[int]()

    async def refreshing(known: History) -> History:
        began.append(known.last_sequence)
        return await refresh(known)

    monkeypatch.setattr(house.events, "refresh", refreshing)
    first = await house.view.join(Grant(house.session.id, Right.VIEW, 0.0, "first"))
    second = await house.view.join(Grant(house.session.id, Right.VIEW, 0.0, "second"))
    assert (began[0], all(began[1:])) == (0, True)
    await house.view.leave(first)
    await house.view.leave(second)
