"""What tier 0 could not do goes to the engines in a platform's ranking, or in the one that experience shows."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain import cascade
from ghosthands.domain.cascade import (
    DEFAULT,
    MIN_SAMPLE,
    Tally,
    Why,
    cascade_of,
    level_of,
    ranking,
    switch_reason,
)
from ghosthands.domain.engine import MODELLED, EngineName, SwitchReason

DOM, CUA, VISION, HUMAN = (
    EngineName.STAGEHAND_DOM,
    EngineName.STAGEHAND_CUA,
    EngineName.MAGNITUDE,
    EngineName.HUMAN,
)
ALL = frozenset({DOM, CUA, VISION, HUMAN})


def test_unless_something_else_is_known_the_cheapest_engine_goes_first() -> None:
    assert ranking("greenhouse", ALL).engines == (DOM, CUA, VISION)
    assert ranking("greenhouse", ALL).why is Why.DEFAULT


def test_workday_is_seen_before_it_is_read() -> None:
    assert ranking("workday", ALL).engines == (VISION, CUA)
    assert ranking("workday", ALL).why is Why.PLATFORM
    assert level_of("workday", VISION).retries == 3


def test_the_human_ends_every_cascade_and_is_in_no_order() -> None:
    for platform in ("workday", "lever"):
        assert cascade_of(platform).levels[-1].engine is HUMAN
        assert HUMAN not in ranking(platform, ALL).engines


def test_the_default_levels_have_their_retries_and_times() -> None:
    assert [(level.engine, level.retries, level.seconds) for level in DEFAULT.levels] == [
        (DOM, 2, 15),
        (CUA, 1, 30),
        (VISION, 2, 30),
        (HUMAN, 1, 120),
    ]
    assert DEFAULT.total_seconds == 300


def test_an_engine_this_host_does_not_have_is_left_out() -> None:
    assert ranking("lever", {DOM}).engines == (DOM,)
    assert ranking("lever", frozenset()).engines == ()


def test_a_level_is_skipped_on_the_platforms_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *rest = DEFAULT.levels
    levels = (msgspec.structs.replace(first, skipped_on=frozenset({"lever"})), *rest)
    monkeypatch.setattr(cascade, "DEFAULT", cascade.Cascade(levels))
    assert ranking("lever", ALL).engines == (CUA, VISION)
    assert ranking("greenhouse", ALL).engines == (DOM, CUA, VISION)


def test_the_engine_that_did_clearly_better_on_the_platform_goes_first() -> None:
    seen = {DOM: Tally(10, 30), VISION: Tally(38, 2), CUA: Tally(20, 20)}
    learned = ranking("linkedin", ALL, seen)
    assert learned.engines == (VISION, CUA, DOM)
    assert learned.why is Why.LEARNED


def test_too_small_a_sample_changes_nothing() -> None:
    seen = {DOM: Tally(0, MIN_SAMPLE), VISION: Tally(MIN_SAMPLE - 1, 0)}
    assert ranking("lever", ALL, seen).engines == (DOM, CUA, VISION)


def test_a_small_difference_changes_nothing() -> None:
    seen = {DOM: Tally(90, 10), CUA: Tally(93, 7), VISION: Tally(94, 6)}
    assert ranking("lever", ALL, seen).why is Why.DEFAULT


@given(st.sampled_from(["workday", "lever", "generic"]), st.sets(st.sampled_from(sorted(ALL))), st.data())
def test_every_available_engine_of_the_cascade_has_its_turn_once(
    platform: str, available: set[EngineName], data: st.DataObject
) -> None:
    tallies = st.builds(Tally, st.floats(0, 1000), st.floats(0, 1000))
    seen = data.draw(st.dictionaries(st.sampled_from(sorted(MODELLED)), tallies))
    known = {level.engine for level in cascade_of(platform).levels} & available - {HUMAN}
    assert sorted(ranking(platform, available, seen).engines) == sorted(known)


def test_an_engine_makes_way_after_three_failures_in_a_row() -> None:
    assert switch_reason(DOM, failures=2, seconds=1, confidence=None) is None
    assert switch_reason(DOM, failures=3, seconds=1, confidence=None) is SwitchReason.CONSECUTIVE_FAILURES


def test_an_engine_makes_way_when_it_takes_too_long() -> None:
    assert switch_reason(DOM, failures=0, seconds=15.1, confidence=None) is SwitchReason.OPERATION_TIMEOUT
    assert switch_reason(VISION, failures=0, seconds=15.1, confidence=None) is None
    assert switch_reason(VISION, failures=0, seconds=30.1, confidence=None) is SwitchReason.OPERATION_TIMEOUT


def test_an_engine_makes_way_when_it_is_not_sure() -> None:
    assert switch_reason(DOM, failures=0, seconds=1, confidence=0.59) is SwitchReason.LOW_CONFIDENCE
    assert switch_reason(VISION, failures=0, seconds=1, confidence=0.5) is None


def test_our_own_hand_and_the_human_have_no_such_limits() -> None:
    for engine in (EngineName.PLAYWRIGHT, HUMAN, EngineName.NONE):
        assert switch_reason(engine, failures=99, seconds=999, confidence=0.0) is None
