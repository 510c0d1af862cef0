"""How often a receiver is told."""

from __future__ import annotations

from datetime import datetime, timedelta

from ghosthands.hitl_gateway.callbacks.pacing import Pacing, receiver_of
from ghosthands.testkit.story import NOON

HERE = receiver_of("https://valet.example.com/hook?token=a")
ELSEWHERE = receiver_of("https://other.example.com/hook")
SECOND = timedelta(seconds=1)


def drain(pacing: Pacing, start: datetime, seconds: int) -> list[datetime]:
    """The turns of a receiver that is told as often as may be."""
    turns, now = [], start
    while now < start + seconds * SECOND:
        later = pacing.take(HERE, now)
        if later is None:
            turns.append(now)
        else:
            assert later > now
            now = later
    return turns


def most_in_a_minute(turns: list[datetime]) -> int:
    return max(sum(start <= turn < start + timedelta(minutes=1) for turn in turns) for start in turns)


def test_no_minute_has_more_turns_than_it_may() -> None:
    turns = drain(Pacing(100, NOON), NOON, 600)
    assert most_in_a_minute(turns) <= 100
    assert len(turns) >= 600


def test_nor_has_the_minute_in_which_another_process_takes_over() -> None:
    before = drain(Pacing(100, NOON - timedelta(hours=1)), NOON, 30)
    after = drain(Pacing(100, NOON + 30 * SECOND), NOON + 30 * SECOND, 300)
    assert most_in_a_minute(before + after) <= 100


def test_another_receiver_has_turns_of_its_own() -> None:
    pacing = Pacing(5, NOON)
    assert pacing.take(HERE, NOON) is None
    assert pacing.take(HERE, NOON) is not None
    assert pacing.take(ELSEWHERE, NOON) is None


def test_the_path_and_the_token_make_no_other_receiver() -> None:
    assert receiver_of("https://valet.example.com/else?token=b") == HERE


def test_who_asks_for_peace_gets_it() -> None:
    pacing = Pacing(100, NOON)
    pacing.hold(HERE, NOON + 17 * SECOND)
    assert pacing.take(HERE, NOON) == NOON + 17 * SECOND
    assert pacing.take(ELSEWHERE, NOON) is None
    assert pacing.take(HERE, NOON + 17 * SECOND) is None
