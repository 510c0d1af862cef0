"""The HTTP API's answers, with the names of VALET's contract."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel

StatusWord = Literal["pending", "running", "paused", "completed", "failed", "cancelled"]


class ErrorAnswer(BaseModel):
    """Any refusal: a stable word, and a sentence."""

    error: str
    message: str


class ConflictAnswer(ErrorAnswer):
    """A refusal because of the job's state; VALET takes it for success, so it names the job."""

    job_id: str
    status: StatusWord
    current_status: StatusWord
    reason: str


class LimitAnswer(ErrorAnswer):
    """The refusal of a call beyond a user's limit a minute."""

    limit: int
    reset_at: datetime


class FaultyField(BaseModel):
    """A field that does not fit: its name, what to do, and a stable code; never what was sent."""

    field: str
    message: str
    code: str


class MisfitAnswer(ErrorAnswer):
    """Every reason why what was sent does not fit."""

    details: list[FaultyField]


class AcceptedAnswer(BaseModel):
    """A job that begins."""

    job_id: str
    valet_task_id: str
    status: Literal["pending"] = "pending"
    created_at: datetime


class RepeatedAnswer(BaseModel):
    """The job that was requested before."""

    job_id: str
    valet_task_id: str
    status: StatusWord
    duplicate: Literal[True] = True


class ErrorBlock(BaseModel):
    """The reason why a job failed, for programs and for people."""

    code: str
    message: str
    details: dict[str, Any] | None


class InteractionBlock(BaseModel):
    """The question that a human is asked, or that a job which ended in doubt leaves."""

    type: str
    description: str
    message: str
    page_url: str | None
    screenshot_url: str | None
    paused_at: datetime
    #: null for a question without a deadline
    timeout_seconds: int | None
    request_id: str


class CostBlock(BaseModel):
    """The three numbers of cost that VALET adds up, so far."""

    total_cost_usd: float
    action_count: int
    total_tokens: int


class TimesBlock(BaseModel):
    """The times at which the job was requested, first claimed, and ended."""

    created_at: datetime
    started_at: datetime | None
    completed_at: datetime | None


class StatusAnswer(BaseModel):
    """The status of a job, as VALET reads it."""

    job_id: str
    valet_task_id: str
    status: StatusWord
    status_message: str
    worker_id: str | None
    target_worker_id: str | None
    progress: int
    result: dict[str, Any] | None
    error: ErrorBlock | None
    interaction: InteractionBlock | None
    execution_mode: str | None
    browser_mode: str | None
    final_mode: str | None
    browser_session_available: bool
    cost: CostBlock
    cost_breakdown: dict[str, Any] | None
    timestamps: TimesBlock


class ResumedAnswer(BaseModel):
    """An answer that the job goes on with."""

    job_id: str
    status: StatusWord
    resolved_by: str
    resolution_type: str
