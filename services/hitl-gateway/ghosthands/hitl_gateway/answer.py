"""A human's answer as it comes in: `human.resolved`, and every reason why one cannot be taken.

    {"job_id": "…", "request_id": "…", "resolution": "value", "values": {"<field_id or question_key>": "…"}}

Nothing that was sent is ever repeated in a reason: a field's path, a stable code and what to do, no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from uuid import UUID

import pydantic
from pydantic import BaseModel, ConfigDict, Field

from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import HumanRequested, Reason

#: characters of one answer
MAX_TEXT = 20_000
MAX_VALUES = 200

Name = Annotated[str, Field(min_length=1, max_length=255)]
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class HumanAnswer(BaseModel):
    """The body of `human.resolved`."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    job_id: UUID
    #: which of the job's requests; without one, the one that is open
    request_id: UUID | None = None
    resolution: Resolution
    #: answers by `field_id` or `question_key`
    values: Annotated[dict[Name, Text], Field(max_length=MAX_VALUES)] = {}
    resolved_by: Annotated[str, Field(max_length=255)] | None = None


class Invalid(Exception):
    """The answer cannot be taken; `reasons` say why, all of them."""

    def __init__(self, *reasons: Reason) -> None:
        super().__init__("; ".join(f"{reason.field}: {reason.code}" for reason in reasons))
        self.reasons = reasons


def parse(body: Mapping[str, Any]) -> HumanAnswer:
    """The answer in `body`. Raises Invalid with every reason at once."""
    try:
        return HumanAnswer.model_validate(body)
    except pydantic.ValidationError as error:
        raise Invalid(*map(_reason, error.errors(include_input=False, include_url=False))) from None


def answers(answer: HumanAnswer, ask: HumanRequested) -> dict[str, str]:
    """What was answered, by question key. Raises Invalid where the answer does not fit what was asked."""
    if answer.resolution is not Resolution.VALUE:
        if answer.values:
            raise Invalid(Reason("values", "not_allowed", f"values go with resolution value, not {answer.resolution}"))
        return {}
    if ask.kind is not AskKind.FIELDS:
        raise Invalid(Reason("resolution", "not_allowed", "no value was asked for: send done or skip"))
    if not answer.values:
        raise Invalid(Reason("values", "missing", "send a value for at least one of the fields asked"))
    known = {name: field.question_key for field in ask.fields for name in (field.field_id, field.question_key)}
    if not answer.values.keys() <= known.keys():
        message = "name the fields by the field_id or question_key they were asked with"
        raise Invalid(Reason("values.*", "unknown_field", message))
    return {known[name]: text for name, text in answer.values.items()}


#: pydantic's codes that mean something of their own to a caller
_CODES = {
    "missing": "missing",
    "enum": "not_allowed",
    "string_too_short": "missing",
    "string_too_long": "oversize",
    "too_long": "oversize",
    "uuid_parsing": "not_a_uuid",
    "uuid_type": "not_a_uuid",
}


def _reason(error: Any) -> Reason:
    message = error["msg"]
    return Reason(_path(error["loc"]), _CODES.get(error["type"], error["type"]), message[:1].lower() + message[1:])


def _path(loc: tuple[int | str, ...]) -> str:
    """The field's path; a key that the sender made up reads `*`."""
    return ".".join(str(part) if part in HumanAnswer.model_fields else "*" for part in loc)
