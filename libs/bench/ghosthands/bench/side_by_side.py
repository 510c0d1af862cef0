"""The same thing many times, some of them at once: how benches have a stack work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator


async def repeat(act: Callable[[], Awaitable[None]], *, times: int, at_once: int) -> None:
    """Do it so many times, back when the last one is over. Raises what the first that fails does, as it is."""
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
