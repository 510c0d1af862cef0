"""A cancel stops an engine at work soon, and nothing is sent after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.bench import cancel
from ghosthands.browser_host.engines import node

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

#: four times the goal, for a machine that is at something else too
CEILING_MS = 4 * 500


def untold(what: str, done: int, of: int) -> None:
    """Nobody watches."""


async def test_a_cancel_stops_the_engine_that_is_at_work(state_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(state_dir))
    stopped = await cancel.run(3, untold)
    magnitude = [] if node.missing() else ["cancel.stopped.magnitude"]
    assert [one.name for one in stopped] == ["cancel.stopped", *magnitude]
    assert all(one.ours <= CEILING_MS for one in stopped), stopped
