"""Whether NATS stores for this service: what `/readyz` asks of it.

To be connected is not enough: a server that is suspended, has lost its streams, or met a full disk keeps its
connections, and greets.
"""

from __future__ import annotations

import asyncio

from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects

#: How long what was found counts, so that whoever asks often costs the disk little.
FRESH_SECONDS = 5.0
#: More than a page of memory or a block of a disk: a full one does not take it in what is left of the last.
_PAYLOAD = bytes(8192)
_TRY_SECONDS = 1.5


class Pulse:
    """Has NATS store a message of the service's own, now and then."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._stored_at = float("-inf")
        self._asking = asyncio.Lock()

    async def is_there(self) -> bool:
        """Whether it stored one just now, or lately. Raises StreamUnavailable where it does not."""
        if not self._bus.connected:
            return False
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if now - self._stored_at > FRESH_SECONDS:
                pulse = Outgoing(subjects.pulse(self._bus.service), _PAYLOAD)
                await self._bus.publish_once(pulse, timeout=_TRY_SECONDS)
                self._stored_at = now
        return True
