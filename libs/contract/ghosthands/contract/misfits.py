"""Validation errors in words: a phrase that follows the field's name and tells how to fix it.

Pydantic's own words are about its types ("List should have at least 1 item after validation, not 0"), and some of them
repeat what was sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_NUMBER, _WHOLE = "should be a number", "should be a whole number"
_TEXT, _LIST, _OBJECT = "should be a text", "should be a list", "should be an object, with a name for each value"
_UUID, _TICK = "should be a UUID", "should be true or false"
_MOMENT = "should be a date and a time, such as 2026-05-01T09:00:00Z"
_DATE = "should be a date, such as 2026-05-01"
_SECONDS = "should be a number of seconds"
_ADDRESS = "should be a whole address, such as https://jobs.example.com/1"

#: the shape of an e-mail address
EMAIL_PATTERN = r"^[^@\s]+@[^@\s]+$"

Context = Mapping[str, Any]


def _word_pattern(told: Context) -> str:
    if told["pattern"] == EMAIL_PATTERN:
        return "should be an e-mail address, such as ada@example.com"
    return f"should match the pattern {told['pattern']}"


def _word_address(told: Context) -> str:
    return "should have a port from 1 to 65535, or none" if "port" in str(told.get("error", "")) else _ADDRESS


#: by pydantic's name of the error
_WORDS: Mapping[str, str | Callable[[Context], str]] = {
    "missing": "is missing: send it",
    "extra_forbidden": "is not known here: leave it out",
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_too_short": lambda told: _at_least(told["min_length"], "character"),
    "string_too_long": lambda told: _at_most(told["max_length"], "character"),
    "string_pattern_mismatch": _word_pattern,
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": "is too large a number",
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "decimal_type": _NUMBER,
    "decimal_parsing": _NUMBER,
    "finite_number": "should be a number that is finite",
    "greater_than": lambda told: f"should be more than {told['gt']}",
    "greater_than_equal": lambda told: f"should be {told['ge']} or more",
    "less_than": lambda told: f"should be less than {told['lt']}",
    "less_than_equal": lambda told: f"should be {told['le']} or less",
    "bool_type": _TICK,
    "bool_parsing": _TICK,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "set_type": _LIST,
    "frozen_set_type": _LIST,
    "too_short": lambda told: _at_least(told["min_length"], "entry"),
    "too_long": lambda told: _at_most(told["max_length"], "entry"),
    "dict_type": _OBJECT,
    "mapping_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "literal_error": lambda told: f"should be {told['expected']}",
    "enum": lambda told: f"should be {told['expected']}",
    "uuid_type": _UUID,
    "uuid_parsing": _UUID,
    "uuid_version": _UUID,
    "url_type": _ADDRESS,
    "url_parsing": _word_address,
    "url_syntax_violation": _ADDRESS,
    "url_scheme": "should begin with http:// or https://",
    "url_too_long": lambda told: _at_most(told["max_length"], "character"),
    "datetime_type": _MOMENT,
    "datetime_parsing": _MOMENT,
    "datetime_from_date_parsing": _MOMENT,
    "datetime_object_invalid": _MOMENT,
    "timezone_naive": _MOMENT,
    "timezone_aware": _MOMENT,
    "date_type": _DATE,
    "date_parsing": _DATE,
    "date_from_datetime_parsing": _DATE,
    "time_delta_type": _SECONDS,
    "time_delta_parsing": _SECONDS,
    "json_invalid": "should be JSON",
    "json_type": "should be JSON",
}


def word_misfit(error: Mapping[str, Any]) -> str:
    """Return the fault of one entry of `ValidationError.errors()` in words; our own checks' messages are kept."""
    kind, told = str(error["type"]), error.get("ctx", {})
    words = _WORDS.get(kind)
    if words is None:
        return _within_a_sentence(str(error["msg"]).removeprefix("Value error, ").removeprefix("Assertion failed, "))
    return words if isinstance(words, str) else words(told)


def _at_least(number: int, what: str) -> str:
    if number == 1:
        return "should not be empty"
    return f"should have at least {number} {_plural(what)}"


def _at_most(number: int, what: str) -> str:
    return f"may have at most {number} {what if number == 1 else _plural(what)}"


def _plural(word: str) -> str:
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def _within_a_sentence(message: str) -> str:
    """Return the text without its first capital; an acronym (URL, UUID) keeps its own."""
    return message[:1].lower() + message[1:] if message[1:2].islower() else message
