"""What a comparison tells of a run, and of all runs of a version; and on whose stack it runs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from ghosthands import stack
from ghosthands.cli import turns
from ghosthands.cli.chronicle import summarise
from ghosthands.cli.commands import compare
from ghosthands.cli.commands.compare import ComparedRun, make_table, sum_up, tell
from ghosthands.domain import job
from ghosthands.domain.kinds import WorkMode
from ghosthands.domain.page import FieldFact
from ghosthands.messaging.wire import subjects
from ghosthands.testkit.story import Story, fill, form, recorded

URL = "https://jobs.example.com/acme/1"


def ran(story: Story) -> ComparedRun:
    """What is told of a job of version 1 with that story."""
    of = subjects.job(story.job.id)
    return tell(URL, 1, summarise(story.job.id, [recorded(of, event, n) for n, event in enumerate(story.log, 1)]))


def dry(**request: object) -> Story:
    return Story().begun(dry_run=True, engine_version=1, work_mode=WorkMode.HYBRID, **request)


def test_a_run_that_came_to_its_end_with_every_field_right_is_a_success_and_says_as_what_it_ran() -> None:
    story = dry().observed(form()).no_manual()
    story.proceed_to(job.ModeChosen)
    story.no_recipe().planned(fill("email")).verified()
    story.observed(form(FieldFact("email", required=True, filled=True)))
    story.proceed_to(job.JobCompleted)
    trial = ran(story)
    assert (trial.success, trial.version, trial.ran_as, trial.reason) == (True, 1, 2, "nothing_to_work_by")
    assert (trial.fields_verified, trial.model_calls, trial.nano_usd) == (1, 0, 0)


def test_a_field_that_is_not_right_is_no_success() -> None:
    story = dry().observed(form()).no_manual()
    story.proceed_to(job.ModeChosen)
    story.no_recipe().planned(fill("email")).not_filled("too_long").observed(form())
    story.proceed_to(job.JobCompleted)
    assert (ran(story).success, ran(story).fields_failed) == (False, 1)


def test_a_run_that_failed_says_why() -> None:
    story = Story().begun(dry_run=True, engine_version=1, work_mode=WorkMode.COOKBOOK).observed(form()).no_manual()
    story.proceed_to(job.JobFailed)
    assert (ran(story).success, ran(story).code) == (False, "no_manual")


@pytest.fixture
def trial() -> ComparedRun:
    return ComparedRun(
        url=URL,
        version=1,
        ran_as=1,
        reason="",
        success=True,
        code=None,
        fields_verified=9,
        fields_failed=0,
        seconds=2.5,
        model_calls=3,
        nano_usd=1_500_000,
        unpriced_calls=1,
    )


def test_what_a_version_took_is_summed_over_its_runs_alone(trial: ComparedRun) -> None:
    trials = [trial, replace(trial, success=False), replace(trial, version=2, ran_as=2, seconds=9)]
    told = sum_up(trials, 1)
    assert (told["runs"], told["succeeded"], told["seconds"], told["model_calls"]) == (2, 1, 5.0, 6)
    assert told["cost_usd"] == pytest.approx(0.003)


def test_the_table_has_cost_calls_time_and_success(trial: ComparedRun) -> None:
    out = Console(width=120, file=StringIO())
    out.print(make_table([trial, replace(trial, version=1, ran_as=2, success=False, code="no_manual")]))
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert "$0.00150 + 1 unpriced" in text
    assert "1 (ran as 2)" in text
    assert "no: no manual" in text


async def test_a_comparison_waits_for_another_commands_own_stack_and_then_starts_one(
    trial: ComparedRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "me.json").write_text(
        json.dumps({"first_name": "Ada", "last_name": "Lovelace", "email": "a@b.example"})
    )
    other, ours = object.__new__(stack.RunningStack), object()
    other.stays = False
    here, races, used = iter([other, None, None]), iter([stack.StackTaken("another one was quicker"), None]), []

    async def look() -> object:
        return next(here)

    async def start(_: object, body: Callable[[object], Awaitable[None]], *, starting: str) -> None:
        if lost := next(races):
            raise lost
        await body(ours)

    @asynccontextmanager
    async def connected(to: object) -> AsyncIterator[object]:
        used.append(to)
        yield to

    async def ran_all(_: object, bodies: Sequence[Mapping[str, object]]) -> list[ComparedRun]:
        return [trial for _ in bodies]

    monkeypatch.setattr(turns, "find_running", look)
    monkeypatch.setattr(turns, "LOOK_AGAIN", 0)
    monkeypatch.setattr(compare.own_stack, "run", start)
    monkeypatch.setattr(compare, "connect", connected)
    monkeypatch.setattr(compare, "_try_all", ran_all)
    await compare.run([URL], tmp_path / "me.json", resume=None, as_json=True)
    assert used == [ours]
