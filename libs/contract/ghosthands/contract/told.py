"""What is told on `gh.out.<tenant>.<valet_task_id>.<what>`: what became of a request, of a message, and of a job.

A field that is not there says nothing: none is ever null but where it may be. `sequence` orders the statuses of a job.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from ghosthands.domain.human import AskKind
from ghosthands.domain.job import Hearing, Outcome

Count = Annotated[int, Field(ge=0)]


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class ToldReason(_Told):
    """One thing that is wrong with what was sent, and the mend; never what stood there."""

    field: str
    code: str
    message: str


class AcceptedTold(_Told):
    """A request was taken: the job that it is from now on."""

    job_id: UUID
    valet_task_id: str
    status: Literal["pending"]
    #: the job was known before
    duplicate: bool


class RejectedTold(_Told):
    """What VALET is told when a request is refused."""

    job_id: UUID
    valet_task_id: str
    reasons: tuple[ToldReason, ...]


class VerdictTold(_Told):
    """Whether a message about a job was taken, and if not why."""

    job_id: UUID
    accepted: bool
    #: of the message in GH_INTAKE, as the server acknowledged it; none for what came by another way
    message_sequence: Count | None = None
    code: str | None = None
    #: for people
    message: str | None = None


class CancelTold(VerdictTold):
    """Whether a job can still be stopped."""


class RetryTold(VerdictTold):
    """Whether a job is tried anew."""

    #: how often it was tried anew, this time included
    retry_count: Count | None = None


class ContinueTold(VerdictTold):
    """How a job goes on by what was said of it."""

    reasons: tuple[ToldReason, ...] | None = None
    how: Literal["answered", "reopened"] | None = None
    #: how many questions were answered
    answers: Count | None = None
    #: what becomes of the words beside
    words: Hearing | None = None
    #: of the answer in GH_INTAKE that the message was given on as
    answer_sequence: Count | None = None


class AnswerTold(VerdictTold):
    """Whether a human's answer was taken."""

    reasons: tuple[ToldReason, ...] | None = None
    #: which it is the answer to
    request_id: UUID | None = None


class AskedFieldTold(_Told):
    """One question of a form, in the words of its page."""

    field_id: str
    question_key: str
    #: empty where the page cannot be read any more
    label: str
    kind: str | None
    options: tuple[str, ...]
    #: whether a model drafted an answer; only where that is to be read
    drafted: bool | None = None


class InteractionTold(_Told):
    """A request to a human, in the words of its page."""

    type: AskKind
    code: str | None
    request_id: UUID
    timeout_seconds: Count
    page_url: str | None
    fields: tuple[AskedFieldTold, ...]


class MendTold(_Told):
    """A part of the request that was mended."""

    field: str
    code: str


class CostTold(_Told):
    """The cost of a job so far."""

    total_cost_usd: float
    action_count: Count
    total_tokens: Count


class TierCostTold(_Told):
    """What the models of one tier have cost so far."""

    tier: int
    calls: Count
    tokens: Count
    cost_usd: float


class CostBreakdownTold(_Told):
    """The calls to models, and what they cost by tier."""

    model_calls: Count
    #: calls whose price nobody knows
    unpriced_calls: Count
    tiers: tuple[TierCostTold, ...]


class SubstitutedModelTold(_Told):
    """A model that the request names and that can't be had, and what is asked instead."""

    asked: str
    used: str | None
    reason: str


class ExceededTold(_Told):
    """The limit that was come to."""

    scope: str
    measure: str
    tier: int | None


class BudgetTold(_Told):
    """What the job, and its applicant's month, have used of what they have; null is no limit."""

    exceeded: ExceededTold | None
    limit_usd: float | None = None
    used_usd: float | None = None
    limit_tokens: Count | None = None
    used_tokens: Count | None = None
    limit_calls: Count | None = None
    used_calls: Count | None = None
    open_calls: Count | None = None
    month_limit_usd: float | None = None
    month_used_usd: float | None = None


class StatusTold(_Told):
    """How a job stands since an event of its log."""

    job_id: UUID
    task: str
    event_id: str
    #: of the event on the log
    sequence: Count
    at: datetime
    status: Literal["pending", "running", "needs_human", "completed", "failed", "cancelled"]
    cost: CostTold
    cost_breakdown: CostBreakdownTold
    engine_version: int | None = None
    execution_mode: str | None = None
    final_mode: str | None = None
    mode_reason: str | None = None
    status_message: str | None = None
    mended: tuple[MendTold, ...] | None = None
    models: tuple[SubstitutedModelTold, ...] | None = None
    budget: BudgetTold | None = None
    interaction: InteractionTold | None = None
    outcome: Outcome | None = None
    ended_before: str | None = None
    page: Count | None = None
    pages: Count | None = None
    error_code: str | None = None
    error_message: str | None = None
    #: of a dry run: what its forms ask that the profile has no name for
    questions: tuple[AskedFieldTold, ...] | None = None
    #: of a scrape: `data`
    result: dict[str, Any] | None = None
    #: as they were sent
    metadata: dict[str, Any] | None = None
    tags: tuple[str, ...] | None = None


#: by the last word of the subject
TOLD: Mapping[str, type[BaseModel]] = {
    "accepted": AcceptedTold,
    "rejected": RejectedTold,
    "cancel": CancelTold,
    "retry": RetryTold,
    "continue": ContinueTold,
    "answer": AnswerTold,
    "status": StatusTold,
}
