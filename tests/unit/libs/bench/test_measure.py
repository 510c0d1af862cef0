from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine

import pytest

from ghosthands.bench.measure import (
    Better,
    Contest,
    Pair,
    find_percentile,
    make_rates,
    repeat,
    take_turns,
    time_once,
)


def contest(better: Better = Better.HIGHER, target: float | None = None) -> Contest:
    return Contest("bench.thing", "things/s", better, "the peer", target)


def side(name: str, log: list[str], seconds: float) -> Callable[[], Coroutine[None, None, float]]:
    async def turn() -> float:
        log.append(name)
        return seconds

    return turn


def untold(what: str, done: int, of: int) -> None:
    """Nobody watches."""


def test_a_result_holds_the_medians_their_ratio_and_the_spread_of_all_three() -> None:
    result = contest().result([Pair(8, 10), Pair(6, 12), Pair(9, 9)])
    assert (result.ours, result.reference, result.ratio) == (8, 10, 0.8)
    assert (result.ours_range, result.reference_range, result.ratio_range) == ((6, 9), (9, 12), (0.5, 1))
    assert (result.name, result.unit, result.beside, result.runs) == ("bench.thing", "things/s", "the peer", 3)


@pytest.mark.parametrize(
    ("better", "ratio", "expected"),
    [(Better.HIGHER, 0.9, True), (Better.HIGHER, 0.7, False), (Better.LOWER, 0.7, True), (Better.LOWER, 0.9, False)],
)
def test_a_ratio_is_on_target_when_it_is_at_least_or_at_most_what_it_should_be(
    better: Better, ratio: float, expected: bool
) -> None:
    assert contest(better, target=0.8).result([Pair(ratio, 1)]).on_target is expected


def test_a_ratio_nobody_asks_anything_of_is_neither_on_target_nor_off() -> None:
    assert contest().result([Pair(1, 2)]).on_target is None


async def test_the_sides_take_turns_and_who_begins_alternates() -> None:
    log: list[str] = []
    pair = await take_turns(side("ours", log, 1.0), side("reference", log, 2.0), turns=3)
    assert log == ["ours", "reference", "reference", "ours", "ours", "reference"]
    assert pair == Pair(3.0, 6.0)


def test_a_rate_is_how_many_a_second() -> None:
    assert make_rates(Pair(2.0, 4.0), 8) == Pair(4.0, 2.0)


async def test_what_warms_up_is_not_counted() -> None:
    given = iter(range(4))

    async def once() -> int:
        return next(given)

    assert await repeat(once, 3, untold, "thing") == [1, 2, 3]


async def test_progress_is_told_from_nothing_to_everything() -> None:
    told: list[tuple[str, int, int]] = []

    async def once() -> None:
        return None

    await repeat(once, 2, lambda *step: told.append(step), "thing")
    assert told == [("thing", 0, 3), ("thing", 1, 3), ("thing", 2, 3), ("thing", 3, 3)]


async def test_the_seconds_of_some_work_are_those_until_it_is_done() -> None:
    assert await time_once(asyncio.to_thread(time.sleep, 0.02)) >= 0.02


@pytest.mark.parametrize(("share", "expected"), [(0.5, 50), (0.99, 99), (1.0, 100), (0.0, 1)])
def test_a_percentile_is_a_sample_that_so_many_do_not_exceed(share: float, expected: int) -> None:
    assert find_percentile([float(sample) for sample in range(100, 0, -1)], share) == expected
