"""Slow servers hold up what is to come from them, and next to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from ghosthands.job_intake.downloads import QUICK, SLOW, CalledOff, Downloads, Lane, NoPlace, Whose

#: room for many, nobody may have all of it
NARROW = Lane(30.0, places=8, of_host=3, of_tenant=5, of_applicant=2)
_numbers = count()


def somebody(*, tenant: str = "", applicant: str = "", job_id: str = "") -> Whose:
    """Somebody who has nothing in common with anybody else, but for what is named."""
    number = next(_numbers)
    return Whose(job_id or f"job {number}", tenant or f"tenant {number}", applicant or f"applicant {number}")


async def deliver() -> bytes:
    return b"%PDF"


@asynccontextmanager
async def dripping(downloads: Downloads, *what: tuple[str, Whose]) -> AsyncIterator[list[asyncio.Task[bytes]]]:
    """Downloads that come to no end, under way."""
    under_way: list[asyncio.Task[bytes]] = []
    for host, whose in what:
        begun = asyncio.Event()

        async def drip(begun: asyncio.Event = begun) -> bytes:
            begun.set()
            return await asyncio.Future()

        under_way.append(asyncio.create_task(downloads.run(drip, host, whose)))
        await begun.wait()
    try:
        yield under_way
    finally:
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)


@pytest.mark.parametrize(
    ("most", "same"),
    [(3, {"host": "h"}), (5, {"tenant": "t"}), (2, {"applicant": "a"}), (8, {})],
    ids=["host", "tenant", "applicant", "all"],
)
async def test_nobody_has_more_than_their_part(most: int, same: dict[str, Any]) -> None:
    downloads = Downloads(quick=NARROW)
    named = {name: value for name, value in same.items() if name != "host"}
    what = [(same.get("host", f"host {number}"), somebody(**named)) for number in range(most)]
    async with dripping(downloads, *what):
        assert len(downloads) == most
        with pytest.raises(NoPlace):
            await downloads.run(deliver, same.get("host", "another"), somebody(**named))
        if same:
            assert await downloads.run(deliver, "a host of their own", somebody()) == b"%PDF"
    assert await downloads.run(deliver, same.get("host", "another"), somebody(**named)) == b"%PDF"


async def test_who_was_slow_is_asked_in_a_lane_of_their_own() -> None:
    downloads = Downloads(quick=replace(QUICK, seconds=0.05, places=1), slow=replace(SLOW, seconds=60.0))

    async def trickle() -> bytes:
        return await asyncio.Future()

    with pytest.raises(TimeoutError):
        await downloads.run(trickle, "slow.example", somebody())
    async with dripping(downloads, ("slow.example", somebody())) as (slow,):
        assert await downloads.run(deliver, "fast.example", somebody()) == b"%PDF"
        assert not slow.done()


async def test_what_nobody_waits_for_any_more_is_called_off_and_its_host_is_not_slow() -> None:
    downloads = Downloads(slow=replace(SLOW, places=0))
    async with dripping(downloads, ("h", somebody(job_id="j")), ("h", somebody(job_id="k"))) as (of_j, of_k):
        downloads.call_off("j")
        with pytest.raises(CalledOff):
            await of_j
        assert not of_k.done()
    assert await downloads.run(deliver, "h", somebody()) == b"%PDF"


async def test_whoever_waits_for_room_hears_of_each_that_begins_or_ends() -> None:
    heard: list[int] = []
    downloads = Downloads()
    downloads.on_change = lambda: heard.append(len(downloads))
    await downloads.run(deliver, "h", somebody())
    assert heard == [1, 0]
