"""A client of one stack: it publishes like VALET, and reads the log and the tables like any other client.

It needs the log; it connects to the tables with the first query.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import msgspec

from ghosthands import readmodel, stack
from ghosthands.cli import console
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import GhostHandsError, StreamUnavailable
from ghosthands.domain.job import Job
from ghosthands.domain.message import Event
from ghosthands.messaging.archive.key import ArchiveUnreadable
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.log.event_log import Feed
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Ack, Bus, Outgoing
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.work import verdicts
from ghosthands.messaging.work.verdicts import Verdict
from ghosthands.stack.state import StateDir

#: seconds to wait for a server that should be there
PATIENCE = 10.0
#: seconds to wait for a service's answer
ANSWERING = 15.0
#: seconds without an event after which the client checks that the stack still runs
SILENCE = 2.0
#: seconds a stack may take to start, and between two checks
STARTING, LOOK_AGAIN = 300.0, 0.2

#: a stack that this command did not start
FoundStack = stack.RunningStack | stack.StackElsewhere
Stack = stack.Supervisor | FoundStack


class Client:
    """Connections to a running stack, for as long as `connect` lasts."""

    def __init__(self, to: Stack, valet: Bus, cli: Bus, exits: AsyncExitStack) -> None:
        self._stack = to
        self._valet = valet
        self._exits = exits
        self._tables: readmodel.Reader | None = None
        self.bus = cli
        self.events = JetStreamEventLog(cli)

    async def publish(self, subject: str, body: Mapping[str, Any]) -> Ack:
        """Send a message as VALET would, and return its place in the stream.

        Raises Stop(UNAVAILABLE) where it is not stored within PATIENCE.
        """
        message = Outgoing(subject, msgspec.json.encode(body))
        try:
            return await self._valet.publish(message, budget=PATIENCE)
        except StreamUnavailable as error:
            why = "; ".join(self.list_troubles()) or str(error)
            mend = "`ghosthands doctor` says how to mend it; look at `ghosthands jobs` before you try again"
            raise Stop(Exit.UNAVAILABLE, f"the stack did not take it: {why} ({mend})") from error

    def list_troubles(self) -> list[str]:
        """Return what keeps the stack's processes from working, as its supervisor sees it; empty for one elsewhere."""
        found = stack.find_running() if isinstance(self._stack, stack.RunningStack) else None
        told = found.processes if found is not None else {}
        return [f"{name}: {process.trouble}" for name, process in told.items() if process.trouble]

    async def hear(self, of: Job, what: str, ack: Ack, *, seconds: float) -> Verdict:
        """Return the verdict on the message about that job. Raises Stop(UNAVAILABLE) where none comes in time."""
        named = of.accepted_request.tenant, of.accepted_request.task, what, ack.sequence
        verdict = await verdicts.hear(self.bus, *named, seconds=seconds)
        if verdict is None:
            await self._check()
            message = "nobody has dealt with it yet: `ghosthands doctor` may say why, and what was said is not lost"
            raise Stop(Exit.UNAVAILABLE, message)
        return verdict

    async def tables(self) -> readmodel.Reader:
        """Return the reader of the tables. Raises ReadModelUnavailable."""
        if self._tables is None:
            self._tables = await self._exits.enter_async_context(readmodel.connect(self._stack.reader_url))
        return self._tables

    async def next(self, feed: Feed) -> list[Recorded[Event]]:
        """Return the feed's next events; empty after a moment without any.

        Raises Stop(UNAVAILABLE) when the stack ended.
        """
        arrived = await feed.next(SILENCE)
        if not arrived:
            await self._check()
        return arrived

    async def _check(self) -> None:
        """Raise Stop(UNAVAILABLE) when the stack is gone; a server that is being restarted does not count."""
        away = 0.0
        while _lives(self._stack) and away < PATIENCE:
            with suppress(StreamUnavailable):
                return await self.bus.wait_connected(SILENCE)
            away += SILENCE
        message = "the stack does not answer any more; what it had begun goes on when it runs again (ghosthands up)"
        raise Stop(Exit.UNAVAILABLE, message)


def _lives(one: Stack) -> bool:
    """Whether the stack's supervisor is there; the one of our own stack is."""
    return not isinstance(one, stack.RunningStack) or one.record.supervisor.identity.alive


@asynccontextmanager
async def connect(to: Stack) -> AsyncIterator[Client]:
    """Connect to that stack for the block.

    Raises Stop: UNAVAILABLE when the stack does not answer, USAGE when its archive's settings cannot be used.
    """
    try:
        archive = Archive.named_in(stack.find_archive(StateDir(stack.StackConfig().state_dir)))
    except ArchiveUnreadable as error:
        raise Stop(Exit.USAGE, str(error)) from error
    async with AsyncExitStack() as exits:
        try:
            valet = await exits.enter_async_context(stack.logged_in(to, permissions.VALET, timeout=PATIENCE))
            cli = await exits.enter_async_context(stack.logged_in(to, permissions.CLI, timeout=PATIENCE))
            cli.archive = archive
        except GhostHandsError as error:
            message = f"the stack does not answer: {error} (`ghosthands doctor` says what is wrong)"
            raise Stop(Exit.UNAVAILABLE, message) from error
        yield Client(to, valet, cli, exits)


async def use_running() -> FoundStack:
    """Return the stack that runs here, or the one that the environment names. Raises Stop(UNAVAILABLE) without one."""
    found = await find_running()
    if found is None:
        raise Stop(Exit.UNAVAILABLE, "no stack runs here; start one in another terminal with: ghosthands up")
    return found


async def find_running() -> FoundStack | None:
    """Return the stack that runs here, once it is ready; None without one. Raises Stop(UNAVAILABLE), StackError."""
    if (elsewhere := stack.find_elsewhere()) is not None:
        return elsewhere
    found = stack.find_running()
    if found is not None and not found.ready:
        console.tell("waiting for the stack that is starting here …")
        found = await _read_start()
    return found


async def _read_start() -> stack.RunningStack | None:
    try:
        async with asyncio.timeout(STARTING):
            while (found := stack.find_running()) and not found.ready:  # noqa: ASYNC110  another process
                await asyncio.sleep(LOOK_AGAIN)
    except TimeoutError:
        message = "the stack here has been starting for too long: `ghosthands doctor` says what is wrong"
        raise Stop(Exit.UNAVAILABLE, message) from None
    return found
