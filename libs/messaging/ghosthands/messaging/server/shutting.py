"""The intake switch: while the disk is nearly full, NATS refuses messages from outside and takes everything else."""

from __future__ import annotations

from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.streams import FROM_OUTSIDE, STREAMS


async def shut_intake(bus: Bus) -> None:
    """Make the server refuse new messages from outside at once, with a reason; messages accepted before stay."""
    for stream in FROM_OUTSIDE:
        found = (await bus.api(f"STREAM.INFO.{stream}"))["config"]
        await bus.api(f"STREAM.UPDATE.{stream}", {**found, "max_bytes": 1, "discard": "new"})


async def open_intake(bus: Bus) -> None:
    """Make the server accept messages from outside again."""
    for stream in STREAMS:
        if stream.name in FROM_OUTSIDE:
            found = (await bus.api(f"STREAM.INFO.{stream.name}"))["config"]
            await bus.api(f"STREAM.UPDATE.{stream.name}", {**found, **stream.config(found["num_replicas"])})
