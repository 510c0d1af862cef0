"""A cancel stops an engine at work soon, and nothing is sent after it."""

from __future__ import annotations

import pytest

from ghosthands.bench import cancel
from ghosthands.bench.measure import Progress

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

#: four times the goal, for a machine that is at something else too
CEILING_MS = 4 * 500


async def test_a_cancel_stops_the_engine_that_is_at_work(quiet: Progress) -> None:
    (stopped,) = await cancel.run(3, quiet)
    assert stopped.ours <= CEILING_MS
