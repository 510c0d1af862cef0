"""Whose commands a session obeys, and in which order."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ghosthands.browser_host.sessions.adoption import take_over
from ghosthands.domain.session import (
    CloseSession,
    CommandRefused,
    Fence,
    Observe,
    PageObserved,
    SessionClosed,
    SessionFenced,
    SessionLost,
)

if TYPE_CHECKING:
    from conftest import Scene


async def test_a_fence_refuses_what_an_older_claim_commands(scene: Scene) -> None:
    await scene.open()
    stale = await scene.command(Observe)
    await scene.claim()
    (fenced,) = await scene.send(await scene.command(Fence))
    assert isinstance(fenced, SessionFenced)
    (refused,) = await scene.send(stale)
    assert isinstance(refused, CommandRefused)
    assert (refused.code, refused.command) == ("stale_epoch", "Observe")


async def test_a_command_to_a_session_that_is_not_open_is_refused(scene: Scene) -> None:
    await scene.open()
    (refused,) = await scene.send(await scene.command(Observe, session_id="s2"))
    assert isinstance(refused, CommandRefused)
    assert refused.code == "session_gone"


async def test_a_session_that_went_with_an_earlier_process_is_reported_lost(scene: Scene) -> None:
    await scene.open()
    scene.restart()
    assert await scene.send(await scene.command(Observe)) == [SessionLost(session_id="s1", reason="crashed")]


async def test_a_command_for_another_host_is_refused(scene: Scene) -> None:
    await scene.open()
    scene.restart()
    scene.host.name = "host-2"
    (refused,) = await scene.send(await scene.command(Observe))
    assert isinstance(refused, CommandRefused)
    assert refused.code == "wrong_host"


async def test_commands_of_one_session_take_turns(scene: Scene) -> None:
    browser = await scene.open()
    browser.open_gate.clear()
    one, two = [asyncio.create_task(scene.send(await scene.command(Observe))) for _ in range(2)]
    await scene.until_all_wait()
    assert browser.done.count("observe") == 1
    browser.open_gate.set()
    await asyncio.gather(one, two)
    assert browser.done.count("observe") == 2


async def test_sessions_of_different_jobs_work_side_by_side(scene: Scene) -> None:
    slow = await scene.open()
    quick = await scene.open("s2", scene.other_job)
    slow.open_gate.clear()
    waiting = asyncio.create_task(scene.send(await scene.command(Observe)))
    await scene.send(await scene.command(Observe, session_id="s2", job_id=scene.other_job, epoch=99))
    assert quick.done.count("observe") == 1
    assert not waiting.done()
    slow.open_gate.set()
    await waiting


async def test_closing_ends_the_browser_and_removes_its_profile(scene: Scene) -> None:
    browser = await scene.open()
    assert await scene.send(scene.closing()) == [SessionClosed(session_id="s1", reason="completed")]
    assert browser.is_over
    assert scene.provider.discarded[-1].session_id == "s1"


async def test_closing_needs_no_epoch(scene: Scene) -> None:
    await scene.open()
    await scene.claim()
    await scene.send(await scene.command(Fence))
    assert [type(fact) for fact in await scene.send(scene.closing())] == [SessionClosed]


async def test_closing_what_is_gone_counts_as_closed(scene: Scene) -> None:
    await scene.open()
    scene.restart()
    assert await scene.send(scene.closing()) == [SessionClosed(session_id="s1", reason="completed")]


async def test_closing_twice_is_said_once(scene: Scene) -> None:
    await scene.open()
    closing: CloseSession = scene.closing()
    await scene.send(closing, "c")
    assert await scene.send(closing, "c") == []
    assert await scene.send(closing) == []


async def test_a_browser_that_dies_while_nobody_commands_it_is_reported_lost(scene: Scene) -> None:
    browser = await scene.open()
    scene.lose(browser, "page_crashed")
    await scene.gone()
    assert (await scene.said())[-1] == SessionLost(session_id="s1", reason="page_crashed")


async def test_a_browser_closed_on_purpose_is_not_reported_lost(scene: Scene) -> None:
    browser = await scene.open()
    await scene.send(scene.closing())
    scene.lose(browser)
    await asyncio.sleep(0)
    assert isinstance((await scene.said())[-1], SessionClosed)


async def test_a_host_that_stops_says_that_its_sessions_are_lost(scene: Scene) -> None:
    browser = await scene.open()
    await scene.host.stop()
    assert (await scene.said())[-1] == SessionLost(session_id="s1", reason="host_stopped")
    assert browser.is_over


async def test_a_host_that_stops_ends_its_browsers_though_the_log_is_gone(scene: Scene) -> None:
    browser = await scene.open()
    scene.unreadable.add(scene.job)
    await scene.host.stop()
    assert browser.is_over


async def test_a_host_that_is_replaced_lets_go_of_its_browsers_and_says_nothing(scene: Scene) -> None:
    browser = await scene.open()
    before = await scene.said()
    await scene.host.hand_over()
    assert await scene.said() == before
    assert (browser.is_left, browser.is_over) == (True, False)


async def test_what_was_handed_over_is_adopted_by_the_next_host(scene: Scene) -> None:
    browser = await scene.open()
    await scene.host.hand_over()
    scene.restart()
    await take_over(scene.host, away_seconds=0)
    assert scene.browser() is browser


async def test_a_browser_that_was_handed_over_is_nobodys_loss_here(scene: Scene) -> None:
    browser = await scene.open()
    await scene.host.hand_over()
    scene.lose(browser)
    await scene.until_all_wait()
    assert not [fact for fact in await scene.said() if isinstance(fact, SessionLost)]


async def test_a_command_after_the_fence_is_obeyed(scene: Scene) -> None:
    await scene.open()
    await scene.claim()
    await scene.send(await scene.command(Fence))
    assert [type(fact) for fact in await scene.send(await scene.command(Observe))] == [PageObserved]


async def test_a_job_cannot_reach_another_jobs_session_by_its_id(scene: Scene) -> None:
    mine = await scene.open()
    theirs = await scene.open(job_id=scene.other_job)
    await scene.send(scene.closing())
    assert (mine.is_over, theirs.is_over) == (True, False)
