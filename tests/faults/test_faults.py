"""Whoever is killed wherever, a job is neither lost nor sent twice."""

from __future__ import annotations

import pytest

from ghosthands.testkit.faults import Cell, Trials, report
from ghosthands.testkit.faults.matrix import MATRIX, SAMPLE
from ghosthands.testkit.faults.tables import differing

#: starting the stack and a whole trial, on a busy machine
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

#: of the cells whose fault struck while no intent was open
LEAST_FINISHED_ALONE = 0.95


@pytest.mark.parametrize("cell", SAMPLE, ids=str)
async def test_a_job_survives_a_kill(trials: Trials, cell: Cell) -> None:
    result = await trials.run(cell)
    assert not result.violations, str(result)


@pytest.mark.faults
@pytest.mark.parametrize("cell", MATRIX, ids=str)
async def test_a_job_survives(trials: Trials, cell: Cell) -> None:
    result = await trials.run(cell)
    assert not result.violations, str(result)


@pytest.mark.faults
async def test_hardly_a_job_without_an_open_intent_needs_a_human(trials: Trials) -> None:
    assert report.share_finished_alone(trials.results) >= LEAST_FINISHED_ALONE, report.sums(trials.results)


@pytest.mark.faults
async def test_after_all_of_it_the_tables_tell_what_the_log_tells(trials: Trials) -> None:
    assert await differing(trials.lab) == []
