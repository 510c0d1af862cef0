"""Accounts: what goes out is hidden, what comes back is checked, all of it is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ghosthands.models import Account, BudgetSpent, ModelCall, ModelGateway, ModelSettings, ModelTrouble, NotConfigured
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
    answer = await account({"email": "ada@example.com"}).answer(said("Fill in ada@example.com"))
    assert answer.text == "understood"
    assert [asked.text for asked in server.requests] == ["Fill in %email%"]
    assert [asked.token for asked in server.requests] == ["the-key"]


async def test_every_call_is_metered(server: ModelServer, account: AccountOf, calls: list[ModelCall]) -> None:
    server.rules.append(AnswerRule(answer="understood"))
    asking = account(model="openai/gpt-4o")
    await asking.answer(said("x" * 4000))
    [call] = calls
    assert (call.model, call.purpose, call.input_tokens, call.code) == ("openai/gpt-4o", "test", 1000, None)
    assert call.cost_usd == asking.spent_usd > 0
    assert call.took_ms >= 0


async def test_an_unknown_price_is_not_nothing(server: ModelServer, account: AccountOf, calls: list[ModelCall]) -> None:
    server.rules.append(AnswerRule(answer="understood"))
    await account(model="local/my-own").answer(said("?"))
    assert [call.cost_usd for call in calls] == [None]
    assert [asked.model for asked in server.requests] == ["my-own"]


async def test_who_has_spent_the_budget_asks_no_more(
    server: ModelServer, account: AccountOf, calls: list[ModelCall]
) -> None:
    server.rules.append(AnswerRule(answer="understood"))
    asking = account(budget="0.001")
    await asking.answer(said("x" * 4000))
    with pytest.raises(BudgetSpent):
        await asking.answer(said("?"))
    assert len(server.requests) == len(calls) == 1


async def test_an_answer_in_a_shape_is_asked_for_strictly_and_checked(server: ModelServer, account: AccountOf) -> None:
    server.rules += [AnswerRule(answer={"city": ""}, times=1), AnswerRule(answer={"city": "Paris"})]
    answer = await account().answer(said("Where?"), SCHEMA)
    assert answer.data == {"city": "Paris"}
    assert "does not fit the schema" in server.requests[1].text
    assert server.requests[0].schema == SCHEMA


async def test_an_answer_that_never_fits_is_trouble(server: ModelServer, account: AccountOf) -> None:
    server.rules.append(AnswerRule(answer="in Paris, I think"))
    with pytest.raises(ModelTrouble) as trouble:
        await account().answer(said("Where?"), SCHEMA)
    assert trouble.value.code == "answer_invalid"
    assert "Paris" not in str(trouble.value)


@pytest.mark.parametrize("says", ['{"city": "Paris"}', '```json\n{"city": "Paris"}\n```', 'So: {"city": "Paris"}.'])
async def test_an_endpoint_that_knows_no_shapes_is_asked_in_words_from_then_on(
    server: ModelServer, account: AccountOf, says: str
) -> None:
    server.rules += [AnswerRule(status=400, times=2), AnswerRule(answer=says)]
    asking = account()
    for _ in range(2):
        assert (await asking.answer(said("Where?"), SCHEMA)).data == {"city": "Paris"}
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
        await account().answer(said("?"))
    assert trouble.value.code == code
    assert [(call.code, call.cost_usd) for call in calls] == [(code, None)]


async def test_what_may_be_repeated_is_repeated(server: ModelServer, account: AccountOf) -> None:
    server.rules += [AnswerRule(status=500, times=1), AnswerRule(answer="after all")]
    assert (await account(max_retries=1).answer(said("?"))).text == "after all"


async def test_who_does_not_answer_in_time_is_not_waited_for(server: ModelServer, account: AccountOf) -> None:
    server.rules.append(AnswerRule(answer="late", delay_seconds=30))
    with pytest.raises(ModelTrouble) as trouble:
        await account(timeout_seconds=0.1).answer(said("?"))
    assert trouble.value.code == "model_timeout"


async def test_where_nobody_listens_the_endpoint_is_not_reachable(account: AccountOf) -> None:
    with pytest.raises(ModelTrouble) as trouble:
        await account(base_url="http://127.0.0.1:1/v1").answer(said("?"))
    assert trouble.value.code == "model_unreachable"


async def test_where_none_is_configured_the_error_names_what_to_set() -> None:
    asking = Account(ModelGateway(ModelSettings()), purpose="test")
    assert not asking.is_configured
    with pytest.raises(NotConfigured, match="no model configured: set GHOSTHANDS_MODEL_API_KEY"):
        await asking.answer(said("?"))


async def test_a_key_that_cannot_be_read_is_said_to_be_so(account: AccountOf, tmp_path: Path) -> None:
    with pytest.raises(ModelTrouble, match="GHOSTHANDS_MODEL_API_KEY_FILE cannot be read"):
        await account(api_key=None, api_key_file=tmp_path / "none").answer(said("?"))


async def test_a_provider_unknown_here_needs_an_endpoint(account: AccountOf) -> None:
    with pytest.raises(ModelTrouble, match="set GHOSTHANDS_MODEL_BASE_URL"):
        await account(base_url=None, primary="acme/one").answer(said("?"))
