"""What a machine needs to give a visible browser a desktop of its own, which a human sees in theirs."""

from __future__ import annotations

import shutil
from pathlib import Path

#: TigerVNC's X server, and what changes its settings while it runs
SERVER, CONFIGURE = "Xtigervnc", "tigervncconfig"

#: Debian's names for it all
MEND = "apt-get install novnc tigervnc-standalone-server tigervnc-common"

_NOVNC = Path("/usr/share/novnc")


def missing() -> str | None:
    """Why there are no desktops here, and the mend; None where there are."""
    found = all(map(shutil.which, (SERVER, CONFIGURE))) and novnc() is not None
    return None if found else f"not available: {MEND}"


def novnc() -> Path | None:
    """The folder with noVNC's files."""
    return _NOVNC if (_NOVNC / "core/rfb.js").is_file() else None
