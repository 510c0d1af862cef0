"""Whether NATS stores for this service: what `/readyz` asks of it.

To be connected is not enough: a server that is suspended, has lost its streams, or met a full disk keeps its
connections, and greets. Nor is one stream enough: a full disk that is freed again may have struck another, which
refuses for good, so what the service itself could not store counts until it can, or for a minute.
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
#: How long a message of the service's that was not stored counts, where no other is sent there.
UNSTORED_SECONDS = 60.0


class Pulse:
    """Has NATS store a message of the service's own, now and then."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._stored_at = float("-inf")
        self._asking = asyncio.Lock()

    async def is_there(self) -> bool:
        """Whether it stored one just now, or lately, and what else the service sends. Raises StreamUnavailable."""
        if not self._bus.connected:
            return False
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if now - self._stored_at > FRESH_SECONDS:
                pulse = Outgoing(subjects.pulse(self._bus.service), _PAYLOAD)
                await self._bus.publish_once(pulse, timeout=_TRY_SECONDS)
                self._stored_at = now
        return not self._bus.has_unstored(within=UNSTORED_SECONDS)
