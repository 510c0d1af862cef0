"""Whether a human's answer fits what was asked."""

from __future__ import annotations

from ghosthands.contract.answer import HumanAnswer
from ghosthands.contract.body import Invalid
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import HumanRequested, Reason


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
