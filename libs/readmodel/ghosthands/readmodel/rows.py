"""The rows of the read model: one struct a table, one field a column, in the columns' order.

Projector writes exactly these structs and readers get exactly these structs, so the two cannot drift apart. `sequence`
is the log's position of the last event that changed the row. Ids are texts, times are aware, durations milliseconds;
nothing here is a person's value: fields, keys and codes only.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NewType

import msgspec

#: A JSON document, encoded; readers decode the ones they want.
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
    #: the claim under which it was written, where there is one
    epoch: int | None
    tenant: str
    payload: Json


class JobRow(Row, frozen=True, kw_only=True):
    """One application as it stands."""

    job_id: str
    tenant: str
    applicant: str | None
    #: the upstream product's task
    task: str
    #: the posting's host
    site: str | None
    platform: str | None
    #: hash of the canonical posting address
    posting: str | None
    band: str | None
    #: the upstream product's word (`status.JobStatus`)
    status: str
    #: ours (`domain.job.Phase`)
    phase: str
    #: none | intended | confirmed | unclear
    submission: str
    #: of a completed job: submitted | dry_run
    outcome: str | None
    #: why it failed, was rejected or starts over
    error_code: str | None
    #: the one it runs as
    engine_version: int | None
    timeout_seconds: int | None
    dry_run: bool
    headed: bool
    retries: int
    #: the last claim's sequence
    epoch: int
    #: who claimed it last
    worker: str | None
    #: pages of the form left behind in this attempt
    pages: int
    #: different fields of this attempt that hold what they should
    fields_verified: int
    #: different fields of this attempt that were tried and do not
    fields_failed: int
    #: outcomes of actions, repeats and earlier attempts included
    actions: int
    #: browsers opened
    sessions: int
    session_id: str | None
    #: the open question to a human
    request_id: str | None
    created_at: datetime
    #: of the first claim
    started_at: datetime | None
    #: of the end, whichever it was
    completed_at: datetime | None
    #: since when a human is asked
    paused_at: datetime | None
    updated_at: datetime
    sequence: int
    #: of a dry run: what it ended before (`domain.codes.DryRunEnd`)
    ended_before: str | None
    #: and the page of the form it came to, from 1, of how many where the page says so
    ended_on_page: int | None
    of_pages: int | None
    #: questions to models
    model_calls: int
    #: asked and answered
    model_tokens: int
    #: billionths of a dollar, of the calls whose cost is known
    nano_usd: int
    #: answered calls whose cost nobody knows
    unpriced_calls: int
    #: which limit of its budget was come to (`domain.budget`): scope, underscore, measure
    budget_exceeded: str | None
    #: what is wanted (`domain.kinds.JobType`)
    job_type: str
    #: of version 1: how it was to be worked, and how it is (`domain.kinds.WorkMode`)
    work_mode: str | None
    final_mode: str | None
    #: why that is not the same, or the version not the one asked for (`domain.kinds.ModeReason`)
    mode_reason: str | None
    #: what was mended of its request: fields and codes (`domain.codes.Mending`)
    mended: Json
    #: attempts after the first that it may have
    max_retries: int | None
    #: the browser-host that it names, and how much it wants that one (`domain.kinds.Affinity`)
    wanted_worker: str | None
    affinity: str | None
    #: it begins no sooner
    scheduled_at: datetime | None
    #: while it waits to be tried again: when that is
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
    #: the field was read back and holds what it should
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
    #: the applicant's key that goes in: `profile.email`
    key: str | None = None
    tier: int | None = None
    engine: str | None = None
    status: str
    #: why it failed
    code: str | None = None
    took_ms: int | None = None
    started_at: datetime | None = None
    at: datetime
    sequence: int


class BrowserStatus(StrEnum):
    """Whether a session's browser can be reached."""

    OPEN = "open"
    LOST = "lost"
    CLOSED = "closed"


class SessionRow(Row, frozen=True, kw_only=True):
    """A browser session's row."""

    session_id: str
    #: null for a warm, operator or tool session
    job_id: str | None = None
    host: str | None = None
    provider: str | None = None
    #: of the browser's process on its host
    pid: int | None = None
    epoch: int | None = None
    status: str | None = None
    #: why it ended
    reason: str | None = None
    opened_at: datetime | None = None
    ended_at: datetime | None = None
    sequence: int


class RequestStatus(StrEnum):
    """What became of a question to a human."""

    OPEN = "open"
    RESOLVED = "resolved"
    TIMED_OUT = "timed_out"
    #: the job ended before anybody answered
    WITHDRAWN = "withdrawn"
    #: what stood in the way is gone: nobody need say so
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
    #: the page asked about
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
    """How far the telling of a callback is."""

    #: tried, and to be tried again
    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"


class CallbackRow(Row, frozen=True, kw_only=True):
    """What the upstream product was told of a job by HTTP, and what came of the last try."""

    callback_id: str
    job_id: str
    #: running | needs_human | resumed | completed | failed
    told: str
    status: str
    tries: int
    #: why the last try failed (`domain.codes.CallbackFault`)
    code: str | None = None
    http_status: int | None = None
    #: what the receiver made of it: skipped, warning
    answer: str | None = None
    took_ms: int | None = None
    #: from what it tells until it was taken
    after_ms: int | None = None
    #: when it is tried again
    next_at: datetime | None = None
    at: datetime
    sequence: int


class EngineStatsRow(Row, frozen=True):
    """How an engine does on a platform."""

    platform: str
    engine: str
    successes: int
    failures: int
    #: of all of them together
    took_ms: int
    sequence: int


class EngineDayRow(Row, frozen=True):
    """What an engine did on a platform in one day."""

    platform: str
    engine: str
    #: its midnight, UTC
    day: datetime
    successes: int
    failures: int
    sequence: int


class CostRow(Row, frozen=True):
    """What models were asked on somebody's behalf in one day, one model at one tier for one purpose on one platform."""

    #: the job; for the browser tools the session
    owner: str
    tier: int
    model: str
    purpose: str
    #: empty for a service's own question
    engine: str
    #: of the page it stood on; `unknown` where none was seen yet
    platform: str
    #: its midnight, UTC
    day: datetime
    calls: int
    #: of them, those that were not answered
    failures: int
    input_tokens: int
    output_tokens: int
    #: of the input, what the provider had already read
    cached_tokens: int
    #: billionths of a dollar, of the calls whose cost is known
    nano_usd: int
    #: answered calls whose cost nobody knows
    unpriced: int
    took_ms: int
    sequence: int


class BudgetRow(Row, frozen=True):
    """What is reserved or spent on models for a job, in the ledger of its applicant's month."""

    ledger: str
    job_id: str
    calls: int
    tokens: int
    #: billionths of a dollar, as far as prices are known
    nano_usd: int
    took_ms: int
    #: of these, what is not settled yet
    open_calls: int
    open_nano_usd: int
    #: that nobody told the outcome of: they count in full
    lapsed_calls: int
    sequence: int


class BudgetLimitsRow(Row, frozen=True):
    """The limits that a job's calls to models are held to; null where there is no end to it."""

    job_id: str
    limit_nano_usd: int | None
    limit_tokens: int | None
    limit_calls: int | None
    limit_ms: int | None
    month_limit_nano_usd: int | None
    sequence: int


class SwitchRow(Row, frozen=True, kw_only=True):
    """A switch of engines, or one that should have been."""

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
    #: why it did not come about
    code: str | None = None
    took_ms: int
    at: datetime


class RecipeRow(Row, frozen=True, kw_only=True):
    """A page of a form that is filled as it was before."""

    #: its host
    site: str
    fingerprint: str
    platform: str
    #: 0–100, the mean of its steps'
    health: int
    steps: int
    #: jobs that it was learnt from or used by
    jobs: int
    #: it is planned, and learnt, anew
    retired: bool
    updated_at: datetime
    sequence: int


class ManualRow(Row, frozen=True, kw_only=True):
    """How an application at an address is worked by version 1, step by step."""

    manual_id: str
    #: the host it is for
    site: str
    url_pattern: str
    task_pattern: str
    platform: str
    #: recorded | template
    source: str
    steps: Json
    #: 0–100; jobs go by one of 70 or more
    health: int
    successes: int
    failures: int
    retired: bool
    #: when it last led to the end
    last_verified: datetime | None
    #: when a job that went by it ended
    last_used: datetime | None
    created_at: datetime
    sequence: int


class RecipeStepRow(Row, frozen=True, kw_only=True):
    """A field of such a page, and how what is done with it fares."""

    site: str
    fingerprint: str
    field_id: str
    #: of the control
    kind: str
    label: str
    #: null where the field is left alone
    action: str | None
    key: str | None
    #: the field asks for the opposite of what stands under the key
    negated: bool
    #: why it is left alone
    reason: str | None
    #: how surely its locators singled it out, in percent
    identity_percent: int
    #: 0–100
    health: int
    verified: int
    failed: int
    #: the page was learnt anew, without it
    forgotten: bool
    sequence: int


class ParkedRow(Row, frozen=True):
    """An event that could not be folded: where it stands in the log and why; never what it says."""

    sequence: int
    subject: str
    #: stable: `newer_message`, `schema_mismatch`, `missing`, an SQLSTATE …
    code: str
    reason: str
