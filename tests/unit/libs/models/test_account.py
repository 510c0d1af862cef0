"""Accounts: what goes out is hidden, what comes back is checked, all of it is counted."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from ghosthands.domain.asked_models import Purpose
from ghosthands.models import (
    Account,
    BudgetSpent,
    Estimate,
    ModelCall,
    ModelGateway,
    ModelSettings,
    ModelTrouble,
    NotConfigured,
)
from ghosthands.practice.model_server import AnswerRule, ModelServer

from .conftest import AccountOf

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string", "minLength": 1}},
    "required": ["city"],
    "additionalProperties": False,
}


def said(text: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text}]


async def test_a_model_sees_names_where_values_stood(server: ModelServer, account: AccountOf) -> None:
    server.rules.append(AnswerRule(answer="understood"))
    answer = await account({"email": "ada@example.com"}).ask(said("Fill in ada@example.com"))
    assert answer.text == "understood"
    assert [asked.text for asked in server.requests] == ["Fill in %email%"]
    assert [asked.token for asked in server.requests] == ["the-key"]


async def test_every_call_is_metered(server: ModelServer, account: AccountOf, calls: list[ModelCall]) -> None:
    server.rules.append(AnswerRule(answer="understood"))
    asking = account(primary="openai/gpt-4o")
    await asking.ask(said("x" * 4000))
    [call] = calls
    assert (call.model, call.purpose, call.engine, call.code) == ("openai/gpt-4o", "draft", "test", None)
    assert (call.input_tokens, call.output_tokens) == (1000, 3)
    assert call.cost_usd == Decimal("0.00253")
    assert call.took_ms >= 0


async def test_an_unknown_price_is_not_nothing(server: ModelServer, account: AccountOf, calls: list[ModelCall]) -> None:
    server.rules.append(AnswerRule(answer="understood"))
    await account(primary="local/my-own").ask(said("?"))
    assert [call.cost_usd for call in calls] == [None]
    assert [asked.model for asked in server.requests] == ["my-own"]


class Purse:
    """A meter that has money for so many calls."""

    def __init__(self, calls: int) -> None:
        self.left = calls
        self.seen: list[Estimate | ModelCall] = []

    async def reserve(self, estimate: Estimate) -> Purse:
        if not self.left:
            raise BudgetSpent("the budget is spent")
        self.left -= 1
        self.seen.append(estimate)
        return self

    async def settle(self, call: ModelCall) -> None:
        self.seen.append(call)


async def test_no_call_goes_out_that_the_meter_has_no_money_for(server: ModelServer, account: AccountOf) -> None:
    server.rules.append(AnswerRule(answer="understood"))
    purse = Purse(calls=1)
    asking = account(meter=purse, primary="openai/gpt-4o")
    await asking.ask(said("x" * 4000))
    with pytest.raises(BudgetSpent):
        await asking.ask(said("?"))
    assert len(server.requests) == 1
    estimate, call = purse.seen
    assert isinstance(estimate, Estimate)
    assert isinstance(call, ModelCall)
    assert estimate.input_tokens >= call.input_tokens
    assert estimate.output_tokens == 4096
    assert estimate.cost_usd is not None
    assert call.cost_usd is not None
    assert estimate.cost_usd > call.cost_usd > 0


async def test_an_answer_may_be_no_longer_than_was_reserved(server: ModelServer, account: AccountOf) -> None:
    server.rules.append(AnswerRule(answer="understood"))
    await account().ask(said("?"), max_tokens=100)
    await account().ask(said("?"), max_completion_tokens=1_000_000)
    assert [asked.limit for asked in server.requests] == [100, 16_384]


@pytest.mark.parametrize("failing", [AnswerRule(status=500), AnswerRule(answer="late", delay_seconds=30)])
async def test_a_call_that_failed_is_settled_too(server: ModelServer, account: AccountOf, failing: AnswerRule) -> None:
    server.rules.append(failing)
    purse = Purse(calls=1)
    with pytest.raises(ModelTrouble) as trouble:
        await account(meter=purse, timeout_seconds=0.2).ask(said("?"))
    call = purse.seen[1]
    assert isinstance(call, ModelCall)
    assert (call.code, call.cost_usd) == (trouble.value.code, None)


async def test_an_answer_in_a_shape_is_asked_for_strictly_and_checked(server: ModelServer, account: AccountOf) -> None:
    server.rules += [AnswerRule(answer={"city": ""}, times=1), AnswerRule(answer={"city": "Paris"})]
    answer = await account().ask(said("Where?"), SCHEMA)
    assert answer.data == {"city": "Paris"}
    assert "does not fit the schema" in server.requests[1].text
    assert server.requests[0].schema == SCHEMA


async def test_an_answer_that_never_fits_is_trouble(server: ModelServer, account: AccountOf) -> None:
    server.rules.append(AnswerRule(answer="in Paris, I think"))
    with pytest.raises(ModelTrouble) as trouble:
        await account().ask(said("Where?"), SCHEMA)
    assert trouble.value.code == "answer_invalid"
    assert "Paris" not in str(trouble.value)


@pytest.mark.parametrize("says", ['{"city": "Paris"}', '```json\n{"city": "Paris"}\n```', 'So: {"city": "Paris"}.'])
async def test_an_endpoint_that_knows_no_shapes_is_asked_in_words_from_then_on(
    server: ModelServer, account: AccountOf, says: str
) -> None:
    server.rules += [AnswerRule(status=400, times=2), AnswerRule(answer=says)]
    asking = account()
    for _ in range(2):
        assert (await asking.ask(said("Where?"), SCHEMA)).data == {"city": "Paris"}
    assert [asked.schema is not None for asked in server.requests] == [True, False, False, False]
    assert "fits this schema" in server.requests[-1].text


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, "model_refused"), (401, "model_forbidden"), (429, "model_rate_limited"), (500, "model_failed")],
)
async def test_what_an_endpoint_answers_instead_has_a_code(
    server: ModelServer, account: AccountOf, calls: list[ModelCall], status: int, code: str
) -> None:
    server.rules.append(AnswerRule(status=status))
    with pytest.raises(ModelTrouble) as trouble:
        await account().ask(said("?"))
    assert trouble.value.code == code
    assert [(call.code, call.cost_usd) for call in calls] == [(code, None)]


async def test_what_may_be_repeated_is_repeated(server: ModelServer, account: AccountOf) -> None:
    server.rules += [AnswerRule(status=500, times=1), AnswerRule(answer="after all")]
    assert (await account(max_retries=1).ask(said("?"))).text == "after all"


async def test_who_does_not_answer_in_time_is_not_waited_for(server: ModelServer, account: AccountOf) -> None:
    server.rules.append(AnswerRule(answer="late", delay_seconds=30))
    with pytest.raises(ModelTrouble) as trouble:
        await account(timeout_seconds=0.1).ask(said("?"))
    assert trouble.value.code == "model_timeout"


async def test_where_nobody_listens_the_endpoint_is_not_reachable(account: AccountOf) -> None:
    with pytest.raises(ModelTrouble) as trouble:
        await account(base_url="http://127.0.0.1:1/v1").ask(said("?"))
    assert trouble.value.code == "model_unreachable"


async def test_where_none_is_configured_the_error_names_what_to_set() -> None:
    asking = Account(ModelGateway(ModelSettings()), Purpose.DRAFT)
    assert not asking.is_configured
    with pytest.raises(NotConfigured, match="no model configured: set GHOSTHANDS_MODEL_API_KEY"):
        await asking.ask(said("?"))
