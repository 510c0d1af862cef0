"""A lock kept by the server while its owner listens; it is free again once the owner is gone, however it ended.

It is a consumer that delivers to its owner, created on the condition that there is none; the server removes it some
seconds after nobody listens at its delivery subject any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from ghosthands.domain.errors import Permanent, Transient
from ghosthands.messaging.server.jetstream import ApiError, Bus

#: How long the server keeps the lock after its owner is gone.
KEPT_SECONDS = 2.0
#: How long the next owner waits, and how long between two tries.
PATIENCE_SECONDS, AGAIN_SECONDS = 10.0, 0.2
_IS_THERE = 10148


class Locked(Permanent):
    """Another process has the lock and is at work."""


class LockLost(Transient):
    """The lock was lost with the connection: another process may have it, and nothing more may be done under it."""


class ServerLock:
    """A lock that this process holds."""

    def __init__(self, bus: Bus, stream: str, name: str, inbox: str) -> None:
        self._bus = bus
        self._consumer = f"{stream}.{name}"
        self._inbox = inbox

    async def require(self) -> None:
        """Check that the lock is still held. Raises LockLost, StreamUnavailable."""
        found = await self._bus.find(f"CONSUMER.INFO.{self._consumer}")
        if found is None or found["config"].get("deliver_subject") != self._inbox:
            raise LockLost(f"the lock {self._consumer} was lost; run it again")


@asynccontextmanager
async def hold(bus: Bus, stream: str, name: str) -> AsyncGenerator[ServerLock]:
    """Hold the lock `name`, kept beside `stream`, for the duration of the block. Raises Locked, StreamUnavailable."""
    inbox = bus.new_inbox()
    listening = await bus.subscribe(inbox, lambda message: None)
    try:
        await _take(bus, stream, name, inbox)
        lock = ServerLock(bus, stream, name, inbox)
        try:
            yield lock
        finally:
            with suppress(Exception):  # the server removes it by itself
                await lock.require()
                await bus.api(f"CONSUMER.DELETE.{stream}.{name}")
    finally:
        await bus.unsubscribe(listening)


async def _take(bus: Bus, stream: str, name: str, inbox: str) -> None:
    config = {
        "name": name,
        "deliver_subject": inbox,
        "deliver_policy": "new",
        "ack_policy": "none",
        "inactive_threshold": round(KEPT_SECONDS * 1e9),
    }
    wanted = {"stream_name": stream, "config": config, "action": "create"}
    now = asyncio.get_running_loop().time
    deadline = now() + PATIENCE_SECONDS
    while True:
        try:
            await bus.api(f"CONSUMER.CREATE.{stream}.{name}", wanted)
        except ApiError as error:
            if error.err_code != _IS_THERE:
                raise
        else:
            return
        if now() > deadline:
            raise Locked(f"another process holds the lock {name}: wait until it is through, then run this again")
        await asyncio.sleep(AGAIN_SECONDS)
