"""Reads the files that users pass: text, and JSON."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any, NoReturn, TextIO

from ghosthands.cli.exits import Exit, Stop

#: Most characters of a file; more is no profile, but a device or a mistake.
MOST = 16 * 1024 * 1024


def read_text(path: Path) -> str:
    """Return the file's text. Raises Stop(USAGE)."""
    try:
        with _open(path) as file:
            return _read(path, file)
    except OSError as error:
        raise Stop(Exit.USAGE, f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Stop(Exit.USAGE, f"{path} is not text in UTF-8") from None


def read_json(path: Path, *, private: bool = False) -> Any:
    """Return the file's JSON; a `private` file is refused where others may read it. Raises Stop(USAGE)."""
    try:
        with _open(path) as file:
            if private:
                _refuse_shared(path, os.fstat(file.fileno()))
            return json.loads(_read(path, file), parse_constant=_refuse_constant)
    except OSError as error:
        raise Stop(Exit.USAGE, f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Stop(Exit.USAGE, f"{path} is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise Stop(Exit.USAGE, f"{path}, line {error.lineno}: not JSON ({error.msg})") from None
    except ValueError as error:
        raise Stop(Exit.USAGE, f"{path}: not JSON ({error})") from None
    except RecursionError:
        raise Stop(Exit.USAGE, f"{path} is nested too deeply") from None


def _open(path: Path) -> TextIO:
    """Open the file without waiting for somebody to write to it, if it is a pipe."""
    return open(path, encoding="utf-8-sig", opener=_open_at_once)


def _open_at_once(name: str, flags: int) -> int:
    handle = os.open(name, flags | os.O_NONBLOCK)
    os.set_blocking(handle, True)  # what a pipe's writer has not written yet is waited for
    return handle


def _read(path: Path, file: TextIO) -> str:
    text = file.read(MOST + 1)
    if not text and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
        raise Stop(Exit.USAGE, f"{path} is a pipe that nobody writes to: give a file")
    if len(text) > MOST:
        raise Stop(Exit.USAGE, f"{path} is larger than {MOST // 1024**2} MiB")
    return text


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python's reader would accept."""
    raise ValueError(f"{name} is no number")


def _refuse_shared(path: Path, status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode) and status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Stop(Exit.USAGE, f"{path} is open to others: chmod 600 {path}")
