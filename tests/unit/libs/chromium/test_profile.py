from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ghosthands import chromium
from ghosthands.chromium import profile, users
from ghosthands.chromium.errors import ChromiumError

US = users.current_user()


@pytest.fixture
def profile_dir(tmp_path: Path) -> Path:
    folder = tmp_path / "profile"
    profile.prepare(folder, US, None)
    return folder


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """What a hostile link in a profile would lead to."""
    folder = tmp_path / "elsewhere"
    folder.mkdir(mode=0o755)
    (folder / "file").write_text("precious")
    return folder


def test_a_new_profile_is_told_to_remember_nothing(profile_dir: Path) -> None:
    told = json.loads((profile_dir / "Default/Preferences").read_text())
    assert told["autofill"]["profile_enabled"] is False
    assert told["credentials_enable_service"] is False


def test_a_used_profile_keeps_its_preferences(profile_dir: Path) -> None:
    (profile_dir / "Default/Preferences").write_text("{}")
    profile.prepare(profile_dir, US, None)
    assert (profile_dir / "Default/Preferences").read_text() == "{}"


def test_what_a_killed_browser_left_is_removed(profile_dir: Path) -> None:
    (profile_dir / "SingletonLock").symlink_to("another-machine-1234")
    (profile_dir / "tmp/org.chromium.x").mkdir()
    profile.prepare(profile_dir, US, None)
    assert not (profile_dir / "SingletonLock").is_symlink()
    assert list((profile_dir / "tmp").iterdir()) == []


def test_the_cookie_of_the_display_is_copied_for_the_browsers_user(profile_dir: Path, tmp_path: Path) -> None:
    cookie = tmp_path / "cookie"
    cookie.write_bytes(b"magic")
    profile.prepare(profile_dir, US, cookie)
    copy = profile.display_cookie(profile_dir)
    assert (copy.read_bytes(), copy.stat().st_mode & 0o777) == (b"magic", 0o600)


@pytest.mark.parametrize("name", ["home", "tmp", "Default"])
def test_a_link_in_the_place_of_a_folder_is_not_followed(profile_dir: Path, elsewhere: Path, name: str) -> None:
    replace_by_link(profile_dir / name, elsewhere)
    with pytest.raises(ChromiumError, match="cannot be used"):
        profile.prepare(profile_dir, US, None)
    assert elsewhere.stat().st_mode & 0o777 == 0o755
    assert [path.name for path in elsewhere.iterdir()] == ["file"]


def test_a_link_in_the_place_of_a_file_is_replaced_and_not_written_through(
    profile_dir: Path, elsewhere: Path, tmp_path: Path
) -> None:
    cookie = tmp_path / "cookie"
    cookie.write_bytes(b"magic")
    profile.display_cookie(profile_dir).symlink_to(elsewhere / "file")
    profile.prepare(profile_dir, US, cookie)
    assert (elsewhere / "file").read_text() == "precious"
    assert profile.display_cookie(profile_dir).read_bytes() == b"magic"


def test_preferences_that_lead_nowhere_are_not_made_there(profile_dir: Path, elsewhere: Path) -> None:
    replace_by_link(profile_dir / "Default/Preferences", elsewhere / "new")
    profile.prepare(profile_dir, US, None)
    assert not (elsewhere / "new").exists()


def test_a_file_for_an_upload_lies_in_the_profile_and_keeps_its_name(profile_dir: Path) -> None:
    path = chromium.put_file(profile_dir, "../../Résumé.pdf", b"%PDF")
    assert path.name == "Résumé.pdf"
    assert path.is_relative_to(profile_dir)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"%PDF", 0o600)
    assert chromium.put_file(profile_dir, "Résumé.pdf", b"other") != path


def test_a_file_for_an_upload_does_not_follow_a_link_out_of_the_profile(profile_dir: Path, elsewhere: Path) -> None:
    (profile_dir / "uploads").symlink_to(elsewhere)
    with pytest.raises(OSError, match="uploads"):
        chromium.put_file(profile_dir, "resume.pdf", b"%PDF")
    assert [path.name for path in elsewhere.iterdir()] == ["file"]


def test_a_profile_that_cannot_be_made_is_an_error_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ChromiumError, match=r"cannot be used \(Not a directory\): make it writable for"):
        profile.prepare(tmp_path / "file/profile", US, None)


def replace_by_link(path: Path, target: Path) -> None:
    path.rename(path.with_name(f"{path.name}.before"))
    os.symlink(target, path)
