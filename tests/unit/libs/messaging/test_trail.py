"""Trails: the places a service wrote at, told in a header and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.messaging.wire import trail
from ghosthands.messaging.wire.trail import MAX_RUNS, Trail, TrailTold

PLACES = st.sets(st.integers(1, 10_000), max_size=80)


@given(PLACES, st.integers(1, 500))
def test_a_trail_is_read_back_as_it_was_told(places: set[int], gap: int) -> None:
    told = Trail().including(places)
    read = trail.read(told.encode(7, 0), told.last + gap)
    assert read == TrailTold(told, 7)
    assert [*told.places()] == sorted(places)[-len([*told.places()]) :] or not places


@given(PLACES, st.integers(1, 30), st.integers(2, 500))
def test_what_lies_right_before_in_the_same_append_is_on_the_trail(places: set[int], before: int, gap: int) -> None:
    told = Trail().including(places)
    sequence = told.last + gap + before
    read = trail.read(told.encode(None, before), sequence)
    assert read is not None
    assert read.begun is None
    assert [*read.trail.places()] == [*told.places(), *range(sequence - before, sequence)]


@given(PLACES, PLACES)
def test_a_trail_goes_on_in_whatever_order_its_places_come(earlier: set[int], later: set[int]) -> None:
    in_parts, at_once = Trail().including(earlier).including(later), Trail().including(earlier | later)
    if not (in_parts.has_more or at_once.has_more):
        assert in_parts == at_once


def test_a_long_trail_tells_of_its_latest_runs_and_that_there_are_more() -> None:
    long = Trail().including(range(1, 1000, 2))
    assert [*long.places()] == [*range(1, 1000, 2)][-MAX_RUNS:]
    assert long.has_more
    assert trail.read(long.encode(1, 0), 1000) == TrailTold(long, 1)
    assert len(long.encode(1, 0)) < 200


def test_neighbours_are_one_run_however_many() -> None:
    assert Trail().including(range(10, 500)).encode(9, 0) == "9,0,499*490"
    assert Trail().encode(0, 0) == "0,0"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0,0,",
        "x,0",
        "1,0,0",
        "1,0,50",
        "1,0,49,0",
        "1,0,9*10",
        "1,0,40,41",
        "1,50",
        "1,0,49,1",
        "-1,0",
        "1,0,more,1",
    ],
)
def test_a_text_that_no_event_can_have_told_at_fifty_is_no_trail(text: str) -> None:
    assert trail.read(text, 50) is None


def test_the_first_append_begins_the_aggregate() -> None:
    assert trail.read("0,0", 50) == TrailTold(Trail(), 50)
    assert trail.read("0,3", 50) == TrailTold(Trail(((47, 49),)), 47)
