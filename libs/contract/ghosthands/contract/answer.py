"""A human's answer as it comes in: `human.resolved`."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from ghosthands.contract.body import MAX_TEXT, Tenant
from ghosthands.domain.human import Resolution

MAX_VALUES = 200

Name = Annotated[str, Field(min_length=1, max_length=255)]
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class Addressed(BaseModel):
    """Which job is meant, and whose it is."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    tenant: Tenant = "valet"
    job_id: UUID


class HumanAnswer(Addressed):
    """The body of `human.resolved`."""

    #: which of the job's requests; without one, the one that is open
    request_id: UUID | None = None
    resolution: Resolution
    #: answers by `field_id` or `question_key`
    values: Annotated[dict[Name, Text], Field(max_length=MAX_VALUES)] = {}
