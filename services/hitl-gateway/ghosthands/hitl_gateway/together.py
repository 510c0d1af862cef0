"""Work done once for all callers that ask for it at the same time.

When something new comes up, every open page asks for the same list. Callers that come while it is being made wait for
the next one, which is made for all of them together: nobody gets a result that was begun before they asked.
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

    async def make_shared(self) -> T:
        """Return the thing, begun after this call; raises what making it raises."""
        if self._next is None:
            self._next = asyncio.create_task(self._make_next(self._making))
        return await asyncio.shield(self._next)

    async def _make_next(self, before: asyncio.Task[T] | None) -> T:
        if before is not None:
            await asyncio.wait([before])
        self._making, self._next = self._next, None
        return await self._make()
