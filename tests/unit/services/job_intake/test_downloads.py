"""Slow servers hold up what is to come from them, and next to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from ghosthands.domain.errors import NotYet
from ghosthands.job_intake.downloads import QUICK, SLOW, SLOW_APPLICANTS, CalledOff, Downloads, Lane, Whose
from ghosthands.messaging.work.places import Shares

#: room for many, nobody may have all of it
NARROW = Lane(30.0, Shares(places=8, of_server=3, of_tenant=5, of_tenant_at_server=3, of_applicant=2))
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
    [(3, {"host": "h"}), (5, {"tenant": "t"}), (2, {"tenant": "t", "applicant": "a"}), (8, {})],
    ids=["host", "tenant", "applicant", "all"],
)
async def test_nobody_has_more_than_their_part(most: int, same: dict[str, Any]) -> None:
    downloads = Downloads(quick=NARROW)
    named = {name: value for name, value in same.items() if name != "host"}
    what = [(same.get("host", f"host {number}"), somebody(**named)) for number in range(most)]
    async with dripping(downloads, *what):
        assert len(downloads) == most
        with pytest.raises(NotYet):
            await downloads.run(deliver, same.get("host", "another"), somebody(**named))
        if same:
            assert await downloads.run(deliver, "a host of their own", somebody()) == b"%PDF"
    assert await downloads.run(deliver, same.get("host", "another"), somebody(**named)) == b"%PDF"


#: time-outs come at once; one quick place, so that a second download fits only into the other lane
IMPATIENT = Lane(0.02, replace(QUICK.shares, places=1))
PATIENT = replace(SLOW, seconds=60.0)


async def trickle() -> bytes:
    return await asyncio.Future()


async def time_out(downloads: Downloads, server: str, *whose: Whose) -> None:
    """A download of each comes to no end."""
    for each in whose:
        with pytest.raises(TimeoutError):
            await downloads.run(trickle, server, each)


async def is_slow(downloads: Downloads, server: str, whose: Whose) -> bool:
    """Whether that download goes to the slow lane: it does not take the only quick place."""
    other = somebody()
    async with dripping(downloads, (server, whose)):
        with suppress(NotYet):
            return await downloads.run(deliver, "https://fast.example", other) == b"%PDF"
    await downloads.run(deliver, "https://fast.example", other)  # or its turn would be kept for it
    return False


async def test_who_was_slow_is_asked_in_a_lane_of_their_own() -> None:
    downloads, ada = Downloads(quick=IMPATIENT, slow=PATIENT), somebody()
    await time_out(downloads, "https://slow.example", ada)
    assert await is_slow(downloads, "https://slow.example", ada)
    assert not await is_slow(downloads, "https://other.example", ada)


async def test_what_one_person_times_out_on_is_slow_for_that_person_alone() -> None:
    downloads, ada, bob = Downloads(quick=IMPATIENT, slow=PATIENT), somebody(), somebody()
    server = "https://storage.example"
    with pytest.raises(TimeoutError):
        await downloads.run(trickle, server, ada)
    async with dripping(downloads, (server, ada)):
        assert await downloads.run(deliver, server, bob) == b"%PDF"
    assert not await is_slow(downloads, server, bob)


async def test_a_server_is_slow_once_several_persons_timed_out_on_it() -> None:
    downloads, server = Downloads(quick=IMPATIENT, slow=PATIENT), "https://slow.example"
    await time_out(downloads, server, somebody(), somebody())
    assert not await is_slow(downloads, server, somebody())
    await time_out(downloads, server, somebody())
    assert await is_slow(downloads, server, somebody())


async def test_a_server_that_delivers_in_time_is_not_slow_whoever_timed_out_on_it() -> None:
    downloads, server = Downloads(quick=IMPATIENT, slow=PATIENT), "https://storage.example"
    late = [somebody() for _ in range(SLOW_APPLICANTS)]
    await time_out(downloads, server, *late)
    assert await downloads.run(deliver, server, somebody()) == b"%PDF"
    assert not await is_slow(downloads, server, somebody())
    assert await is_slow(downloads, server, late[0])


async def test_a_place_that_gets_free_is_kept_for_who_waited_for_it() -> None:
    downloads, waiting = Downloads(quick=IMPATIENT), somebody()
    async with dripping(downloads, ("h", somebody())):
        with pytest.raises(NotYet):
            await downloads.run(deliver, "h", waiting)
    with pytest.raises(NotYet):
        await downloads.run(deliver, "h", somebody())
    assert await downloads.run(deliver, "h", waiting) == b"%PDF"


def test_in_no_lane_can_one_person_take_every_place_of_a_server() -> None:
    shares = QUICK.shares, SLOW.shares
    assert all(one.of_applicant < one.of_server < one.places for one in shares)


async def test_what_nobody_waits_for_any_more_is_called_off_and_its_host_is_not_slow() -> None:
    downloads = Downloads(slow=Lane(SLOW.seconds, replace(SLOW.shares, places=0)))
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
