"""Runs a stack in the foreground until it is told to stop: the first signal stops it in order, the second at once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

from ghosthands.stack.config import StackConfig
from ghosthands.stack.supervisor import Supervisor

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


async def run(config: StackConfig, body: Callable[[Supervisor], Awaitable[None]]) -> None:
    """Start the stack, run `body` with it, stop it when `body` is done or a signal asks for it. Raises StackError."""
    supervisor = Supervisor(config)
    work = asyncio.create_task(_work(supervisor, body))
    with _on_signal(work.cancel) as asked:
        try:
            await work
        except asyncio.CancelledError:
            if not asked.is_set():
                raise  # somebody else cancelled us
        finally:
            stopping = asyncio.create_task(supervisor.stop())
            with _on_signal(stopping.cancel), suppress(asyncio.CancelledError):
                await stopping
            await supervisor.stop(grace_seconds=0)


async def _work(supervisor: Supervisor, body: Callable[[Supervisor], Awaitable[None]]) -> None:
    await supervisor.start()
    await body(supervisor)


@contextmanager
def _on_signal(act: Callable[[], object]) -> Iterator[asyncio.Event]:
    """Call `act` at each stop signal; the event is set once one came."""
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
