"""Answers NATS requests to try given-up callbacks of a job again."""

from __future__ import annotations

import msgspec

from ghosthands.domain.callbacks import RedriveCallbacks
from ghosthands.domain.services import HITL_GATEWAY
from ghosthands.hitl_gateway.callbacks.courier import Courier
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import Endpoint, Micro


class CallbackDesk:
    """Answers requests for redrives, by the courier."""

    def __init__(self, courier: Courier) -> None:
        self._courier = courier

    def endpoint(self, bus: Bus) -> Micro:
        """Return the NATS service that redrives callbacks."""
        asked = Endpoint("redrive", subjects.REDRIVE_CALLBACKS, self.answer, HITL_GATEWAY)
        return Micro(bus, "callbacks", [asked], description="tells again what nobody took of a job")

    async def answer(self, data: bytes) -> bytes:
        """Redrive the job's callbacks and return how many. Raises RequestRefused."""
        asked = micro.read(data, RedriveCallbacks)
        return msgspec.json.encode({"redriven": await self._courier.redrive(asked.job_id, asked.tenant)})
