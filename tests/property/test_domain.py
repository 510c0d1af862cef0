"""What holds for every message and every history, whatever its content."""

from __future__ import annotations

import types
import typing
from datetime import UTC, datetime
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthands.domain import job, registry, session
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.message import Event
from ghosthands.testkit.story import NOON

MOMENTS = st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2040, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
#: few enough names that histories refer to one another
NAMES = st.sampled_from(["a", "b", "s1", "s2", "form", "thanks"])


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Anything of that type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*map(values, arguments))
    if origin is tuple:
        return st.lists(values(arguments[0]), max_size=3).map(tuple)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return structs(kind)
    simple: dict[Any, st.SearchStrategy[Any]] = {
        str: NAMES,
        int: st.integers(0, 400),
        float: st.floats(0, 1),
        bool: st.booleans(),
        datetime: MOMENTS,
        type(None): st.none(),
    }
    return simple[kind] if kind in simple else st.sampled_from(list(kind))


def structs(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Any instance of the struct."""
    hints = typing.get_type_hints(kind)
    fields = {field.name: values(hints[field.name]) for field in msgspec.structs.fields(kind)}
    return st.builds(kind, **fields)


EVENTS = st.one_of(*(structs(kind) for kind in registry.EVENTS.values()))
HISTORIES = st.lists(EVENTS, max_size=25)


def folded(history: list[Event]) -> job.Job:
    return job.fold("a", [(event, index + 1) for index, event in enumerate(history)])


@given(EVENTS)
@settings(max_examples=300)
def test_every_event_survives_the_wire(event: Event) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


@given(HISTORIES)
@settings(max_examples=200, deadline=None)
def test_evolve_is_total(history: list[Event]) -> None:
    assert isinstance(folded(history), job.Job)


@given(HISTORIES)
@settings(max_examples=200, deadline=None)
def test_the_ledger_is_total_and_its_epoch_never_falls(history: list[Event]) -> None:
    epochs = [session.fold(history[:length]).epoch for length in range(len(history) + 1)]
    assert epochs == sorted(epochs)


@given(structs(job.JobRequested), HISTORIES)
@settings(max_examples=200, deadline=None)
def test_a_decision_is_always_possible_and_deciding_twice_says_the_same(
    requested: job.JobRequested, history: list[Event]
) -> None:
    state = folded([requested, *history])
    assert job.decide(job.Proceed(NOON), state) == job.decide(job.Proceed(NOON), state)


@given(structs(job.JobRequested), HISTORIES)
@settings(max_examples=200, deadline=None)
def test_asking_again_for_what_is_already_so_causes_nothing(requested: job.JobRequested, history: list[Event]) -> None:
    state = folded([requested, *history])
    for command in (job.RequestJob(requested), job.CancelJob(NOON)):
        try:
            events = job.decide(command, state)
        except CommandRejected:
            continue
        for event in events:
            state = job.evolve(state, event, 99)
        if events and not isinstance(command, job.RequestJob):
            assert job.decide(command, state) == []


@given(structs(job.JobRequested), HISTORIES)
@settings(max_examples=200, deadline=None)
def test_deadlines_asked_again_are_the_same(requested: job.JobRequested, history: list[Event]) -> None:
    state = folded([requested, *history])
    assert job.deadlines(state) == job.deadlines(state)
    assert job.deadlines(state).keys() <= job.DEADLINE_OWNERS.keys()
