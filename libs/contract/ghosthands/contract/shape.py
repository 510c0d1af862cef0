"""JSON schemas from outside: checked before anything is read, and used to validate what was read.

References must stay within a schema: nobody can make us fetch an address by naming it there. What may take for ever,
and block the whole process, is refused: regular expressions applied to a page's text, and references that multiply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

_REFERENCES = ("$ref", "$dynamicRef")
#: two on each level double the work with each level
MAX_REFERENCES = 16
_PATTERNS = {"pattern": str, "patternProperties": Mapping}


def find_fault(schema: Mapping[str, Any]) -> str | None:
    """Return why the schema cannot be used: it is invalid, refers to another, or has a regular expression."""
    for keyword, value in _keywords(schema):
        if keyword in _REFERENCES and isinstance(value, str) and not value.startswith("#"):
            return "the schema refers to another: only `#…` is followed"
        if keyword in _PATTERNS and isinstance(value, _PATTERNS[keyword]):  # otherwise it is a property's name
            return f"the schema has `{keyword}`: regular expressions are not tried"
    if sum(keyword in _REFERENCES for keyword, _ in _keywords(schema)) > MAX_REFERENCES:
        return f"the schema has more than {MAX_REFERENCES} references"
    try:
        jsonschema.validators.validator_for(schema).check_schema(schema)
    except jsonschema.SchemaError as error:
        return f"the schema is no JSON schema, at {_place(error)}"
    return None


def find_misfit(data: Any, schema: Mapping[str, Any]) -> str | None:
    """Return the place where `data` does not fit the schema, if there is one, without repeating the page's text.

    Raises ValueError for a schema that cannot be used.
    """
    try:
        jsonschema.validate(data, schema)
    except jsonschema.ValidationError as error:
        return _place(error)
    except Exception as error:  # a reference to nothing, or to itself
        raise ValueError(f"the schema cannot be used: {type(error).__name__}") from None
    return None


def _place(error: jsonschema.ValidationError | jsonschema.SchemaError) -> str:
    return f"/{'/'.join(map(str, error.absolute_path))} ({error.validator})"


def _keywords(schema: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(schema, Mapping):
        yield from schema.items()
        schema = list(schema.values())
    if isinstance(schema, list):
        for value in schema:
            yield from _keywords(value)
