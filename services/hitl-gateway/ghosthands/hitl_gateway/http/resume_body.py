"""The body with a human's help: VALET's `notes`, or `resolution_notes` of the server VALET was written for."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field


class ResumeBody(BaseModel):
    """A human's help, as VALET's contract has it."""

    model_config = ConfigDict(extra="allow", hide_input_in_errors=True)

    resolved_by: Literal["human", "system"] = "human"
    notes: Annotated[str | None, Field(max_length=1000)] = None
    resolution_notes: Annotated[str | None, Field(max_length=1000)] = None
    #: manual by default
    resolution_type: Literal["manual", "code_entry", "credentials", "skip"] | None = None
    #: the request that is answered: `interaction.request_id` of the status; the one asked last by default
    request_id: UUID | None = None
    resolution_data: dict[str, Any] | None = None
