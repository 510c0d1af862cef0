"""The desk where a job's callbacks that were given up are asked to be tried again."""

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
    """The desk, before the courier."""

    def __init__(self, courier: Courier) -> None:
        self._courier = courier

    def endpoint(self, bus: Bus) -> Micro:
        """The endpoint at which a redrive is asked for."""
        asked = Endpoint("redrive", subjects.REDRIVE_CALLBACKS, self.answer, HITL_GATEWAY)
        return Micro(bus, "callbacks", [asked], description="tells again what nobody took of a job")

    async def answer(self, data: bytes) -> bytes:
        """How many are tried again. Raises RequestRefused."""
        asked = micro.read(data, RedriveCallbacks)
        return msgspec.json.encode({"redriven": await self._courier.redrive(asked.job_id, asked.tenant)})
