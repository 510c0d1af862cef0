"""A browser's profile folder: private to the browser's user, with preferences that prevent it from remembering.

A person's data may stay in a profile only as long as a page shows them, so form history, address and password stores
are off before the first start. Cookies and caches belong to the session; its owner deletes the folder.
"""

from __future__ import annotations

import json
import shutil
import uuid
from pathlib import Path
from typing import Any

from ghosthands.chromium import folders, running, users
from ghosthands.chromium.errors import ChromiumError, ProfileInUse
from ghosthands.chromium.folders import OwnedFolder
from ghosthands.chromium.users import User

#: Source: chrome/common/pref_names.h and components/*/pref_names.h of Chromium.
PREFERENCES: dict[str, Any] = {
    "alternate_error_pages": {"enabled": False},
    "autofill": {"enabled": False, "profile_enabled": False, "credit_card_enabled": False},
    "credentials_enable_service": False,
    "credentials_enable_autosignin": False,
    "download": {"prompt_for_download": False},
    "net": {"network_prediction_options": 2},  # never: a form on a connection made in advance may be repeated
    "profile": {"password_manager_enabled": False, "password_manager_leak_detection": False},
    "search": {"suggest_enabled": False},
    "translate": {"enabled": False},
}

_LEFT_BY_A_KILLED_BROWSER = ("SingletonLock", "SingletonSocket", "SingletonCookie")


def home(profile_dir: Path) -> Path:
    """Return the HOME of the browser."""
    return profile_dir / "home"


def temporary(profile_dir: Path) -> Path:
    """Return the browser's folder for temporary and run-time files; it is emptied before every start."""
    return profile_dir / "tmp"


def display_cookie(profile_dir: Path) -> Path:
    """Return the browser's copy of the key to the X display."""
    return home(profile_dir) / ".Xauthority"


def prepare(profile_dir: Path, user: User, cookie: Path | None) -> None:
    """Prepare the profile for a start by `user`: owned by them, mode 700, nothing left of an earlier browser.

    `cookie` is the key to the X display, if there is one. Raises ProfileInUse when a browser still runs on the profile,
    ChromiumError when the folder cannot be used.
    """
    if others := running.find_processes(profile_dir):
        raise ProfileInUse(f"browser process {others[0].pid} still runs on {profile_dir}: end it first")
    try:
        users.give(profile_dir, user)
        shutil.rmtree(temporary(profile_dir), ignore_errors=True)
        with folders.owned(profile_dir, user) as profile:
            _fill(profile, cookie)
    except OSError as error:
        raise ChromiumError(
            f"the browser profile {profile_dir} cannot be used ({error.strerror}): make it writable for {user.name}"
        ) from error


def put_file(profile_dir: Path, name: str, data: bytes) -> Path:
    """Put a file where the profile's browser, which may be another user, can read it for an upload; return its path.

    Pages see the last part of `name`. Delete it once it was uploaded; it goes with the profile at the latest. Raises
    OSError when the profile is gone or not as we made it.
    """
    owner = profile_dir.stat()
    parts = ("uploads", uuid.uuid4().hex, Path(name).name or "file")
    with (
        folders.owned(profile_dir, User("", owner.st_uid, owner.st_gid)) as profile,
        profile.sub(parts[0]) as uploads,
        uploads.sub(parts[1]) as folder,
    ):
        folder.write(parts[2], data)
    return profile_dir.joinpath(*parts)


def _fill(profile: OwnedFolder, cookie: Path | None) -> None:
    for leftover in _LEFT_BY_A_KILLED_BROWSER:
        profile.remove(leftover)
    with profile.sub("tmp"), profile.sub("home") as home_folder:
        if cookie:
            home_folder.write(".Xauthority", cookie.read_bytes())
    with profile.sub("Default") as settings:
        if not settings.has("Preferences"):  # a used profile has them, and the browser's own beside them
            settings.write("Preferences", json.dumps(PREFERENCES).encode())
