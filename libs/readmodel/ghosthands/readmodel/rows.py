"""The rows of the read model: one struct for each table, one field for each column, in the columns' order.

Projector writes exactly these structs and readers get exactly these structs, so the two cannot drift apart. `sequence`
is the log's sequence of the last event that changed the row. Ids are texts, times are aware, durations milliseconds;
nothing here is a person's value: fields, keys and codes only.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NewType

import msgspec

#: An encoded JSON document; readers decode the ones they need.
Json = NewType("Json", str)


class Row(msgspec.Struct, frozen=True, gc=False):
    """One row of one table."""


class EventRow(Row, frozen=True):
    """The copy of one event of the log."""

    sequence: int
    id: str
    aggregate_kind: str
    aggregate_id: str
    service: str
    type: str
    #: of the payload's schema
    version: int
    at: datetime
    causation: str
    correlation: str
    #: the epoch of the claim under which it was written, if there is one
    epoch: int | None
    tenant: str
    payload: Json


class JobRow(Row, frozen=True, kw_only=True):
    """The current state of an application; what has a default here is the request's, which a rejected job lacks."""

    job_id: str
    tenant: str
    applicant: str | None = None
    #: the upstream product's task
    task: str
    #: the posting's host
    site: str | None = None
    platform: str | None
    #: hash of the canonical posting address
    posting: str | None = None
    band: str | None = None
    #: the upstream product's word (`status.JobStatus`)
    status: str
    #: our own word (`domain.job.Phase`)
    phase: str
    #: none | intended | confirmed | unclear
    submission: str
    #: for a completed job: submitted | dry_run
    outcome: str | None
    #: the reason for its failure, rejection or retry
    error_code: str | None
    #: the version it runs as
    engine_version: int | None = None
    timeout_seconds: int | None = None
    dry_run: bool = False
    headed: bool = False
    retries: int
    #: the last claim's sequence
    epoch: int
    #: the executor that claimed it last
    worker: str | None
    #: pages of the form completed in this attempt
    pages: int
    #: distinct fields of this attempt that hold the right value
    fields_verified: int
    #: distinct fields of this attempt that were tried and do not
    fields_failed: int
    #: outcomes of actions, including repeats and earlier attempts
    actions: int
    #: browsers opened
    sessions: int
    session_id: str | None
    #: the open question to a human
    request_id: str | None
    created_at: datetime
    #: the time of the first claim
    started_at: datetime | None
    #: the time of its end, whatever the outcome
    completed_at: datetime | None
    #: since when a human is asked
    paused_at: datetime | None
    updated_at: datetime
    sequence: int
    #: for a dry run: the act it ended before (`domain.codes.DryRunEnd`)
    ended_before: str | None
    #: the page of the form it reached, from 1, and the number of pages if the form tells it
    ended_on_page: int | None
    of_pages: int | None
    #: calls to models
    model_calls: int
    #: input and output
    model_tokens: int
    #: billionths of a dollar, for the calls of known cost
    nano_usd: int
    #: answered calls of unknown cost
    unpriced_calls: int
    #: the limit of its budget that was reached (`domain.budget`): scope, underscore, measure
    budget_exceeded: str | None
    #: the type of job (`domain.kinds.JobType`)
    job_type: str
    #: in version 1: the requested mode, and the actual one (`domain.kinds.WorkMode`)
    work_mode: str | None = None
    final_mode: str | None
    #: the reason if mode or version differ from the request (`domain.kinds.ModeReason`)
    mode_reason: str | None
    #: the mends of its request: fields and codes (`domain.codes.Mending`)
    mended: Json = Json("[]")
    #: the most attempts after the first
    max_retries: int | None = None
    #: the browser-host that the request names, and how strongly it prefers that one (`domain.kinds.Affinity`)
    wanted_worker: str | None = None
    affinity: str | None = None
    #: the job begins no earlier than this
    scheduled_at: datetime | None = None
    #: while it backs off: when it is tried again
    retry_due: datetime | None


class TransitionRow(Row, frozen=True):
    """An event that changed its job's status."""

    sequence: int
    job_id: str
    #: null for the job's first event
    from_status: str | None
    to_status: str
    at: datetime


class StepStatus(StrEnum):
    """The stages of an action."""

    STARTED = "started"
    #: the field was read back and holds the right value
    VERIFIED = "verified"
    #: the button was pressed
    SUCCEEDED = "succeeded"
    FAILED = "failed"


class StepRow(Row, frozen=True, kw_only=True):
    """One action of a job."""

    job_id: str
    action_id: str
    #: the page model it was planned on
    model_ref: str | None = None
    platform: str | None = None
    #: the field, or the button of a next or submit
    field_id: str | None = None
    kind: str | None = None
    #: the applicant's key that is filled in: `profile.email`
    key: str | None = None
    tier: int | None = None
    engine: str | None = None
    status: str
    #: the reason if it failed
    code: str | None = None
    took_ms: int | None = None
    started_at: datetime | None = None
    at: datetime
    sequence: int


class BrowserStatus(StrEnum):
    """The state of a session's browser."""

    OPEN = "open"
    LOST = "lost"
    CLOSED = "closed"


class SessionRow(Row, frozen=True, kw_only=True):
    """A browser session."""

    session_id: str
    #: null for a warm, operator or tool session
    job_id: str | None = None
    host: str | None = None
    provider: str | None = None
    #: the browser's process id on its host
    pid: int | None = None
    epoch: int | None = None
    status: str | None = None
    #: why it ended
    reason: str | None = None
    opened_at: datetime | None = None
    ended_at: datetime | None = None
    sequence: int


class RequestStatus(StrEnum):
    """The state of a question to a human."""

    OPEN = "open"
    RESOLVED = "resolved"
    TIMED_OUT = "timed_out"
    #: the job ended before anybody answered
    WITHDRAWN = "withdrawn"
    #: the obstacle is gone, so that no answer is needed
    GONE = "gone"


class RequestRow(Row, frozen=True, kw_only=True):
    """A question to a human: one line of the inbox."""

    request_id: str
    job_id: str
    tenant: str | None = None
    applicant: str | None = None
    site: str | None = None
    #: fields | blocker | submit_unclear | stuck
    kind: str | None = None
    #: the blocker's type, the stuck reason
    code: str | None = None
    #: [{field_id, question_key}]
    fields: Json | None = None
    #: the page it is about
    model_ref: str | None = None
    status: str
    #: value | skip | done
    resolution: str | None = None
    #: the question keys answered
    answered: Json | None = None
    requested_at: datetime | None = None
    due_at: datetime | None = None
    resolved_at: datetime | None = None
    sequence: int


class CallbackStatus(StrEnum):
    """The state of a callback's delivery."""

    #: tried, and to be tried again
    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"


class CallbackRow(Row, frozen=True, kw_only=True):
    """A callback about a job to the upstream product, with the result of the last try."""

    callback_id: str
    job_id: str
    #: running | needs_human | resumed | completed | failed
    told: str
    status: str
    tries: int
    #: why the last try failed (`domain.codes.CallbackFault`)
    code: str | None = None
    http_status: int | None = None
    #: the receiver's remark: skipped, warning
    answer: str | None = None
    took_ms: int | None = None
    #: from the event it tells to its delivery
    after_ms: int | None = None
    #: when it is tried again
    next_at: datetime | None = None
    at: datetime
    sequence: int


class EngineStatsRow(Row, frozen=True):
    """An engine's results on a platform."""

    platform: str
    engine: str
    successes: int
    failures: int
    #: the total of all of them
    took_ms: int
    sequence: int


class EngineDayRow(Row, frozen=True):
    """An engine's results on a platform in one day."""

    platform: str
    engine: str
    #: the day's midnight, UTC
    day: datetime
    successes: int
    failures: int
    sequence: int


class CostRow(Row, frozen=True):
    """The calls to models on somebody's behalf in one day, by model, tier, purpose and platform."""

    #: the job; for the browser tools the session
    owner: str
    tier: int
    model: str
    purpose: str
    #: empty if a service asked
    engine: str
    #: of the page at that time; `unknown` if none was seen yet
    platform: str
    #: the day's midnight, UTC
    day: datetime
    calls: int
    #: calls that were not answered
    failures: int
    input_tokens: int
    output_tokens: int
    #: input tokens that the provider had cached
    cached_tokens: int
    #: billionths of a dollar, for the calls of known cost
    nano_usd: int
    #: answered calls of unknown cost
    unpriced: int
    took_ms: int
    sequence: int


class BudgetRow(Row, frozen=True):
    """The amounts reserved or spent on models for a job, in the ledger of its applicant's month."""

    ledger: str
    job_id: str
    calls: int
    tokens: int
    #: billionths of a dollar, as far as prices are known
    nano_usd: int
    took_ms: int
    #: the part of these that is not settled yet
    open_calls: int
    open_nano_usd: int
    #: calls of unknown outcome, which count in full
    lapsed_calls: int
    sequence: int


class BudgetLimitsRow(Row, frozen=True):
    """The limits on a job's calls to models; null means no limit."""

    job_id: str
    limit_nano_usd: int | None
    limit_tokens: int | None
    limit_calls: int | None
    limit_ms: int | None
    month_limit_nano_usd: int | None
    sequence: int


class SwitchRow(Row, frozen=True, kw_only=True):
    """A switch of engines, successful or not."""

    sequence: int
    session_id: str
    #: null for a session that serves no job
    job_id: str | None
    platform: str
    site: str
    source: str
    target: str
    reason: str
    success: bool
    #: why it failed
    code: str | None = None
    took_ms: int
    at: datetime


class RecipeRow(Row, frozen=True, kw_only=True):
    """A known page of a form, with the health of its recipe."""

    #: the page's host
    site: str
    fingerprint: str
    platform: str
    #: 0–100, the mean of its steps'
    health: int
    steps: int
    #: jobs that it was learnt from or used by
    jobs: int
    #: whether it is planned and learnt again
    retired: bool
    updated_at: datetime
    sequence: int


class ManualRow(Row, frozen=True, kw_only=True):
    """A manual: the steps by which version 1 works an application at an address."""

    manual_id: str
    #: the host it is for
    site: str
    url_pattern: str
    task_pattern: str
    platform: str
    #: recorded | template
    source: str
    steps: Json
    #: 0–100; jobs follow one of 70 or more
    health: int
    successes: int
    failures: int
    retired: bool
    #: when it last led to the end
    last_verified: datetime | None
    #: when a job that followed it last ended
    last_used: datetime | None
    created_at: datetime
    sequence: int


class RecipeStepRow(Row, frozen=True, kw_only=True):
    """A step of a recipe: a field of a known page, with its record."""

    site: str
    fingerprint: str
    field_id: str
    #: the control's kind
    kind: str
    label: str
    #: null if the field is left alone
    action: str | None
    key: str | None
    #: whether the field asks for the opposite of the key's value
    negated: bool
    #: why it is left alone
    reason: str | None
    #: how uniquely its locators identified it, in percent
    identity_percent: int
    #: 0–100
    health: int
    verified: int
    failed: int
    #: the page was learnt again, without this field
    forgotten: bool
    sequence: int


class ParkedRow(Row, frozen=True):
    """An event that could not be folded: its place in the log and the reason, never its content."""

    sequence: int
    subject: str
    #: stable: `newer_message`, `schema_mismatch`, `missing`, an SQLSTATE …
    code: str
    reason: str
