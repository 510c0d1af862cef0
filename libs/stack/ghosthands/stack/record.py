"""`stack.json`: the addresses and processes of the running stack, for commands to find and the next start to end."""

from __future__ import annotations

import asyncio
import logging
import signal
from pathlib import Path

import msgspec

from ghosthands import chromium
from ghosthands.chromium import processes
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.messaging import private_files
from ghosthands.stack import browsers_dir, passwords, state
from ghosthands.stack.errors import StackError
from ghosthands.stack.passwords import ServicePassword, StackSecrets
from ghosthands.stack.state import StateDir

log = logging.getLogger(__name__)

_GRACE_SECONDS = 5.0


class RecordedProcess(msgspec.Struct, frozen=True):
    """A process the supervisor started."""

    pid: int
    start_time: int
    #: signal number that asks it to stop
    stop_signal: int = signal.SIGTERM
    restarts: int = 0
    #: a service's port for /metrics, /healthz and /readyz on 127.0.0.1
    metrics_port: int | None = None
    #: its trouble, for people; empty while it is well
    trouble: str = ""

    @property
    def identity(self) -> ProcessIdentity:
        """The identity, which differs from that of a later process with the same pid."""
        return ProcessIdentity(self.pid, self.start_time)


class Record(msgspec.Struct, frozen=True):
    """A running stack as `stack.json` describes it to other commands."""

    #: start times count from the machine's boot: after another boot the processes named here are others
    boot_id: str
    supervisor: RecordedProcess
    #: whether every service has become ready
    ready: bool
    nats_url: str
    #: as the owner of the database; empty until PostgreSQL is up
    database_url: str
    #: as a role that may only read; of a PostgreSQL of your own, as its owner
    reader_url: str
    #: by name: nats, postgres and the services; servers configured by URL are not among them
    processes: dict[str, RecordedProcess]
    #: whether it outlives what it was started for
    stays: bool = True


class RunningStack:
    """A stack that another process supervises."""

    def __init__(self, record: Record, secrets: StackSecrets) -> None:
        self.record = record
        self.nats_url = record.nats_url
        self.database_url = record.database_url
        self.reader_url = record.reader_url
        self.processes = record.processes
        self.ready = record.ready
        self.stays = record.stays
        self._secrets = secrets

    def password_of(self, user: str) -> ServicePassword:
        """Return a NATS user's login. Raises StackError for an unknown user."""
        return password_of(self._secrets, user)

    @property
    def metrics_token(self) -> str:
        """The token for the services' metrics, unless the stack was started with another."""
        return self._secrets.metrics_token


def find_running(state_dir: Path | None = None) -> RunningStack | None:
    """Return the stack that runs on the state directory (default: the usual one); None when none does.

    A record whose supervisor is dead is ignored. Raises StackError when the folder is somebody else's.
    """
    folder = StateDir((state_dir or state.default_path()).resolve())
    record = read(folder)
    if record is None or not record.supervisor.identity.alive:
        return None
    return RunningStack(record, passwords.load(folder))


def password_of(secrets: StackSecrets, user: str) -> ServicePassword:
    """Return a NATS user's login. Raises StackError for an unknown user."""
    password = secrets.nats_passwords.get(user)
    if password is None:
        raise StackError(f"NATS has no user {user!r}: there are {', '.join(sorted(secrets.nats_passwords))}")
    return ServicePassword(user, password)


def read(folder: StateDir) -> Record | None:
    """Return the record left in the state directory since this boot; None when there is none, or none we understand."""
    try:
        record = msgspec.json.decode(folder.record_file.read_bytes(), type=Record)
        return record if record.boot_id == boot_id() else None
    except (FileNotFoundError, NotADirectoryError, msgspec.DecodeError):
        return None
    except OSError as error:
        raise StackError(
            f"{folder.record_file} cannot be read ({error.strerror}): run as the user who started the stack"
        ) from error


def write(folder: StateDir, record: Record) -> None:
    """Write the record for other commands."""
    private_files.write(folder.record_file, msgspec.json.format(msgspec.json.encode(record)))


def boot_id() -> str:
    """Return the kernel's id of the present boot."""
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


async def end_leftovers(folder: StateDir) -> int:
    """End what a killed supervisor left running on this state directory, and wipe what its browsers kept.

    Returns how many processes it ended.
    """
    record = read(folder)
    recorded = [] if record is None else list(record.processes.values())
    left = [process for process in recorded if processes.session_members(process.identity)]
    await asyncio.gather(*(_end(process) for process in left))
    folder.record_file.unlink(missing_ok=True)
    return len(left) + await end_browsers(folder)


async def end_browsers(folder: StateDir) -> int:
    """End every browser of the stack, whichever process started it, and wipe their data; return how many.

    It ends only the stack's own: another stack's state directory may be inside this one.
    """
    browsers = chromium.find_processes(folder.browsers)
    ends = await asyncio.gather(*(chromium.end(browser) for browser in browsers), return_exceptions=True)
    for error in ends:
        if isinstance(error, BaseException):
            log.error("browser_not_ended", extra={"error": str(error)})
    browsers_dir.wipe(folder.browsers)
    return len(browsers)


async def _end(process: RecordedProcess) -> None:
    stop = signal.Signals(process.stop_signal)
    await processes.end_session(process.identity, stop=stop, grace_seconds=_GRACE_SECONDS)
