from __future__ import annotations

from decimal import Decimal

import pytest

from ghosthands.models.names import ModelName
from ghosthands.models.prices import Prices

USAGE = {"prompt_tokens": 1_000_000, "completion_tokens": 100_000}


def test_a_listed_model_costs_what_the_list_says() -> None:
    assert Prices().cost(ModelName("openai", "gpt-4o"), USAGE) == Decimal("3.5")


def test_a_gateway_charges_what_the_provider_behind_it_does() -> None:
    assert Prices().cost(ModelName("vercel", "openai/gpt-4o"), USAGE) == Decimal("3.5")


def test_what_the_provider_says_it_cost_is_believed_first() -> None:
    usage = {**USAGE, "cost": 0.25}
    assert Prices().cost(ModelName("openai", "gpt-4o"), usage) == Decimal("0.25")


def test_a_configured_price_comes_before_the_list() -> None:
    prices = Prices({"openai/gpt-4o": (Decimal(1), Decimal(10))})
    assert prices.cost(ModelName("openai", "gpt-4o"), USAGE) == Decimal(2)


def test_an_unknown_price_is_unknown_and_warned_of_once(capsys: pytest.CaptureFixture[str]) -> None:
    prices = Prices()
    costs = [prices.cost(ModelName("local", "my-own"), USAGE) for _ in range(2)]
    assert costs == [None, None]
    assert "".join(capsys.readouterr()).count("model_price_unknown") == 1
