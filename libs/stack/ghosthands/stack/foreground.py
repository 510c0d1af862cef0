"""Runs a stack in the foreground until it is told to stop: the first signal stops it in order, the second at once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress

from ghosthands.stack.config import StackConfig
from ghosthands.stack.supervisor import Supervisor

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

#: seconds until a process that is not ready is reported, and between two checks
PATIENCE, LOOK_AGAIN = 5.0, 0.5


async def run(
    config: StackConfig,
    body: Callable[[Supervisor], Awaitable[None]],
    *,
    on_begin: Callable[[], None] = lambda: None,
    on_late: Callable[[Sequence[str]], None] = lambda _: None,
) -> None:
    """Start the stack, run `body` with it, stop it when `body` is done or a signal asks for it. Raises StackError.

    `on_begin` is called before the first server is started, after the stack's own checks, and may raise a StackError to
    refuse the start; `on_late` is called with the names of what takes long.
    """
    supervisor = Supervisor(config)
    work = asyncio.create_task(_work(supervisor, body, on_begin, on_late))
    with _on_signal(work.cancel) as asked:
        try:
            await work
        except asyncio.CancelledError:
            if not asked.is_set():
                raise  # the caller cancelled us
        finally:
            stopping = asyncio.create_task(supervisor.stop())
            with _on_signal(stopping.cancel), suppress(asyncio.CancelledError):
                await stopping
            await supervisor.stop(grace_seconds=0)


async def _work(
    supervisor: Supervisor,
    body: Callable[[Supervisor], Awaitable[None]],
    on_begin: Callable[[], None],
    on_late: Callable[[Sequence[str]], None],
) -> None:
    async with _telling(supervisor, on_late):
        await supervisor.start(on_begin)
    await body(supervisor)


@asynccontextmanager
async def _telling(starting: Supervisor, on_late: Callable[[Sequence[str]], None]) -> AsyncIterator[None]:
    """Report what takes long to be ready, each name once, until the block ends."""
    telling = asyncio.create_task(_tell_late(starting, on_late))
    try:
        yield
    finally:
        telling.cancel()


async def _tell_late(starting: Supervisor, on_late: Callable[[Sequence[str]], None]) -> None:
    told: set[str] = set()
    while True:
        await asyncio.sleep(LOOK_AGAIN)
        late = [name for name in starting.list_late(PATIENCE) if name not in told]
        if late:
            told.update(late)
            on_late(late)


@contextmanager
def _on_signal(act: Callable[[], object]) -> Iterator[asyncio.Event]:
    """Call `act` at each stop signal within the block; the event is set once one came."""
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()

    def answer() -> None:
        asked.set()
        act()

    # What the caller has ignored stays ignored: SIGHUP under nohup, SIGINT behind a script's `&`.
    heeded = [number for number in _SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
    for number in heeded:
        loop.add_signal_handler(number, answer)
    try:
        yield asked
    finally:
        for number in heeded:
            loop.remove_signal_handler(number)
