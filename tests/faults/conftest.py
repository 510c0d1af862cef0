"""One stack with every fault of the matrix planned in it, asleep; the table of what was tried, at the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ghosthands.testkit.faults import Plans, TrialResult, Trials, report
from ghosthands.testkit.faults.matrix import MATRIX, SAMPLE
from ghosthands.testkit.lab import Lab

_results: list[TrialResult] = []


@pytest.fixture(scope="session")
def results() -> list[TrialResult]:
    """What the table at the end is made of."""
    return _results


@pytest.fixture(scope="session")
async def trials(
    open_folder: Path, tmp_path_factory: pytest.TempPathFactory, results: list[TrialResult]
) -> AsyncIterator[Trials]:
    plans = Plans(tmp_path_factory.mktemp("faults"), (*MATRIX, *SAMPLE))
    async with Lab.start(open_folder / "faults", by_service=plans.environment) as lab:
        yield Trials(lab, plans, results)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _results:
        terminalreporter.section("faults")
        for line in report.table(_results):
            terminalreporter.write_line(line)
