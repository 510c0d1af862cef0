from __future__ import annotations

from decimal import Decimal

import pytest
from structlog.testing import capture_logs

from ghosthands.models.catalogue import Price
from ghosthands.models.names import ModelName
from ghosthands.models.prices import Prices, Tokens

USAGE = {"prompt_tokens": 1_000_000, "completion_tokens": 100_000}


def test_a_listed_model_costs_what_the_list_says() -> None:
    assert Prices().cost(ModelName("openai", "gpt-4o"), USAGE) == Decimal("3.5")


def test_a_gateway_charges_what_the_provider_behind_it_does() -> None:
    assert Prices().cost(ModelName("vercel", "openai/gpt-4o"), USAGE) == Decimal("3.5")


def test_what_the_provider_says_it_cost_is_believed_first() -> None:
    usage = {**USAGE, "cost": 0.25}
    assert Prices().cost(ModelName("openai", "gpt-4o"), usage) == Decimal("0.25")


def test_a_configured_price_comes_before_the_list() -> None:
    prices = Prices({"openai/gpt-4o": Price(input=Decimal(1), output=Decimal(10), cached=Decimal("0.1"))})
    assert prices.cost(ModelName("openai", "gpt-4o"), USAGE) == Decimal(2)
    cached = {**USAGE, "prompt_tokens_details": {"cached_tokens": 500_000}}
    assert prices.cost(ModelName("openai", "gpt-4o"), cached) == Decimal("1.55")


@pytest.mark.parametrize("cost", [True, -1, float("nan"), float("inf"), 1e12, "0.1", None])
def test_what_is_no_money_is_not_believed(cost: object) -> None:
    assert Prices().cost(ModelName("openai", "gpt-4o"), {**USAGE, "cost": cost}) == Decimal("3.5")


@pytest.mark.parametrize("usage", [None, [], {"prompt_tokens": "7"}, {"completion_tokens": -1}, {"prompt_tokens": 1e9}])
def test_what_is_no_count_of_tokens_counts_as_none(usage: object) -> None:
    assert Tokens.of(usage) == Tokens()


def test_an_unknown_price_is_unknown_and_warned_of_once() -> None:
    prices = Prices()
    with capture_logs() as logged:
        costs = [prices.cost(ModelName("local", "my-own"), USAGE) for _ in range(2)]
    assert costs == [None, None]
    assert [line["event"] for line in logged] == ["model_price_unknown"]
