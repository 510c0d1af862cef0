"""One stack with every fault of the matrix planned in it, asleep; the table of what was tried, at the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ghosthands.testkit.faults import Outcome, Plans, Trials, report
from ghosthands.testkit.faults.matrix import MATRIX, SAMPLE
from ghosthands.testkit.lab import Lab

_outcomes: list[Outcome] = []


@pytest.fixture(scope="session")
def outcomes() -> list[Outcome]:
    """What the table at the end is made of."""
    return _outcomes


@pytest.fixture(scope="session")
async def trials(
    open_folder: Path, tmp_path_factory: pytest.TempPathFactory, outcomes: list[Outcome]
) -> AsyncIterator[Trials]:
    plans = Plans(tmp_path_factory.mktemp("faults"), (*MATRIX, *SAMPLE))
    async with Lab.start(open_folder / "faults", by_service=plans.environment) as lab:
        yield Trials(lab, plans, outcomes)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _outcomes:
        terminalreporter.section("faults")
        for line in report.table(_outcomes):
            terminalreporter.write_line(line)
