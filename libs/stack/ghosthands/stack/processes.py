"""A process under management: bound to our life, with a log of its own, restarted with back-off when it ends.

Started from the thread that runs the event loop, which therefore has to live as long as the process should (bound.py).
It leads its own session: a Ctrl-C in the terminal reaches the supervisor only, which then stops everything in order.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import structlog
from ghosthands.chromium import processes
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.chromium.users import User
from ghosthands.stack import bound
from ghosthands.stack.errors import StackError

log = structlog.get_logger()

_LOG_LIMIT_BYTES = 16 * 2**20
_TAIL_BYTES = 4096
#: A process that ends this often without ever having been ready is not going to be.
_HOPELESS_EXITS = 5


@dataclass(frozen=True, slots=True)
class Command:
    """What to run, as whom, with which environment."""

    name: str
    argv: Sequence[str]
    log_path: Path
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ), repr=False)
    #: None: as we are
    user: User | None = None
    stop_signal: signal.Signals = signal.SIGTERM


@dataclass(frozen=True, slots=True)
class BackOff:
    """How long to wait before a restart, in seconds."""

    first: float = 0.2
    longest: float = 10.0
    #: after running this long a process starts over with `first`
    healthy_after: float = 30.0

    def after(self, failures: int) -> float:
        """The wait after that many failures in a row (1 for the first)."""
        return min(self.first * 2.0 ** (failures - 1), self.longest)


class ManagedProcess:
    """Keeps one command running until `stop`."""

    def __init__(
        self,
        command: Command,
        *,
        until_ready: Callable[[], Awaitable[None]],
        back_off: BackOff = BackOff(),
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.command = command
        #: the process that runs now, or ran last
        self.identity: ProcessIdentity | None = None
        #: how often it was started again
        self.restarts = 0
        #: whether it has become ready since its last start
        self.ready = False
        self._until_ready = until_ready
        self._back_off = back_off
        self._on_change = on_change
        self._exits_before_ready = 0
        self._changed = asyncio.Condition()
        self._keeper: asyncio.Task[None] | None = None
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def name(self) -> str:
        """The command's name."""
        return self.command.name

    @property
    def pid(self) -> int:
        """Of the process that runs now, or ran last. Raises StackError before the first start."""
        if self.identity is None:
            raise StackError(f"{self.name} was never started")
        return self.identity.pid

    async def start(self, timeout_seconds: float) -> None:
        """Run it and wait until it is ready. Raises StackError with the last line of its log when it is not."""
        self._keeper = asyncio.create_task(self._keep_running(), name=f"keep-{self.name}")
        settled = asyncio.create_task(self._wait_for(lambda: self.ready or self._hopeless))
        try:
            await asyncio.wait({settled, self._keeper}, timeout=timeout_seconds, return_when="FIRST_COMPLETED")
        finally:
            settled.cancel()
        if self._keeper.done():
            self._keeper.result()  # it keeps running until cancelled, so this raises what broke it
        if self._hopeless:
            raise self._not_ready("keeps ending at its start")
        if not self.ready:
            raise self._not_ready(f"was not ready within {timeout_seconds:g} s")

    async def restarted(self, times: int) -> None:
        """Wait until it has been restarted `times` times in all and is ready again."""
        await self._wait_for(lambda: self.restarts >= times and self.ready)

    async def stop(self, grace_seconds: float) -> None:
        """End it with all its helpers, within about `grace_seconds`; nothing happens when it is not running."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        if self.identity is not None:
            await processes.end_session(self.identity, stop=self.command.stop_signal, grace_seconds=grace_seconds)
            self._collect()
        self.ready = False

    async def _wait_for(self, condition: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(condition)

    @property
    def _hopeless(self) -> bool:
        return self._exits_before_ready >= _HOPELESS_EXITS

    async def _keep_running(self) -> None:
        failures = 0
        while True:
            started = time.monotonic()
            exit_code = await self._run_once()
            healthy = time.monotonic() - started >= self._back_off.healthy_after
            failures = 1 if healthy else failures + 1
            delay = self._back_off.after(failures)
            log.warning("process_ended", process=self.name, exit_code=exit_code, restart_in_seconds=delay)
            await asyncio.sleep(delay)
            self.restarts += 1

    async def _run_once(self) -> int:
        """Run the command to its end; its exit code, negative for a signal."""
        self._child = spawn(self.command)
        self.identity = identity_of(self._child)
        self._on_change()
        probe = asyncio.create_task(self._become_ready(), name=f"probe-{self.name}")
        try:
            await self.identity.gone(None)
        finally:
            probe.cancel()
        await self._note_end()
        return self._collect()

    def _collect(self) -> int:
        """Take the ended child's exit status, so that it leaves the process table."""
        return self._child.wait() if self._child is not None else 0

    async def _become_ready(self) -> None:
        started = time.monotonic()
        await self._until_ready()
        log.info("process_ready", process=self.name, pid=self.pid, seconds=round(time.monotonic() - started, 2))
        async with self._changed:
            self.ready, self._exits_before_ready = True, 0
            self._changed.notify_all()
        self._on_change()

    async def _note_end(self) -> None:
        async with self._changed:
            if not self.ready:
                self._exits_before_ready += 1
            self.ready = False
            self._changed.notify_all()

    def _not_ready(self, what: str) -> StackError:
        path = self.command.log_path
        return StackError(f"{self.name} {what}: {last_line(path)}; see {path}")


async def run(command: Command) -> str:
    """Run a short command to its end and give its output. Raises StackError with its last line when it fails."""
    child = spawn(command, capture=True)
    assert child.stdout is not None  # noqa: S101 - we asked for the pipe
    try:
        output = await asyncio.to_thread(child.stdout.read)
        await identity_of(child).gone(None)
    except asyncio.CancelledError:
        child.kill()
        raise
    finally:
        child.stdout.close()
        child.wait()
    text = output.decode(errors="replace").strip()
    if child.returncode != 0:
        last = text.splitlines()[-1] if text else f"exit code {child.returncode}"
        raise StackError(f"{command.name} failed: {last}")
    return text


def spawn(command: Command, *, capture: bool = False) -> subprocess.Popen[bytes]:
    """Start the command, bound to the calling thread's life; its output goes to its log, or to a pipe."""
    uid, gid = (command.user.uid, command.user.gid) if command.user else (-1, -1)
    binding = [sys.executable, "-I", "-S", bound.__file__, os.getpid(), int(command.stop_signal), uid, gid]
    _turn_over(command.log_path)
    with command.log_path.open("ab") as log_file:
        return subprocess.Popen(
            [*map(str, binding), *command.argv],
            env=dict(command.env),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if capture else log_file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def identity_of(child: subprocess.Popen[bytes]) -> ProcessIdentity:
    """The identity of our own child, which /proc knows until we collect its exit status."""
    stat = processes.read_stat(child.pid)
    if stat is None:
        raise StackError(f"process {child.pid} cannot be seen in /proc: mount it")
    return stat.identity


def last_line(path: Path) -> str:
    """The last line of a log that says anything."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
        lines = [line for line in file.read().decode(errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else "its log is empty"


def _turn_over(path: Path) -> None:
    """Keep a log from growing for ever: a big one is set aside, and replaces the one before it."""
    if path.exists() and path.stat().st_size > _LOG_LIMIT_BYTES:
        path.replace(path.with_suffix(".log.1"))
