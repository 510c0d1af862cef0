"""Sign-outs: the sessions that visitors have ended themselves, at any gateway.

The cookie of such a session opens nothing, and what it has open is closed: here at once, and at the other gateways when
they next read the store that all share.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import timedelta

from ghosthands.chassis import logging
from ghosthands.domain.errors import GhostHandsError, StreamUnavailable
from ghosthands.hitl_gateway.console.access import Visitor
from ghosthands.vault.store import Store

#: seconds between two looks at what other gateways recorded
LOOK_SECONDS = 5.0

_PLACE = "sign-outs"

log = logging.get(__name__)


class SignOuts:
    """The ended sessions, and whoever waits for theirs to end."""

    def __init__(self, shared: Store, *, now: Callable[[], float] = time.time) -> None:
        self._shared = shared
        self._now = now
        self._ended: frozenset[str] = frozenset()
        self._news = asyncio.Condition()

    def __contains__(self, visitor: Visitor) -> bool:
        return visitor.id in self._ended

    async def run(self) -> None:
        """Learn of sign-outs at other gateways, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except GhostHandsError as error:
                log.info("sign_outs_not_read", reason=str(error))

    async def look(self) -> None:
        """Learn of the sign-outs that were recorded so far. Raises StreamUnavailable."""
        await self._learn([key.rpartition("/")[2] for key, _ in await self._shared.list(_PLACE)])

    async def end(self, visitor: Visitor) -> None:
        """End the visitor's session: here in any case, and at other gateways if the store can be written."""
        await self._learn([visitor.id])
        left = timedelta(seconds=max(1.0, visitor.expires_at - self._now()))
        try:
            await self._shared.put(f"{_PLACE}/{visitor.id}", b"ended", ttl=left)
        except StreamUnavailable as error:
            log.warning("sign_out_not_shared", reason=str(error))

    async def wait_for(self, visitor: Visitor) -> None:
        """Return once the visitor's session is over: ended, or expired."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, visitor.expires_at - self._now())), self._news:
                await self._news.wait_for(lambda: visitor in self)

    async def _learn(self, ended: Collection[str]) -> None:
        async with self._news:
            self._ended = self._ended.union(ended)
            self._news.notify_all()
