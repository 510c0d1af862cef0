"""Files that only their owner may read, and that are there whole or not at all."""

from __future__ import annotations

import fcntl
import os
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

#: bytes that are written at once over others
_AT_ONCE = 1024 * 1024


def write(path: Path, content: str | bytes) -> None:
    """Have the file hold that, on the disk once this returns; whoever reads it, or is killed meanwhile, finds it as it
    was before or as it is now. Raises OSError."""
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
    """Like `write`, and what the file held before is overwritten where it lay: by the next such writing, where this one
    is killed. Raises OSError."""
    part, old = path.with_name(f".{path.name}.part"), path.with_name(f".{path.name}.old")
    for left in (part, old):
        if left.exists() and not (path.exists() and left.samefile(path)):
            overwrite(left)
    with ExitStack() as held:
        before = held.enter_context(path.open("r+b")) if path.exists() else None
        if before is not None:
            with suppress(OSError):  # it is there by one who was killed, or the file system has no links
                os.link(path, old)
        write(path, content)
        if before is not None:
            fill(before)
    old.unlink(missing_ok=True)


def create(path: Path) -> BinaryIO:
    """A new file at that path, held as by `lock`; what a killed process left there is overwritten first.

    Raises OSError: BlockingIOError where a living one holds it.
    """
    with suppress(FileNotFoundError):
        overwrite(path)
    file = os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")
    _hold(file, wait=False)
    return file


def overwrite(path: Path) -> None:
    """Overwrite what the file holds where it lies, then remove it. Raises OSError: BlockingIOError where it is held."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_NOFOLLOW), "r+b") as file:
        _hold(file, wait=False)
        fill(file)
        path.unlink()


def fill(file: BinaryIO) -> None:
    """Have other bytes lie where the file's did, on the disk."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    while size > 0:
        size -= file.write(os.urandom(min(size, _AT_ONCE)))
    file.flush()
    os.fsync(file.fileno())


def lock(path: Path, *, wait: bool = True) -> BinaryIO:
    """The file at that path, empty and held by who called: until it is closed, or the process ends, nobody else has it.

    Where the file system has no locks everybody has it. Raises OSError: BlockingIOError where it is another's, unless
    one is to wait for that.
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
    except OSError:  # two at once are nobody's to tell there
        pass
