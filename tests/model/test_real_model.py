"""One short suite against whatever real models are configured; without one it is skipped by name.

`make test-model` runs it, and it costs a few cents at most: each question is short, and so is its answer.
"""

from __future__ import annotations

import base64
import os
import struct
import zlib
from collections.abc import AsyncIterator
from typing import Any

import openai
import pytest

from ghosthands.chassis import settings
from ghosthands.domain.asked_models import Purpose
from ghosthands.models import Account, ModelCall, ModelEndpoint, ModelGateway, ModelSettings, Unlimited

SHAPE: dict[str, Any] = {
    "type": "object",
    "properties": {"key": {"type": "string", "enum": ["profile.email", "profile.phone", "none"]}},
    "required": ["key"],
    "additionalProperties": False,
}
QUESTION = [{"role": "user", "content": 'A form asks "Your e-mail address". Which of the keys does it want?'}]
SHORT = 1024


@pytest.fixture
async def gateway() -> AsyncIterator[ModelGateway]:
    if not os.environ.get("GHOSTHANDS_TEST_MODEL"):
        pytest.skip("real models are asked by `make test-model` alone")
    found = ModelGateway(settings.load(ModelSettings))
    if not found.is_configured:
        pytest.skip("no real model is configured: see `ghosthands models`")
    yield found
    await found.close()


@pytest.fixture
def calls() -> list[ModelCall]:
    return []


@pytest.mark.parametrize("purpose", [purpose for purpose in Purpose if purpose is not Purpose.SEE])
async def test_an_answer_has_the_shape_that_was_asked_for(
    gateway: ModelGateway, calls: list[ModelCall], purpose: Purpose
) -> None:
    answer = await Account(gateway, purpose, meter=Unlimited(calls.append)).ask(QUESTION, SHAPE, max_tokens=SHORT)
    assert answer.data == {"key": "profile.email"}
    assert calls[-1].code is None
    assert calls[-1].input_tokens > 0
    assert calls[-1].output_tokens > 0


async def test_a_model_that_sees_is_shown_a_picture(gateway: ModelGateway, calls: list[ModelCall]) -> None:
    account = Account(gateway, Purpose.SEE, tier=3, meter=Unlimited(calls.append))
    if not account.is_configured:
        pytest.skip("no real model that sees pictures is configured")
    picture = f"data:image/png;base64,{base64.b64encode(red_square()).decode()}"
    shown = [{"type": "text", "text": "Which colour is this?"}, {"type": "image_url", "image_url": {"url": picture}}]
    shape = {**SHAPE, "properties": {"key": {"type": "string", "enum": ["red", "green", "blue"]}}}
    answer = await account.ask([{"role": "user", "content": shown}], shape, max_tokens=SHORT)
    assert answer.data == {"key": "red"}


async def test_who_speaks_to_a_base_url_only_asks_it_too(gateway: ModelGateway, calls: list[ModelCall]) -> None:
    account = Account(gateway, Purpose.ACT, tier=1, meter=Unlimited(calls.append))
    async with ModelEndpoint.serving() as endpoint:
        with endpoint.admitted(account) as token:
            async with openai.AsyncOpenAI(base_url=endpoint.base_url, api_key=token, max_retries=0) as client:
                said = await client.chat.completions.create(model="any", messages=QUESTION, max_tokens=SHORT)  # type: ignore[arg-type]
    assert said.choices[0].message.content
    assert [call.code for call in calls] == [None]


def red_square(side: int = 64) -> bytes:
    """A PNG, all red."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\x00" + b"\xff\x00\x00" * side) * side
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
