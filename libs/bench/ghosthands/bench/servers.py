"""The servers of a bench: a NATS and a PostgreSQL of its own, with the services it needs, gone when it ends.

They are in `<state dir>/bench`, on the disk of a stack's data, because the benches wait for that disk. Two benches at
once would spoil each other's numbers; the folder's lock keeps the second out.
"""

from __future__ import annotations

import logging
import shutil
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import TypeVar

import nats
import structlog
from nats.aio.client import Client

from ghosthands import stack
from ghosthands.bench.errors import BenchFailed
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.stack import foreground
from ghosthands.stack.services import module_command

T = TypeVar("T")


async def run_with_servers(
    body: Callable[[stack.Supervisor], Awaitable[T]],
    services: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    service_command: Callable[[str], Sequence[str]] = module_command,
) -> T:
    """Run `body` with the servers, and return its result.

    Raises StackError, and BenchFailed after Ctrl-C or SIGTERM.
    """
    state = stack.StateDir((stack.default_path() / "bench").resolve())
    config = stack.StackConfig(
        state_dir=state.path,
        services=services,
        nats_url=None,
        database_url=None,
        extra_env={name: environment or {} for name in services},
        service_command=service_command,
    )
    outcome: list[T] = []

    async def keep(running: stack.Supervisor) -> None:
        outcome.append(await body(running))

    try:
        with silence():
            await foreground.run(config, keep)
    finally:
        _remove(state)
    if not outcome:
        raise BenchFailed("stopped before everything was measured")
    return outcome[0]


@asynccontextmanager
async def connect(running: stack.Supervisor, *users: str) -> AsyncIterator[list[Bus]]:
    """Connect as each of the users for the block."""
    async with AsyncExitStack() as exits:
        yield [await exits.enter_async_context(stack.logged_in(running, user)) for user in users]


@asynccontextmanager
async def connect_bare(running: stack.Supervisor) -> AsyncIterator[Client]:
    """Connect with plain nats-py, with all permissions, for the block."""
    login = running.password_of(permissions.MIGRATION)
    client = await nats.connect(running.nats_url, user=login.user, password=login.password)
    try:
        yield client
    finally:
        await client.close()


@contextmanager
def silence() -> Iterator[None]:
    """Log only errors of the services' code in this process within the block, and not among the numbers."""
    before = structlog.get_config()
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    try:
        yield
    finally:
        structlog.configure(**before)


def _remove(state: stack.StateDir) -> None:
    """Remove everything, unless the folder is another's or was never made."""
    with suppress(stack.StackError, FileNotFoundError), state.locked():
        shutil.rmtree(state.path, ignore_errors=True)
