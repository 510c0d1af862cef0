"""Chromium's user data dirs: one per session, named `<job>.<session>`, so that its name tells whose it was.

Such a folder holds what was typed and visited; it is private to the browser's user and removed with its session. A
spare browser's folder was made before there was a session for it, and a browser's folder cannot be renamed: when a
session gets the spare, a link to the folder has the session's name.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import uuid
from pathlib import Path

from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.chromium import devtools

_ID = r"[A-Za-z0-9_-]{1,100}"
#: stands for an owner, who has an id
_SPARE = "~spare"
_NAME = re.compile(rf"({_ID}|{_SPARE})\.({_ID})")


class UserDataDirs:
    """The user data dirs of one host."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, key: SessionKey) -> Path:
        """Return the session's folder, or the spare's that it got. Raises ValueError for ids that make no safe name."""
        folder = self._make_path(key)
        return folder.with_name(folder.readlink().name) if folder.is_symlink() else folder

    def new_spare(self) -> SessionKey:
        """Return the key of a spare browser, whose folder is yet to be made."""
        return SessionKey(_SPARE, uuid.uuid4().hex)

    def give(self, spare: SessionKey, key: SessionKey) -> None:
        """Give the spare's folder, and what lies beside it, to the session."""
        self._make_path(key).symlink_to(self._make_path(spare).name)

    def log_path(self, key: SessionKey) -> Path:
        """Return the file of the browser's own complaints; removed with the folder."""
        return self._make_path_beside(key, "log")

    def marker_path(self, key: SessionKey) -> Path:
        """Return the file that says which of the browser's tabs is the session's; removed with the folder."""
        return self._make_path_beside(key, "tab")

    def all(self) -> list[SessionKey]:
        """Return the sessions of all folders and links."""
        return [key for key in self._keys() if key.owner != _SPARE]

    def spares(self) -> list[SessionKey]:
        """Return every spare that no session got."""
        given = {self.path(key).name for key in self.all()}
        return [key for key in self._keys() if key.owner == _SPARE and key.name not in given]

    async def remove(self, key: SessionKey) -> None:
        """Remove the folder and what lies beside it; do nothing if there is none."""
        address = devtools.address_file(self.path(key))
        beside = (self.log_path(key), self.marker_path(key), address, self._make_path(key))
        await asyncio.to_thread(shutil.rmtree, self.path(key), ignore_errors=True)
        for one in beside:
            if one.is_symlink() or one.is_file():
                one.unlink(missing_ok=True)

    def _make_path(self, key: SessionKey) -> Path:
        if not _NAME.fullmatch(key.name):
            raise ValueError(f"session {key.session_id!r} of {key.owner!r} makes no folder name")
        return self.root / key.name

    def _make_path_beside(self, key: SessionKey, ending: str) -> Path:
        folder = self.path(key)
        return folder.with_name(f"{folder.name}.{ending}")

    def _keys(self) -> list[SessionKey]:
        if not self.root.is_dir():
            return []
        folders = [one for one in self.root.iterdir() if one.is_dir() or one.is_symlink()]
        names = [_NAME.fullmatch(folder.name) for folder in folders]
        return [SessionKey(name[1], name[2]) for name in names if name]
