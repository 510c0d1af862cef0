"""AdsPower's rate limit, kept on our side: calls are spread out evenly before they are made."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

#: some of its calls may be made once a second, whatever the limit of the others
SLOW_PER_SECOND = 1.0
#: the length of our second: AdsPower counts calls as they arrive, and an earlier one may have taken longer
_SECOND = 1.25


class Limiter:
    """A limiter that spaces the calls to one AdsPower; all its callers share it."""

    def __init__(
        self,
        per_second: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._interval = _SECOND / per_second
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0
        self._next_slow = 0.0

    async def wait(self, *, slow: bool = False) -> None:
        """Wait until the next call may be made; first come, first served."""
        now = self._clock()
        at = max(now, self._next, self._next_slow if slow else now)
        self._next = at + self._interval
        if slow:
            self._next_slow = at + max(self._interval, _SECOND / SLOW_PER_SECOND)
        await self._sleep(at - now)

    def hold(self, seconds: float) -> None:
        """Delay all calls by `seconds`, as AdsPower counts others' calls too."""
        self._next = max(self._next, self._clock() + seconds)
