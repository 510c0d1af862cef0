"""A browser's profile folder: private to the browser's user, with preferences that keep the browser from remembering.

A person's data may stay in a profile only as long as a page shows them, so form history, address and password stores
are off before the first start. Cookies and caches are the session's; who owns the session deletes the folder.
"""

from __future__ import annotations

import json
import os
import shutil
import uuid
from pathlib import Path
from typing import Any

from ghosthands.chromium import running, users
from ghosthands.chromium.errors import ChromiumError, ProfileInUse
from ghosthands.chromium.users import User

#: Source: chrome/common/pref_names.h and components/*/pref_names.h of Chromium.
PREFERENCES: dict[str, Any] = {
    "alternate_error_pages": {"enabled": False},
    "autofill": {"enabled": False, "profile_enabled": False, "credit_card_enabled": False},
    "credentials_enable_service": False,
    "credentials_enable_autosignin": False,
    "download": {"prompt_for_download": False},
    "profile": {"password_manager_enabled": False, "password_manager_leak_detection": False},
    "search": {"suggest_enabled": False},
    "translate": {"enabled": False},
}

_LEFT_BY_A_KILLED_BROWSER = ("SingletonLock", "SingletonSocket", "SingletonCookie", "DevToolsActivePort")


def home(profile_dir: Path) -> Path:
    """The HOME of the browser."""
    return profile_dir / "home"


def temporary(profile_dir: Path) -> Path:
    """Its folder for temporary and run-time files; emptied before every start."""
    return profile_dir / "tmp"


def prepare(profile_dir: Path, user: User) -> None:
    """Make the profile ready for a start by `user`: its own, mode 700, nothing left of an earlier browser.

    Raises ProfileInUse when one still runs on it, ChromiumError when the folder cannot be used.
    """
    if others := running.find_processes(profile_dir):
        raise ProfileInUse(f"browser process {others[0].pid} still runs on {profile_dir}: end it first")
    try:
        users.give(profile_dir, user)
        shutil.rmtree(temporary(profile_dir), ignore_errors=True)
        for leftover in _LEFT_BY_A_KILLED_BROWSER:
            (profile_dir / leftover).unlink(missing_ok=True)
        for folder in (home(profile_dir), temporary(profile_dir)):
            users.give(folder, user)
        _write_preferences(profile_dir / "Default", user)
    except OSError as error:
        raise ChromiumError(
            f"the browser profile {profile_dir} cannot be used ({error.strerror}): make it writable for {user.name}"
        ) from error


def put_file(profile_dir: Path, name: str, data: bytes) -> Path:
    """Lay a file where the profile's browser, which may be another user, can read it for an upload; its path.

    Pages see the last part of `name`. Delete it once it was uploaded; it goes with the profile at the latest.
    """
    owner = profile_dir.stat()
    folder = profile_dir / "uploads" / uuid.uuid4().hex
    path = folder / (Path(name).name or "file")
    folder.mkdir(parents=True)
    path.write_bytes(data)
    for made in (folder.parent, folder, path):
        made.chmod(0o600 if made == path else 0o700)
        os.chown(made, owner.st_uid, owner.st_gid)
    return path


def _write_preferences(folder: Path, user: User) -> None:
    """Only into a new profile: a used one has them, and the browser's own beside them."""
    path = folder / "Preferences"
    if path.exists():
        return
    users.give(folder, user)
    path.write_text(json.dumps(PREFERENCES))
    path.chmod(0o600)
    os.chown(path, user.uid, user.gid)
