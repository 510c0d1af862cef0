"""Repeats an act many times, some of them at once, as benches load a stack."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator


async def repeat(act: Callable[[], Awaitable[None]], *, times: int, at_once: int) -> None:
    """Call `act` that many times; return when the last one is over. Raises the first failure, unwrapped."""
    left = iter(range(times))
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(_repeat(act, left))
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None


async def _repeat(act: Callable[[], Awaitable[None]], left: Iterator[int]) -> None:
    for _ in left:
        await act()
