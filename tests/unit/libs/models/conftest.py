from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from ghosthands.domain.asked_models import Purpose
from ghosthands.models import Account, HiddenValues, Meter, ModelCall, ModelGateway, ModelSettings, Unlimited, Wish
from ghosthands.practice import model_server
from ghosthands.practice.model_server import ModelServer

AccountOf = Callable[..., Account]


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with model_server.serve() as running:
        yield running


@pytest.fixture
def calls() -> list[ModelCall]:
    """What was metered."""
    return []


@pytest.fixture
async def account(server: ModelServer, calls: list[ModelCall]) -> AsyncIterator[AccountOf]:
    """An account at the scripted server; settings and options of the account by name."""
    gateways: list[ModelGateway] = []

    def make(
        secrets: dict[str, str] | None = None,
        *,
        purpose: Purpose = Purpose.DRAFT,
        tier: int = 0,
        wish: Wish | None = None,
        meter: Meter | None = None,
        **settings: Any,
    ) -> Account:
        known = {} if "models_file" in settings else {"base_url": server.base_url, "api_key": "the-key"}
        gateway = ModelGateway(ModelSettings(**{**known, "max_retries": 0, **settings}))
        gateways.append(gateway)
        return Account(
            gateway,
            purpose,
            tier=tier,
            engine="test",
            wish=wish,
            meter=meter or Unlimited(calls.append),
            secrets=HiddenValues(secrets),
        )

    yield make
    for gateway in gateways:
        await gateway.close()
