"""JSON schemas that clients of the tools bring: judged before anything is asked, and what was extracted held to them.

References stay within a schema: nobody has us fetch an address by naming it there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

from ghosthands.domain.tools import Failure
from ghosthands.messaging.micro import Refused

_REFERENCES = ("$ref", "$dynamicRef")


def check(schema: Mapping[str, Any]) -> None:
    """Raises Refused where that is no JSON schema, or refers to another."""
    if any(not reference.startswith("#") for reference in _references(schema)):
        raise Refused(Failure.INVALID_ARGUMENTS, "`schema` refers to another: only `#…` is followed")
    try:
        jsonschema.validators.validator_for(schema).check_schema(schema)
    except jsonschema.SchemaError as error:
        raise Refused(Failure.INVALID_ARGUMENTS, f"`schema` is no JSON schema, at {_place(error)}") from None


def hold(data: Any, schema: Mapping[str, Any]) -> None:
    """Raises Refused where `data` has not the schema's shape; a page's words are not repeated."""
    try:
        jsonschema.validate(data, schema)
    except jsonschema.ValidationError as error:
        raise Refused(Failure.ENGINE_FAILED, f"what was extracted does not fit `schema`, at {_place(error)}") from None
    except Exception as error:  # a reference to nothing, or to itself
        raise Refused(Failure.INVALID_ARGUMENTS, f"`schema` cannot be used: {type(error).__name__}") from None


def _place(error: jsonschema.ValidationError | jsonschema.SchemaError) -> str:
    return f"/{'/'.join(map(str, error.absolute_path))} ({error.validator})"


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        for key, value in schema.items():
            if key in _REFERENCES and isinstance(value, str):
                yield value
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)
