"""The programs for a visible browser's desktop of its own, which a human sees in their browser."""

from __future__ import annotations

import shutil
from pathlib import Path

#: TigerVNC's X server, and the program that changes its settings while it runs
SERVER, CONFIGURE = "Xtigervnc", "tigervncconfig"

#: the command to install Debian's packages
MEND = "apt-get install novnc tigervnc-standalone-server tigervnc-common"

_NOVNC = Path("/usr/share/novnc")


def missing() -> str | None:
    """Return why there are no desktops here, with the remedy; None where there are."""
    found = all(map(shutil.which, (SERVER, CONFIGURE))) and novnc() is not None
    return None if found else f"not available: {MEND}"


def novnc() -> Path | None:
    """Return the folder with noVNC's files."""
    return _NOVNC if (_NOVNC / "core/rfb.js").is_file() else None
