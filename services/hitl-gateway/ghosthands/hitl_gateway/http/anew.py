"""The routes that continue a job after it was requested: another attempt, or a message with what it lacked.

A call is checked against the job's state, passed on by NATS, and answered once it takes effect.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from ghosthands.contract.body import MAX_TEXT, read
from ghosthands.contract.message import JobMessage
from ghosthands.domain import ids, job
from ghosthands.domain.codes import Refusal
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.wording import word_words
from ghosthands.hitl_gateway.http.answers import StatusWord
from ghosthands.hitl_gateway.http.bodies import ObjectBody, described_by
from ghosthands.hitl_gateway.http.callers import AnyCaller
from ghosthands.hitl_gateway.http.documented import CONFLICT, GUARDED, MISFIT, MISSING
from ghosthands.hitl_gateway.http.job_answers import status_of
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import ErrorWord, conflict, unavailable, untaken
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History, list_caused

#: VALET's word for each refusal
_REFUSED = {"retry": ErrorWord.JOB_NOT_RETRYABLE, "continue": ErrorWord.JOB_NOT_CONTINUABLE}


class RetryAnswer(BaseModel):
    """A job that is tried again, under its own id."""

    id: str
    status: StatusWord
    retry_count: int


class ContinueBody(BaseModel):
    """A message to the job: words, and after `Field overrides:` JSON or lines `field: value`."""

    model_config = ConfigDict(extra="allow", hide_input_in_errors=True)

    message: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class ContinueAnswer(BaseModel):
    """A job that goes on by the message."""

    id: str
    status: StatusWord
    #: `answered`: in the browser that it kept, as the answer to its question; `reopened`: as another attempt
    how: Literal["answered", "reopened"]
    #: how many questions were answered
    answers: int
    #: what happens to the words: `none`, `with_task` or `unread`
    words: job.Hearing
    #: the same in words for people
    message: str


def router(means: Means) -> APIRouter:
    """Return the routes under `/api/v1/gh/jobs/{job_id}` that bring a job on."""
    routes = APIRouter(prefix="/api/v1/gh/jobs/{job_id}", tags=["jobs"], responses=GUARDED)

    @routes.post("/retry", responses={**MISSING, **CONFLICT})
    async def retry(caller: AnyCaller, job_id: str) -> RetryAnswer:
        """Try a job again that ended unsent: another attempt of the same job, under its own id."""
        history = await means.load(job_id, caller)
        wish = job.RetryJob(means.gateway.now())
        history, _ = await _bring_on(means, history, "retry", wish, {})
        retries = sum(isinstance(event, job.JobRetried) for event in history.events)
        return RetryAnswer(id=history.aggregate.id, status=status_of(job_of(history)), retry_count=retries)

    @routes.post("/continue", responses={**MISFIT, **CONFLICT}, openapi_extra=described_by(ContinueBody))
    async def go_on(caller: AnyCaller, job_id: str, body: ObjectBody) -> ContinueAnswer:
        """Send a message to a job that is paused, or ended with nothing sent; it goes on under its own id."""
        history = await means.load(job_id, caller)
        message = read(JobMessage, {**body, "tenant": TENANT, "job_id": history.aggregate.id})
        wish = message.to(history.events, means.gateway.now())
        said = {"message": message.message.get_secret_value()}
        history, command_id = await _bring_on(means, history, "continue", wish, said)
        [heard] = [one.event for one in list_caused(history.recorded, command_id, job.JobContinued)]
        return ContinueAnswer(
            id=history.aggregate.id,
            status=status_of(job_of(history)),
            how="answered" if heard.request_id else "reopened",
            answers=len(heard.answered),
            words=heard.words,
            message=word_words(heard.words),
        )

    return routes


async def _bring_on(
    means: Means, history: History, what: str, wish: job.RetryJob | job.ContinueJob, said: Mapping[str, Any]
) -> tuple[History, str]:
    """Send the wish and wait for its verdict; return the history with it, and the command's id.

    Raises Refused where the job forbids it, before or meanwhile, and where no verdict comes in time.
    """
    state, refused = job_of(history), _REFUSED[what]
    requested = _judge(wish, state, refused)
    body = {"tenant": TENANT, "job_id": state.id, **said}
    ack = await means.send(f"job.{what}", body, message_id=str(uuid.uuid4()))
    verdict = await means.hear(requested, what, ack)
    history = await means.events.refresh(history)
    state = job_of(history)
    if verdict is None:
        raise unavailable()
    if not verdict.accepted:
        raise untaken(refused, state, verdict)
    if state.is_cancelling or state.phase is job.Phase.CANCELLED:
        raise conflict(
            refused, state, CommandRejected(f"job {state.id} was cancelled meanwhile", code=Refusal.ALREADY_CANCELLED)
        )
    return history, ids.command_of_message(what, ack.stream, ack.sequence)


def _judge(wish: job.RetryJob | job.ContinueJob, state: job.Job, refused: ErrorWord) -> job.JobRequested:
    """Return the job's request, which the wish may continue. Raises Refused where the job's state forbids that."""
    try:
        job.decide(wish, state)
    except CommandRejected as refusal:
        raise conflict(refused, state, refusal) from None
    return state.accepted_request
