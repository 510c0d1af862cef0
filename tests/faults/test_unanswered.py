"""A job whose human does not answer ends with that reason, wherever hitl-gateway is killed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ghosthands.domain.job import JobFailed
from ghosthands.testkit.faults import Cell, Plans, TrialResult, Trials
from ghosthands.testkit.faults.matrix import UNANSWERED_CELLS
from ghosthands.testkit.lab import Lab

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
async def impatient(
    open_folder: Path, tmp_path_factory: pytest.TempPathFactory, results: list[TrialResult]
) -> AsyncIterator[Trials]:
    plans = Plans(tmp_path_factory.mktemp("faults"), UNANSWERED_CELLS)
    folder = open_folder / "impatient"
    async with Lab.start(folder, by_service=plans.environment) as lab:
        lab.wishes = {"human_timeout_seconds": 4}
        yield Trials(lab, plans, results)


@pytest.mark.parametrize("cell", UNANSWERED_CELLS, ids=str)
async def test_an_unanswered_question_ends_the_job(impatient: Trials, cell: Cell) -> None:
    result = await impatient.run(cell)
    assert not result.violations, str(result)
    assert [event.code for event in result.seen.named("JobFailed") if isinstance(event, JobFailed)] == ["hitl_timeout"]
