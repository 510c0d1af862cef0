"""A human's answer as it comes in: `human.resolved`."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import pydantic
from pydantic import BaseModel, ConfigDict, Field

from ghosthands.contract.body import MAX_TEXT, Tenant
from ghosthands.contract.credentials import PageCredentials
from ghosthands.domain.human import Resolution

MAX_VALUES = 200

Name = Annotated[str, Field(min_length=1, max_length=255)]
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class Addressed(BaseModel):
    """Which job is meant, and whose it is."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    tenant: Tenant = "valet"
    job_id: UUID


#: VALET's words for what a human did, by ours
_RESOLUTIONS = {"manual": Resolution.DONE, "skip": Resolution.SKIP, "credentials": Resolution.CREDENTIALS}


class HumanAnswer(Addressed):
    """The body of `human.resolved`; `resolution_type` and `resolution_data`, as VALET's contract has them, will do."""

    #: which of the job's requests; without one, the one that is open
    request_id: UUID | None = None
    resolution: Resolution
    #: answers by `field_id` or `question_key`
    values: Annotated[dict[Name, Text], Field(max_length=MAX_VALUES)] = {}
    #: at resolution reviewed: the fields whose drafts are not to be used; those not named here or in `values` are
    rejected: Annotated[tuple[Name, ...], Field(max_length=MAX_VALUES)] = ()
    #: what to sign in with, at resolution credentials
    credentials: PageCredentials | None = None

    @pydantic.model_validator(mode="before")
    @classmethod
    def _as_valet_says_it(cls, body: Any) -> Any:
        if not isinstance(body, dict) or "resolution" in body or "resolution_type" not in body:
            return body
        resolution = _RESOLUTIONS.get(str(body["resolution_type"]), body["resolution_type"])
        given = {"credentials": body.get("resolution_data")} if resolution is Resolution.CREDENTIALS else {}
        return {**body, **given, "resolution": resolution}
