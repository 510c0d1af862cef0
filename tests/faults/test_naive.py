"""The fault tests notice what they are for: a host that is careless is caught sending what it must not, and twice."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ghosthands.domain.services import BROWSER_HOST
from ghosthands.stack.services import module_command
from ghosthands.testkit.faults import Cell, Plans, Trials
from ghosthands.testkit.faults.matrix import CAUGHT
from ghosthands.testkit.lab import Lab

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1200)]

NAIVE = Path(__file__).with_name("naive_browser_host.py")
TWICE = "the application was sent 2 times"
MADE_TWICE = "an account that was made was asked for again"
UNANNOUNCED = "an application was sent without an intent or a human's hand"
STEP_UNANNOUNCED = "step 1 was sent after 0 intents"


def naive_command(service: str) -> list[str]:
    return [sys.executable, str(NAIVE)] if service == BROWSER_HOST else module_command(service)


@pytest.fixture(scope="module")
async def naive(open_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Trials]:
    plans = Plans(tmp_path_factory.mktemp("faults"), CAUGHT)
    folder = open_folder / "naive"
    async with Lab.start(folder, by_service=plans.environment, service_command=naive_command) as lab:
        yield Trials(lab, plans)


@pytest.mark.parametrize(
    ("cell", "violation"),
    list(zip(CAUGHT, (TWICE, MADE_TWICE, UNANNOUNCED, TWICE, STEP_UNANNOUNCED), strict=True)),
    ids=str,
)
async def test_a_careless_host_is_caught(naive: Trials, cell: Cell, violation: str) -> None:
    result = await naive.run(cell)
    assert violation in result.violations, str(result)
    assert result.fired
