"""`ghosthands master-key rotate`: the file, and when nothing is touched."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ghosthands import stack
from ghosthands.cli.commandline import app
from ghosthands.cli.exits import Exit
from ghosthands.stack.passwords import check_master_key, make_master_key


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The master key of a stack that is down."""
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(tmp_path))
    monkeypatch.delenv("GHOSTHANDS_MASTER_KEY_FILE", raising=False)
    return make_master_key(stack.StateDir(tmp_path))


def rotate() -> tuple[int, str]:
    result = CliRunner().invoke(app, ["master-key", "rotate"])
    return result.exit_code, result.output


def test_the_new_key_stands_before_the_old_one_and_nobody_else_may_read_them(file: Path) -> None:
    before = file.read_bytes()
    assert rotate()[0] == Exit.OK
    new, old = file.read_bytes().splitlines(keepends=True)
    assert old == before
    assert new != old
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    check_master_key(file)


def test_nothing_is_rotated_under_services_that_run(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()
    monkeypatch.setattr(stack, "find_running", lambda: object())
    code, said = rotate()
    assert code == Exit.UNAVAILABLE
    assert "Ctrl-C" in said
    assert file.read_bytes() == before


def test_where_there_is_no_key_none_is_made(file: Path) -> None:
    file.unlink()
    code, said = rotate()
    assert code == Exit.USAGE
    assert "put back your copy" in said
    assert not file.exists()
