"""The desk where it is asked which models there are: planner knows, as one who asks them."""

from __future__ import annotations

import msgspec

from ghosthands.domain.services import PLANNER
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import Endpoint, Micro
from ghosthands.models import ModelGateway
from ghosthands.models.listing import list_all


class ModelsDesk:
    """The desk, before the gateway."""

    def __init__(self, gateway: ModelGateway) -> None:
        self._gateway = gateway

    def endpoint(self, bus: Bus) -> Micro:
        """The endpoint at which models are asked for."""
        asked = Endpoint("list", subjects.MODELS, self.answer, PLANNER)
        return Micro(bus, "models", [asked], description="the models of this installation")

    async def answer(self, _data: bytes) -> bytes:
        """All of them, without their keys."""
        return msgspec.json.encode(list_all(self._gateway))
