"""Validation of incoming bodies against their models: no JSON object at all, or every fault at once.

A reason never repeats anything that was sent: it has only a field's path, a stable code and what to do. A text must not
contain a control character such as NUL: neither a form nor PostgreSQL would accept it, and to leave it out would change
what the applicant says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
import pydantic
from pydantic import BaseModel, Field

from ghosthands.contract.misfits import word_misfit
from ghosthands.domain.codes import MessageFault, RequestFault
from ghosthands.domain.errors import Permanent
from ghosthands.domain.job import Reason

B = TypeVar("B", bound=BaseModel)

#: the most characters of a free text
MAX_TEXT = 20_000

#: control characters other than white space
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
#: in JSON: half of a surrogate pair, and bytes that are not UTF-8
_NO_CHARACTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|[\udc80-\udcff]"
)
_ESCAPED_NUL = r"\\u0000"

Tenant = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]+$")]


class Invalid(Exception):
    """The message cannot be carried out; `reasons` lists every fault."""

    def __init__(self, *reasons: Reason) -> None:
        super().__init__("; ".join(f"{reason.field}: {reason.code}" for reason in reasons))
        self.reasons = reasons


def json_object(data: bytes) -> Mapping[str, Any]:
    """Decode a message's JSON object; invalid characters become NUL, which `read` refuses.

    Raises Permanent for any other bytes.
    """
    try:
        return _decode(data)
    except ValueError:
        try:
            return _decode(_NO_CHARACTER.sub(_ESCAPED_NUL, data.decode(errors="surrogateescape")).encode())
        except ValueError:
            raise Permanent("the message is not a JSON object", code=MessageFault.MALFORMED_JSON) from None


def _decode(data: bytes) -> Mapping[str, Any]:
    """Decode a JSON object. Raises ValueError."""
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:  # the latter: nested too deeply
        raise ValueError from error


def read(model: type[B], body: Mapping[str, Any]) -> B:
    """Read the body as its model. Raises Invalid with every fault at once."""
    message = "should hold no control character but tabs and line ends"
    no_text = sorted(set(_find_control(model, body)))
    reasons = [Reason(path, RequestFault.CONTROL_CHARACTER, message) for path in no_text]
    try:
        found = model.model_validate(body)
    except pydantic.ValidationError as error:
        misfits = error.errors(include_input=False, include_url=False)
        reasons += [reason for each in misfits if (reason := _reason(each, names_in(model))).field not in no_text]
    if reasons:
        raise Invalid(*reasons)
    return found


def has_control(value: object) -> bool:
    """Whether a text or a name in the value contains a control character."""
    match value:
        case str():
            return _CONTROL.search(value) is not None
        case Mapping():
            return any(has_control(name) or has_control(inner) for name, inner in value.items())
        case list():
            return any(map(has_control, value))
        case _:
            return False


def strip_control(text: str) -> str:
    """Return the text without control characters other than white space."""
    return _CONTROL.sub("", text)


def _find_control(model: type[BaseModel], body: Mapping[str, Any]) -> Iterator[str]:
    """Yield the path of every text the model would keep that has a control character in it or in its name."""
    keeps_all = model.model_config.get("extra") == "allow"
    kept = {name: value for name, value in body.items() if keeps_all or name in model.model_fields}
    waiting: list[tuple[tuple[int | str, ...], Any]] = [((), kept)]
    while waiting:
        loc, value = waiting.pop()
        if isinstance(value, str):
            if _CONTROL.search(value):
                yield _path(loc, names_in(model))
        elif isinstance(value, Mapping):
            waiting += [((*loc, name), inner) for name, inner in value.items()]
            waiting += [((*loc, name), name) for name in value if _CONTROL.search(name)]
        elif isinstance(value, list):
            waiting += [((*loc, at), inner) for at, inner in enumerate(value)]


#: pydantic's codes for which callers get a code of ours
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
    code = _CODES.get(error["type"], error["type"])
    return Reason(_path(error["loc"], names), code, word_misfit(error))


def _path(loc: tuple[int | str, ...], names: frozenset[str]) -> str:
    """Return the field's path; a key that the sender made up (a question's text) becomes `*`."""
    return ".".join(str(part) if isinstance(part, int) or part in names else "*" for part in loc)


@cache
def names_in(model: type[BaseModel]) -> frozenset[str]:
    """Return the names of all fields of the model and of the models inside it."""
    schema = model.model_json_schema()
    parts = [schema, *schema.get("$defs", {}).values()]
    return frozenset(name for part in parts for name in part.get("properties", ()))
