"""A process under management: watched until it ends, then started again with back-off, until it is stopped."""

from __future__ import annotations

import asyncio
import logging
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from ghosthands.chromium import processes
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.domain.errors import GhostHandsError
from ghosthands.stack.commands import ProcessCommand, identity_of, last_words, spawn
from ghosthands.stack.errors import StackError

log = logging.getLogger(__name__)

#: A process that ended this often without having been ready is given up.
_HOPELESS_EXITS = 5
#: Seconds for an unwell process to end in order.
_UNWELL_GRACE_SECONDS = 10.0
#: Seconds before a cancelled task that has not ended is cancelled again.
_CANCEL_AGAIN_SECONDS = 2.0
#: The exit code of our services when starting them again cannot help.
_MISCONFIGURED = 2


@dataclass(frozen=True, slots=True)
class BackOff:
    """The wait before a restart, in seconds."""

    first: float = 0.2
    longest: float = 10.0
    #: after running this long a process starts over with `first`
    healthy_after: float = 30.0

    def after(self, failures: int) -> float:
        """Return the wait after that many failures in a row (1 for the first)."""
        return min(self.first * 2.0 ** min(failures - 1, 30), self.longest)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The time for which a running process may be unwell before it is restarted, in seconds."""

    #: between two checks
    every: float = 2.0
    #: once it has been ready
    running: float = 20.0
    #: before it was ready: reading its disk may take long
    starting: float = 600.0


USUAL_TOLERANCE = Tolerance()


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault of a process that runs."""

    #: the fault in words for people, with the remedy where it is theirs
    what: str
    #: whether starting it again may help
    restart_helps: bool = True


#: Returns what is wrong with the process now; None: nothing.
Examine = Callable[[], Awaitable[Trouble | None]]


async def _prepare_nothing() -> None:
    """Prepare nothing."""


async def _find_nothing() -> None:
    """Find nothing wrong."""


async def end_tasks(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks until they have ended: a library in one may take a cancellation for its own, and go on."""
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_CANCEL_AGAIN_SECONDS)


class ManagedProcess:
    """Keeps one command running until `stop`. All of it belongs to one event loop.

    It calls `prepare` before every start; if that raises OSError or GhostHandsError, the start counts as failed. It
    calls `examine` while the process runs; a process that is unwell for longer than the tolerance is ended, to start
    again.
    """

    def __init__(
        self,
        command: ProcessCommand,
        *,
        until_ready: Callable[[], Awaitable[None]],
        back_off: BackOff,
        on_change: Callable[[], None] = lambda: None,
        prepare: Callable[[], Awaitable[None]] = _prepare_nothing,
        examine: Examine = _find_nothing,
        tolerance: Tolerance = USUAL_TOLERANCE,
    ) -> None:
        self.command = command
        #: the process that runs now, or ran last
        self.identity: ProcessIdentity | None = None
        #: number of restarts after it had ended by itself
        self.restarts = 0
        #: whether it has become ready since its last start
        self.ready = False
        #: its trouble, for people; empty while it is well
        self.trouble = ""
        #: why it could not be started, the last time; empty once it was
        self._obstacle = ""
        self._prepare = prepare
        self._examine = examine
        self._tolerance = tolerance
        self._until_ready = until_ready
        self._back_off = back_off
        self._on_change = on_change
        self._hopeless = False
        self._exits_before_ready = 0
        self._changed = asyncio.Condition()
        self._keeper: asyncio.Task[None] | None = None
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def name(self) -> str:
        """The name of its command."""
        return self.command.name

    @property
    def pid(self) -> int:
        """The pid of the process that runs now, or ran last. Raises StackError before the first start."""
        if self.identity is None:
            raise StackError(f"{self.name} was never started")
        return self.identity.pid

    async def start(self, timeout_seconds: float) -> None:
        """Run it and wait until it is ready. Raises StackError with the last lines of its log when it is not."""
        self._hopeless, self._exits_before_ready = False, 0
        self._keeper = asyncio.create_task(self._keep_running(), name=f"keep-{self.name}")
        settled = asyncio.create_task(self._wait_for(lambda: self.ready or self._hopeless))
        try:
            await asyncio.wait({settled, self._keeper}, timeout=timeout_seconds, return_when="FIRST_COMPLETED")
        finally:
            settled.cancel()
        if self._keeper.done():
            self._keeper.result()  # it runs until cancelled, so this raises what broke it
        if self._hopeless:
            raise self._not_ready("keeps ending at its start")
        if not self.ready:
            raise self._not_ready(f"was not ready within {timeout_seconds:g} s")

    async def stop(self, grace_seconds: float, *, by: signal.Signals | None = None) -> None:
        """End the process with all its helpers, within about `grace_seconds`; nothing happens when it does not run.

        `by`: another signal than its command's. Before it is ready it has nothing to end in order: SIGTERM ends it at
        once while it starts, where an interrupt would leave the trace of a KeyboardInterrupt in its log.
        """
        if self._keeper is not None:
            await end_tasks(self._keeper)
        if self.identity is not None and self._child is not None and self._child.returncode is None:
            stop = by or (self.command.stop_signal if self.ready else signal.SIGTERM)
            await processes.end_session(self.identity, stop=stop, grace_seconds=grace_seconds)
            self._collect()
        self.ready = False

    async def restart(self, env: Mapping[str, str], *, grace_seconds: float, timeout_seconds: float) -> None:
        """Stop it, start it with this environment and wait until it is ready; not counted as a restart."""
        await self.stop(grace_seconds, by=signal.SIGTERM)
        self.command = replace(self.command, env=env)
        await self.start(timeout_seconds)

    async def wait_until_restarted(self, times: int) -> None:
        """Wait until it has been restarted `times` times in all, after ending by itself, and is ready again."""
        await self._wait_for(lambda: self.restarts >= times and self.ready)

    async def wait_for_trouble(self, known: str) -> str:
        """Wait until its trouble differs from `known`, and return it; empty where there is none."""
        await self._wait_for(lambda: self.trouble != known)
        return self.trouble

    async def _wait_for(self, condition: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(condition)

    async def _keep_running(self) -> None:
        failures = 0
        while True:
            started = time.monotonic()
            exit_code = await self._run_once()
            healthy = time.monotonic() - started >= self._back_off.healthy_after
            failures = 1 if healthy else failures + 1
            delay = self._back_off.after(failures)
            ended = {"program": self.name, "exit_code": exit_code, "restart_in_seconds": delay}
            log.warning("process_ended", extra=ended)
            await asyncio.sleep(delay)
            self.restarts += 1

    async def _run_once(self) -> int | None:
        """Run the command to its end.

        Return its exit code, negative for a signal, None when it could not be started.
        """
        try:
            await self._prepare()
            self._child = spawn(self.command)
        except (OSError, GhostHandsError) as error:  # a full disk, too many processes: may pass
            self._obstacle = str(error)
            log.error("process_not_started", extra={"program": self.name, "error": self._obstacle})
            await self._note_end(None)
            await self._note_trouble(self._obstacle)
            return None
        self._obstacle = ""
        self.identity = identity_of(self._child)
        self._on_change()
        probe = asyncio.create_task(self._become_ready(), name=f"probe-{self.name}")
        watch = asyncio.create_task(self._watch(self.identity), name=f"watch-{self.name}")
        try:
            await self.identity.wait_until_gone(None)
        finally:
            await end_tasks(probe, watch)
        # Helpers it left in its session would get in the way of its successor.
        await processes.end_session(self.identity, stop=signal.SIGKILL, grace_seconds=0)
        exit_code = self._collect()
        await self._note_end(exit_code)
        return exit_code

    def _collect(self) -> int:
        """Take and return the ended child's exit status, so that it leaves the process table."""
        return self._child.wait() if self._child is not None else 0

    async def _become_ready(self) -> None:
        started = time.monotonic()
        try:
            await self._until_ready()
        except GhostHandsError as error:  # it counts as having failed, and is started again
            self._obstacle = str(error)
            await self._note_trouble(self._obstacle)
            assert self.identity is not None  # noqa: S101 - it runs
            self.identity.signal(self.command.stop_signal)
            return
        took = round(time.monotonic() - started, 2)
        log.info("process_ready", extra={"program": self.name, "pid": self.pid, "seconds": took})
        async with self._changed:
            self.ready, self._exits_before_ready = True, 0
            self._changed.notify_all()
        await self._note_trouble("")
        self._on_change()

    async def _watch(self, process: ProcessIdentity) -> None:
        """Examine it until it has been unwell for longer than the tolerance; then end it."""
        unwell_since: float | None = None
        while True:
            await asyncio.sleep(self._tolerance.every)
            trouble = await self._look()
            if self.ready:
                await self._note_trouble(trouble.what if trouble else "")
            if trouble is None or not trouble.restart_helps:
                unwell_since = None
                continue
            unwell_since = unwell_since or time.monotonic()
            longest = self._tolerance.running if self.ready else self._tolerance.starting
            if time.monotonic() - unwell_since >= longest:
                break
        await self._note_trouble(trouble.what)
        log.error("process_ended_unwell", extra={"program": self.name, "trouble": trouble.what})
        await processes.end_session(process, stop=self.command.stop_signal, grace_seconds=_UNWELL_GRACE_SECONDS)

    async def _look(self) -> Trouble | None:
        """Return what is wrong with it; an examination that fails is a trouble too, which a restart does not help."""
        try:
            return await self._examine()
        except (OSError, GhostHandsError) as error:
            return Trouble(str(error), restart_helps=False)

    async def _note_trouble(self, what: str) -> None:
        if what == self.trouble:
            return
        told = {"program": self.name, "trouble": what} if what else {"program": self.name}
        log.warning("process_unwell" if what else "process_well_again", extra=told)
        async with self._changed:
            self.trouble = what
            self._changed.notify_all()
        self._on_change()

    async def _note_end(self, exit_code: int | None) -> None:
        async with self._changed:
            if not self.ready:
                self._exits_before_ready += 1
                self._hopeless = exit_code == _MISCONFIGURED or self._exits_before_ready >= _HOPELESS_EXITS
            self.ready = False
            self._changed.notify_all()

    def _not_ready(self, what: str) -> StackError:
        path = self.command.log_path
        return StackError(f"{self.name} {what}: {self._obstacle or last_words(path)}; see {path}")
