from __future__ import annotations

import pytest

from ghosthands.bench import (
    age,
    append,
    apply,
    cancel,
    fill,
    first_and_second,
    fold,
    guard,
    latency,
    match,
    notify,
    prompt,
    rebuild,
    replay,
    scale,
    scan,
    soak,
    switch,
    waiting,
    wake,
)
from ghosthands.bench.benches import BENCHES
from ghosthands.bench.measure import Contest

MODULES = {
    "age": age,
    "append": append,
    "fold": fold,
    "latency": latency,
    "notify": notify,
    "apply": apply,
    "replay": replay,
    "first-and-second": first_and_second,
    "scan": scan,
    "soak": soak,
    "fill": fill,
    "guard": guard,
    "match": match,
    "prompt": prompt,
    "switch": switch,
    "cancel": cancel,
    "waiting": waiting,
    "wake": wake,
    "rebuild": rebuild,
    "scale": scale,
}


def contests(name: str) -> list[Contest]:
    return [value for value in vars(MODULES[name]).values() if isinstance(value, Contest)]


def test_the_table_names_every_bench() -> None:
    assert set(BENCHES) == set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_a_benchs_results_begin_with_its_name(name: str) -> None:
    assert contests(name)
    assert all(contest.name.startswith(name) for contest in contests(name))


@pytest.mark.parametrize("name", sorted(set(MODULES) - {"match", "prompt"}))  # these come to the same every time
def test_nothing_is_said_after_fewer_than_five_runs(name: str) -> None:
    assert BENCHES[name].runs >= 5


def test_applications_are_compared_in_at_least_twenty_pairs() -> None:
    assert BENCHES["apply"].runs >= 20
