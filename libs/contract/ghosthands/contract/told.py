"""The published answers on `gh.out.<tenant>.<valet_task_id>.<what>`: about requests, messages, and jobs.

A field that is missing says nothing; only fields that allow it are ever null. `sequence` orders a job's statuses.
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
    """One fault of a message and its fix; never the value itself."""

    field: str
    code: str
    message: str


class AcceptedTold(_Told):
    """A request was accepted as a job."""

    job_id: UUID
    valet_task_id: str
    status: Literal["pending"]
    #: whether the job was known before
    duplicate: bool


class RejectedTold(_Told):
    """A request was refused."""

    job_id: UUID
    valet_task_id: str
    reasons: tuple[ToldReason, ...]


class VerdictTold(_Told):
    """The verdict on a message about a job, with the reason if it was refused."""

    job_id: UUID
    accepted: bool
    #: the message's sequence in its stream, as the server acknowledged it; missing if it came by another way
    message_sequence: Count | None = None
    code: str | None = None
    #: for people
    message: str | None = None


class CancelTold(VerdictTold):
    """The verdict on a cancellation: whether the job can still be stopped."""


class RetryTold(VerdictTold):
    """The verdict on a retry: whether the job is tried anew."""

    #: how often the job was tried anew, including this time
    retry_count: Count | None = None


class ContinueTold(VerdictTold):
    """The verdict on a message to a job, and how the job goes on."""

    reasons: tuple[ToldReason, ...] | None = None
    how: Literal["answered", "reopened"] | None = None
    #: the number of questions answered
    answers: Count | None = None
    #: the use of the other words
    words: Hearing | None = None
    #: the sequence in GH_HUMANS of the answer that the message was passed on as
    answer_sequence: Count | None = None


class AnswerTold(VerdictTold):
    """The verdict on a human's answer."""

    reasons: tuple[ToldReason, ...] | None = None
    #: the request that was answered
    request_id: UUID | None = None


class NotEnteredTold(_Told):
    """A known answer that could not be entered."""

    #: whose value it is, such as `profile.phone`
    key: str
    #: how the last try failed; empty if unknown
    code: str


class AskedFieldTold(_Told):
    """One question of a form, in the words of its page."""

    field_id: str
    question_key: str
    #: empty if the page cannot be read any more
    label: str
    #: the headings that say whose it is, the nearest first, and "1 of 2" where these don't; empty where none is needed
    section: str = ""
    kind: str | None
    options: tuple[str, ...]
    #: whether a model drafted an answer; only in a review
    drafted: bool | None = None
    #: why it is asked although its answer is known
    not_entered: NotEnteredTold | None = None


class RequestTold(_Told):
    """A request that the page tried to send by itself and that was blocked; no value of the applicant's is in it."""

    method: str
    #: host and path; empty if it could reveal a value
    address: str
    #: the questions whose answers it carries, in the page's words
    fields: tuple[str, ...]
    #: how many answers it carries besides
    others: int
    #: whether it carries a file of the applicant's
    file: bool


class InteractionTold(_Told):
    """A request to a human, in the words of its page."""

    type: AskKind
    code: str | None
    request_id: UUID
    #: null for a question without a deadline: whether a job that has ended in doubt was submitted
    timeout_seconds: Count | None
    page_url: str | None
    #: the page's own words: its alerts since the last press, its errors, and its notices since the form was last sent
    page_says: tuple[str, ...] = ()
    #: where it is asked whether that should be sent
    request: RequestTold | None = None
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
    """The cost of one tier's models so far."""

    tier: int
    calls: Count
    tokens: Count
    cost_usd: float


class CostBreakdownTold(_Told):
    """The calls to models and their cost, by tier."""

    model_calls: Count
    #: calls of unknown price
    unpriced_calls: Count
    tiers: tuple[TierCostTold, ...]


class SubstitutedModelTold(_Told):
    """A model that the request names and that is not available, with the one asked instead."""

    asked: str
    used: str | None
    reason: str


class ExceededTold(_Told):
    """The limit that was reached."""

    scope: str
    measure: str
    tier: int | None


class BudgetTold(_Told):
    """The use of the job's budget, and of its applicant's month; null means no limit."""

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
    """The status of a job after an event of its log."""

    job_id: UUID
    task: str
    event_id: str
    #: the event's sequence on the log
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
    #: for a dry run: questions of its forms for which the profile has no name
    questions: tuple[AskedFieldTold, ...] | None = None
    #: for a scrape: `data`
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
