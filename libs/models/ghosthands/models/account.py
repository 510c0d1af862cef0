"""An account for calls to models: their purpose, the values the model must not see, and the payer.

Everything done on somebody's behalf has its own account; all calls of an engine go through it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jsonschema

from ghosthands.chassis import logging
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.codes import ModelFailure
from ghosthands.models.errors import ModelTrouble, NotConfigured
from ghosthands.models.gateway import Body, ModelGateway
from ghosthands.models.hidden import HiddenValues
from ghosthands.models.installation import Target, Wish
from ghosthands.models.meter import Estimate, Meter, ModelCall, Unlimited
from ghosthands.models.names import ModelName
from ghosthands.models.prices import Tokens
from ghosthands.models.shapes import DOWN, Message, Schema, ask_in_shape, correct, read_shape

log = logging.get(__name__)

#: How often an answer is asked for if it does not fit.
ATTEMPTS = 2
#: tokens an answer may have, including those a model thinks with: by default, and at most
OUTPUT_TOKENS = 4_096
MAX_OUTPUT_TOKENS = 16_384

#: the names of the limit on an answer's length
_LIMITS = ("max_tokens", "max_completion_tokens")
#: a low estimate of a token's UTF-8 bytes, in any language
_BYTES_OF_A_TOKEN = 3
_TOKENS_OF_A_PICTURE = 1_600

#: failures after which another model is worth its price
_ANOTHER_MAY = frozenset(
    {
        ModelFailure.MODEL_TIMEOUT,
        ModelFailure.MODEL_UNREACHABLE,
        ModelFailure.MODEL_RATE_LIMITED,
        ModelFailure.MODEL_FORBIDDEN,
        ModelFailure.MODEL_REFUSED,
        ModelFailure.MODEL_FAILED,
        ModelFailure.ANSWER_INVALID,
        ModelFailure.ANSWER_TOO_LARGE,
    }
)


@dataclass(frozen=True)
class Answer:
    """A model's answer, as text and in the requested shape."""

    text: str = field(repr=False)
    #: the text as JSON that fits the schema, if a shape was requested
    data: Any = field(repr=False)
    tokens: Tokens
    #: the model that gave it
    model: ModelName


class Account:
    """Calls models through the gateway on somebody's behalf."""

    def __init__(
        self,
        gateway: ModelGateway,
        purpose: Purpose,
        *,
        tier: int = 0,
        engine: str = "",
        wish: Wish | None = None,
        targets: Sequence[Target] | None = None,
        meter: Meter | None = None,
        secrets: HiddenValues | None = None,
    ) -> None:
        """Set up the account; `targets` are asked in that order, if the wish is not to choose them."""
        self.secrets = secrets or HiddenValues()
        self._gateway = gateway
        self._purpose, self._tier, self._engine = purpose, tier, engine
        self._targets = targets if targets is not None else gateway.choose(purpose, tier, wish or Wish())
        self._meter = meter or Unlimited()

    @property
    def is_configured(self) -> bool:
        """Whether there is a model to ask."""
        return bool(self._targets)

    @property
    def model(self) -> ModelName:
        """The model that is asked first; the installation's primary if none can be asked."""
        return self._targets[0].name if self._targets else self._gateway.installation.primary

    @property
    def server(self) -> str:
        """The base URL of the provider that is asked first; empty if there is none."""
        return self._targets[0].endpoint.base_url if self._targets else ""

    async def ask(
        self, messages: Sequence[Message], schema: Schema | None = None, *, name: str = "answer", **more: Any
    ) -> Answer:
        """Return the model's answer; with a schema, JSON that fits it. If a model fails, the next one is asked.

        All of it together takes no longer than one question may. Raises ModelTrouble.
        """
        deadline = self._deadline()
        trouble: ModelTrouble = NotConfigured()
        for target in self._targets:
            try:
                return await self._ask_one(target, list(messages), schema, name, more, deadline)
            except ModelTrouble as failed:
                if failed.code not in _ANOTHER_MAY or time.monotonic() >= deadline:
                    raise
                trouble = failed
        raise trouble

    async def complete(self, body: Body) -> dict[str, Any]:
        """Return a chat completion as on the wire: redacted, metered, within the budget. Raises ModelTrouble."""
        return await self._complete(self._targets[0] if self._targets else None, body, self._deadline())

    def _deadline(self) -> float:
        return time.monotonic() + self._gateway.total_seconds

    async def _ask_one(
        self,
        target: Target,
        messages: list[Message],
        schema: Schema | None,
        name: str,
        more: Mapping[str, Any],
        deadline: float,
    ) -> Answer:
        if schema is None:
            completion = await self._complete(target, {**more, "messages": messages}, deadline)
            return _make_answer(completion, _read_text(completion), None, target)
        for _ in range(ATTEMPTS):
            completion = await self._ask_in_shape(target, messages, schema, name, more, deadline)
            text = _read_text(completion)
            try:
                return _make_answer(completion, text, read_shape(text, schema), target)
            except (ValueError, jsonschema.ValidationError) as error:
                messages = [*messages, *correct(text, error)]
        raise ModelTrouble(ModelFailure.ANSWER_INVALID, f"the model's {name} does not fit what was asked for")

    async def _ask_in_shape(
        self,
        target: Target,
        messages: Sequence[Message],
        schema: Schema,
        name: str,
        more: Mapping[str, Any],
        deadline: float,
    ) -> dict[str, Any]:
        """Request a completion in the given shape, in the best way the endpoint accepts."""
        way = begun = self._gateway.structured(target)
        while True:
            try:
                body = {**more, **ask_in_shape(way, messages, schema, name)}
                completion = await self._complete(target, body, deadline)
            except ModelTrouble as trouble:
                if trouble.code != ModelFailure.MODEL_REFUSED or way not in DOWN:
                    raise
                way = DOWN[way]
                continue
            if way is not begun:
                self._gateway.learn(target, way)
            return completion

    async def _complete(self, target: Target | None, body: Body, deadline: float) -> dict[str, Any]:
        if target is None:
            raise NotConfigured
        body = {**self._limit(target, body), **self._hide(body)}
        reservation = await self._meter.reserve(self._estimate(target, body, deadline))
        started, usage, code = time.monotonic(), None, None
        try:
            completion = await self._gateway.complete(target, body, deadline=deadline)
            usage = completion.get("usage")
        except ModelTrouble as trouble:
            code = trouble.code
            raise
        except asyncio.CancelledError:
            code = ModelFailure.CUT_OFF
            raise
        finally:
            await reservation.settle(self._tell(target, usage, started, code))
        return completion

    def _limit(self, target: Target, body: Body) -> dict[str, Any]:
        """Return the request with a limit on the answer's length, named as the endpoint expects."""
        asked = next((body[name] for name in _LIMITS if body.get(name)), OUTPUT_TOKENS)
        rest = {name: value for name, value in body.items() if name not in _LIMITS}
        return {**rest, target.endpoint.output_limit.value: min(asked, MAX_OUTPUT_TOKENS)}

    def _hide(self, body: Body) -> dict[str, Any]:
        """Return the parts of a request that may contain values, with every value hidden."""
        return {part: self.secrets.hide_in(body[part]) for part in ("messages", "tools") if part in body}

    def _estimate(self, target: Target, body: Body, deadline: float) -> Estimate:
        tokens = Tokens(_count_input(body), body[target.endpoint.output_limit.value])
        cost = self._gateway.prices.estimate(target.name, tokens)
        seconds = max(0.0, deadline - time.monotonic())
        return Estimate(
            str(target), self._purpose, self._tier, self._engine, tokens.input, tokens.output, cost, seconds
        )

    def _tell(self, target: Target, usage: Any, started: float, code: str | None) -> ModelCall:
        said = usage if isinstance(usage, Mapping) else {}
        tokens = Tokens.of(said)
        call = ModelCall(
            model=str(target),
            purpose=self._purpose,
            tier=self._tier,
            engine=self._engine,
            input_tokens=tokens.input,
            output_tokens=tokens.output,
            cached_tokens=tokens.cached,
            cost_usd=self._gateway.prices.cost(target.name, said) if said else None,
            took_ms=round((time.monotonic() - started) * 1000),
            code=code,
        )
        log.info(
            "model_called",
            model=call.model,
            purpose=call.purpose.value,
            engine=call.engine,
            input_tokens=call.input_tokens,
            output_tokens=call.output_tokens,
            cost_usd=None if call.cost_usd is None else float(call.cost_usd),
            took_ms=call.took_ms,
            code=call.code,
        )
        return call


def _make_answer(completion: Mapping[str, Any], text: str, data: Any, target: Target) -> Answer:
    return Answer(text, data, Tokens.of(completion.get("usage")), target.name)


def _read_text(completion: Mapping[str, Any]) -> str:
    return completion["choices"][0]["message"].get("content") or ""


def _count_input(body: Body) -> int:
    """Estimate the number of tokens in a request, rather too high than too low."""
    texts = [text for part in ("messages", "tools", "response_format") for text in _list_texts(body.get(part))]
    pictures = sum(text.startswith("data:") for text in texts)
    length = sum(len(text.encode()) for text in texts if not text.startswith("data:"))
    return length // _BYTES_OF_A_TOKEN + pictures * _TOKENS_OF_A_PICTURE


def _list_texts(part: Any) -> Iterator[str]:
    match part:
        case str():
            yield part
        case Mapping():
            for key, value in part.items():
                yield key
                yield from _list_texts(value)
        case list() | tuple():
            for each in part:
                yield from _list_texts(each)
        case _:
            return
