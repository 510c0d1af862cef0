from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.bench import append, fold, latency, notify, scale, wake


@pytest.fixture(autouse=True)
def bench_dir(state_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bench under test has its servers."""
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(state_dir))
    return state_dir / "bench"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proven here is that the benches work, so a little of everything will do."""
    for module, name, size in (
        (append, "JOBS_ONE_AT_A_TIME", 2),
        (append, "JOBS_AT_ONCE", 8),
        (append, "WAVES", 2),
        (fold, "APPLICATIONS", 6),
        (latency, "APPLICATIONS", 1),
        (latency, "JOBS", 1),
        (latency, "COMMANDS_OF_A_JOB", 5),
        (notify, "JOBS", 1),
        (notify, "PAUSES", 3),
        (wake, "JOBS", 1),
        (wake, "PAUSES", 3),
        (scale, "HOSTS", 2),
        (scale, "JOBS", 4),
        (scale, "AT_ONCE", 2),
        (scale, "REPLICAS", (1, 2)),
    ):
        monkeypatch.setattr(module, name, size)
