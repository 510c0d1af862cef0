"""One stack for all tests that run whole jobs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ghosthands.testkit.lab import Lab


@pytest.fixture(scope="session")
async def lab(open_folder: Path) -> AsyncIterator[Lab]:
    async with Lab.start(open_folder / "lab") as running:
        yield running
