"""What comes of a human's silence."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import Permanent, Transient
from ghosthands.domain.human import HumanCame, HumanTimedOut
from ghosthands.domain.job import JobFailed
from ghosthands.domain.job.attempt import HOLD
from ghosthands.domain.session import ControlReleased, ControlTaken, SessionOpened
from ghosthands.hitl_gateway.gateway import HELD_SECONDS
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.timers import Firing
from ghosthands.testkit.story import NOON

if TYPE_CHECKING:
    from conftest import World

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
REQUEST = "7c9e6679-0000-5000-8000-000000000001"
DUE = NOON + timedelta(seconds=300)
OPENED = SessionOpened(cause="c", session_id="s1", host="host-1", provider="local", epoch=1)


async def fire(world: World, name: str = "human") -> None:
    firing = Firing(aggregate=subjects.job(JOB), name=name, at=DUE, tenant="valet", correlation=JOB)
    await world.handlers.on_deadline(firing)


async def test_an_unanswered_request_times_out_and_wakes_the_job(world: World) -> None:
    await world.ask()
    world.now = DUE
    await fire(world)
    assert await world.said() == [HumanTimedOut(request_id=REQUEST, at=DUE)]
    assert len(world.woken) == 1


async def test_a_firing_delivered_again_changes_nothing(world: World) -> None:
    await world.ask()
    world.now = DUE
    await fire(world)
    world.now += timedelta(seconds=30)
    await fire(world)
    assert len(await world.said()) == 1
    assert len(world.woken) == 1


async def test_a_firing_whose_wake_up_call_was_lost_sends_it_when_delivered_again(world: World) -> None:
    await world.ask()
    world.now = DUE
    await fire(world)
    woken = world.woken
    world.bus.published.clear()
    await fire(world)
    assert world.woken == woken


async def test_a_firing_before_its_time_comes_again(world: World) -> None:
    await world.ask()
    world.now = DUE - timedelta(seconds=2)
    with pytest.raises(Transient) as early:
        await fire(world)
    assert early.value.delay == 2.0


async def test_the_time_of_a_human_who_has_control_of_the_page_is_not_over(world: World) -> None:
    await hold(world)
    world.now = DUE + timedelta(seconds=60)
    with pytest.raises(Transient) as early:
        await fire(world)
    assert early.value.delay == HELD_SECONDS
    assert await world.said() == []


async def test_the_time_of_a_human_who_let_go_goes_on_where_it_stood(world: World) -> None:
    await hold(world)
    await world.say(services.BROWSER_HOST, ControlReleased(session_id="s1", viewer_id="v", held_ms=40_000))
    world.now = DUE + timedelta(seconds=39)
    with pytest.raises(Transient):
        await fire(world)
    world.now = DUE + timedelta(seconds=40)
    await fire(world)
    assert [type(said) for said in await world.said()] == [HumanTimedOut]


async def test_the_time_of_a_human_who_never_lets_go_is_over_once_a_hold_is(world: World) -> None:
    await hold(world)
    world.now = DUE + HOLD
    await fire(world)
    assert [type(said) for said in await world.said()] == [HumanTimedOut]


async def hold(world: World) -> None:
    """A human who is asked takes control of the job's page."""
    await world.say(services.BROWSER_HOST, OPENED)
    await world.ask()
    await world.say(services.BROWSER_HOST, ControlTaken(session_id="s1", viewer_id="v"))


async def test_a_firing_after_the_answer_does_nothing(world: World) -> None:
    await world.ask()
    await world.answer(resolution="skip")
    woken, world.now = world.woken, DUE
    await fire(world)
    assert len(await world.said()) == 1
    assert world.woken == woken


async def test_a_firing_after_the_jobs_end_does_nothing(world: World) -> None:
    await world.ask()
    await world.say(services.EXECUTOR, JobFailed(at=NOON, code="browser_crashed"))
    world.now = DUE
    await fire(world)
    assert await world.said() == []
    assert world.woken == []


async def test_a_firing_for_a_job_nobody_knows_does_nothing(world: World) -> None:
    stray = Firing(aggregate=subjects.job("nobody"), name="human", at=DUE, tenant="valet", correlation="nobody")
    await world.handlers.on_deadline(stray)
    assert world.bus.published == []


async def test_another_deadline_is_not_kept_here(world: World) -> None:
    with pytest.raises(Permanent):
        await fire(world, "job")


async def come(world: World) -> None:
    await world.receive(b'{"job_id": "%s"}' % JOB.encode(), "human.came")


async def test_who_was_asked_and_comes_has_the_page_opened_for_them(world: World) -> None:
    await world.ask(timeout_seconds=86_400)
    await come(world)
    await come(world)
    assert await world.said() == [HumanCame(request_id=REQUEST, at=world.now)]
    assert len(world.woken) == 1


async def test_who_comes_to_a_page_that_is_open_or_where_nothing_is_asked_changes_nothing(world: World) -> None:
    await come(world)
    await world.ask()
    await world.say(services.BROWSER_HOST, OPENED)
    await come(world)
    assert await world.said() == []
    assert world.woken == []


async def test_who_comes_to_no_job_is_told_to_the_dead_letters(world: World) -> None:
    with pytest.raises(Permanent):
        await world.receive(b'{"job_id": "7c9e6679-0000-5000-8000-00000000dead"}', "human.came")
    with pytest.raises(Permanent):
        await world.receive(b"{}", "human.came")
