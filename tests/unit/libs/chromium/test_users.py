from __future__ import annotations

import os
from pathlib import Path

import pytest

from ghosthands.chromium import users
from ghosthands.chromium.users import User

STRANGER = User("stranger", 54_321, 54_321)

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")


@pytest.fixture
def open_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of ours; what lies above it is looked past by asking from here on."""
    folder = tmp_path_factory.mktemp("open")
    folder.chmod(0o755)
    return folder


def test_a_private_folder_on_the_way_is_the_barrier(open_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private = open_dir / "private"
    (private / "deep").mkdir(parents=True)
    private.chmod(0o700)
    program = private / "deep/program"
    program.write_text("")
    program.chmod(0o755)
    everything_above_is_open(open_dir, monkeypatch)
    assert users.barrier(program, STRANGER) == private
    private.chmod(0o711)
    assert users.barrier(program, STRANGER) is None


def test_a_program_that_others_may_not_run_is_its_own_barrier(open_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = open_dir / "program"
    program.write_text("")
    program.chmod(0o750)
    everything_above_is_open(open_dir, monkeypatch)
    assert users.barrier(program, STRANGER) == program


def test_the_real_place_behind_a_link_counts(open_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private = open_dir / "private"
    private.mkdir(mode=0o700)
    link = open_dir / "link"
    link.symlink_to(private)
    everything_above_is_open(open_dir, monkeypatch)
    assert users.barrier(link / "later", STRANGER) == private


def test_root_meets_no_barrier(open_dir: Path) -> None:
    open_dir.chmod(0o700)
    assert users.barrier(open_dir, User("root", 0, 0)) is None


def test_a_passage_can_be_walked_through_whatever_the_umask(open_dir: Path) -> None:
    before = os.umask(0o077)
    try:
        users.make_passage(open_dir / "a/b")
    finally:
        os.umask(before)
    assert [(open_dir / part).stat().st_mode & 0o777 for part in ("a", "a/b")] == [0o711, 0o711]


def test_a_passage_leaves_folders_that_exist_as_they_are(open_dir: Path) -> None:
    open_dir.chmod(0o700)
    users.make_passage(open_dir / "new")
    assert open_dir.stat().st_mode & 0o777 == 0o700


@root_only
def test_a_folder_given_away_belongs_to_its_user_with_all_that_is_in_it(open_dir: Path) -> None:
    folder = open_dir / "theirs"
    folder.mkdir()
    (folder / "file").write_text("")
    (folder / "link").symlink_to("/etc/passwd")
    users.give(folder, STRANGER)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {(path.lstat().st_uid, path.lstat().st_gid) for path in (folder, *folder.iterdir())} == {(54_321, 54_321)}
    assert Path("/etc/passwd").stat().st_uid == 0


@root_only
def test_a_system_user_is_made_once_and_found_again() -> None:
    first = users.system_user("ghosthands-browser")
    assert first == users.system_user("ghosthands-browser")
    assert first.uid != 0


def test_where_no_user_can_be_made_nobody_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert users.system_user("ghosthands-not-there").uid == 65534


@pytest.mark.parametrize(
    ("capabilities", "uids", "able"),
    [
        ("000001ffffffffff", "0 0 4294967295", True),
        ("00000000a80425fb", "0 0 4294967295", True),  # what Docker leaves
        ("0000000000000000", "0 0 4294967295", False),
        ("000001ffffffffff", "0 1000 1", False),  # `unshare --map-root-user`
        ("000001ffffffffff", "0 1000 1\n1 100000 65536", True),  # rootless podman
    ],
)
def test_only_a_root_with_the_power_to_can_become_another_user(
    tmp_path: Path, capabilities: str, uids: str, able: bool
) -> None:
    (tmp_path / "status").write_text(f"Name:\tpython\nCapEff:\t{capabilities}\n")
    (tmp_path / "uid_map").write_text(uids)
    (tmp_path / "gid_map").write_text(uids)
    assert users.can_become(STRANGER, tmp_path) == able


def everything_above_is_open(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pytest's own folders are private: judge only what lies in ours."""
    judge = users._may_execute
    above = {parent.stat().st_ino for parent in folder.parents}
    monkeypatch.setattr(users, "_may_execute", lambda status, user: status.st_ino in above or judge(status, user))
