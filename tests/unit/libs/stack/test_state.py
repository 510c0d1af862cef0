from __future__ import annotations

import os
import shutil
import stat
from collections import namedtuple
from pathlib import Path

import pytest

from ghosthands.chromium import users
from ghosthands.stack import StackError, state
from ghosthands.stack.state import StateDir

Usage = namedtuple("Usage", "total used free")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_configured_folder_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", "~/gh")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert state.default_path() == Path("/home/somebody/gh")


def test_root_keeps_its_state_where_others_can_pass_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GHOSTHANDS_STATE_DIR", raising=False)
    monkeypatch.setattr(users, "is_root", lambda: True)
    assert state.default_path() == Path("/var/lib/ghosthands")


@pytest.mark.parametrize(
    ("xdg", "expected"),
    [("", "/home/somebody/.local/state/ghosthands"), ("/xdg", "/xdg/ghosthands")],
)
def test_others_keep_it_in_their_home(monkeypatch: pytest.MonkeyPatch, xdg: str, expected: str) -> None:
    monkeypatch.delenv("GHOSTHANDS_STATE_DIR", raising=False)
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setenv("XDG_STATE_HOME", xdg)
    monkeypatch.setattr(users, "is_root", lambda: False)
    assert state.default_path() == Path(expected)


def test_for_an_ordinary_user_every_folder_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users, "is_root", lambda: False)
    folder = StateDir(tmp_path / "state")
    folder.prepare()
    made = (folder.path, folder.nats, folder.postgres, folder.logs, folder.browsers)
    assert [mode(path) for path in made] == [0o700] * 5


def test_for_root_only_folders_of_unprivileged_users_can_be_passed_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(users, "is_root", lambda: True)
    folder = StateDir(tmp_path / "state")
    folder.prepare()
    assert [mode(path) for path in (folder.path, folder.postgres, folder.browsers)] == [0o711] * 3
    assert [mode(path) for path in (folder.nats, folder.logs)] == [0o700] * 2


def test_a_folder_with_things_of_others_in_it_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "holiday.jpg").touch()
    StateDir(tmp_path).prepare()
    assert mode(tmp_path) == 0o755


def test_a_folder_that_cannot_be_made_is_an_error_that_names_the_mend(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StackError, match=r"cannot be used \(Not a directory\): make it writable, or set GHOSTHANDS_ST"):
        StateDir(tmp_path / "file/state").prepare()


def test_looking_whether_a_folder_can_be_used_makes_nothing(tmp_path: Path) -> None:
    StateDir(tmp_path / "state").check()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    with pytest.raises(StackError, match=r"cannot be used \(Not a directory\): make it writable"):
        StateDir(tmp_path / "file/state").check()


def test_where_no_files_are_kept_a_folder_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(0, 0, 0))
    with pytest.raises(StackError, match=r"nope cannot be made: .* keeps no files; set GHOSTHANDS_STATE_DIR"):
        StateDir(tmp_path / "nope").check()


def test_a_full_disk_is_said_before_anything_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(100 << 30, 100 << 30, 5 << 20))
    with pytest.raises(StackError, match=r"only 5 MB are free .*: free 200 MB, or set GHOSTHANDS_STATE_DIR"):
        StateDir(tmp_path).prepare()


def test_a_folder_that_is_gone_while_the_stack_runs_is_named(tmp_path: Path) -> None:
    with pytest.raises(StackError, match=r"the state directory .*/gone cannot be looked at: No such file or directory"):
        StateDir(tmp_path / "gone").check_space()


def test_the_lock_has_one_holder_and_names_it(tmp_path: Path) -> None:
    folder = StateDir(tmp_path)
    with folder.locked():
        with pytest.raises(StackError, match=rf"already runs on {tmp_path} \(process {os.getpid()}\)"), folder.locked():
            pass
        assert folder.lock_file.read_text() == f"{os.getpid()}\n"
    with folder.locked():
        pass
