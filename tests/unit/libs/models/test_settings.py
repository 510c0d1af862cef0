from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.chassis import settings
from ghosthands.models import Installation, ModelSettings, Structured


def test_the_environment_says_which_model_to_ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("the-key\n")
    monkeypatch.setenv("GHOSTHANDS_MODEL_PRIMARY", "openrouter/qwen/qwen3-235b-a22b")
    monkeypatch.setenv("GHOSTHANDS_MODEL_API_KEY_FILE", str(key))
    monkeypatch.setenv("GHOSTHANDS_MODEL_STRUCTURED", "json_object")
    read = settings.load(ModelSettings)
    assert read.primary == "openrouter/qwen/qwen3-235b-a22b"
    assert read.structured is Structured.JSON_OBJECT
    assert Installation.of(read).endpoints["openrouter"].read_key() == "the-key"


def test_without_anything_no_model_is_configured() -> None:
    assert not Installation.of(ModelSettings()).is_configured


def test_a_key_is_never_printed() -> None:
    assert "the-key" not in f"{ModelSettings(api_key='the-key')} {ModelSettings(api_key='the-key').masked()}"


def test_what_is_no_models_name_is_refused() -> None:
    with pytest.raises(ValueError, match="provider/model"):
        ModelSettings(primary="gpt-4o")
