"""`ghosthands bench` with benches that take no time."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from ghosthands.bench.benches import BENCHES, Bench, Measure
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result
from ghosthands.cli.commandline import app
from ghosthands.cli.exits import Exit

runner = CliRunner()

CONTEST = Contest("quick.thing", "things/s", Better.HIGHER, "the peer", target=0.8)


async def quick(runs: int, progress: Progress) -> list[Result]:
    progress("thing", runs, runs)
    return [CONTEST.result([Pair(9.0, 10.0)] * runs)]


async def broken(runs: int, progress: Progress) -> list[Result]:
    raise BenchFailed("the reference script failed: no button")


def many(jobs: int) -> Measure:
    async def measure(runs: int, progress: Progress) -> list[Result]:
        return [CONTEST.result([Pair(float(jobs), 1.0)] * runs)]

    return measure


@pytest.fixture(autouse=True)
def quick_benches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BENCHES, "quick", Bench("quick", "a thing", 5, quick))
    monkeypatch.setitem(BENCHES, "many", Bench("many", "many things", 5, quick, many))
    monkeypatch.setitem(BENCHES, "broken", Bench("broken", "a thing that breaks", 5, broken))


def test_without_a_name_the_benches_are_listed() -> None:
    told = runner.invoke(app, ["bench"])
    assert told.exit_code == Exit.OK
    assert all(name in told.stdout for name in BENCHES)


def test_the_json_has_a_ratio_of_ours_to_the_reference_for_every_result() -> None:
    told = runner.invoke(app, ["bench", "quick", "--json"])
    assert told.exit_code == Exit.OK
    report = json.loads(told.stdout)
    assert report["bench"] == "quick"
    [result] = report["results"]
    required = {"name", "ours", "reference", "unit", "ratio", "better", "runs"}
    assert required <= result.keys()
    assert (result["name"], result["better"], result["runs"]) == ("quick.thing", "higher", 5)
    assert result["ratio"] == pytest.approx(result["ours"] / result["reference"])


async def step_by_step(runs: int, progress: Progress) -> list[Result]:
    for what, done in (("the first", 0), ("the first", 1), ("the second", 2)):
        progress(what, done, 2)
    return await quick(runs, progress)


def test_what_is_measured_next_is_told_once_as_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BENCHES, "steps", Bench("steps", "a thing in steps", 5, step_by_step))
    told = runner.invoke(app, ["bench", "steps", "--json"])
    assert told.stderr.splitlines()[1:] == ["the first", "the second", "thing"]


def test_people_see_the_spread_the_target_and_what_the_reference_is() -> None:
    told = runner.invoke(app, ["bench", "quick"], env={"COLUMNS": "160"})
    assert "quick.thing" in told.stdout
    assert "0.90 (0.90 – 0.90)" in told.stdout
    assert "✔ ≥ 0.8" in told.stdout
    assert "beside the peer" in told.stdout


def test_more_runs_may_be_asked_for() -> None:
    told = runner.invoke(app, ["bench", "quick", "--json", "--runs", "7"])
    assert json.loads(told.stdout)["results"][0]["runs"] == 7


def test_fewer_runs_than_tell_anything_are_refused() -> None:
    told = runner.invoke(app, ["bench", "quick", "--runs", "4"])
    assert told.exit_code == Exit.USAGE
    assert "at least 5" in told.stderr


def test_a_bench_of_many_jobs_takes_their_number() -> None:
    told = runner.invoke(app, ["bench", "many", "--json", "--jobs", "300"])
    assert json.loads(told.stdout)["results"][0]["ours"] == 300


def test_a_bench_without_a_number_of_jobs_to_choose_says_so() -> None:
    told = runner.invoke(app, ["bench", "quick", "--jobs", "300"])
    assert told.exit_code == Exit.USAGE
    assert "leave --jobs out" in told.stderr


def test_an_unknown_bench_is_answered_with_those_there_are() -> None:
    told = runner.invoke(app, ["bench", "speed"])
    assert told.exit_code == Exit.USAGE
    assert "append" in told.stderr


def test_a_bench_that_cannot_be_carried_through_says_why_in_a_line() -> None:
    told = runner.invoke(app, ["bench", "broken"])
    assert told.exit_code == Exit.NO
    assert "broken: the reference script failed: no button" in told.stderr
    assert "Traceback" not in told.stderr
