"""Published answers to the upstream product: news of its tasks, on `gh.out.<tenant>.<task>.<what>`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from ghosthands.domain import ids
from ghosthands.messaging import fault
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.server.jetstream import Outgoing, Publisher
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import MESSAGE_ID


class Outbox:
    """Publishes answers in the name of the bus's service."""

    def __init__(self, bus: Publisher, clock: Clock = utc_now) -> None:
        self._bus = bus
        self._clock = clock

    async def put(self, tenant: str, valet_task_id: str, what: str, body: Mapping[str, Any]) -> None:
        """Publish an answer of the kind `what` about the task; a repeated body within two minutes is published once.

        `body` contains references and codes, never a person's data. Raises StreamUnavailable.
        """
        data = msgspec.json.encode(body, order="deterministic")
        message_id = ids.derived("out", tenant, valet_task_id, what, hashlib.sha256(data).hexdigest())
        headers = {
            MESSAGE_ID: message_id,
            "ce-specversion": "1.0",
            "ce-id": message_id,
            "ce-type": f"ghosthands.out.{what}.v1",
            "ce-source": f"/ghosthands/{self._bus.service}",
            "ce-time": self._clock().isoformat(),
        }
        await self._bus.publish(Outgoing(subjects.out(tenant, valet_task_id, what), data, headers))
        await fault.point(self._bus.service, fault.AFTER_EFFECT, what)
