"""Folders of a less privileged user, in which a more privileged one works without following links.

A page may take its browser over and put anything into its profile: a symbolic link, for example, where we are about to
write. So everything in a folder is done relative to its open descriptor and never follows a link.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ghosthands.chromium.users import User

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


@dataclass(frozen=True, slots=True)
class OwnedFolder:
    """An open folder; what is made in it is private to `user`. Raises OSError where a link is in the way."""

    fd: int
    user: User

    @contextmanager
    def sub(self, name: str) -> Iterator[OwnedFolder]:
        """Open a folder in this one within the block, made if missing."""
        with suppress(FileExistsError):
            os.mkdir(name, 0o700, dir_fd=self.fd)
        fd = os.open(name, _FOLDER, dir_fd=self.fd)
        try:
            os.fchmod(fd, 0o700)
            os.fchown(fd, self.user.uid, self.user.gid)
            yield OwnedFolder(fd, self.user)
        finally:
            os.close(fd)

    def write(self, name: str, data: bytes) -> None:
        """Write a file, in place of any other of that name."""
        self.remove(name)
        fd = os.open(name, _NEW_FILE, 0o600, dir_fd=self.fd)
        with os.fdopen(fd, "wb") as file:
            os.fchown(fd, self.user.uid, self.user.gid)
            file.write(data)

    def remove(self, name: str) -> None:
        """Remove a file or link; nothing happens where there is none."""
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=self.fd)

    def has(self, name: str) -> bool:
        """Whether there is an entry of that name, even a link to nowhere."""
        try:
            os.stat(name, dir_fd=self.fd, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return True


@contextmanager
def owned(path: Path, user: User) -> Iterator[OwnedFolder]:
    """Open the folder at `path`, which only its parents' owner can replace."""
    fd = os.open(path, _FOLDER)
    try:
        yield OwnedFolder(fd, user)
    finally:
        os.close(fd)
