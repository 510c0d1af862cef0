"""The endpoint: whoever speaks to a base URL asks on an account all the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import openai
import pytest

from ghosthands.models import ModelCall, ModelEndpoint
from ghosthands.practice.model_server import AnswerRule, ModelServer

from .conftest import AccountOf


@pytest.fixture
async def endpoint() -> AsyncIterator[ModelEndpoint]:
    async with ModelEndpoint.serving() as running:
        yield running


async def ask(endpoint: ModelEndpoint, token: str, **more: Any) -> Any:
    async with openai.AsyncOpenAI(base_url=endpoint.base_url, api_key=token, max_retries=0) as client:
        messages = [{"role": "user", "content": "Fill in ada@example.com"}]
        return await client.chat.completions.create(model="any/other", messages=messages, **more)


async def test_what_is_asked_with_a_token_is_asked_on_its_account(
    endpoint: ModelEndpoint, server: ModelServer, account: AccountOf, calls: list[ModelCall]
) -> None:
    server.rules.append(AnswerRule(answer="understood"))
    with endpoint.admitted(account({"email": "ada@example.com"})) as token:
        reply = await ask(endpoint, token, temperature=0)
    assert reply.choices[0].message.content == "understood"
    assert [(asked.model, asked.text, asked.token) for asked in server.requests] == [
        ("gpt-4o", "Fill in %email%", "the-key")
    ]
    assert len(calls) == 1
    assert token not in repr(endpoint)


async def test_a_token_is_good_for_nothing_once_it_is_dismissed(
    endpoint: ModelEndpoint, server: ModelServer, account: AccountOf
) -> None:
    with endpoint.admitted(account()) as token:
        pass
    for given in (token, "guessed", ""):
        with pytest.raises((openai.AuthenticationError, openai.OpenAIError)):
            await ask(endpoint, given)
    assert server.requests == []


async def test_a_token_in_any_letters_is_refused_in_words(endpoint: ModelEndpoint, account: AccountOf) -> None:
    with endpoint.admitted(account()):
        async with httpx.AsyncClient(trust_env=False) as client:
            headers = {"Authorization": b"Bearer \xe9"}
            answer = await client.post(f"{endpoint.base_url}/chat/completions", headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unknown_token")


async def test_who_wants_it_streamed_gets_it_in_one_piece(
    endpoint: ModelEndpoint, server: ModelServer, account: AccountOf
) -> None:
    server.rules.append(AnswerRule(answer="all at once"))
    with endpoint.admitted(account()) as token:
        chunks = [chunk async for chunk in await ask(endpoint, token, stream=True)]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == "all at once"


async def test_trouble_comes_as_the_status_a_client_knows(
    endpoint: ModelEndpoint, server: ModelServer, account: AccountOf
) -> None:
    server.rules.append(AnswerRule(status=429))
    with endpoint.admitted(account()) as token, pytest.raises(openai.RateLimitError) as limited:
        await ask(endpoint, token)
    assert limited.value.code == "model_rate_limited"


async def test_what_is_no_request_is_refused(endpoint: ModelEndpoint, server: ModelServer, account: AccountOf) -> None:
    with endpoint.admitted(account()) as token:
        async with openai.AsyncOpenAI(base_url=endpoint.base_url, api_key=token, max_retries=0) as client:
            with pytest.raises(openai.BadRequestError):
                await client.post("/chat/completions", body={"prompt": "?"}, cast_to=object)
    assert server.requests == []
