"""Checks whether NATS stores for this service, for `/readyz`.

A connection is not enough: a server that is suspended, has lost its streams, or met a full disk keeps its connections,
and greets new ones. One stream is not enough either: a disk that was full and is free again may have broken another
stream, which refuses from then on. So a message that the service itself could not store counts until it can, or for a
minute.
"""

from __future__ import annotations

import asyncio

from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects

#: How long a result counts, so that frequent checks cost the disk little.
FRESH_SECONDS = 5.0
#: More than a page of memory or a block of a disk, so that a full disk has no room for it in its last block.
_PAYLOAD = bytes(8192)
_TRY_SECONDS = 1.5
#: How long a message of the service that was not stored counts, if it sends no other there.
UNSTORED_SECONDS = 60.0


class Pulse:
    """A check that makes NATS store a message of the service's own, at most every FRESH_SECONDS."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._stored_at = float("-inf")
        self._asking = asyncio.Lock()

    async def is_there(self) -> bool:
        """Whether NATS stored such a message now or lately, and the service's others. Raises StreamUnavailable."""
        if not self._bus.connected:
            return False
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if now - self._stored_at > FRESH_SECONDS:
                pulse = Outgoing(subjects.pulse(self._bus.service), _PAYLOAD)
                await self._bus.publish_once(pulse, timeout=_TRY_SECONDS)
                self._stored_at = now
        return not self._bus.has_unstored(within=UNSTORED_SECONDS)
