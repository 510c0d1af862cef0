"""What came in from outside, against its model: no JSON object at all, or every reason why it is not as it should be.

Nothing that was sent is ever repeated in a reason: a field's path, a stable code and what to do, no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
import pydantic
from pydantic import BaseModel, Field

from ghosthands.domain.codes import MessageFault, RequestFault
from ghosthands.domain.errors import Permanent
from ghosthands.domain.job import Reason

B = TypeVar("B", bound=BaseModel)

#: characters of one free text
MAX_TEXT = 20_000

Tenant = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]+$")]


class Invalid(Exception):
    """What came in cannot be carried out; `reasons` say why, all of them."""

    def __init__(self, *reasons: Reason) -> None:
        super().__init__("; ".join(f"{reason.field}: {reason.code}" for reason in reasons))
        self.reasons = reasons


def json_object(data: bytes) -> Mapping[str, Any]:
    """The JSON object that a message is. Raises Permanent for any other bytes."""
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, ValueError, RecursionError):  # ValueError: no UTF-8; the latter: nested too deeply
        raise Permanent("the message is not a JSON object", code=MessageFault.MALFORMED_JSON) from None


def read(model: type[B], body: Mapping[str, Any]) -> B:
    """The body as its model. Raises Invalid with every reason at once."""
    try:
        return model.model_validate(body)
    except pydantic.ValidationError as error:
        found = error.errors(include_input=False, include_url=False)
        raise Invalid(*(_reason(each, _names(model)) for each in found)) from None


#: pydantic's codes that mean something of their own to a caller
_CODES = {
    "literal_error": RequestFault.NOT_ALLOWED,
    "enum": RequestFault.NOT_ALLOWED,
    "string_too_short": RequestFault.MISSING,
    "string_too_long": RequestFault.OVERSIZE,
    "too_long": RequestFault.OVERSIZE,
    "uuid_parsing": RequestFault.NOT_A_UUID,
    "uuid_type": RequestFault.NOT_A_UUID,
}


def _reason(error: Any, names: frozenset[str]) -> Reason:
    message = error["msg"].removeprefix("Value error, ").removeprefix("Input ")
    code = _CODES.get(error["type"], error["type"])
    return Reason(_path(error["loc"], names), code, _within_a_sentence(message))


def _within_a_sentence(message: str) -> str:
    """Without the capital it begins with; an acronym (URL, UUID) keeps its own."""
    return message[:1].lower() + message[1:] if message[1:2].islower() else message


def _path(loc: tuple[int | str, ...], names: frozenset[str]) -> str:
    """The field's path; a key that the sender made up (a question's text) reads `*`."""
    return ".".join(str(part) if isinstance(part, int) or part in names else "*" for part in loc)


@cache
def _names(model: type[BaseModel]) -> frozenset[str]:
    """Every name that the model, or one inside it, gives a field."""
    schema = model.model_json_schema()
    parts = [schema, *schema.get("$defs", {}).values()]
    return frozenset(name for part in parts for name in part.get("properties", ()))
