"""Whatever an endpoint does, a question ends in bounded time, at bounded cost, with a code that says why."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import openai
import pytest

from ghosthands.domain.codes import ModelFailure
from ghosthands.models import ModelCall, ModelEndpoint, ModelTrouble

from . import hostile
from .conftest import AccountOf
from .hostile import Exchange, completion

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
SAID = [{"role": "user", "content": "Where?"}]
PARIS = {"role": "assistant", "content": '{"city": "Paris"}'}

#: 20 kB that unpack to 20 MB
BOMB = gzip.compress(b"x" * 20_000_000, compresslevel=1)

#: seconds that any of these may take: no answer is waited for longer than two
BOUND = 12.0
LIMITS: dict[str, Any] = {"timeout_seconds": 2.0, "total_seconds": 6.0, "max_retries": 2}


async def fine(exchange: Exchange) -> None:
    await exchange.say(PARIS)


async def limited_for_a_second(exchange: Exchange) -> None:
    await exchange.reply(b"{}", status=429, retry_after="1")


async def limited_until_a_date(exchange: Exchange) -> None:
    await exchange.reply(b"{}", status=429, retry_after=format_datetime(datetime.now(UTC) + timedelta(seconds=2)))


async def limited_for_an_hour(exchange: Exchange) -> None:
    await exchange.reply(b"{}", status=429, retry_after="3600")


async def limited_for_nonsense(exchange: Exchange) -> None:
    await exchange.reply(b"{}", status=429, retry_after="-1e400 soon")


async def failing(exchange: Exchange) -> None:
    await exchange.reply(b"<h1>Bad gateway</h1>", status=502, content_type="text/html")


async def hanging(exchange: Exchange) -> None:
    await exchange.wait()


async def hanging_up(exchange: Exchange) -> None:
    exchange.writer.close()


async def cut_off(exchange: Exchange) -> None:
    whole = completion(PARIS)
    await exchange.reply(whole[: len(whole) // 2])


async def shorter_than_said(exchange: Exchange) -> None:
    whole = completion(PARIS)
    await exchange.reply(whole, length=len(whole) + 100)


async def dripping(exchange: Exchange) -> None:
    await exchange.reply(b"{", length=1000)
    while not exchange.writer.is_closing():
        exchange.writer.write(b" ")
        await exchange.writer.drain()
        await asyncio.sleep(0.05)


async def huge(exchange: Exchange) -> None:
    await exchange.say({"role": "assistant", "content": "x" * 10_000_000})


async def huge_and_failing(exchange: Exchange) -> None:
    await exchange.reply(b"x" * 10_000_000, status=400)


async def packed(exchange: Exchange) -> None:
    await exchange.reply(BOMB, content_encoding="gzip")


async def deeply_nested(exchange: Exchange) -> None:
    await exchange.reply(b"[" * 500_000)


async def deep_within(exchange: Exchange) -> None:
    await exchange.say({"content": "[" * 500_000})


async def wrong_schema(exchange: Exchange) -> None:
    await exchange.say({"content": '{"town": 1}'})


async def talkative(exchange: Exchange) -> None:
    await exchange.say({"content": "x" * 1_000_000})


async def calling_tools(exchange: Exchange) -> None:
    call = {"id": "1", "type": "function", "function": {"name": "transfer_money", "arguments": "{}"}}
    await exchange.say({"content": '{"city": "Paris"}', "tool_calls": [call]})


async def web_page(exchange: Exchange) -> None:
    await exchange.reply(b"<html>Sign in</html>", content_type="text/html")


async def redirecting(exchange: Exchange) -> None:
    await exchange.reply(b"", status=307, location=f"{exchange.server.base_url}/chat/completions")


async def no_choices(exchange: Exchange) -> None:
    await exchange.reply(json.dumps({"choices": [None], "usage": "free"}).encode())


async def content_of_parts(exchange: Exchange) -> None:
    await exchange.say({"content": [{"type": "text", "text": "Paris"}]})


@pytest.mark.parametrize(
    ("behaviour", "code", "most"),
    [
        (limited_for_an_hour, ModelFailure.MODEL_RATE_LIMITED, 1),
        (limited_for_nonsense, ModelFailure.MODEL_RATE_LIMITED, 3),
        (failing, ModelFailure.MODEL_FAILED, 3),
        (hanging, ModelFailure.MODEL_TIMEOUT, 1),
        (hanging_up, ModelFailure.MODEL_UNREACHABLE, 3),
        (cut_off, ModelFailure.MODEL_FAILED, 1),
        (shorter_than_said, ModelFailure.MODEL_UNREACHABLE, 3),
        (dripping, ModelFailure.MODEL_TIMEOUT, 1),
        (huge, ModelFailure.ANSWER_TOO_LARGE, 1),
        (huge_and_failing, ModelFailure.ANSWER_TOO_LARGE, 1),
        (packed, ModelFailure.MODEL_FAILED, 1),
        (deeply_nested, ModelFailure.MODEL_FAILED, 1),
        (deep_within, ModelFailure.ANSWER_INVALID, 2),
        (wrong_schema, ModelFailure.ANSWER_INVALID, 2),
        (talkative, ModelFailure.ANSWER_INVALID, 2),
        (calling_tools, ModelFailure.ANSWER_INVALID, 1),
        (web_page, ModelFailure.MODEL_FAILED, 1),
        (redirecting, ModelFailure.MODEL_REFUSED, 3),
        (no_choices, ModelFailure.MODEL_FAILED, 1),
        (content_of_parts, ModelFailure.MODEL_FAILED, 1),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
async def test_whatever_it_does_the_question_ends_with_a_code(
    account: AccountOf, calls: list[ModelCall], behaviour: hostile.Behaviour, code: str, most: int
) -> None:
    async with hostile.serve(behaviour) as server:
        started = time.monotonic()
        with pytest.raises(ModelTrouble) as trouble:
            await account(base_url=server.base_url, **LIMITS).ask(SAID, SCHEMA)
        took = time.monotonic() - started
    assert trouble.value.code == code
    assert took < BOUND
    assert 1 <= len(server.requests) <= most
    sent = sum(len(json.dumps(request)) for request in server.requests)
    assert sent < 10_000 * most  # what it says is not sent back to it at our cost
    assert all(call.input_tokens <= 10 and call.output_tokens <= 5 for call in calls)
    assert len(calls) <= len(server.requests)


@pytest.mark.parametrize("behaviour", [limited_for_a_second, limited_until_a_date])
async def test_a_retry_after_is_waited_for_and_no_longer(account: AccountOf, behaviour: hostile.Behaviour) -> None:
    async with hostile.serve(behaviour, fine) as server:
        started = time.monotonic()
        answer = await account(base_url=server.base_url, **{**LIMITS, "total_seconds": 20.0}).ask(SAID, SCHEMA)
        took = time.monotonic() - started
    assert answer.data == {"city": "Paris"}
    assert len(server.requests) == 2
    assert 0.9 <= took < 6


async def test_who_breaks_off_hangs_up_and_the_call_is_settled(account: AccountOf, calls: list[ModelCall]) -> None:
    async with hostile.serve(hanging) as server:
        asking = asyncio.ensure_future(account(base_url=server.base_url).ask(SAID))
        async with asyncio.timeout(10):
            await server.asked.wait()
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            await server.hung_up.wait()
    assert [call.code for call in calls] == ["cancelled"]


@pytest.mark.parametrize(
    ("behaviour", "status", "code"),
    [
        (hanging, 504, "model_timeout"),
        (limited_for_an_hour, 429, "model_rate_limited"),
        (huge, 502, "answer_too_large"),
        (calling_tools, 502, "answer_invalid"),
        (web_page, 502, "model_failed"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
async def test_who_speaks_to_a_base_url_is_told_the_same(
    account: AccountOf, calls: list[ModelCall], behaviour: hostile.Behaviour, status: int, code: str
) -> None:
    async with hostile.serve(behaviour) as server, ModelEndpoint.serving() as endpoint:
        asking = account(base_url=server.base_url, **LIMITS)
        with endpoint.admitted(asking) as token:
            async with openai.AsyncOpenAI(base_url=endpoint.base_url, api_key=token, max_retries=0) as client:
                with pytest.raises(openai.APIStatusError) as refused:
                    await client.chat.completions.create(model="any", messages=SAID)  # type: ignore[arg-type]
    assert (refused.value.status_code, refused.value.code) == (status, code)
    assert [call.code for call in calls] == [code]
