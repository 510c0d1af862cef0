"""The settings of hitl-gateway that are refused at start."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.chassis import settings
from ghosthands.hitl_gateway.settings import Settings

LONG = "0123456789abcdef0123456789abcdef"


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("GH_SERVICE_SECRET", "GH_SERVICE_SECRET_FILE"):
        monkeypatch.delenv(variable, raising=False)


def test_a_secret_that_can_be_guessed_is_refused_with_the_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GH_SERVICE_SECRET", "hunter2")
    with pytest.raises(settings.SettingsInvalid) as refused:
        settings.load(Settings)
    (line,) = refused.value.lines
    assert line.startswith("GH_SERVICE_SECRET: has fewer than 32 characters")
    assert "openssl rand -hex 32" in line
    assert "hunter2" not in line


def test_so_is_one_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(f"  {LONG[1:]}\n")
    monkeypatch.setenv("GH_SERVICE_SECRET_FILE", str(file))
    with pytest.raises(settings.SettingsInvalid) as refused:
        settings.load(Settings)
    assert refused.value.lines[0].startswith("GH_SERVICE_SECRET_FILE: has fewer than 32 characters")


def test_a_long_secret_is_taken_and_none_serves_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.load(Settings).secret() == ""
    monkeypatch.setenv("GH_SERVICE_SECRET", "")
    assert settings.load(Settings).secret() == ""
    monkeypatch.setenv("GH_SERVICE_SECRET", LONG)
    assert settings.load(Settings).secret() == LONG
