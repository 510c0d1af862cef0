"""What hitl-gateway doubts of its settings at its start."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.chassis import settings
from ghosthands.hitl_gateway.settings import Settings

LONG = "0123456789abcdef" * 2
DOUBT = "has fewer than 32 characters: whoever receives a callback may guess it (openssl rand -hex 32 makes one)"


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("GH_SERVICE_SECRET", "GH_SERVICE_SECRET_FILE"):
        monkeypatch.delenv(variable, raising=False)


def test_a_service_secret_that_can_be_guessed_is_doubted_wherever_it_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secret"
    file.write_text(f" {LONG[1:]}\n")
    monkeypatch.setenv("GH_SERVICE_SECRET_FILE", str(file))
    assert settings.load(Settings).list_doubtful() == [f"GH_SERVICE_SECRET_FILE {DOUBT}"]
    monkeypatch.setenv("GH_SERVICE_SECRET", "hunter2")
    assert settings.load(Settings).list_doubtful() == [f"GH_SERVICE_SECRET {DOUBT}"]


def test_a_long_service_secret_and_none_at_all_are_not_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.load(Settings).list_doubtful() == []
    monkeypatch.setenv("GH_SERVICE_SECRET", LONG)
    assert settings.load(Settings).list_doubtful() == []
