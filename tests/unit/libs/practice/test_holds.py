from __future__ import annotations

import asyncio

from ghosthands.practice.holds import HoldPoint, Holds

MINE = "greenhouse/acme/jobs/1/jordan@example.com"
OTHER = "greenhouse/acme/jobs/2/jordan@example.com"


async def test_nothing_is_held_without_a_hold() -> None:
    await asyncio.wait_for(Holds().pass_through(HoldPoint.BEFORE_COUNT, MINE), 1)


async def test_a_held_request_waits_until_it_is_released() -> None:
    holds = Holds()
    holds.arm("greenhouse/acme/jobs/1", HoldPoint.BEFORE_COUNT)
    waiting = asyncio.create_task(holds.pass_through(HoldPoint.BEFORE_COUNT, MINE))
    [held] = await holds.wait_held("greenhouse/acme/jobs/1", timeout=5)
    assert (held.application, held.where, waiting.done()) == (MINE, HoldPoint.BEFORE_COUNT, False)
    assert holds.release() == 1
    await asyncio.wait_for(waiting, 1)
    assert holds.held() == []


async def test_a_hold_stops_only_its_application_at_its_place() -> None:
    holds = Holds()
    holds.arm(MINE, HoldPoint.AFTER_COUNT)
    await asyncio.wait_for(holds.pass_through(HoldPoint.AFTER_COUNT, OTHER), 1)
    await asyncio.wait_for(holds.pass_through(HoldPoint.BEFORE_COUNT, MINE), 1)


async def test_a_hold_with_seconds_ends_by_itself_and_stays_armed() -> None:
    holds = Holds()
    holds.arm("*", HoldPoint.BEFORE_COUNT, seconds=0.01)
    for _ in range(2):
        await asyncio.wait_for(holds.pass_through(HoldPoint.BEFORE_COUNT, MINE), 5)
    assert holds.release() == 0


async def test_a_released_hold_stops_nobody_any_more() -> None:
    holds = Holds()
    holds.arm("*", HoldPoint.BEFORE_COUNT)
    holds.release()
    await asyncio.wait_for(holds.pass_through(HoldPoint.BEFORE_COUNT, MINE), 1)


async def test_waiting_for_a_held_request_gives_up_after_its_time() -> None:
    assert await Holds().wait_held("*", timeout=0.01) == []


async def test_closing_lets_every_request_and_every_watcher_go() -> None:
    holds = Holds()
    holds.arm("greenhouse", HoldPoint.BEFORE_COUNT)
    watching = asyncio.create_task(holds.wait_held("stepwise", timeout=60))
    waiting = asyncio.create_task(holds.pass_through(HoldPoint.BEFORE_COUNT, MINE))
    await holds.wait_held("greenhouse", timeout=5)
    await holds.close()
    await asyncio.wait_for(asyncio.gather(watching, waiting), 5)
