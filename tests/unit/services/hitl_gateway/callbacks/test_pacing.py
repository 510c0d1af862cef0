"""How often a receiver is told, by however many gateways."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from ghosthands.hitl_gateway.callbacks.pacing import COUNTS_SECONDS, Pacing, receiver_of
from ghosthands.testkit.story import NOON
from ghosthands.vault.store import MemoryStore

HERE = receiver_of("https://valet.example.com/hook?token=a")
ELSEWHERE = receiver_of("https://other.example.com/hook")
SECOND = timedelta(seconds=1)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


async def drain(pacings: list[Pacing], start: datetime, seconds: int) -> list[datetime]:
    """The turns of a receiver that is told as often as may be, by all of them in turn."""
    turns, now = [], start
    while now < start + seconds * SECOND:
        found = [await pacing.take(HERE, now) for pacing in pacings]
        turns += [now] * found.count(None)
        if None not in found:
            later = min(each for each in found if each is not None)
            assert later > now
            now = later
    return turns


def most_in_a_minute(turns: list[datetime]) -> int:
    return max(sum(start <= turn < start + timedelta(minutes=1) for turn in turns) for start in turns)


@pytest.mark.parametrize("gateways", [1, 2, 5])
async def test_no_minute_has_more_turns_than_it_may_however_many_gateways_take_them(
    store: MemoryStore, gateways: int
) -> None:
    turns = await drain([Pacing(store, 100) for _ in range(gateways)], NOON, 600)
    assert most_in_a_minute(turns) <= 100
    assert len(turns) >= 900


async def test_of_all_who_want_the_last_turns_at_once_no_more_get_one_than_there_are(store: MemoryStore) -> None:
    pacings = [Pacing(store, 10) for _ in range(3)]
    found = await asyncio.gather(*(pacing.take(HERE, NOON) for pacing in pacings for _ in range(10)))
    assert found.count(None) == 10
    assert {each for each in found if each is not None} == {NOON + COUNTS_SECONDS * SECOND}


async def test_whoever_takes_over_knows_what_was_told_before(store: MemoryStore) -> None:
    before = await drain([Pacing(store, 100)], NOON, 30)
    after = await drain([Pacing(store, 100)], NOON + 30 * SECOND, 300)
    assert most_in_a_minute(before + after) <= 100


async def test_another_receiver_has_turns_of_its_own(store: MemoryStore) -> None:
    pacing = Pacing(store, 1)
    assert await pacing.take(HERE, NOON) is None
    assert await pacing.take(HERE, NOON) is not None
    assert await pacing.take(ELSEWHERE, NOON) is None


def test_the_path_and_the_token_make_no_other_receiver() -> None:
    assert receiver_of("https://valet.example.com/else?token=b") == HERE


async def test_who_asks_for_peace_gets_it_from_everybody(store: MemoryStore) -> None:
    await Pacing(store, 100).hold(HERE, NOON + 17 * SECOND)
    pacing = Pacing(store, 100)
    assert await pacing.take(HERE, NOON) == NOON + 17 * SECOND
    assert await pacing.take(ELSEWHERE, NOON) is None
    assert await pacing.take(HERE, NOON + 17 * SECOND) is None
