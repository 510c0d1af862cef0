"""Opening sessions: one browser for a session, one session for a job, no more than fit."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.commands.handlers import handlers
from ghosthands.browser_host.commands.opening import open_session
from ghosthands.browser_host.errors import BrowserUnavailable, Unreachable
from ghosthands.browser_host.sessions.registry import AT_REST_SECONDS
from ghosthands.domain import services
from ghosthands.domain.codes import PageFailure
from ghosthands.domain.errors import NotYet, Transient
from ghosthands.domain.job import JobCancelled
from ghosthands.domain.session import CommandRefused, SessionClosed, SessionOpened
from ghosthands.testkit.story import NOON

if TYPE_CHECKING:
    from conftest import Scene


async def test_a_session_is_open_once_its_browser_stands_at_the_target(scene: Scene) -> None:
    epoch = await scene.begin()
    (opened,) = await scene.send(scene.wanted(epoch=epoch))
    browser = scene.browser()
    assert browser.visited == "https://jobs.example.com/apply?token=secret"
    assert isinstance(opened, SessionOpened)
    assert (opened.host, opened.provider, opened.epoch) == ("host-1", "local", epoch)
    assert (opened.pid, opened.pid_start_time) == (browser.process.pid, browser.process.start_time)


async def test_an_open_session_is_not_opened_again(scene: Scene) -> None:
    wanted = scene.wanted(epoch=await scene.begin())
    await scene.send(wanted, "open")
    assert await scene.send(wanted, "open") == []
    assert len(scene.provider.launched) == 1


async def test_a_command_that_comes_again_before_it_was_answered_starts_over_on_a_clean_profile(scene: Scene) -> None:
    wanted = scene.wanted(epoch=await scene.begin())
    scene.provider.next_trouble["visit"] = RuntimeError("the process dies here")
    with pytest.raises(RuntimeError):
        await scene.send(wanted, "open")
    scene.provider.discarded.clear()
    assert [type(fact) for fact in await scene.send(wanted, "open")] == [SessionOpened]
    assert [profile.session_id for profile in scene.provider.discarded] == ["s1"]
    assert len(scene.host.sessions) == 1


@pytest.mark.parametrize(
    ("trouble", "code", "retryable"),
    [
        (Unreachable(PageFailure.NETWORK_ERROR), "network_error", True),
        (Unreachable(PageFailure.PRIVATE_TARGET), "private_target", False),
    ],
)
async def test_a_page_that_cannot_be_loaded_is_a_refusal(
    scene: Scene, trouble: Exception, code: str, retryable: bool
) -> None:
    epoch = await scene.begin()
    scene.provider.next_trouble["visit"] = trouble
    (refused,) = await scene.send(scene.wanted(epoch=epoch))
    assert isinstance(refused, CommandRefused)
    assert (refused.code, refused.retryable) == (code, retryable)
    assert scene.host.sessions.free == 2


async def test_a_browser_that_cannot_be_started_is_a_refusal(scene: Scene) -> None:
    epoch = await scene.begin()
    scene.provider.trouble.append(BrowserUnavailable("Chromium was not found: install it"))
    (refused,) = await scene.send(scene.wanted(epoch=epoch))
    assert isinstance(refused, CommandRefused)
    assert refused.code == "browser_unavailable"


async def test_a_browser_that_dies_on_its_way_to_the_page_is_a_refusal_that_may_be_retried(scene: Scene) -> None:
    epoch = await scene.begin()
    scene.provider.next_trouble["visit"] = scene.death()
    (refused,) = await scene.send(scene.wanted(epoch=epoch))
    assert isinstance(refused, CommandRefused)
    assert (refused.code, refused.retryable) == ("browser_crashed", True)


async def test_an_overtaken_claim_opens_nothing(scene: Scene) -> None:
    epoch = await scene.begin()
    await scene.claim()
    (refused,) = await scene.send(scene.wanted(epoch=epoch))
    assert isinstance(refused, CommandRefused)
    assert refused.code == "stale_epoch"
    assert scene.provider.launched == []


async def test_a_job_that_has_ended_opens_nothing(scene: Scene) -> None:
    epoch = await scene.begin()
    await scene.write(services.EXECUTOR, JobCancelled(at=NOON))
    (refused,) = await scene.send(scene.wanted(epoch=epoch))
    assert isinstance(refused, CommandRefused)
    assert refused.code == "job_ended"


async def test_a_job_without_data_opens_nothing(scene: Scene) -> None:
    epoch = await scene.begin()
    await scene.vault.erase(scene.person)
    (refused,) = await scene.send(scene.wanted(epoch=epoch))
    assert isinstance(refused, CommandRefused)
    assert refused.code == "applicant_erased"


async def test_a_claim_that_is_overtaken_while_its_browser_starts_opens_nothing(scene: Scene) -> None:
    wanted = scene.wanted(epoch=await scene.begin())
    scene.provider.hold_next_visit()
    opening = asyncio.create_task(scene.send(wanted))
    await scene.provider.visiting.wait()
    await scene.claim()
    (refused,) = await opening
    assert isinstance(refused, CommandRefused)
    assert refused.code == "stale_epoch"
    assert scene.host.sessions.free == 2


async def test_a_browser_on_its_way_is_ended_as_soon_as_its_job_is(scene: Scene) -> None:
    wanted = scene.wanted(epoch=await scene.begin())
    scene.provider.hold_next_visit()
    opening = asyncio.create_task(scene.send(wanted))
    await scene.provider.visiting.wait()
    await scene.write(services.EXECUTOR, JobCancelled(at=NOON))
    async with asyncio.timeout(5):
        (refused,) = await opening
    assert isinstance(refused, CommandRefused)
    assert refused.code == "job_ended"
    assert [browser.is_over for browser in scene.provider.launched] == [True]
    assert scene.host.sessions.free == 2


async def test_a_session_that_is_closed_on_its_way_is_not_announced(scene: Scene) -> None:
    wanted = scene.wanted(epoch=await scene.begin())
    scene.provider.hold_next_visit()
    opening = asyncio.create_task(scene.send(wanted))
    await scene.provider.visiting.wait()
    async with asyncio.timeout(5):
        await scene.send(scene.closing())
        (refused,) = await opening
    assert isinstance(refused, CommandRefused)
    assert (refused.code, refused.retryable) == ("cancelled", True)
    assert [browser.is_over for browser in scene.provider.launched] == [True]
    assert scene.host.sessions.free == 2


async def test_a_session_that_came_late_is_closed_beside_the_one_that_serves(scene: Scene) -> None:
    late = await scene.open("s1")
    await scene.open("s2", epoch=await scene.claim())
    assert await scene.send(scene.closing("s1")) == [SessionClosed(session_id="s1", reason="completed")]
    assert late.is_over
    assert [session.id for session in scene.host.sessions.all()] == ["s2"]


async def test_a_session_another_host_opened_meanwhile_is_left_to_it(scene: Scene) -> None:
    """The ack wait ran out under a slow start, and a second host was given the same command."""
    wanted = scene.wanted(epoch=await scene.begin())
    quick = scene.new_host()
    quick.name = "host-2"
    scene.provider.hold_next_visit()
    opening = asyncio.create_task(scene.send(wanted, "open"))
    await scene.provider.visiting.wait()
    scene.handlers = handlers(quick)
    await scene.send(wanted, "open")
    scene.provider.let_visit()
    await opening
    assert len(scene.host.sessions) == 0
    assert [fact.host for fact in await scene.said() if isinstance(fact, SessionOpened)] == ["host-2"]
    await quick.stop()


async def test_no_more_sessions_are_opened_than_there_are_slots(scene: Scene) -> None:
    scene.restart(slots=1)
    await scene.open()
    epoch = await scene.begin(scene.other_job)
    with pytest.raises(Transient):
        await scene.send(scene.wanted("s2", scene.other_job, epoch=epoch))
    assert scene.host.sessions.free == 0


async def test_a_slot_is_taken_before_anything_is_awaited(scene: Scene) -> None:
    scene.restart(slots=1)
    wanted = scene.wanted(epoch=await scene.begin())
    async with scene.host.sessions.lock(scene.job):
        opening = asyncio.create_task(scene.send(wanted))
        await asyncio.sleep(0)
        assert scene.host.sessions.free == 0
    await opening
    assert scene.host.sessions.free == 0


async def test_no_more_sessions_are_at_one_site_than_it_bears(scene: Scene) -> None:
    scene.restart(slots=3, per_site=1)
    await scene.open()
    epoch = await scene.begin(scene.other_job)
    with pytest.raises(NotYet):
        await scene.send(scene.wanted("s2", scene.other_job, epoch=epoch))
    assert scene.host.sessions.free == 2


async def test_a_session_whose_job_waits_for_a_human_does_not_keep_others_from_its_site(scene: Scene) -> None:
    scene.restart(slots=3, per_site=1)
    await scene.open()
    scene.session().used_at -= AT_REST_SECONDS
    epoch = await scene.begin(scene.other_job)
    (opened,) = await scene.send(scene.wanted("s2", scene.other_job, epoch=epoch))
    assert isinstance(opened, SessionOpened)


async def test_whoever_waits_for_a_slot_hears_when_one_is_free(scene: Scene) -> None:
    heard: list[int] = []
    await scene.open()
    scene.host.sessions.on_free = lambda: heard.append(scene.host.sessions.free)
    await scene.send(scene.closing())
    assert heard == [2]


async def test_fifty_commands_for_one_session_open_one_browser_and_are_all_answered(scene: Scene) -> None:
    epoch = await scene.begin()
    wanted = scene.wanted(epoch=epoch)
    await asyncio.gather(*(open_session(scene.host, scene.received(wanted)) for _ in range(50)))
    opened = [fact for fact in await scene.said() if isinstance(fact, SessionOpened)]
    assert len(scene.provider.launched) == 1
    assert (len(opened), len({fact.cause for fact in opened}), len({fact.pid for fact in opened})) == (50, 50, 1)
    assert scene.host.sessions.free == 1
