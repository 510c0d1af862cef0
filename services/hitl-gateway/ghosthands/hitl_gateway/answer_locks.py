"""Locks on requests to humans: one answer to a request is taken at a time, across all gateways.

An answer's values go to the vault before the log says that it was given; of two at once, the values could be one's and
the fact the other's. So a gateway locks the request before it takes an answer. A lock lapses by itself if its gateway
dies; the same answer, delivered again, need not wait for that.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from ghosthands.domain.errors import Conflict, Transient
from ghosthands.vault.store import Store

#: how long a lock holds; longer than any answer takes
LAPSES = timedelta(minutes=1)
_FREE = b""
#: delay before a waiting answer is tried again
_PAUSE_SECONDS = 0.2


class AnswerLocks:
    """The locks of all gateways, by request."""

    def __init__(self, shared: Store) -> None:
        self._shared = shared

    @asynccontextmanager
    async def hold(self, request_id: str, by: str) -> AsyncIterator[None]:
        """Hold the request for the answer `by` within the block. Raises Transient while another answer holds it."""
        key = f"answers/{request_id}"
        entry = await self._shared.get(key, fresh=True)
        if entry.data not in (None, _FREE, by.encode()):
            raise _wait(request_id)
        try:
            revision = await self._shared.put(key, by.encode(), expected=entry.revision, ttl=LAPSES)
        except Conflict:
            raise _wait(request_id) from None
        try:
            yield
        finally:
            await self._let_go(key, revision)

    async def _let_go(self, key: str, revision: int) -> None:
        try:
            await self._shared.put(key, _FREE, expected=revision, ttl=LAPSES)
        except Conflict:
            return  # it had lapsed, and is another's by now


def _wait(request_id: str) -> Transient:
    return Transient(f"another answer to request {request_id} is being taken", delay=_PAUSE_SECONDS)
