"""A file system of its own, in memory, that a test fills up and frees again."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self


class NotMounted(Exception):
    """This machine does not allow mounting."""


class SmallDisk:
    """Space for a stack, and a file beside it that takes up the rest."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._filler = path / "filler"

    @classmethod
    @contextmanager
    def mounted(cls, megabytes: int, at: Path | None = None) -> Iterator[Self]:
        """Mount a small disk for the block, in the given folder or a new one. Raises NotMounted."""
        folder = at or Path(tempfile.mkdtemp(prefix="gh-disk-"))
        folder.mkdir(parents=True, exist_ok=True)
        options = f"size={megabytes}m,mode=711"
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, text=True, check=False
        )
        try:
            if done.returncode:
                raise NotMounted(f"no file system may be mounted here: {done.stderr.strip()}")
            yield cls(folder)
        finally:
            if not done.returncode:
                subprocess.run(["umount", "--lazy", folder], check=True)
            folder.rmdir()

    def fill(self, *, leave_megabytes: int = 0) -> None:
        """Take all free space except `leave_megabytes`."""
        with self._filler.open("wb") as file:
            free = shutil.disk_usage(self.path).free - leave_megabytes * 2**20
            os.posix_fallocate(file.fileno(), 0, free)

    def free(self) -> None:
        """Free the space that was filled."""
        self._filler.unlink()
