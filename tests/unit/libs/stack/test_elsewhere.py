"""A stack elsewhere: found by what the environment says, or refused with what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands import stack
from ghosthands.stack import StackError


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of secrets and the environment of one who uses a stack elsewhere."""
    (tmp_path / "logins.json").write_text('{"cli": "c", "valet": "v"}')
    (tmp_path / "GHOSTHANDS_DATABASE_URL").write_text("postgresql://reader:pw@db.example/ghosthands\n")
    monkeypatch.delenv("GHOSTHANDS_DATABASE_URL", raising=False)
    monkeypatch.setenv("GHOSTHANDS_STACK", "elsewhere")
    monkeypatch.setenv("GHOSTHANDS_NATS_URL", "nats://nats.example:4222")
    monkeypatch.setenv("GHOSTHANDS_NATS_PASSWORDS_FILE", str(tmp_path / "logins.json"))
    monkeypatch.setenv("GHOSTHANDS_SECRETS_DIR", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("elsewhere")
def test_a_stack_elsewhere_is_found_by_the_environment_and_its_secrets() -> None:
    found = stack.find_elsewhere()
    assert found is not None
    assert found.nats_url == "nats://nats.example:4222"
    assert found.reader_url == "postgresql://reader:pw@db.example/ghosthands"
    assert found.password_of("valet").password == "v"


def test_without_the_variable_the_stack_is_here(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GHOSTHANDS_STACK")
    assert stack.find_elsewhere() is None


def test_what_is_missing_is_named(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / "GHOSTHANDS_DATABASE_URL").unlink()
    with pytest.raises(StackError, match="GHOSTHANDS_DATABASE_URL is not set"):
        stack.find_elsewhere()


def test_a_word_that_is_neither_is_refused(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_STACK", "there")
    with pytest.raises(StackError, match="neither `here` nor `elsewhere`"):
        stack.find_elsewhere()


@pytest.mark.usefixtures("elsewhere")
def test_a_user_without_a_password_is_refused_by_name() -> None:
    found = stack.find_elsewhere()
    assert found is not None
    with pytest.raises(StackError, match="no password for 'planner'"):
        found.password_of("planner")
