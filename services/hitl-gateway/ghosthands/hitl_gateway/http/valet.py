"""VALET's own routes: submit applications and tasks, and read their status."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from ghosthands.domain.kinds import JobType
from ghosthands.hitl_gateway.http.answers import AcceptedAnswer, RepeatedAnswer, StatusAnswer
from ghosthands.hitl_gateway.http.bodies import ObjectBody, described_by
from ghosthands.hitl_gateway.http.callers import AnyCaller
from ghosthands.hitl_gateway.http.documented import GUARDED, MISFIT, MISSING
from ghosthands.hitl_gateway.http.job_answers import created_at, status_of
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.submitting import Submitted, submit
from ghosthands.messaging.log.states import job_of

Anything = dict[str, Any]


class ApplicationBody(BaseModel):
    """An application as VALET requests it; other fields are accepted as far as they are understood."""

    model_config = ConfigDict(extra="allow")

    valet_task_id: Annotated[str, Field(min_length=1, max_length=255)]
    valet_user_id: Annotated[str, Field(json_schema_extra={"format": "uuid"})]
    target_url: Annotated[str, Field(max_length=2048, json_schema_extra={"format": "uri"})]
    platform: str | None = None
    resume: Anything | None = None
    profile: Anything | None = None
    qa_answers: Anything | None = None
    callback_url: str | None = None
    quality: str | None = None
    priority: int | None = None
    timeout_seconds: int | None = None
    max_retries: int | None = None
    idempotency_key: str | None = None
    metadata: Anything | None = None
    target_worker_id: str | None = None
    worker_affinity: str | None = None
    model: str | None = None
    image_model: str | None = None
    execution_mode: str | None = None


class TaskBody(ApplicationBody):
    """A task in words, for which nothing is ever sent."""

    job_type: Annotated[str, Field(min_length=1, max_length=50)]
    task_description: Annotated[str, Field(min_length=1, max_length=1000)]


def router(means: Means) -> APIRouter:
    """Return the routes under `/api/v1/gh/valet`."""
    routes = APIRouter(prefix="/api/v1/gh/valet", tags=["valet"], responses=GUARDED)
    taken: Any = {201: {"model": AcceptedAnswer}, 409: {"model": RepeatedAnswer}, **MISFIT}

    @routes.post("/apply", status_code=201, responses=taken, openapi_extra=described_by(ApplicationBody))
    async def apply(caller: AnyCaller, body: ObjectBody, response: Response) -> AcceptedAnswer | RepeatedAnswer:
        """Apply for a job: answered at once, before the resume is fetched."""
        return _answer(await submit(means, caller, {**body, "job_type": JobType.APPLY}), response)

    @routes.post("/task", status_code=201, responses=taken, openapi_extra=described_by(TaskBody))
    async def start_task(caller: AnyCaller, body: ObjectBody, response: Response) -> AcceptedAnswer | RepeatedAnswer:
        """Carry out a task in words, on a page; nothing is ever sent for it."""
        wanted = body.get("job_type") if body.get("job_type") in (JobType.SCRAPE, JobType.FILL_FORM) else JobType.CUSTOM
        return _answer(await submit(means, caller, {**body, "job_type": wanted}), response)

    @routes.get("/status/{job_id}", responses=MISSING)
    async def status(caller: AnyCaller, job_id: str) -> StatusAnswer:
        """Return the job's status, as its log has it now."""
        return await means.describe(await means.load(job_id, caller))

    return routes


def _answer(submitted: Submitted, response: Response) -> AcceptedAnswer | RepeatedAnswer:
    history, task = submitted.history, submitted.task
    if submitted.is_repeat:
        response.status_code = 409
        return RepeatedAnswer(job_id=history.aggregate.id, valet_task_id=task, status=status_of(job_of(history)))
    return AcceptedAnswer(job_id=history.aggregate.id, valet_task_id=task, created_at=created_at(history))
