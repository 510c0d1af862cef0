"""The page of settings leaves out none."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from ghosthands.chassis import settings
from ghosthands.cli import own_stack
from ghosthands.domain.services import SERVICES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/configuration.md"

#: for tests only
OF_TESTS = {"GHOSTHANDS_FAULT", "GHOSTHANDS_FAULT_CHROMIUM"}


@pytest.mark.parametrize("service", SERVICES)
def test_every_setting_of_a_service_is_in_the_configuration(service: str) -> None:
    module = importlib.import_module(f"ghosthands.{service.replace('-', '_')}.settings")
    read = {settings.variable(module.Settings, name) for name in module.Settings.model_fields}
    assert read <= configured()


def test_every_variable_the_code_reads_is_in_the_configuration() -> None:
    assert written_in_code() <= configured() | {"GHOSTHANDS_DEBUG"}


def test_no_variable_that_is_read_is_taken_for_a_mistyped_one() -> None:
    assert own_stack.find_read() == written_in_code() | configured()


def written_in_code() -> set[str]:
    """The variables that the code names, those for tests left out."""
    sources = [
        path.read_text() for folder in ("libs", "services") for path in (ROOT / folder).rglob("ghosthands/**/*.py")
    ]
    return {name for source in sources for name in re.findall(r'"(GHOSTHANDS_[A-Z_]+[A-Z])"', source)} - OF_TESTS


def configured() -> set[str]:
    """The variables in the first column of the page's table."""
    rows = [line.split("|")[1] for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(G(?:H|HOSTHANDS)_[A-Z_]+)`", row)}
