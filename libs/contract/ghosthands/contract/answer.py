"""A human's answer as received: `human.resolved`."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr

from ghosthands.contract.body import MAX_TEXT, Invalid, Tenant
from ghosthands.contract.credentials import PageCredentials
from ghosthands.contract.request import Resume
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Reason

MAX_VALUES = 200
MAX_FILES = 10

Name = Annotated[str, Field(min_length=1, max_length=255)]
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class Addressed(BaseModel):
    """A reference to a job and its tenant."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    tenant: Tenant = "valet"
    job_id: UUID


def _typed(code: SecretStr) -> SecretStr:
    if not code.get_secret_value().isalnum() or not code.get_secret_value().isascii():
        raise ValueError("a code is letters and digits")
    return code


#: as sent to the applicant, without the spaces and dashes it is written with
Code = Annotated[SecretStr, Field(min_length=1, max_length=32), AfterValidator(_typed)]


class HumanAnswer(Addressed):
    """The body of `human.resolved`."""

    #: the job's request that is answered; by default the open one
    request_id: UUID | None = None
    resolution: Resolution
    #: answers by `field_id` or `question_key`
    values: Annotated[dict[Name, Text], Field(max_length=MAX_VALUES)] = {}
    #: for the resolution reviewed: the fields whose drafts are not to be used; drafts named neither here nor in
    #: `values` are
    rejected: Annotated[tuple[Name, ...], Field(max_length=MAX_VALUES)] = ()
    #: the login, for the resolution credentials
    credentials: PageCredentials | None = None
    #: for the field that asks for one, with the resolution value or reviewed; its content comes with the answer
    resume: Resume | None = None
    #: the files for fields that take one, likewise, by `field_id` or `question_key`
    files: Annotated[dict[Name, Resume], Field(max_length=MAX_FILES)] = {}
    #: the code that was sent to the applicant, for the resolution code
    code: Code | None = None


def refuse_texts(answered: Container[str], file_labels: Mapping[str, str], place: str) -> None:
    """Raise Invalid where a text answers, by question key, one of the questions that take a file."""
    if wanting := [label or f"question {key}" for key, label in file_labels.items() if key in answered]:
        message = f"{', '.join(map(repr, wanting))} takes a file, not a text: send it in `files` of human.resolved"
        raise Invalid(Reason(place, RequestFault.NOT_ALLOWED, message))
