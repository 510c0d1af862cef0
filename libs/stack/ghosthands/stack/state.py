"""The state directory: everything a stack keeps between starts, and the lock that gives it one owner.

    lock            held (flock) by the supervisor for as long as it lives
    stack.json      where the running stack is (record.py)
    secrets.json    NATS passwords and the at-rest key; master.key: the vault's (credentials.py)
    archive.key     seals archive/, what has left the server of the log
    nats/  postgres/  logs/  browsers/

Private to its user. As root the folder itself and those whose contents belong to unprivileged users (postgres,
browsers) let others pass through, not look in (mode 711).
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ghosthands.chromium import users
from ghosthands.messaging.server import store
from ghosthands.stack import browsers_dir
from ghosthands.stack.errors import StackError, StackTaken

VARIABLE = "GHOSTHANDS_STATE_DIR"

#: A stack writes tens of MB at once (PostgreSQL's first log segments), and NATS needs as much to find its streams.
_LEAST_FREE_BYTES = store.LEAST_FREE_BYTES


def default_path() -> Path:
    """Return $GHOSTHANDS_STATE_DIR, else /var/lib/ghosthands for root, else ~/.local/state/ghosthands."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen).expanduser().absolute()
    if users.is_root():
        return Path("/var/lib/ghosthands")
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local/state") / "ghosthands"


@dataclass(frozen=True, slots=True)
class StateDir:
    """The paths of a stack's files in its state directory."""

    path: Path

    @property
    def lock_file(self) -> Path:
        """Locked by the supervisor; holds its pid."""
        return self.path / "lock"

    @property
    def record_file(self) -> Path:
        """The file that describes the running stack."""
        return self.path / "stack.json"

    @property
    def secrets_file(self) -> Path:
        """NATS passwords and the at-rest key."""
        return self.path / "secrets.json"

    @property
    def master_key_file(self) -> Path:
        """The vault's master key: 32 bytes, base64."""
        return self.path / "master.key"

    @property
    def archive(self) -> Path:
        """The folder of the archived beginning of the log, unless GHOSTHANDS_ARCHIVE names another place."""
        return self.path / "archive"

    @property
    def archive_key_file(self) -> Path:
        """The file with the key that seals the archive."""
        return self.path / "archive.key"

    @property
    def backups_file(self) -> Path:
        """The folders in which backups were made: each has a copy of the applicants' keys."""
        return self.path / "backups.json"

    @property
    def nats(self) -> Path:
        """The folder of NATS's configuration and store."""
        return self.path / "nats"

    @property
    def nats_store(self) -> Path:
        """NATS's store, once it has run here: encrypted, and the vault in it once more."""
        return self.nats / "store"

    @property
    def postgres(self) -> Path:
        """PostgreSQL's data, socket and, where needed, a copy of its binaries."""
        return self.path / "postgres"

    @property
    def logs(self) -> Path:
        """The folder of the log files, one a process."""
        return self.path / "logs"

    @property
    def browsers(self) -> Path:
        """The folder of browser-host's browsers' user data; in memory where there is room (`browsers_dir`)."""
        return self.path / "browsers"

    def log_file(self, name: str) -> Path:
        """Return the log file of one process."""
        return self.logs / f"{name}.log"

    def check(self) -> None:
        """Check that the folder can be used, and make nothing. Raises StackError, which names the remedy."""
        existing = next(path for path in (self.path, *self.path.parents) if path.exists())
        if not existing.is_dir():
            raise self._unusable(errno.ENOTDIR)
        if not os.access(existing, os.W_OK | os.X_OK):
            raise self._unusable(errno.EACCES)
        if existing == self.path and self.path.stat().st_uid != os.geteuid():
            raise StackError(
                f"the state directory {self.path} belongs to another user, who could change the keys in it:"
                f" make it your own, or set {VARIABLE} to a folder that is"
            )
        usage = shutil.disk_usage(existing)
        if usage.total == 0:  # /proc and its like
            raise StackError(
                f"the state directory {self.path} cannot be made: {existing} keeps no files;"
                f" set {VARIABLE} to a folder on a disk"
            )
        _check_free(usage.free, self.path)

    def check_space(self, folder: Path | None = None) -> None:
        """Check that a stack has room to write here, or in a folder of it that may be on a disk of its own.

        Raises StackError, which names the remedy.
        """
        looked_at = folder or self.path
        try:
            free = shutil.disk_usage(looked_at).free
        except OSError as error:
            raise StackError(f"the state directory {looked_at} cannot be looked at: {error.strerror}") from error
        _check_free(free, looked_at, or_else="")

    def prepare(self) -> None:
        """Make what is missing, with the right modes. Raises StackError when it cannot, or when the disk is full."""
        self.check()
        try:
            self._make_folders()
        except OSError as error:
            raise self._unusable(error.errno) from error

    def _unusable(self, number: int | None) -> StackError:
        return StackError(
            f"the state directory {self.path} cannot be used ({os.strerror(number or errno.EIO)}):"
            f" make it writable, or set {VARIABLE} to a folder that is"
        )

    def _make_folders(self) -> None:
        passage = 0o711 if users.is_root() else 0o700
        _make(self.path, passage)
        _make(self.postgres, passage)
        browsers_dir.drop_stale_link(self.browsers)
        _make(self.browsers, passage)
        _make(self.nats, 0o700)
        _make(self.logs, 0o700)

    def taken(self) -> StackTaken:
        """Return the error that says that another supervisor owns the folder."""
        return StackTaken(
            f"a stack already runs on {self.path} (process {_holder(self.lock_file)}):"
            f" commands use it once it is ready; for another, set {VARIABLE} to another folder, or stop it"
        )

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Own the folder within the block. Raises StackTaken when another supervisor does."""
        with self.lock_file.open("a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise self.taken() from None
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            yield


def _check_free(free: int, path: Path, or_else: str = f", or set {VARIABLE} to a folder on another disk") -> None:
    if free < _LEAST_FREE_BYTES:
        raise StackError(
            f"only {free // 2**20} MB are free on the disk of {path}: free {_LEAST_FREE_BYTES // 2**20} MB{or_else}"
        )


def _make(folder: Path, mode: int) -> None:
    """Make the folder; set its mode only where it is clearly ours: new, empty or made by us."""
    users.make_passage(folder.parent)
    folder.mkdir(exist_ok=True)
    contents = {entry.name for entry in folder.iterdir()}
    if not contents or "lock" in contents or (folder.parent / "lock").exists():
        folder.chmod(mode)


def _holder(lock_file: Path) -> str:
    return lock_file.read_text().strip() or "unknown"
