"""On whose account a model is asked: which model, what it must not see, who is told of each call, how much is left.

One for each thing that is done on a session's behalf; all that an engine asks goes through its account.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import jsonschema

from ghosthands.chassis import logging
from ghosthands.domain.codes import ModelFailure
from ghosthands.models.errors import BudgetSpent, ModelTrouble
from ghosthands.models.gateway import Body, ModelGateway
from ghosthands.models.hidden import HiddenValues
from ghosthands.models.names import ModelName
from ghosthands.models.prices import Tokens
from ghosthands.models.settings import Structured

log = logging.get(__name__)

Message = Mapping[str, Any]
Schema = Mapping[str, Any]

#: An answer that does not fit is asked for once more.
ATTEMPTS = 2

_DOWN = {Structured.JSON_SCHEMA: Structured.JSON_OBJECT, Structured.JSON_OBJECT: Structured.PLAIN}
_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class ModelCall:
    """One call as it is metered: never what was asked or answered."""

    model: str
    #: what it was for: an engine's name, `drafting`, …
    purpose: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    #: None where nobody knows
    cost_usd: Decimal | None
    took_ms: int
    #: why it failed; None where it did not
    code: str | None = None


@dataclass(frozen=True)
class Answer:
    """A model's answer, as text and as the shape that was asked for."""

    text: str = field(repr=False)
    #: the text as JSON, where a shape was asked for; it fits the schema
    data: Any = field(repr=False)
    tokens: Tokens


class Account:
    """Asks the gateway on somebody's behalf."""

    def __init__(
        self,
        gateway: ModelGateway,
        *,
        purpose: str,
        model: str | None = None,
        on_call: Callable[[ModelCall], None] = lambda _: None,
        secrets: HiddenValues | None = None,
        budget_usd: Decimal | None = None,
    ) -> None:
        """Raises ValueError where `model` is no model's name."""
        self.model: ModelName = gateway.model(model)
        self.secrets = secrets or HiddenValues()
        self.spent_usd = Decimal(0)
        self.budget_usd = budget_usd
        self._gateway = gateway
        self._purpose = purpose
        self._on_call = on_call

    @property
    def is_configured(self) -> bool:
        """Is there a model to ask?"""
        return self._gateway.is_configured

    async def complete(self, body: Body) -> dict[str, Any]:
        """A chat completion, as the wire has it: redacted, metered, within the budget. Raises ModelTrouble."""
        if self.budget_usd is not None and self.spent_usd >= self.budget_usd:
            raise BudgetSpent(self.spent_usd, self.budget_usd)
        started = time.monotonic()
        try:
            completion = await self._gateway.complete(self.model, {**body, **self._hidden(body)})
        except ModelTrouble as trouble:
            self._meter({}, started, trouble.code)
            raise
        self._meter(completion.get("usage") or {}, started)
        return completion

    async def answer(
        self, messages: Sequence[Message], schema: Schema | None = None, *, name: str = "answer", **more: Any
    ) -> Answer:
        """What the model says; with a schema, JSON that fits it. Raises ModelTrouble."""
        if schema is None:
            completion = await self.complete({**more, "messages": list(messages)})
            return Answer(_read_text(completion), None, Tokens.of(completion.get("usage") or {}))
        return await self._shaped(list(messages), schema, name, more)

    async def _shaped(self, messages: list[Message], schema: Schema, name: str, more: Mapping[str, Any]) -> Answer:
        trouble = ModelTrouble(ModelFailure.ANSWER_INVALID, f"the model's {name} does not fit what was asked for")
        for _ in range(ATTEMPTS):
            completion = await self._asked_for(messages, schema, name, more)
            text = _read_text(completion)
            try:
                data = _parse(text)
                jsonschema.validate(data, schema)
            except (ValueError, jsonschema.ValidationError) as error:
                messages = [*messages, *_correct(text, error)]
                continue
            return Answer(text, data, Tokens.of(completion.get("usage") or {}))
        raise trouble

    async def _asked_for(
        self, messages: Sequence[Message], schema: Schema, name: str, more: Mapping[str, Any]
    ) -> dict[str, Any]:
        """A completion in the best way the endpoint takes."""
        way = begun = self._gateway.structured(self.model)
        while True:
            try:
                completion = await self.complete({**more, **_ask_in_shape(way, messages, schema, name)})
            except ModelTrouble as trouble:
                if trouble.code != ModelFailure.MODEL_REFUSED or way not in _DOWN:
                    raise
                way = _DOWN[way]
                continue
            if way is not begun:
                self._gateway.learn(self.model, way)
            return completion

    def _hidden(self, body: Body) -> dict[str, Any]:
        """The parts of a request that may hold a value, with every value hidden."""
        return {part: self.secrets.hide_in(body[part]) for part in ("messages", "tools") if part in body}

    def _meter(self, usage: Mapping[str, Any], started: float, code: str | None = None) -> None:
        tokens = Tokens.of(usage)
        cost = self._gateway.prices.cost(self.model, usage) if code is None else None
        took_ms = round((time.monotonic() - started) * 1000)
        self.spent_usd += cost or 0
        log.info(
            "model_called",
            model=str(self.model),
            purpose=self._purpose,
            input_tokens=tokens.input,
            output_tokens=tokens.output,
            cost_usd=None if cost is None else float(cost),
            took_ms=took_ms,
            code=code,
        )
        self._on_call(
            ModelCall(str(self.model), self._purpose, tokens.input, tokens.output, tokens.cached, cost, took_ms, code)
        )


def _ask_in_shape(way: Structured, messages: Sequence[Message], schema: Schema, name: str) -> dict[str, Any]:
    if way is Structured.JSON_SCHEMA:
        wanted = {"name": name, "schema": dict(schema), "strict": _is_closed(schema)}
        return {"messages": list(messages), "response_format": {"type": "json_schema", "json_schema": wanted}}
    told = {"role": "system", "content": f"Answer with JSON only, which fits this schema: {json.dumps(schema)}"}
    shape = {"response_format": {"type": "json_object"}} if way is Structured.JSON_OBJECT else {}
    return {"messages": [told, *messages], **shape}


def _is_closed(schema: Any) -> bool:
    """Can it be asked for strictly? Every object names all its properties and requires them."""
    match schema:
        case Mapping():
            if schema.get("type") == "object":
                properties = schema.get("properties", {})
                if schema.get("additionalProperties") is not False or set(schema.get("required", ())) != {*properties}:
                    return False
            return all(map(_is_closed, schema.values()))
        case list() | tuple():
            return all(map(_is_closed, schema))
        case _:
            return True


def _read_text(completion: Mapping[str, Any]) -> str:
    message = completion["choices"][0].get("message") or {}
    return message.get("content") or ""


def _parse(text: str) -> Any:
    """The JSON in an answer, whatever stands around it. Raises ValueError."""
    fenced = _FENCED.search(text)
    outermost = text[text.find("{") : text.rfind("}") + 1]
    for candidate in (text, fenced[1] if fenced else "", outermost):
        try:
            return json.loads(candidate)
        except ValueError:
            continue
    raise ValueError("no JSON")


def _correct(text: str, error: Exception) -> Iterable[Message]:
    why = error.message if isinstance(error, jsonschema.ValidationError) else "it is no JSON"
    yield {"role": "assistant", "content": text}
    yield {"role": "user", "content": f"That does not fit the schema: {why}. Answer again, with JSON only."}
