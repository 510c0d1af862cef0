"""The supervisor's logs have a time: those of a run before are set aside, and older ones go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ghosthands.stack import StackConfig, Supervisor

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("days", [7, None])
async def test_a_stack_sets_logs_aside_and_drops_old_ones_where_they_have_a_time(
    config: Callable[..., StackConfig], state_dir: Path, days: int | None
) -> None:
    logs = state_dir / "logs"
    logs.mkdir(parents=True)
    (logs / "nats.log.2020-01-01").write_text("long ago\n")
    (logs / "nats.log").write_text("of the run before\n")
    async with Supervisor(config(keep_logs_days=days)):
        assert (logs / "nats.log.2020-01-01").exists() == (days is None)
    aside = [path for path in logs.glob("nats.log.20*") if "of the run before" in path.read_text()]
    assert len(aside) == (days is not None)
    assert ("of the run before" in (logs / "nats.log").read_text()) == (days is None)
    assert (logs / "nats.log").stat().st_size
