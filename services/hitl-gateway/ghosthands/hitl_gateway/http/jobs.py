"""The routes of jobs: start one or a batch, list them, show one and its events, cancel one."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from ghosthands.contract.body import read
from ghosthands.domain import ids, job
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.job import Job, JobCancelled, JobRejected, Phase, Reason, RequestReceived
from ghosthands.domain.kinds import JobType
from ghosthands.domain.message import Event
from ghosthands.domain.wording import describe
from ghosthands.hitl_gateway.http.answers import ErrorBlock, StatusAnswer, StatusWord
from ghosthands.hitl_gateway.http.bodies import ObjectBody, described_by
from ghosthands.hitl_gateway.http.callers import AnyCaller, Caller, charge
from ghosthands.hitl_gateway.http.documented import CONFLICT, GUARDED, MISFIT, MISSING
from ghosthands.hitl_gateway.http.job_answers import created_at, status_of
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import ErrorWord, conflict, invalid, untaken
from ghosthands.hitl_gateway.http.submitting import Submitted, submit
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.hitl_gateway.http.waiting import await_history
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.readmodel import JobListing, JobStatus
from ghosthands.readmodel.rows import JobRow

MAX_BATCH = 50
#: VALET's words for the statuses of a list's filter, besides ours
_STATUSES = {
    "queued": JobStatus.PENDING,
    "needs_human": JobStatus.PAUSED,
    "awaiting_review": JobStatus.PAUSED,
    "expired": JobStatus.FAILED,
    **{status.value: status for status in JobStatus},
}


class JobBody(BaseModel):
    """A job of any type; other fields are accepted as far as they are understood."""

    model_config = ConfigDict(extra="allow")

    user_id: Annotated[str, Field(json_schema_extra={"format": "uuid"})]
    job_type: Annotated[str, Field(min_length=1, max_length=50)]
    target_url: Annotated[str, Field(max_length=2048, json_schema_extra={"format": "uri"})]
    task_description: str | None = None
    input_data: dict[str, Any] | None = None
    priority: int | None = None
    scheduled_at: str | None = None
    max_retries: int | None = None
    timeout_seconds: int | None = None
    tags: list[str] | None = None
    idempotency_key: str | None = None
    metadata: dict[str, Any] | None = None
    target_worker_id: str | None = None


class BatchBody(BaseModel):
    """Several jobs, and defaults for all of them."""

    model_config = ConfigDict(hide_input_in_errors=True)

    jobs: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=MAX_BATCH)]
    defaults: dict[str, Any] | None = None


class NewJobAnswer(BaseModel):
    """A job that begins."""

    id: str
    status: StatusWord
    created_at: datetime


class KnownJobAnswer(BaseModel):
    """The job that already has this key."""

    error: Literal["duplicate_idempotency_key"] = "duplicate_idempotency_key"
    job_id: str
    existing_job_id: str
    existing_status: StatusWord


class BatchAnswer(BaseModel):
    """The jobs of a batch, in its order, with those that were there before."""

    created: int
    job_ids: list[str]


class JobAnswer(BaseModel):
    """A job, in a list or by itself."""

    id: str
    job_type: str
    valet_task_id: str
    status: StatusWord
    platform: str | None
    worker_id: str | None
    retry_count: int
    priority: str | None
    timeout_seconds: int | None
    error_code: str | None
    created_at: datetime
    started_at: datetime | None
    completed_at: datetime | None


class JobsAnswer(BaseModel):
    """A page of a list of jobs, and how many there are in all."""

    jobs: list[JobAnswer]
    total: int
    limit: int
    offset: int


class JobStatusAnswer(BaseModel):
    """The short status of a job."""

    id: str
    status: StatusWord
    status_message: str
    started_at: datetime | None
    last_heartbeat: datetime
    completed_at: datetime | None
    error: ErrorBlock | None


class EventAnswer(BaseModel):
    """An event of a job; codes and keys, never a value."""

    id: str
    job_id: str
    event_type: str
    actor: str
    message: str
    created_at: datetime
    sequence: int


class EventsAnswer(BaseModel):
    """A page of a job's events, oldest first, and how many there are in all."""

    events: list[EventAnswer]
    total: int


class CancelAnswer(BaseModel):
    """The status of a job that is being cancelled; `cancelled_at` once it has ended."""

    id: str
    status: StatusWord
    cancelled_at: datetime | None


Limit = Annotated[int, Query(ge=1, le=100)]
Offset = Annotated[int, Query(ge=0, le=1_000_000)]


def router(means: Means) -> APIRouter:
    """Return the routes under `/api/v1/gh/jobs`."""
    routes = APIRouter(prefix="/api/v1/gh/jobs", tags=["jobs"], responses=GUARDED)
    _add_starting(routes, means)
    _add_listing(routes, means)
    _add_showing(routes, means)
    _add_ending(routes, means)
    return routes


def _add_starting(routes: APIRouter, means: Means) -> None:
    taken: Any = {201: {"model": NewJobAnswer}, 409: {"model": KnownJobAnswer}, **MISFIT}

    @routes.post("", status_code=201, responses=taken, openapi_extra=described_by(JobBody))
    async def start(caller: AnyCaller, body: ObjectBody, response: Response) -> NewJobAnswer | KnownJobAnswer:
        """Start a job of any type."""
        submitted = await _start(means, caller, body)
        job_id, status = submitted.history.aggregate.id, status_of(job_of(submitted.history))
        if submitted.is_repeat:
            response.status_code = 409
            return KnownJobAnswer(job_id=job_id, existing_job_id=job_id, existing_status=status)
        return NewJobAnswer(id=job_id, status=status, created_at=created_at(submitted.history))

    @routes.post("/batch", status_code=201, responses=MISFIT, openapi_extra=described_by(BatchBody))
    async def start_batch(request: Request, caller: AnyCaller, body: ObjectBody) -> BatchAnswer:
        """Start several jobs, side by side; if one is refused, the others may have begun."""
        batch = read(BatchBody, body)
        if (more := len(batch.jobs) - 1) > 0:
            await charge(request, caller, more)
        bodies = [{**(batch.defaults or {}), **each} for each in batch.jobs]
        started = await asyncio.gather(*(_start(means, caller, each) for each in bodies))
        return BatchAnswer(
            created=sum(not each.is_repeat for each in started),
            job_ids=[each.history.aggregate.id for each in started],
        )


def _add_listing(routes: APIRouter, means: Means) -> None:
    @routes.get("", responses=MISSING)
    async def list_jobs(
        caller: AnyCaller,
        user_id: uuid.UUID | None = None,
        status: Annotated[str | None, Query(max_length=200)] = None,
        job_type: Annotated[str | None, Query(max_length=50, pattern=r"^[^\x00]*$")] = None,
        limit: Limit = 20,
        offset: Offset = 0,
        sort: Literal["created_at:desc", "created_at:asc"] = "created_at:desc",
    ) -> JobsAnswer:
        """List jobs, the newest first; a user's token lists their own alone."""
        user = str(user_id) if user_id is not None else caller.user
        if user is not None:
            caller.check_path(user)
        listing = JobListing(
            TENANT,
            ids.applicant_id(TENANT, user) if user is not None else None,
            _read_statuses(status),
            job_type,
            limit,
            offset,
            sort == "created_at:desc",
        )
        found, total = await (await means.tables.reader()).jobs_listed(listing)
        return JobsAnswer(jobs=[_describe_row(row) for row in found], total=total, limit=limit, offset=offset)


def _add_showing(routes: APIRouter, means: Means) -> None:
    @routes.get("/{job_id}", responses=MISSING)
    async def show(caller: AnyCaller, job_id: str) -> JobAnswer:
        """Return a job, as its log has it now."""
        history = await means.load(job_id, caller)
        return _describe_job(job_of(history), await means.describe(history))

    @routes.get("/{job_id}/status", responses=MISSING)
    async def show_status(caller: AnyCaller, job_id: str) -> JobStatusAnswer:
        """Return the job's short status."""
        history = await means.load(job_id, caller)
        return _shorten(await means.describe(history), last_heartbeat=history.recorded[-1].at)

    @routes.get("/{job_id}/events", responses=MISSING)
    async def list_events(
        caller: AnyCaller, job_id: str, limit: Annotated[int, Query(ge=1, le=200)] = 50, offset: Offset = 0
    ) -> EventsAnswer:
        """List the job's events, a page of them, oldest first."""
        recorded = (await means.load(job_id, caller)).recorded
        shown = recorded[offset : offset + limit]
        return EventsAnswer(events=[_describe_event(one) for one in shown], total=len(recorded))


def _add_ending(routes: APIRouter, means: Means) -> None:
    @routes.post("/{job_id}/cancel", responses={**MISSING, **CONFLICT})
    async def cancel(caller: AnyCaller, job_id: str) -> CancelAnswer:
        """Cancel the job, unless its submission has begun."""
        history = await means.load(job_id, caller)
        state = job_of(history)
        try:
            if not _is_being_looked_at(history):
                job.decide(job.CancelJob(means.gateway.now()), state)
        except CommandRejected as refusal:
            raise conflict(ErrorWord.JOB_NOT_CANCELLABLE, state, refusal) from None
        asked = {"tenant": TENANT, "job_id": state.id}
        ack = await means.send(
            "job.cancel", asked, message_id=ids.derived("cancel over http", state.id, _ends(history))
        )
        verdict = await means.hear(state.request, "cancel", ack) if state.request is not None else None
        if verdict is not None and not verdict.accepted:
            stands = job_of(await means.events.refresh(history))
            raise untaken(ErrorWord.JOB_NOT_CANCELLABLE, stands, verdict)
        if verdict is not None or state.request is None:
            history = await await_history(means, history, lambda found: job_of(found).ended)
        end = job.find_end(history.events)
        cancelled_at = end.at if isinstance(end, JobCancelled) else None
        return CancelAnswer(id=state.id, status=status_of(job_of(history)), cancelled_at=cancelled_at)


async def _start(means: Means, caller: Caller, body: Mapping[str, Any]) -> Submitted:
    """Start the job; without a task of VALET's it is its own, without a key it is a new one each time."""
    own = f"job {uuid.uuid4()}"
    user = body.get("user_id") or body.get("valet_user_id")
    named = {"valet_user_id": user, "valet_task_id": body.get("valet_task_id") or own}
    key = body.get("idempotency_key") or own
    return await submit(means, caller, {**body, **named, "idempotency_key": key})


def _read_statuses(given: str | None) -> tuple[JobStatus, ...]:
    """Return the statuses of a comma-separated list. Raises Refused for an unknown one."""
    words = [word.strip() for word in (given or "").split(",") if word.strip()]
    if unknown := [word for word in words if word not in _STATUSES]:
        message = f"should be among {', '.join(sorted(_STATUSES))}"
        raise invalid(*(Reason("status", "enum", message) for _ in unknown[:1]))
    return tuple(dict.fromkeys(_STATUSES[word] for word in words))


def _describe_row(row: JobRow) -> JobAnswer:
    return JobAnswer(
        id=row.job_id,
        job_type=row.job_type,
        valet_task_id=row.task,
        status=JobStatus(row.status).value,
        platform=row.platform,
        worker_id=row.worker,
        retry_count=row.retries,
        priority=row.band,
        timeout_seconds=row.timeout_seconds,
        error_code=row.error_code,
        created_at=row.created_at,
        started_at=row.started_at,
        completed_at=row.completed_at,
    )


def _describe_job(state: Job, status: StatusAnswer) -> JobAnswer:
    """Return the job as its log has it, in the same form as a row of a list."""
    request = state.request
    return JobAnswer(
        id=state.id,
        job_type=request.job_type if request else JobType.APPLY,
        valet_task_id=status.valet_task_id,
        status=status.status,
        platform=request.platform if request else None,
        worker_id=status.worker_id,
        retry_count=state.attempt.retries,
        priority=request.band if request else None,
        timeout_seconds=request.timeout_seconds if request else None,
        error_code=status.error.code if status.error else None,
        **status.timestamps.model_dump(),
    )


def _shorten(status: StatusAnswer, *, last_heartbeat: datetime) -> JobStatusAnswer:
    return JobStatusAnswer(
        id=status.job_id,
        status=status.status,
        status_message=status.status_message,
        started_at=status.timestamps.started_at,
        last_heartbeat=last_heartbeat,
        completed_at=status.timestamps.completed_at,
        error=status.error,
    )


def _describe_event(one: Recorded[Event]) -> EventAnswer:
    return EventAnswer(
        id=one.id,
        job_id=one.aggregate.id,
        event_type=one.name,
        actor=one.service,
        message=describe(one.event),
        created_at=one.at,
        sequence=one.sequence,
    )


def _is_being_looked_at(history: History) -> bool:
    """Whether job-intake has not judged the request yet; it does so before it reads a cancel."""
    state = job_of(history)
    is_new = state.phase is Phase.NEW and state.awaited is None
    return is_new and any(isinstance(event, RequestReceived) for event in history.events)


def _ends(history: History) -> int:
    """Count the job's ends, so that a message about a later attempt is another message."""
    return sum(isinstance(event, JobCancelled | JobRejected) for event in history.events)
