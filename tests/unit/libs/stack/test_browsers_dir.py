"""Where browsers' data lies, and that nothing of it outlives a browser that was killed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ghosthands.stack import browsers_dir
from ghosthands.stack.state import StateDir

SESSION = "0b8f7d3e-0000.5f0c3a52-1111"


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In the place of /dev/shm, with room."""
    folder = tmp_path / "memory"
    folder.mkdir()
    monkeypatch.setattr(browsers_dir, "MEMORY", folder)
    monkeypatch.setattr(browsers_dir, "has_room", lambda: True)
    return folder


@pytest.fixture
def state(tmp_path: Path) -> Iterator[StateDir]:
    folder = StateDir(tmp_path / "state")
    folder.prepare()
    yield folder
    shutil.rmtree(folder.path, ignore_errors=True)


def _left_behind(state: StateDir) -> Path:
    kept = state.browsers / SESSION / "Default/Sessions"
    kept.mkdir(parents=True)
    (kept / "Session_1").write_text("0701740605123")
    (state.browsers / f"{SESSION}.log").write_text("0701740605123")
    (state.browsers / f"{SESSION}.tab").write_text("tab")
    return kept / "Session_1"


def test_the_folder_moves_into_memory_with_what_lies_in_it(state: StateDir, memory: Path) -> None:
    kept = _left_behind(state)
    assert browsers_dir.lay_in_memory(state.browsers)
    assert browsers_dir.is_in_memory(state.browsers)
    assert kept.resolve().is_relative_to(memory)
    assert kept.read_text() == "0701740605123"
    assert browsers_dir.lay_in_memory(state.browsers), "it stays there"


def test_a_stack_that_has_ended_leaves_nothing_in_memory(state: StateDir, memory: Path) -> None:
    (state.browsers / "host.lock").write_text("owner")
    (state.browsers / SESSION).mkdir()
    assert browsers_dir.lay_in_memory(state.browsers)
    browsers_dir.leave_memory(state.browsers)
    assert list(memory.iterdir()) == []
    assert not state.browsers.is_symlink()
    assert sorted(entry.name for entry in state.browsers.iterdir()) == [SESSION, "host.lock"]
    assert (state.browsers / "host.lock").read_text() == "owner"


def test_what_a_browser_left_does_not_move_to_the_disk(state: StateDir) -> None:
    kept = _left_behind(state)
    assert browsers_dir.lay_in_memory(state.browsers)
    browsers_dir.leave_memory(state.browsers)
    assert browsers_dir.is_in_memory(state.browsers)
    assert kept.exists()


def test_without_room_it_stays_on_the_disk(state: StateDir, memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browsers_dir, "has_room", lambda: False)
    assert not browsers_dir.lay_in_memory(state.browsers)
    assert state.browsers.is_dir()
    assert not state.browsers.is_symlink()
    assert list(memory.iterdir()) == []


def test_a_folder_that_others_may_write_is_not_used(state: StateDir, memory: Path) -> None:
    browsers_dir.lay_in_memory(state.browsers)
    (place,) = memory.iterdir()
    place.chmod(0o777)
    assert not browsers_dir.is_in_memory(state.browsers)
    state.prepare()
    assert not state.browsers.is_symlink()
    assert not browsers_dir.lay_in_memory(state.browsers)


def test_a_link_in_its_place_is_not_followed(state: StateDir, memory: Path, tmp_path: Path) -> None:
    browsers_dir.lay_in_memory(state.browsers)
    (place,) = memory.iterdir()
    shutil.rmtree(place)
    place.symlink_to(tmp_path)
    state.prepare()
    assert not browsers_dir.lay_in_memory(state.browsers)
    assert not state.browsers.is_symlink()


def test_after_the_machine_was_restarted_it_is_made_anew(state: StateDir, memory: Path) -> None:
    _left_behind(state)
    browsers_dir.lay_in_memory(state.browsers)
    (place,) = memory.iterdir()
    shutil.rmtree(place)
    state.prepare()
    assert browsers_dir.lay_in_memory(state.browsers)
    assert [entry.name for entry in state.browsers.iterdir()] == [".of"]


@pytest.mark.parametrize("in_memory", [True, False])
def test_of_a_browser_that_is_gone_only_whose_it_was_is_kept(state: StateDir, in_memory: bool) -> None:
    kept = _left_behind(state)
    if in_memory:
        browsers_dir.lay_in_memory(state.browsers)
    assert browsers_dir.wipe(state.browsers) == 1
    assert not kept.exists()
    names = {entry.name for entry in state.browsers.iterdir()} - {".of"}
    assert names == {SESSION, f"{SESSION}.tab"}, "the next host learns from them which sessions it lost"
    assert browsers_dir.wipe(state.browsers) == 0


def test_what_a_deleted_stack_left_in_memory_is_removed(state: StateDir, memory: Path, tmp_path: Path) -> None:
    other = StateDir(tmp_path / "other")
    other.prepare()
    for folder in (state, other):
        browsers_dir.lay_in_memory(folder.browsers)
    shutil.rmtree(other.path)
    browsers_dir.sweep()
    assert list(memory.iterdir()) == [state.browsers.resolve()]
