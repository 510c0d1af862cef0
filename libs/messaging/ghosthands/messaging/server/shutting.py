"""What NATS takes while there is hardly any room: no new requests, and all the rest."""

from __future__ import annotations

from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.server.streams import INTAKE, STREAMS


async def shut_intake(bus: Bus) -> None:
    """Have the server refuse new requests, at once and in words; what it accepted before stays."""
    found = (await bus.api(f"STREAM.INFO.{INTAKE}"))["config"]
    await bus.api(f"STREAM.UPDATE.{INTAKE}", {**found, "max_bytes": 1, "discard": "new"})


async def open_intake(bus: Bus) -> None:
    """Have the server accept requests again."""
    found = (await bus.api(f"STREAM.INFO.{INTAKE}"))["config"]
    declared = next(stream for stream in STREAMS if stream.name == INTAKE).config(found["num_replicas"])
    await bus.api(f"STREAM.UPDATE.{INTAKE}", {**found, **declared})
