"""One stack for all tests that run whole jobs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ghosthands.testkit.lab import Lab


@pytest.fixture(scope="session")
async def shared_lab(open_folder: Path) -> AsyncIterator[Lab]:
    async with Lab.start(open_folder / "lab") as running:
        yield running


@pytest.fixture
async def lab(shared_lab: Lab) -> AsyncIterator[Lab]:
    """The lab that all tests share; what a test leaves waiting is cancelled, since there are but four browsers."""
    yield shared_lab
    await shared_lab.give_browsers_back()
