"""Answers NATS requests about the installation's models; planner knows them because it asks them."""

from __future__ import annotations

import msgspec

from ghosthands.domain.services import PLANNER
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import Endpoint, Micro
from ghosthands.models import ModelGateway
from ghosthands.models.listing import list_all


class ModelsDesk:
    """Answers requests for the list of models, from the gateway."""

    def __init__(self, gateway: ModelGateway) -> None:
        self._gateway = gateway

    def endpoint(self, bus: Bus) -> Micro:
        """Return the NATS service that lists the models."""
        asked = Endpoint("list", subjects.MODELS, self.answer, PLANNER)
        return Micro(bus, "models", [asked], description="the models of this installation")

    async def answer(self, _data: bytes) -> bytes:
        """List the models of this installation, without their API keys."""
        return msgspec.json.encode(list_all(self._gateway))
