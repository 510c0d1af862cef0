"""Sign-outs: the sessions that visitors have ended themselves, at any gateway.

The cookie of such a session opens nothing, and what it has open is closed: here at once, and at the other gateways when
they next read the store that all share.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from ghosthands.chassis import logging
from ghosthands.domain.errors import GhostHandsError, Permanent
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
        #: the ids of all that were recorded, as last read
        self._recorded: frozenset[str] = frozenset()
        #: by id, the sessions that were ended here and have not expired: those hold whether or not they are recorded
        self._ended_here: dict[str, Visitor] = {}
        self._news = asyncio.Condition()

    def __contains__(self, visitor: Visitor) -> bool:
        return visitor.id in self._recorded or visitor.id in self._ended_here

    async def begin(self) -> None:
        """Learn of the sign-outs so far, before anybody is let in. Raises Transient.

        If this gateway may not read them, such as after an upgrade without its new permissions, it does without: the
        rest of it matters more.
        """
        try:
            await self.look()
        except Permanent as error:
            log.warning("sign_outs_not_read", reason=str(error))

    async def run(self) -> None:
        """Learn of sign-outs at other gateways, and record those here that are not recorded, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
                await self._record_missing()
            except GhostHandsError as error:
                log.info("sign_outs_not_exchanged", reason=str(error))

    async def look(self) -> None:
        """Learn of the sign-outs that are recorded. Raises GhostHandsError."""
        found = await self._shared.list(_PLACE)
        async with self._news:
            self._recorded = frozenset(key.rpartition("/")[2] for key, _ in found)
            self._news.notify_all()

    async def end(self, visitor: Visitor) -> None:
        """End the visitor's session: here in any case, and at other gateways once the store can be written."""
        async with self._news:
            self._ended_here[visitor.id] = visitor
            self._news.notify_all()
        try:
            await self._record(visitor)
        except GhostHandsError as error:
            log.warning("sign_out_not_shared", reason=str(error))

    async def wait_for(self, visitor: Visitor) -> None:
        """Return once the visitor's session is over: ended, or expired."""
        while visitor not in self and (left := visitor.expires_at - self._now()) > 0:
            with suppress(TimeoutError):  # looks at the clock again and again, as a time-out stands still in a sleep
                async with asyncio.timeout(min(left, LOOK_SECONDS)), self._news:
                    await self._news.wait_for(lambda: visitor in self)

    async def _record_missing(self) -> None:
        """Record the sign-outs here that the store did not take, or has lost; forget those of expired sessions."""
        for visitor in list(self._ended_here.values()):
            if visitor.expires_at <= self._now():
                del self._ended_here[visitor.id]
            elif visitor.id not in self._recorded:
                await self._record(visitor)

    async def _record(self, visitor: Visitor) -> None:
        left = timedelta(seconds=max(1.0, visitor.expires_at - self._now()))
        await self._shared.put(f"{_PLACE}/{visitor.id}", b"ended", ttl=left)
