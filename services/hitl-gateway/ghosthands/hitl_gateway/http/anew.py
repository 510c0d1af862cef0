"""What is said of a job after it was requested: another attempt of it is wanted, or here is what it lacked.

The call is held to the job's state, given on by NATS, and answered once it counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from ghosthands.contract.body import MAX_TEXT, read
from ghosthands.contract.message import JobMessage
from ghosthands.domain import ids, job
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import HumanResolved
from ghosthands.domain.message import Event
from ghosthands.domain.wording import word_words
from ghosthands.hitl_gateway.http.answers import StatusWord
from ghosthands.hitl_gateway.http.bodies import ObjectBody, described_by
from ghosthands.hitl_gateway.http.callers import AnyCaller
from ghosthands.hitl_gateway.http.documented import CONFLICT, GUARDED, MISFIT, MISSING
from ghosthands.hitl_gateway.http.job_answers import status_of
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import ErrorWord, conflict, unavailable
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.hitl_gateway.http.waiting import await_history
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History, Recorded


class RetryAnswer(BaseModel):
    """A job that is tried again, under its own id."""

    id: str
    status: StatusWord
    retry_count: int


class ContinueBody(BaseModel):
    """What somebody in charge says to the job: `Field overrides:` with JSON or lines `field: value`, and words."""

    model_config = ConfigDict(extra="allow", hide_input_in_errors=True)

    message: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class ContinueAnswer(BaseModel):
    """A job that goes on by what was said."""

    id: str
    status: StatusWord
    #: in the browser that it kept, as the answer to what it asked; or reopened, as another attempt
    how: Literal["answered", "reopened"]
    #: how many questions were answered
    answers: int
    #: what becomes of the words beside: none, with_task, unread
    words: job.Hearing
    #: the same for people
    message: str


def router(means: Means) -> APIRouter:
    """The routes under `/api/v1/gh/jobs/{job_id}` that bring a job on."""
    routes = APIRouter(prefix="/api/v1/gh/jobs/{job_id}", tags=["jobs"], responses=GUARDED)

    @routes.post("/retry", responses={**MISSING, **CONFLICT})
    async def retry(caller: AnyCaller, job_id: str) -> RetryAnswer:
        """Try a job anew that ended unsent: another attempt of the same job, under its own id."""
        history = await means.load(job_id, caller)
        wish = job.RetryJob(means.gateway.now())
        history, _ = await _bring_on(means, history, "retry", wish, {}, ErrorWord.JOB_NOT_RETRYABLE)
        retries = len(_list(history, job.JobRetried))
        return RetryAnswer(id=history.aggregate.id, status=status_of(job_of(history)), retry_count=retries)

    @routes.post("/continue", responses={**MISFIT, **CONFLICT}, openapi_extra=described_by(ContinueBody))
    async def go_on(caller: AnyCaller, job_id: str, body: ObjectBody) -> ContinueAnswer:
        """Say something to a job that is paused, or ended with nothing sent: it goes on by that, under its own id."""
        history = await means.load(job_id, caller)
        message = read(JobMessage, {**body, "tenant": TENANT, "job_id": history.aggregate.id})
        wish = message.to(history.events, means.gateway.now())
        said = {"message": message.message.get_secret_value()}
        history, own = await _bring_on(means, history, "continue", wish, said, ErrorWord.JOB_NOT_CONTINUABLE)
        heard: job.JobContinued = own.event
        history = await await_history(means, history, lambda found: _counts(found, own))
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
    means: Means,
    history: History,
    what: str,
    wish: job.RetryJob | job.ContinueJob,
    said: Mapping[str, Any],
    refused: ErrorWord,
) -> tuple[History, Recorded[Any]]:
    """The history once this wish, and no other, is on it. Raises Refused where the job's state forbids it, before or
    meanwhile, or nobody takes it.
    """
    state = job_of(history)
    kind: type[Any] = job.JobRetried if isinstance(wish, job.RetryJob) else job.JobContinued
    if refusal := _find_refusal(wish, state):
        raise conflict(refused, state, refusal)
    before = len(_list(history, kind))
    digest = hashlib.sha256(repr(sorted(said.items())).encode(errors="replace")).hexdigest()
    message_id = ids.derived(f"{what} over http", state.id, before, digest)
    ack = await means.send(f"job.{what}", {"tenant": TENANT, "job_id": state.id, **said}, message_id=message_id)
    command_id = ids.command_of_message(what, ack.stream, ack.sequence)

    def is_settled(found: History) -> bool:
        return _find(found, kind, command_id) is not None or _find_refusal(wish, job_of(found)) is not None

    history = await await_history(means, history, is_settled)
    own = _find(history, kind, command_id)
    if own is not None:
        return history, own
    if refusal := _find_refusal(wish, job_of(history)):
        raise conflict(refused, job_of(history), refusal)
    raise unavailable()


def _find_refusal(wish: job.RetryJob | job.ContinueJob, state: job.Job) -> CommandRejected | None:
    """Why the job's state forbids the wish."""
    try:
        job.decide(wish, state)
    except CommandRejected as refusal:
        return refusal
    return None


def _find(history: History, kind: type[Any], command_id: str) -> Recorded[Any] | None:
    """What that command had said, of this kind."""
    found = (one for one in history.recorded if one.causation == command_id)
    return next((one for one in found if isinstance(one.event, kind)), None)


def _list(history: History, kind: type[Any]) -> list[Any]:
    return [event for event in history.events if isinstance(event, kind)]


def _counts(history: History, own: Recorded[job.JobContinued]) -> bool:
    """Whether what was asked is answered, or the other attempt has begun."""
    if own.event.request_id:
        return job_of(history).ended or any(_is_reply(event, own.event.request_id) for event in history.events)
    return _find(history, job.JobRetried, own.causation) is not None


def _is_reply(event: Event, request_id: str) -> bool:
    return isinstance(event, HumanResolved) and event.request_id == request_id
