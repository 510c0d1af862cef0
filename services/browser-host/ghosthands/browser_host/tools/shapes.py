"""JSON schemas that clients of the tools bring: judged before anything is asked, and what was extracted held to them.

References stay within a schema: nobody has us fetch an address by naming it there. What may take for ever, and the
whole host with it, is not tried: regular expressions on the words of a page, references that multiply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

from ghosthands.domain.codes import ToolFailure
from ghosthands.messaging.work.micro import RequestRefused

_REFERENCES = ("$ref", "$dynamicRef")
#: two a level, they double what is to be judged with each level
MAX_REFERENCES = 16
_PATTERNS = {"pattern": str, "patternProperties": Mapping}


def check(schema: Mapping[str, Any]) -> None:
    """Raises RequestRefused where that is no JSON schema, refers to another, or holds a regular expression."""
    for keyword, value in _keywords(schema):
        if keyword in _REFERENCES and isinstance(value, str) and not value.startswith("#"):
            raise RequestRefused(ToolFailure.INVALID_ARGUMENTS, "`schema` refers to another: only `#…` is followed")
        if keyword in _PATTERNS and isinstance(value, _PATTERNS[keyword]):  # else it is what a property is called
            raise RequestRefused(
                ToolFailure.INVALID_ARGUMENTS, f"`schema` has `{keyword}`: regular expressions are not tried"
            )
    if sum(keyword in _REFERENCES for keyword, _ in _keywords(schema)) > MAX_REFERENCES:
        raise RequestRefused(ToolFailure.INVALID_ARGUMENTS, f"`schema` has more than {MAX_REFERENCES} references")
    try:
        jsonschema.validators.validator_for(schema).check_schema(schema)
    except jsonschema.SchemaError as error:
        raise RequestRefused(ToolFailure.INVALID_ARGUMENTS, f"`schema` is no JSON schema, at {_place(error)}") from None


def hold(data: Any, schema: Mapping[str, Any]) -> None:
    """Raises RequestRefused where `data` has not the schema's shape; a page's words are not repeated."""
    try:
        jsonschema.validate(data, schema)
    except jsonschema.ValidationError as error:
        raise RequestRefused(
            ToolFailure.ENGINE_FAILED, f"what was extracted does not fit `schema`, at {_place(error)}"
        ) from None
    except Exception as error:  # a reference to nothing, or to itself
        raise RequestRefused(
            ToolFailure.INVALID_ARGUMENTS, f"`schema` cannot be used: {type(error).__name__}"
        ) from None


def _place(error: jsonschema.ValidationError | jsonschema.SchemaError) -> str:
    return f"/{'/'.join(map(str, error.absolute_path))} ({error.validator})"


def _keywords(schema: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(schema, Mapping):
        yield from schema.items()
        schema = list(schema.values())
    if isinstance(schema, list):
        for value in schema:
            yield from _keywords(value)
