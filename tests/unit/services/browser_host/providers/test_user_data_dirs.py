"""Profile folders and whose they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs

PROFILE = SessionKey("job-1", "session-1")


def test_a_folder_tells_whose_it_is(tmp_path: Path) -> None:
    profiles = UserDataDirs(tmp_path)
    profiles.path(PROFILE).mkdir()
    (tmp_path / "host.lock").touch()
    (tmp_path / "something else").mkdir()
    assert profiles.all() == [PROFILE]


def test_there_are_no_profiles_before_the_first(tmp_path: Path) -> None:
    assert UserDataDirs(tmp_path / "nothing").all() == []


async def test_removing_takes_the_log_along_and_may_be_repeated(tmp_path: Path) -> None:
    profiles = UserDataDirs(tmp_path)
    (profiles.path(PROFILE) / "Default").mkdir(parents=True)
    profiles.log_path(PROFILE).write_text("complaints")
    await profiles.remove(PROFILE)
    await profiles.remove(PROFILE)
    assert not profiles.path(PROFILE).exists()
    assert not profiles.log_path(PROFILE).exists()


def test_ids_that_make_no_folder_name_are_refused() -> None:
    with pytest.raises(ValueError, match="makes no folder name"):
        UserDataDirs(Path("/nowhere")).path(SessionKey("../escape", "s"))


def test_a_spare_is_no_sessions_until_it_is_given_to_one(tmp_path: Path) -> None:
    profiles = UserDataDirs(tmp_path)
    spare = profiles.new_spare()
    profiles.path(spare).mkdir()
    assert (profiles.all(), profiles.spares()) == ([], [spare])
    profiles.give(spare, PROFILE)
    assert (profiles.all(), profiles.spares()) == ([PROFILE], [])
    assert profiles.path(PROFILE) == profiles.path(spare)
    assert profiles.marker_path(PROFILE) == profiles.marker_path(spare)


async def test_a_session_takes_the_spare_it_got_along(tmp_path: Path) -> None:
    profiles = UserDataDirs(tmp_path)
    spare = profiles.new_spare()
    (profiles.path(spare) / "Default").mkdir(parents=True)
    profiles.log_path(spare).write_text("complaints")
    profiles.give(spare, PROFILE)
    await profiles.remove(PROFILE)
    assert os.listdir(tmp_path) == []


def test_a_session_whose_spare_was_wiped_is_still_known(tmp_path: Path) -> None:
    profiles = UserDataDirs(tmp_path)
    profiles.give(profiles.new_spare(), PROFILE)
    assert profiles.all() == [PROFILE]
