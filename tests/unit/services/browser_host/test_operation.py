"""An operation ends when it is done, told to stop, silent or without its browser, and whoever waits learns which."""

from __future__ import annotations

import asyncio

import pytest

from ghosthands.browser_host.errors import BrowserLost
from ghosthands.browser_host.operation import OperationLimits, Signs, Stopped, watch
from ghosthands.domain.codes import StopCode

LONG = OperationLimits(quiet_seconds=60, total_seconds=60)


def nobody() -> asyncio.Future[str]:
    return asyncio.get_running_loop().create_future()


async def for_ever() -> None:
    await asyncio.Event().wait()


async def test_what_is_done_in_time_is_returned() -> None:
    async def work() -> str:
        return "done"

    assert await watch(work(), lost=nobody(), interruption=nobody(), signs=Signs(), limits=LONG) == "done"


async def test_an_error_of_the_work_is_the_answer() -> None:
    async def work() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await watch(work(), lost=nobody(), interruption=nobody(), signs=Signs(), limits=LONG)


async def test_an_interruption_ends_it_at_once() -> None:
    interruption, loop = nobody(), asyncio.get_running_loop()
    loop.call_later(0.05, interruption.set_result, "cancelled")
    started = loop.time()
    with pytest.raises(Stopped) as stopped:
        await watch(for_ever(), lost=nobody(), interruption=interruption, signs=Signs(), limits=LONG)
    assert stopped.value.code is StopCode.CANCELLED
    assert loop.time() - started < 10


async def test_it_ends_with_its_browser_and_says_what_became_of_that() -> None:
    lost = nobody()
    asyncio.get_running_loop().call_later(0.05, lost.set_result, "crashed")
    with pytest.raises(BrowserLost) as gone:
        await watch(for_ever(), lost=lost)
    assert gone.value.reason == "crashed"


async def test_a_browser_counts_as_lost_before_a_longer_limit_is_reached() -> None:
    with pytest.raises(BrowserLost) as gone:
        await watch(for_ever(), lost=nobody(), limits=OperationLimits(60, 60, lost_seconds=0.05))
    assert gone.value.reason == "unresponsive"


async def test_work_that_shows_no_sign_of_life_is_ended() -> None:
    with pytest.raises(Stopped) as stopped:
        await watch(for_ever(), lost=nobody(), interruption=nobody(), signs=Signs(), limits=OperationLimits(0.05, 60))
    assert stopped.value.code is StopCode.INACTIVE


async def test_work_that_shows_signs_of_life_is_ended_when_its_time_is_up() -> None:
    signs = Signs()

    async def busy() -> None:
        while True:
            signs("busy")
            await asyncio.sleep(0.01)

    with pytest.raises(Stopped) as stopped:
        await watch(busy(), lost=nobody(), interruption=nobody(), signs=signs, limits=OperationLimits(5.0, 0.2))
    assert stopped.value.code is StopCode.OVERDUE


async def test_work_that_ignores_its_end_holds_nobody_up() -> None:
    released = asyncio.Event()

    async def stubborn() -> None:
        while not released.is_set():
            try:
                await released.wait()
            except asyncio.CancelledError:
                continue

    with pytest.raises(Stopped):
        await watch(stubborn(), lost=nobody(), interruption=nobody(), signs=Signs(), limits=OperationLimits(0.05, 60))
    released.set()
