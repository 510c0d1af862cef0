"""Answers in a shape: how one is asked for, and what JSON is in a text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jsonschema

from ghosthands.models.settings import Structured

Message = Mapping[str, Any]
Schema = Mapping[str, Any]

#: how to ask where that way was refused
DOWN = {Structured.JSON_SCHEMA: Structured.JSON_OBJECT, Structured.JSON_OBJECT: Structured.PLAIN}

#: characters of an answer that does not fit, and of why, that it is told again
_QUOTED = 2_000

_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)


def ask_in_shape(way: Structured, messages: Sequence[Message], schema: Schema, name: str) -> dict[str, Any]:
    """The parts of a request that ask for it in that way."""
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


def read_shape(text: str, schema: Schema) -> Any:
    """The JSON in an answer, which fits the schema. Raises ValueError, jsonschema.ValidationError."""
    data = _parse(text)
    jsonschema.validate(data, schema)
    return data


def _parse(text: str) -> Any:
    """The JSON in an answer, whatever stands around it. Raises ValueError."""
    fenced = _FENCED.search(text)
    outermost = text[text.find("{") : text.rfind("}") + 1]
    for candidate in (text, fenced[1] if fenced else "", outermost):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    raise ValueError("no JSON")


def correct(text: str, error: Exception) -> Iterator[Message]:
    """What is said to a model whose answer did not fit."""
    why = error.message if isinstance(error, jsonschema.ValidationError) else "it is no JSON"
    yield {"role": "assistant", "content": text[:_QUOTED]}
    yield {"role": "user", "content": f"That does not fit the schema: {why[:_QUOTED]}. Answer again, with JSON only."}
