"""What only its owner may read is written whole."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ghosthands.messaging import private_files


def test_a_private_file_is_whole_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("old and readable by all")
    private_files.write(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o600)
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_written_over_lies_nowhere_any_more(tmp_path: Path) -> None:
    path, the_same = tmp_path / "keys", tmp_path / "the same bytes"
    private_files.write_over(path, b"the first keys")
    the_same.hardlink_to(path)
    private_files.write_over(path, b"others")
    assert path.read_bytes() == b"others"
    assert (len(the_same.read_bytes()), b"first" in the_same.read_bytes()) == (14, False)
    assert {*tmp_path.iterdir()} == {path, the_same}


KILLED = """
import os, signal, sys
from pathlib import Path
from ghosthands.messaging import private_files
link = os.link
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
def link_and_die(*both):
    link(*both)
    die()
{where}
private_files.write_over(Path(sys.argv[1]), b"the second keys")
"""


@pytest.mark.parametrize("where", ["os.link = link_and_die", "Path.replace = die", "private_files.fill = die"])
def test_who_writes_over_what_a_killed_one_left_overwrites_that_too(tmp_path: Path, where: str) -> None:
    path = tmp_path / "kept" / "keys"
    path.parent.mkdir()
    private_files.write_over(path, b"the first keys")
    (tmp_path / "left").hardlink_to(path)
    dead = subprocess.run([sys.executable, "-c", KILLED.format(where=where), path], check=False)
    assert dead.returncode == -signal.SIGKILL
    assert path.read_bytes() in (b"the first keys", b"the second keys")
    for inode, left in {each.stat().st_ino: each for each in path.parent.iterdir()}.items():
        (tmp_path / f"left-{inode}").hardlink_to(left)
    private_files.write_over(path, b"others")
    assert path.read_bytes() == b"others"
    assert list(path.parent.iterdir()) == [path]
    assert not [left for left in tmp_path.glob("left*") if b"keys" in left.read_bytes()]


def test_a_file_system_without_links_keeps_nobody_from_writing_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "keys"
    private_files.write_over(path, b"the first keys")
    (tmp_path / "the same bytes").hardlink_to(path)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    private_files.write_over(path, b"others")
    assert path.read_bytes() == b"others"
    assert b"first" not in (tmp_path / "the same bytes").read_bytes()


def test_a_lock_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    with private_files.lock(tmp_path / "lock"), pytest.raises(BlockingIOError):
        private_files.lock(tmp_path / "lock", wait=False)
    private_files.lock(tmp_path / "lock", wait=False).close()


def test_what_a_killed_process_left_is_overwritten_before_a_new_file_is_begun(tmp_path: Path) -> None:
    path, the_same = tmp_path / "part", tmp_path / "the same bytes"
    path.write_bytes(b"half of it")
    the_same.hardlink_to(path)
    with private_files.create(path) as file:
        file.write(b"anew")
        with pytest.raises(BlockingIOError):
            private_files.create(path)
    assert path.read_bytes() == b"anew"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert b"half" not in the_same.read_bytes()


def test_no_file_is_overwritten_behind_a_link_that_somebody_put_there(tmp_path: Path) -> None:
    another = tmp_path / "another"
    another.write_bytes(b"somebody's")
    (tmp_path / "part").symlink_to(another)
    with pytest.raises(OSError, match="symbolic links"):
        private_files.create(tmp_path / "part")
    assert another.read_bytes() == b"somebody's"
