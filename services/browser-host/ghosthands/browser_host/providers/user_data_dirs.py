"""Chromium's user data dirs: one a session, named `<job>.<session>`, so that whoever finds one knows whose it was.

Such a folder holds what was typed and visited; it is private to the browser's user and removed with its session.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from pathlib import Path

from ghosthands.browser_host.ports.session_key import SessionKey

_ID = r"[A-Za-z0-9_-]{1,100}"
_NAME = re.compile(rf"({_ID})\.({_ID})")


class UserDataDirs:
    """The user data dirs of one host."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, key: SessionKey) -> Path:
        """The session's folder. Raises ValueError for ids that make no safe name."""
        if not _NAME.fullmatch(key.name):
            raise ValueError(f"session {key.session_id!r} of {key.owner!r} makes no folder name")
        return self.root / key.name

    def log_path(self, key: SessionKey) -> Path:
        """Where the browser's own complaints go; removed with the folder."""
        return self.path(key).with_name(f"{key.name}.log")

    def marker_path(self, key: SessionKey) -> Path:
        """Where it is written which of the browser's tabs is the session's; removed with the folder."""
        return self.path(key).with_name(f"{key.name}.tab")

    def all(self) -> list[SessionKey]:
        """The session of every folder there is."""
        if not self.root.is_dir():
            return []
        names = [_NAME.fullmatch(folder.name) for folder in self.root.iterdir() if folder.is_dir()]
        return [SessionKey(name[1], name[2]) for name in names if name]

    async def remove(self, key: SessionKey) -> None:
        """Remove the folder and what lies beside it; nothing happens where there is none."""
        await asyncio.to_thread(shutil.rmtree, self.path(key), ignore_errors=True)
        for beside in (self.log_path(key), self.marker_path(key)):
            beside.unlink(missing_ok=True)
