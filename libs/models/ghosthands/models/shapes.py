"""Answers in a given shape: the request for one, and the JSON in an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jsonschema

from ghosthands.models.settings import Structured

Message = Mapping[str, Any]
Schema = Mapping[str, Any]

#: the next way to ask when one was refused
DOWN = {Structured.JSON_SCHEMA: Structured.JSON_OBJECT, Structured.JSON_OBJECT: Structured.PLAIN}

#: the most characters of a wrong answer, and of the reason, that are quoted in the correction
_QUOTED = 2_000

_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)


def ask_in_shape(way: Structured, messages: Sequence[Message], schema: Schema, name: str) -> dict[str, Any]:
    """Return the parts of a request that ask for the shape in that way."""
    if way is Structured.JSON_SCHEMA:
        wanted = {"name": name, "schema": dict(schema), "strict": _is_closed(schema)}
        return {"messages": list(messages), "response_format": {"type": "json_schema", "json_schema": wanted}}
    told = {"role": "system", "content": f"Answer with JSON only, which fits this schema: {json.dumps(schema)}"}
    shape = {"response_format": {"type": "json_object"}} if way is Structured.JSON_OBJECT else {}
    return {"messages": [told, *messages], **shape}


def _is_closed(schema: Any) -> bool:
    """Whether it can be requested strictly: every object names all its properties and requires them."""
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
    """Return the JSON in an answer, checked by the schema. Raises ValueError, jsonschema.ValidationError."""
    data = _parse(text)
    jsonschema.validate(data, schema)
    return data


def _parse(text: str) -> Any:
    """Return the JSON in an answer, whatever surrounds it. Raises ValueError."""
    fenced = _FENCED.search(text)
    outermost = text[text.find("{") : text.rfind("}") + 1]
    for candidate in (text, fenced[1] if fenced else "", outermost):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    raise ValueError("no JSON")


def correct(text: str, error: Exception) -> Iterator[Message]:
    """Yield the messages that tell a model that its answer did not fit."""
    why = error.message if isinstance(error, jsonschema.ValidationError) else "it is no JSON"
    yield {"role": "assistant", "content": text[:_QUOTED]}
    yield {"role": "user", "content": f"That does not fit the schema: {why[:_QUOTED]}. Answer again, with JSON only."}
