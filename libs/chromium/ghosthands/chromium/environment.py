"""A browser's environment: the variables of ours that it needs, and folders of its own for everything it stores."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ghosthands.chromium import profile

_KEPT = ("PATH", "LANG", "LANGUAGE", "TZ", "DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
#: sun_path holds 108 bytes; Chromium adds "/org.chromium.Chromium.XXXXXX/SingletonSocket".
_LONGEST_TMPDIR = 60


def has_display(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a window can be shown."""
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def display_cookie(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return the file with the key to our X display; None where there is no display, or it needs no key."""
    cookie = Path(environ.get("XAUTHORITY") or Path.home() / ".Xauthority")
    return cookie if environ.get("DISPLAY") and cookie.is_file() else None


def of_browser(profile_dir: Path, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the browser's environment: no passwords, no proxies, no HOME of ours; a display where there is one."""
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
    return kept | own | _display(profile_dir, environ)


def _display(profile_dir: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that lead to the display from another HOME."""
    found = {}
    if display_cookie(environ):
        found["XAUTHORITY"] = str(profile.display_cookie(profile_dir))
    if (socket := environ.get("WAYLAND_DISPLAY")) and (folder := environ.get("XDG_RUNTIME_DIR")):
        found["WAYLAND_DISPLAY"] = str(Path(folder) / socket)
    return found
