"""Unprivileged users: which one a program runs as when we are root, and whether that user can reach a path.

Reachability is read from the mode bits of every folder on the way; ACLs and security modules are ignored.
"""

from __future__ import annotations

import os
import pwd
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class User:
    """A user of this machine."""

    name: str
    uid: int
    gid: int


#: CAP_CHOWN, CAP_SETGID and CAP_SETUID of capabilities(7), needed to hand something to another user
_HANDING_OVER = 1 << 0 | 1 << 6 | 1 << 7


def is_root() -> bool:
    """Whether this process runs as root, possibly a container's."""
    return os.geteuid() == 0


def can_become(user: User, proc: Path = Path("/proc/self")) -> bool:
    """Whether this root may become `user`: one without capabilities, or alone in its user namespace, may not."""
    status = (proc / "status").read_text()
    capabilities = next(int(line.split()[1], 16) for line in status.splitlines() if line.startswith("CapEff:"))
    if capabilities & _HANDING_OVER != _HANDING_OVER:
        return False
    return all(_is_mapped(number, proc / name) for number, name in ((user.uid, "uid_map"), (user.gid, "gid_map")))


def _is_mapped(number: int, map_file: Path) -> bool:
    """Whether a uid or gid exists in our user namespace. Source: user_namespaces(7)."""
    ranges = [tuple(map(int, line.split())) for line in map_file.read_text().splitlines()]
    return any(first <= number < first + length for first, _, length in ranges)


def current_user() -> User:
    """Return the user this process runs as; a uid without an account is named by its number."""
    uid = os.geteuid()
    return find_user(uid) or User(str(uid), uid, os.getegid())


def find_user(name: str | int) -> User | None:
    """Return the account with this name or uid, or None."""
    try:
        entry = pwd.getpwuid(name) if isinstance(name, int) else pwd.getpwnam(name)
    except KeyError:
        return None
    return User(entry.pw_name, entry.pw_uid, entry.pw_gid)


def system_user(name: str) -> User:
    """Return the system user `name`, made now if possible; else `nobody`. Needs root."""
    return find_user(name) or _create(name) or find_user("nobody") or User("nobody", 65534, 65534)


def _create(name: str) -> User | None:
    if not shutil.which("useradd"):
        return None
    homeless = ("--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin")
    subprocess.run(
        ["useradd", "--system", "--user-group", *homeless, name],
        capture_output=True,
        check=False,  # another process may have been first; what counts is whether the user is there now
    )
    return find_user(name)


def barrier(path: Path, user: User) -> Path | None:
    """Return the first step on the way to `path`, itself included, that `user` may not enter or execute; None if open.

    Symbolic links are followed: the real location counts. What does not exist yet is no barrier.
    """
    resolved = path.resolve()
    for step in (*reversed(resolved.parents), resolved):
        if not step.exists():
            return None
        if not _may_execute(step.stat(), user):
            return step
    return None


def _may_execute(status: os.stat_result, user: User) -> bool:
    if user.uid == 0:
        return True
    if status.st_uid == user.uid:
        return bool(status.st_mode & stat.S_IXUSR)
    if status.st_gid == user.gid:
        return bool(status.st_mode & stat.S_IXGRP)
    return bool(status.st_mode & stat.S_IXOTH)


def make_passage(folder: Path) -> None:
    """Make `folder` and its missing parents so that others may pass through, but not list them (mode 711)."""
    for missing in reversed([step for step in (folder, *folder.parents) if not step.exists()]):
        missing.mkdir(exist_ok=True)
        missing.chmod(0o711)


def give(folder: Path, user: User) -> None:
    """Make `folder` the private property of `user` (mode 700), with everything in it."""
    make_passage(folder.parent)
    folder.mkdir(exist_ok=True)
    folder.chmod(0o700)
    if folder.stat().st_uid != user.uid:
        _give_contents(folder, user)


def _give_contents(folder: Path, user: User) -> None:
    for _, folders, files, fd in os.fwalk(folder, topdown=False):
        for name in (*folders, *files):
            os.chown(name, user.uid, user.gid, dir_fd=fd, follow_symlinks=False)
        os.fchown(fd, user.uid, user.gid)
