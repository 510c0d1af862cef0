"""What does not fit is told in sentences that name the mend, whichever door it came to."""

from __future__ import annotations

from typing import Annotated, Any, get_args
from uuid import UUID

import pytest
from pydantic import BaseModel, Field, ValidationError
from pydantic_core import core_schema

from ghosthands.contract import misfits
from ghosthands.contract.answer import HumanAnswer
from ghosthands.contract.body import Invalid, read
from ghosthands.contract.message import JobMessage
from ghosthands.contract.request import JobRequest

#: pydantic's words for its own types, which nobody who fills in a form knows
OF_PYDANTIC = ("Input", "input should", "String", "List", "Value", "valid string", "after validation", "Field required")
JOB = "0b8f7d3e-0000-5000-8000-000000000001"


class Anything(BaseModel):
    """A part of each kind."""

    text: Annotated[str, Field(min_length=3, max_length=4)] = "abc"
    name: Annotated[str, Field(min_length=1, pattern="^a+$")] = "a"
    many: Annotated[list[int], Field(min_length=1, max_length=2)] = [1]
    number: Annotated[int, Field(ge=1, lt=9)] = 1
    id: UUID = UUID(JOB)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"many": []}, "should not be empty"),
        ({"many": [1, 2, 3]}, "may have at most 2 entries"),
        ({"many": [1.5]}, "should be a whole number"),
        ({"many": 7}, "should be a list"),
        ({"text": "a"}, "should have at least 3 characters"),
        ({"text": "abcde"}, "may have at most 4 characters"),
        ({"text": 7}, "should be a text"),
        ({"name": ""}, "should not be empty"),
        ({"name": "b"}, "should match the pattern ^a+$"),
        ({"number": 0}, "should be 1 or more"),
        ({"number": 9}, "should be less than 9"),
        ({"number": "x"}, "should be a whole number"),
        ({"id": "x"}, "should be a UUID"),
    ],
)
def test_each_thing_that_may_be_wrong_names_its_mend(body: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        Anything(**body)
    assert [misfits.word_misfit(error) for error in refusal.value.errors()] == [words]


def test_no_error_is_named_that_there_is_not() -> None:
    assert misfits._WORDS.keys() <= {*get_args(core_schema.ErrorType)}


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        ({"profile": {"email": "ada"}}, "profile.email", "should be an e-mail address, such as ada@example.com"),
        ({"profile": {"salary_expectation": -1}}, "profile.salary_expectation", "should be 0 or more"),
        ({"target_url": "http://127.0.0.1:99999/"}, "target_url", "should have a port from 1 to 65535, or none"),
        ({"target_url": "x"}, "target_url", "should be a whole address, such as https://jobs.example.com/1"),
    ],
)
def test_a_request_is_refused_in_words_that_name_the_mend(body: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(Invalid) as refusal:
        read(JobRequest, body)
    assert words in [reason.message for reason in refusal.value.reasons if reason.field == field]


@pytest.mark.parametrize(
    ("model", "body"),
    [
        (JobRequest, {}),
        (JobRequest, {"target_url": "x", "valet_user_id": 7, "valet_task_id": "", "profile": [], "priority": 11}),
        (JobRequest, {"target_url": "ftp://x", "quality": "best", "tags": "a", "scheduled_at": "soon", "budget": 3}),
        (JobRequest, {"profile": {"education": [{"graduation_year": 1.5}], "skills": {"a": 1}, "email": "x"}}),
        (HumanAnswer, {"job_id": 1, "resolution": "dance", "values": [], "code": {}, "resume": 7}),
        (HumanAnswer, {"job_id": JOB, "resolution": "value", "values": {"": "x", "y": ""}, "rejected": "z"}),
        (JobMessage, {"job_id": JOB}),
        (JobMessage, {"job_id": JOB, "message": ["x"]}),
    ],
)
def test_no_door_speaks_of_pydantics_types(model: type[BaseModel], body: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as refusal:
        read(model, body)
    said = [f"{reason.field}: {reason.message}" for reason in refusal.value.reasons]
    assert said
    assert not [each for each in said for word in OF_PYDANTIC if word in each]
