"""Starts commands that end when this process does, each in a session of its own, each with a log.

They are bound to the thread that starts them (bound.py): start them from the thread of the event loop, which lives as
long as they should. With a session of their own, a Ctrl-C in the terminal reaches the supervisor only, which then
stops everything in order.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from ghosthands.chromium import processes
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.chromium.users import User
from ghosthands.stack import bound
from ghosthands.stack.errors import StackError

#: A log this big is set aside when its process starts next, in place of the one set aside before.
LOG_LIMIT_BYTES = 16 * 2**20
_TAIL_BYTES = 4096
#: Lines at the end of a log that are read for a reason.
_LAST_WORDS = 3


@dataclass(frozen=True, slots=True)
class ProcessCommand:
    """A command with its user, environment and log."""

    name: str
    argv: Sequence[str]
    log_path: Path
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ), repr=False)
    #: None: as we are
    user: User | None = None
    stop_signal: signal.Signals = signal.SIGTERM


def spawn(command: ProcessCommand, output: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
    """Start the command, bound to the calling thread's life; it writes to `output`, else to its log."""
    if output is None:
        _turn_over(command.log_path)
        with command.log_path.open("ab") as log_file:
            os.fchmod(log_file.fileno(), 0o600)
            return spawn(command, log_file)
    uid, gid = (command.user.uid, command.user.gid) if command.user else (-1, -1)
    binding = [sys.executable, "-I", "-S", bound.__file__, os.getpid(), int(command.stop_signal), uid, gid]
    return subprocess.Popen(
        [*map(str, binding), *command.argv],
        env=dict(command.env),
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


async def run(command: ProcessCommand) -> str:
    """Run a short command to its end and return its output. Raises StackError with its last line when it fails."""
    with tempfile.TemporaryFile() as output:
        child = spawn(command, output)
        try:
            await identity_of(child).wait_until_gone(None)
        finally:
            child.kill()  # nothing, unless we were cancelled
            child.wait()
        output.seek(0)
        text = output.read().decode(errors="replace").strip()
    if child.returncode != 0:
        raise StackError(f"{command.name} failed (exit code {child.returncode}): {text.rpartition(chr(10))[2]}")
    return text


def identity_of(child: subprocess.Popen[bytes]) -> ProcessIdentity:
    """Return the identity of our own child, which /proc has until we collect its exit status."""
    stat = processes.read_stat(child.pid)
    if stat is None:
        raise StackError(f"process {child.pid} cannot be seen in /proc: mount it")
    return stat.identity


def last_words(path: Path) -> str:
    """Return why a process ended: the last reason in its log, else its last line with text."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
            lines = [line for line in file.read().decode(errors="replace").splitlines() if line.strip()]
    except OSError:
        lines = []
    reasons = [reason for line in lines[-_LAST_WORDS:] if (reason := _reason(line))]
    return (reasons or lines or ["its log is empty"])[-1]


def _reason(line: str) -> str | None:
    """Return the reason in a JSON line, if any; our services' last line only says that they stopped."""
    with suppress(ValueError, AttributeError):
        return str(json.loads(line).get("reason") or "") or None
    return None


def _turn_over(path: Path) -> None:
    if path.exists() and path.stat().st_size > LOG_LIMIT_BYTES:
        path.replace(path.with_name(f"{path.name}.1"))
