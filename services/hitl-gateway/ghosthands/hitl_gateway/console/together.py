"""Work done once for all who ask for it at the same time.

When something new comes up every open page asks for the same list. Whoever asks while it is being made waits for the
next one, which is made for all of them together: nobody is given what was begun before they asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Together(Generic[T]):
    """Makes one thing at a time."""

    def __init__(self, make: Callable[[], Awaitable[T]]) -> None:
        self._make = make
        self._making: asyncio.Task[T] | None = None
        self._next: asyncio.Task[T] | None = None

    async def made(self) -> T:
        """The thing, begun after this was called; raises what making it does."""
        if self._next is None:
            self._next = asyncio.create_task(self._make_next(self._making))
        return await asyncio.shield(self._next)

    async def _make_next(self, before: asyncio.Task[T] | None) -> T:
        if before is not None:
            await asyncio.wait([before])
        self._making, self._next = self._next, None
        return await self._make()
