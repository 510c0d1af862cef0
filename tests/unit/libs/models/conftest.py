from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from typing import Any

import pytest

from ghosthands.models import Account, HiddenValues, ModelCall, ModelGateway, ModelSettings
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
        secrets: dict[str, str] | None = None, model: str | None = None, budget: str | None = None, **settings: Any
    ) -> Account:
        known = {"base_url": server.base_url, "api_key": "the-key", "max_retries": 0, **settings}
        gateway = ModelGateway(ModelSettings(**known))
        gateways.append(gateway)
        limit = Decimal(budget) if budget else None
        return Account(
            gateway, purpose="test", model=model, on_call=calls.append, secrets=HiddenValues(secrets), budget_usd=limit
        )

    yield make
    for gateway in gateways:
        await gateway.close()
