from __future__ import annotations

import importlib
import pkgutil
import sys
from types import ModuleType

import pytest

from ghosthands import bench
from ghosthands.bench.benches import BENCHES
from ghosthands.bench.measure import Contest


def contests(module: ModuleType) -> list[Contest]:
    return [value for value in vars(module).values() if isinstance(value, Contest)]


def measuring(name: str) -> ModuleType:
    return sys.modules[BENCHES[name].measure.__module__]


def test_the_table_names_every_bench() -> None:
    every = [importlib.import_module(f"ghosthands.bench.{one.name}") for one in pkgutil.iter_modules(bench.__path__)]
    assert {module for module in every if contests(module)} == set(map(measuring, BENCHES))


@pytest.mark.parametrize("name", BENCHES)
def test_a_benchs_results_begin_with_its_name(name: str) -> None:
    assert contests(measuring(name))
    assert all(contest.name.startswith(name) for contest in contests(measuring(name)))


@pytest.mark.parametrize("name", sorted(set(BENCHES) - {"match", "prompt"}))  # these come to the same every time
def test_nothing_is_said_after_fewer_than_five_runs(name: str) -> None:
    assert BENCHES[name].runs >= 5


def test_applications_are_compared_in_at_least_twenty_pairs() -> None:
    assert BENCHES["apply"].runs >= 20
