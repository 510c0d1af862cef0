"""Files that only their owner may read, and that are written whole or not at all."""

from __future__ import annotations

import fcntl
import os
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

#: bytes to overwrite at a time
_AT_ONCE = 1024 * 1024


def write(path: Path, content: str | bytes) -> None:
    """Replace the file's content atomically; it is on the disk when this returns. Raises OSError.

    A concurrent reader, or a process killed meanwhile, leaves or finds either the old content or the new one.
    """
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_over(path: Path, content: bytes) -> None:
    """Replace the content like `write`, and overwrite the old content in place. Raises OSError.

    If this is killed, the next such call overwrites it.
    """
    part, old = path.with_name(f".{path.name}.part"), path.with_name(f".{path.name}.old")
    for left in (part, old):
        if left.exists() and not (path.exists() and left.samefile(path)):
            overwrite(left)
    with ExitStack() as held:
        before = held.enter_context(path.open("r+b")) if path.exists() else None
        if before is not None:
            with suppress(OSError):  # a killed process left it, or the file system has no links
                os.link(path, old)
        write(path, content)
        if before is not None:
            fill(before)
    old.unlink(missing_ok=True)


def create(path: Path) -> BinaryIO:
    """Create a file locked as by `lock`; what a killed process left there is overwritten first.

    Raises OSError: BlockingIOError if a living process has it locked.
    """
    with suppress(FileNotFoundError):
        overwrite(path)
    file = os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")
    _hold(file, wait=False)
    return file


def overwrite(path: Path) -> None:
    """Overwrite the file's content in place, then remove it. Raises OSError: BlockingIOError if it is locked."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_NOFOLLOW), "r+b") as file:
        _hold(file, wait=False)
        fill(file)
        path.unlink()


def fill(file: BinaryIO) -> None:
    """Overwrite the file's content in place with random bytes, on the disk."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    while size > 0:
        size -= file.write(os.urandom(min(size, _AT_ONCE)))
    file.flush()
    os.fsync(file.fileno())


def lock(path: Path, *, wait: bool = True) -> BinaryIO:
    """Return the file at that path, empty and locked for the caller until it is closed or the process ends.

    On a file system without locks nothing is locked. Raises OSError: BlockingIOError if another process has it locked,
    unless `wait` is true.
    """
    file = os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb")
    _hold(file, wait=wait)
    return file


def _hold(file: BinaryIO, *, wait: bool) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise
    except OSError:  # on such a file system two processes cannot be kept apart
        pass
