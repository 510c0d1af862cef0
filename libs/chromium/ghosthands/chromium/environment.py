"""The environment of a browser: what it needs of ours, and folders of its own for everything it wants to keep."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from ghosthands.chromium import profile
from ghosthands.chromium.users import User

_KEPT = ("PATH", "LANG", "LANGUAGE", "TZ", "DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
#: sun_path holds 108 bytes; Chromium adds "/org.chromium.Chromium.XXXXXX/SingletonSocket".
_LONGEST_TMPDIR = 60


def has_display(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a window can be shown."""
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def of_browser(profile_dir: Path, user: User, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """No passwords, no proxies, no HOME of ours; a display where there is one."""
    home, temporary = profile.home(profile_dir), profile.temporary(profile_dir)
    kept = {name: value for name, value in environ.items() if name in _KEPT or name.startswith("LC_")}
    own = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_RUNTIME_DIR": str(temporary),
    }
    if len(os.fsencode(temporary)) <= _LONGEST_TMPDIR:
        own["TMPDIR"] = str(temporary)
    return kept | own | _display(home, user, environ)


def _display(home: Path, user: User, environ: Mapping[str, str]) -> dict[str, str]:
    """What leads to the display from another HOME: the X cookie, copied for its user, and Wayland's socket."""
    found = {}
    cookie = Path(environ.get("XAUTHORITY") or Path.home() / ".Xauthority")
    if environ.get("DISPLAY") and cookie.is_file():
        copy = home / ".Xauthority"
        shutil.copyfile(cookie, copy)
        copy.chmod(0o600)
        os.chown(copy, user.uid, user.gid)
        found["XAUTHORITY"] = str(copy)
    if (socket := environ.get("WAYLAND_DISPLAY")) and (folder := environ.get("XDG_RUNTIME_DIR")):
        found["WAYLAND_DISPLAY"] = str(Path(folder) / socket)
    return found
