"""What tier 0 could not do goes to the engines in a cascade's order, or in the one that experience shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain import cascade
from ghosthands.domain.cascade import (
    DEFAULT,
    MIN_SAMPLE,
    Cascade,
    EngineRecord,
    EngineTally,
    Guidance,
    Level,
    Why,
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
ENGINES = frozenset({DOM, CUA, VISION})
ALL = ENGINES | {HUMAN}
#: as a platform may have it
OWN = Cascade((Level(engine=VISION, retries=3, seconds=30), cascade.CUA, cascade.PERSON))


def test_unless_something_else_is_known_the_cheapest_engine_goes_first() -> None:
    assert ranking(DEFAULT, ENGINES).engines == (DOM, CUA, VISION)
    assert ranking(DEFAULT, ENGINES).why is Why.DEFAULT


def test_a_cascade_of_a_platforms_own_is_followed_and_said_to_be_one() -> None:
    assert ranking(OWN, ENGINES).engines == (VISION, CUA)
    assert ranking(OWN, ENGINES).why is Why.PLATFORM
    assert level_of(OWN, VISION).retries == 3


def test_an_engine_that_a_cascade_has_not_works_by_the_default_one() -> None:
    assert level_of(OWN, DOM) == level_of(DEFAULT, DOM)


@pytest.mark.parametrize("own", [DEFAULT, OWN], ids=["default", "own"])
def test_the_human_ends_every_cascade_however_well_they_do(own: Cascade) -> None:
    seen = dict.fromkeys(ENGINES, EngineTally(0, 100)) | {HUMAN: EngineTally(100, 0)}
    assert ranking(own, ALL, seen).engines[-1] is HUMAN
    assert HUMAN not in ranking(own, ENGINES, seen).engines


def test_a_platform_without_a_cascade_of_its_own_has_the_default_one() -> None:
    guidance = Guidance(cascades={"one": OWN}, experience={"one": {DOM: EngineTally(1, 1)}})
    assert (guidance.cascade_of("one"), guidance.cascade_of("other")) == (OWN, DEFAULT)
    assert (guidance.experience_of("one"), guidance.experience_of("other")) == ({DOM: EngineTally(1, 1)}, {})


#: engine, failures in a row, seconds of an operation, least confidence
LIMITS = [(DOM, 3, 15, 0.6), (CUA, 3, 30, 0.6), (VISION, 3, 30, 0.5), (HUMAN, 3, 60, 0.6)]


def test_each_engine_has_its_limits() -> None:
    found = [(one, it.max_failures, it.operation_seconds, it.confidence) for one, it in cascade.CRITERIA.items()]
    assert found == LIMITS


def test_an_engine_this_host_does_not_have_is_left_out() -> None:
    assert ranking(DEFAULT, {DOM}).engines == (DOM,)
    assert ranking(DEFAULT, frozenset()).engines == ()


def test_the_engine_that_did_clearly_better_on_the_platform_goes_first() -> None:
    seen = {DOM: EngineTally(10.04, 30), VISION: EngineTally(38, 2), CUA: EngineTally(20, 20)}
    learned = ranking(DEFAULT, ENGINES, seen)
    assert learned.engines == (VISION, CUA, DOM)
    assert learned.why is Why.LEARNED
    assert learned.seen == (EngineRecord(VISION, 40, 0.95), EngineRecord(CUA, 40, 0.5), EngineRecord(DOM, 40, 0.251))


def test_an_engine_that_nobody_has_seen_at_work_is_said_nothing_of() -> None:
    assert ranking(DEFAULT, ENGINES, {DOM: EngineTally(1, 1)}).seen == (EngineRecord(DOM, 2, 0.5),)
    assert ranking(DEFAULT, ENGINES).seen == ()


def test_too_small_a_sample_changes_nothing() -> None:
    seen = {DOM: EngineTally(0, MIN_SAMPLE), VISION: EngineTally(MIN_SAMPLE - 1, 0)}
    assert ranking(DEFAULT, ENGINES, seen).engines == (DOM, CUA, VISION)


def test_a_small_difference_changes_nothing() -> None:
    seen = {DOM: EngineTally(90, 10), CUA: EngineTally(93, 7), VISION: EngineTally(94, 6)}
    assert ranking(DEFAULT, ENGINES, seen).why is Why.DEFAULT


@given(st.sampled_from([DEFAULT, OWN]), st.sets(st.sampled_from(sorted(ALL))), st.data())
def test_every_available_engine_of_the_cascade_has_its_turn_once(
    own: Cascade, available: set[EngineName], data: st.DataObject
) -> None:
    tallies = st.builds(EngineTally, st.floats(0, 1000), st.floats(0, 1000))
    seen = data.draw(st.dictionaries(st.sampled_from(sorted(MODELLED)), tallies))
    known = {level.engine for level in own.levels} & available
    assert sorted(ranking(own, available, seen).engines) == sorted(known)


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


def test_a_human_who_lets_a_minute_pass_is_asked_no_more() -> None:
    assert switch_reason(HUMAN, failures=1, seconds=59, confidence=None) is None
    assert switch_reason(HUMAN, failures=1, seconds=60.1, confidence=None) is SwitchReason.OPERATION_TIMEOUT


def test_our_own_hand_has_no_such_limits() -> None:
    for engine in (EngineName.PLAYWRIGHT, EngineName.NONE):
        assert switch_reason(engine, failures=99, seconds=999, confidence=0.0) is None
