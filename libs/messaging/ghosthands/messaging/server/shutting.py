"""The intake switch: while the disk is nearly full, NATS refuses new requests and takes everything else."""

from __future__ import annotations

from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.streams import INTAKE, STREAMS


async def shut_intake(bus: Bus) -> None:
    """Make the server refuse new requests at once, with a reason; requests accepted before stay."""
    found = (await bus.api(f"STREAM.INFO.{INTAKE}"))["config"]
    await bus.api(f"STREAM.UPDATE.{INTAKE}", {**found, "max_bytes": 1, "discard": "new"})


async def open_intake(bus: Bus) -> None:
    """Make the server accept requests again."""
    found = (await bus.api(f"STREAM.INFO.{INTAKE}"))["config"]
    declared = next(stream for stream in STREAMS if stream.name == INTAKE).config(found["num_replicas"])
    await bus.api(f"STREAM.UPDATE.{INTAKE}", {**found, **declared})
