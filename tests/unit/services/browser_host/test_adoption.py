"""What a host does with what its predecessor left behind."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.errors import PageTrouble, Unreachable
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions import adoption
from ghosthands.browser_host.sessions.adoption import take_over
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.domain.codes import PageFailure
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.message import Event
from ghosthands.domain.session import (
    ControlReleased,
    ControlTaken,
    HumanSubmitted,
    Observe,
    PageObserved,
    SessionClosed,
    SessionLost,
)

if TYPE_CHECKING:
    from conftest import Scene

    from ghosthands.messaging.log.event_log import EventLog
    from tests.unit.services.browser_host.fakes import FakeBrowser


async def left_behind(scene: Scene) -> FakeBrowser:
    """A session whose host process is gone."""
    browser = await scene.open()
    scene.restart()
    return browser


async def test_a_browser_that_still_runs_is_adopted_and_its_session_goes_on(scene: Scene) -> None:
    await left_behind(scene)
    before = await scene.said()
    await take_over(scene.host, away_seconds=2)
    assert await scene.said() == before
    assert scene.host.sessions.free == 1
    assert scene.session().site == "jobs.example.com"
    assert [type(fact) for fact in await scene.send(await scene.command(Observe))] == [PageObserved]


async def test_a_page_that_nobody_had_looked_at_is_loaded_again_and_no_other(scene: Scene) -> None:
    browser = await left_behind(scene)
    await take_over(scene.host, away_seconds=2)
    assert browser.loaded_again == 1
    await scene.send(await scene.command(Observe))
    scene.restart()
    await take_over(scene.host, away_seconds=2)
    assert browser.loaded_again == 1


async def test_a_page_that_nobody_had_looked_at_and_that_does_not_come_again_is_not_adopted(scene: Scene) -> None:
    browser = await left_behind(scene)
    browser.trouble["load_again"] = Unreachable(PageFailure.NETWORK_ERROR)
    await take_over(scene.host, away_seconds=2)
    assert isinstance((await scene.said())[-1], SessionLost)


@pytest.mark.parametrize("trouble", [PageTrouble("it never stands still"), TimeoutError()])
async def test_a_page_that_is_slow_to_come_again_is_adopted_and_judged_by_the_first_look(
    scene: Scene, trouble: Exception
) -> None:
    browser = await left_behind(scene)
    browser.trouble["load_again"] = trouble
    await take_over(scene.host, away_seconds=2)
    assert [type(fact) for fact in await scene.send(await scene.command(Observe))] == [PageObserved]


async def test_a_page_that_does_not_come_again_is_waited_for_no_longer_than_it_may_take(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = await left_behind(scene)
    browser.open_gate.clear()
    monkeypatch.setattr(adoption, "LOAD_SECONDS", 0.01)
    await take_over(scene.host, away_seconds=2)
    assert scene.session().browser is browser


async def test_pages_are_loaded_again_all_at_once(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = await scene.open(), await scene.open("s2", scene.other_job)
    scene.restart()
    both = asyncio.Barrier(2)
    for browser in (one, other):
        monkeypatch.setattr(browser, "load_again", both.wait)
    async with asyncio.timeout(5):
        await take_over(scene.host, away_seconds=2)
    assert len(scene.host.sessions) == 2


async def test_what_cannot_be_told_of_one_session_keeps_no_other_from_being_adopted_and_is_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    await left_behind(scene)
    lost = SessionKey(scene.other_job, "s9")
    scene.provider.left = [lost]
    opening = adoption.SessionLog.open

    async def fail(events: EventLog, owner: str) -> SessionLog:
        if owner == lost.owner:
            raise StreamUnavailable("NATS is away")
        return await opening(events, owner)

    monkeypatch.setattr(adoption.SessionLog, "open", fail)
    with pytest.raises(StreamUnavailable):
        await take_over(scene.host, away_seconds=2)
    assert len(scene.host.sessions) == 1


async def test_an_adopted_browser_that_dies_is_reported_lost(scene: Scene) -> None:
    browser = await left_behind(scene)
    await take_over(scene.host, away_seconds=2)
    scene.lose(browser)
    await scene.gone()
    assert (await scene.said())[-1] == SessionLost(session_id="s1", reason="crashed")


async def test_a_browser_that_is_gone_is_reported_lost_and_its_profile_removed(scene: Scene) -> None:
    browser = await left_behind(scene)
    scene.lose(browser)
    await take_over(scene.host, away_seconds=2)
    assert (await scene.said())[-1] == SessionLost(session_id="s1", reason="crashed")
    assert scene.provider.discarded[-1] == browser.key


async def test_another_process_under_the_same_pid_is_not_adopted(scene: Scene) -> None:
    browser = await left_behind(scene)
    scene.provider.alive[browser.key] = type(browser)(browser.key, pid=1)
    await take_over(scene.host, away_seconds=2)
    assert isinstance((await scene.said())[-1], SessionLost)


async def test_a_browser_that_lost_its_page_while_nobody_kept_it_is_not_adopted(scene: Scene) -> None:
    browser = await left_behind(scene)
    browser.shown = SimpleNamespace(url="chrome-error://chromewebdata/")
    await take_over(scene.host, away_seconds=2)
    assert isinstance((await scene.said())[-1], SessionLost)
    assert scene.provider.discarded[-1] == browser.key


async def test_a_host_that_was_away_for_long_adopts_nothing(scene: Scene) -> None:
    browser = await left_behind(scene)
    await take_over(scene.host, away_seconds=31)
    assert isinstance((await scene.said())[-1], SessionLost)
    assert scene.provider.discarded[-1] == browser.key


@pytest.mark.parametrize("session_id", ["s1", "never-announced"])
async def test_what_the_log_does_not_have_open_is_removed_without_a_word(scene: Scene, session_id: str) -> None:
    await scene.open()
    await scene.send(scene.closing())
    scene.restart()
    scene.provider.left = [SessionKey(scene.job, session_id)]
    scene.provider.discarded.clear()
    await take_over(scene.host, away_seconds=2)
    assert isinstance((await scene.said())[-1], SessionClosed)
    assert [profile.session_id for profile in scene.provider.discarded] == [session_id]


async def test_a_session_of_another_host_is_not_adopted(scene: Scene) -> None:
    await left_behind(scene)
    scene.host.name = "host-2"
    before = await scene.said()
    await take_over(scene.host, away_seconds=2)
    assert await scene.said() == before
    assert len(scene.host.sessions) == 0


@pytest.mark.parametrize("is_lost", [False, True])
async def test_who_had_control_as_the_host_died_may_have_sent_it_and_that_is_said_once(
    scene: Scene, is_lost: bool
) -> None:
    browser = await left_behind(scene)
    await scene.write("browser-host", ControlTaken(session_id="s1", viewer_id="v1"))
    if is_lost:
        scene.lose(browser)
    for _ in range(2):
        await take_over(scene.host, away_seconds=2)
    said = await scene.said()
    assert said.count(HumanSubmitted(session_id="s1", viewer_id="v1")) == 1
    assert isinstance(said[-1], SessionLost if is_lost else HumanSubmitted)


@pytest.mark.parametrize(
    "since",
    [
        HumanSubmitted(session_id="s1", viewer_id="v1"),
        ControlReleased(session_id="s1", viewer_id="v1", held_ms=1, submitted=False),
    ],
)
async def test_of_a_hand_that_was_watched_nothing_more_is_said(scene: Scene, since: Event) -> None:
    await left_behind(scene)
    await scene.write("browser-host", ControlTaken(session_id="s1", viewer_id="v1"), since)
    before = await scene.said()
    await take_over(scene.host, away_seconds=2)
    assert await scene.said() == before


async def test_taking_over_twice_adopts_once(scene: Scene) -> None:
    await left_behind(scene)
    await take_over(scene.host, away_seconds=2)
    await take_over(scene.host, away_seconds=2)
    assert len(scene.host.sessions) == 1


async def test_a_job_nobody_can_read_does_not_keep_the_host_from_starting(scene: Scene) -> None:
    browser = await left_behind(scene)
    unreadable = SessionKey(scene.other_job, "s9")
    scene.provider.left = [unreadable]
    scene.unreadable.add(scene.other_job)
    await take_over(scene.host, away_seconds=2)
    assert scene.session().browser is browser
    assert unreadable in scene.provider.discarded
