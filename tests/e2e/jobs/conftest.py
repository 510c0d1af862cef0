"""One stack for all tests that run whole jobs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from ghosthands.testkit.lab import Lab


@pytest.fixture(scope="session")
async def lab(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Lab]:
    async with Lab.start(tmp_path_factory.mktemp("lab")) as running:
        yield running
