"""The fault tests notice what they are for: a service that acts first and appends after sends an application twice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ghosthands.domain.services import BROWSER_HOST
from ghosthands.stack.services import module_command
from ghosthands.testkit.faults import Plans, Trials
from ghosthands.testkit.faults.matrix import IN_FLIGHT
from ghosthands.testkit.lab import Lab

NAIVE = Path(__file__).with_name("naive_browser_host.py")


def naive_command(service: str) -> list[str]:
    return [sys.executable, str(NAIVE)] if service == BROWSER_HOST else module_command(service)


@pytest.mark.faults
async def test_a_host_that_acts_before_it_appends_is_caught_sending_twice(
    open_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    plans = Plans(tmp_path_factory.mktemp("faults"), [IN_FLIGHT])
    async with Lab.start(open_folder / "naive", service_command=naive_command) as lab:
        result = await Trials(lab, plans).run(IN_FLIGHT)
    assert result.fired
    assert "the application was sent 2 times" in result.violations, str(result)
