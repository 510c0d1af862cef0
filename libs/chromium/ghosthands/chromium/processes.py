"""Identities of processes, by pid and start time, so that one is never confused with a later one.

Pids are reused; a pid together with the kernel's start time is not, until the next boot. Signals go through a pidfd
that was opened before the check, so the process signalled is the process checked. A zombie counts as gone: where
nothing reaps orphans (a container whose first process is no init) they stay for ever. Linux only (/proc; pidfd: Linux
5.3).
"""

from __future__ import annotations

import asyncio
import os
import signal as signals
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_PROC = "/proc"
#: more than a stat, and than most command lines
_READ_BYTES = 4096


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    """A process's identity, until the next boot."""

    pid: int
    #: clock ticks since boot: field 22 of /proc/<pid>/stat
    start_time: int

    @property
    def alive(self) -> bool:
        """Whether this very process still runs; a zombie does not."""
        stat = read_stat(self.pid)
        return stat is not None and stat.start_time == self.start_time and not stat.zombie

    def signal(self, number: signals.Signals) -> bool:
        """Send the signal to this process and no other; False when it is gone."""
        with _pidfd(self.pid) as fd:
            if fd is None or not self.alive:
                return False
            try:
                signals.pidfd_send_signal(fd, number)
            except ProcessLookupError:
                return False
            return True

    async def wait_until_gone(self, timeout_seconds: float | None) -> bool:
        """Wait until the process has ended; False when it still runs after `timeout_seconds` (None: wait for ever)."""
        with _pidfd(self.pid) as fd:
            if fd is None or not self.alive:
                return True
            return await _readable(fd, timeout_seconds)


@dataclass(frozen=True, slots=True)
class Stat:
    """The few fields of /proc/<pid>/stat we need."""

    pid: int
    zombie: bool
    session: int
    start_time: int

    @property
    def identity(self) -> ProcessIdentity:
        """The identity, which differs from that of a later process with the same pid."""
        return ProcessIdentity(self.pid, self.start_time)


def identify(pid: int) -> ProcessIdentity | None:
    """Return the identity of the living process with this pid; None when there is none."""
    stat = read_stat(pid)
    return None if stat is None or stat.zombie else stat.identity


def read_stat(pid: int) -> Stat | None:
    """Return the process's state; None when no such pid exists. Source: proc_pid_stat(5)."""
    try:
        told = _read(pid, "stat")
    except OSError:
        return None
    # The command may hold spaces and parentheses: count the fields from its last ")".
    fields = told.rpartition(b")")[2].split()
    return Stat(pid=pid, zombie=fields[0] in b"ZX", session=int(fields[3]), start_time=int(fields[19]))


def list_living(named: str = "") -> Iterator[Stat]:
    """Yield every process here that is no zombie; with `named` only those with that text in their command line."""
    wanted = named.encode()
    for name in os.listdir(_PROC):
        if name.isdigit() and _says(int(name), wanted) and (stat := read_stat(int(name))) and not stat.zombie:
            yield stat


def _says(pid: int, wanted: bytes) -> bool:
    """Whether the command line contains that, checked first to save reading another file of other processes."""
    try:
        return not wanted or wanted in _read(pid, "cmdline")
    except OSError:
        return False


def command_line(pid: int) -> list[str]:
    """Return the process's arguments; empty when it is gone or not ours to read."""
    try:
        raw = _read(pid, "cmdline")
    except OSError:
        return []
    return raw.decode(errors="replace").rstrip("\0").split("\0") if raw else []


def _read(pid: int, name: str) -> bytes:
    """Read a file of the process in /proc, without a file object for speed. Raises OSError."""
    fd = os.open(f"{_PROC}/{pid}/{name}", os.O_RDONLY | os.O_CLOEXEC)
    try:
        pieces = [os.read(fd, _READ_BYTES)]
        while pieces[-1]:
            pieces.append(os.read(fd, _READ_BYTES))
    finally:
        os.close(fd)
    return b"".join(pieces)


def session_members(leader: ProcessIdentity) -> list[ProcessIdentity]:
    """Return the living processes of the session that `leader` opened, itself included, also after its end.

    The kernel keeps a session's number from being reused while it has members; a number that now belongs to another
    process is therefore an ended session.
    """
    current = read_stat(leader.pid)
    if current is not None and current.start_time != leader.start_time:
        return []
    return [
        stat.identity for stat in list_living() if stat.session == leader.pid and stat.start_time >= leader.start_time
    ]


async def end_session(leader: ProcessIdentity, *, stop: signals.Signals, grace_seconds: float) -> bool:
    """Signal the leader to stop, then kill what is left of its session; False if something survives even that."""
    if leader.signal(stop):
        leader.signal(signals.SIGCONT)  # a suspended process hears nothing
        await leader.wait_until_gone(grace_seconds)
    for _ in range(10):
        members = session_members(leader)
        if not members:
            return True
        for member in members:
            member.signal(signals.SIGKILL)
        for member in members:
            await member.wait_until_gone(1.0)
    return False


@contextmanager
def _pidfd(pid: int) -> Iterator[int | None]:
    try:
        fd = os.pidfd_open(pid)
    except ProcessLookupError:
        yield None
        return
    try:
        yield fd
    finally:
        os.close(fd)


async def _readable(fd: int, timeout_seconds: float | None) -> bool:
    """Wait for a pidfd to become readable, when its process has ended; False after the timeout."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    loop.add_reader(fd, ended.set)
    try:
        await asyncio.wait_for(ended.wait(), timeout_seconds)
    except TimeoutError:
        return False
    finally:
        loop.remove_reader(fd)
    return True
