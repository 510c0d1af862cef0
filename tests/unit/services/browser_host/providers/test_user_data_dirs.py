"""Profile folders and whose they are."""

from __future__ import annotations

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
