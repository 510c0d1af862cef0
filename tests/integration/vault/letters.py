"""Dead letters as services report them."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Ack, Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.dead_letters import DeadLetter


async def report_letter(bus: Bus, service: str, reference: str) -> Ack:
    """Report a message of GH_INTAKE as dead in that service's name, with its body under the reference."""
    letter = DeadLetter(
        reason="r",
        stream=streams.INTAKE,
        sequence=1,
        subject="job.requested",
        type=None,
        deliveries=1,
        reference=reference,
        at=datetime.now(UTC),
    )
    return await bus.publish(Outgoing(subjects.dead(service, streams.INTAKE), msgspec.json.encode(letter)))
