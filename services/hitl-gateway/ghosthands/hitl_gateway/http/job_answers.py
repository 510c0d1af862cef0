"""A job's status as VALET gets it, folded from the job's log, so that it is never older than the last event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from ghosthands.domain.job import (
    HumanRequested,
    Job,
    JobClaimed,
    JobCompleted,
    JobContinued,
    JobFailed,
    JobRejected,
    JobRequested,
    JobTimedOut,
    Phase,
    RequestReceived,
    ResumeAwaited,
    find_doubt,
    find_end,
    open_request,
)
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel
from ghosthands.domain.wording import word_words
from ghosthands.hitl_gateway.callbacks.bodies import (
    describe_event,
    describe_modes,
    describe_rejection,
    find_page_url,
)
from ghosthands.hitl_gateway.callbacks.interactions import describe_interaction
from ghosthands.hitl_gateway.http.answers import (
    CostBlock,
    ErrorBlock,
    InteractionBlock,
    StatusAnswer,
    StatusWord,
    TimesBlock,
)
from ghosthands.hitl_gateway.http.progress import measure_course
from ghosthands.hitl_gateway.picture_links import LinkTo, list_pictures
from ghosthands.hitl_gateway.requests import can_be_taken_over
from ghosthands.hitl_gateway.status import describe_cost
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History
from ghosthands.readmodel.status import of_phase

#: most pictures shown of a job: the last ones
MOST_PICTURES = 10

_SAID: Mapping[Phase, str] = {
    Phase.NEW: "The request is being looked at",
    Phase.REJECTED: "The request was refused",
    Phase.PENDING: "It waits to be started",
    Phase.RUNNING: "It is being worked at",
    Phase.WAITING: "A person is asked for help",
    Phase.BACKING_OFF: "It is tried again in a moment",
    Phase.COMPLETED: "It is done",
    Phase.FAILED: "It failed",
    Phase.CANCELLED: "It was cancelled",
    Phase.TIMED_OUT: "Its time is up",
}
#: by phase, the event with the details
_STANDS_AT: Mapping[Phase, type[Event]] = {
    Phase.WAITING: HumanRequested,
    Phase.COMPLETED: JobCompleted,
    Phase.FAILED: JobFailed,
    Phase.TIMED_OUT: JobTimedOut,
}


def is_known(history: History) -> bool:
    """Whether there is such a job at all."""
    return bool(history.recorded)


def status_of(job: Job) -> StatusWord:
    """Return the job's status, in VALET's word."""
    return of_phase(job.phase).value


def applicant_of(history: History) -> str | None:
    """Return the applicant's derived id; None where only the job's refusal is known."""
    events = history.events
    said = _last(events, JobRequested) or _last(events, RequestReceived) or _last(events, ResumeAwaited)
    return said.applicant if said else None


def tenant_of(history: History) -> str | None:
    """Return the upstream product that the job belongs to."""
    return history.recorded[0].tenant if history.recorded else None


def task_of(history: History) -> str:
    """Return VALET's task, as it is on the log."""
    events = history.events
    said = _last(events, JobRequested) or _last(events, RequestReceived) or _last(events, ResumeAwaited)
    return (said or _last(history.events, JobRejected) or _NoTask).task


class _NoTask:
    task = ""


def describe_status(
    history: History,
    request: Mapping[str, Any],
    page: PageModel | None = None,
    extract: Any = None,
    *,
    has_live_view: bool = False,
    link_to: LinkTo | None = None,
) -> StatusAnswer:
    """Return the status of a job, in the words of its callbacks.

    `request` is the request, as far as it is still kept, `page` the one a human is asked about, `extract` what a scrape
    read.
    """
    job, events = job_of(history), history.events
    claim = _last(events, JobClaimed)
    told = _describe_standing(job, events, request, page, extract)
    modes = describe_modes(events, request) if job.request else {}
    pictures = [link_to(place) for place in list_pictures(events)] if link_to else []
    return StatusAnswer(
        job_id=job.id,
        valet_task_id=str(request.get("valet_task_id", "")) or task_of(history),
        status=status_of(job),
        status_message=_word_standing(job, events),
        worker_id=claim.worker if claim else None,
        target_worker_id=job.request.worker if job.request else None,
        progress=measure_course(history),
        result=_describe_result(told, pictures),
        error=_describe_error(job, told),
        interaction=_describe_interaction(job, events, find_page_url(page, request), page, pictures),
        execution_mode=modes.get("execution_mode"),
        browser_mode=modes.get("browser_mode"),
        final_mode=modes.get("final_mode"),
        browser_session_available=has_live_view and can_be_taken_over(job),
        cost=CostBlock(**describe_cost(events)),
        cost_breakdown=told.get("cost_breakdown"),
        timestamps=describe_times(history),
    )


def _word_standing(job: Job, events: Sequence[Event]) -> str:
    """Return the job's state for people, with what happened to the last message to it."""
    continued = _last(events, JobContinued)
    words = word_words(continued.words) if continued is not None else ""
    is_answered = job.phase is Phase.WAITING and open_request(job) is None
    said = "What was asked is settled, and it goes on in a moment" if is_answered else _SAID[job.phase]
    return f"{said}; {words}" if words else said


def _describe_standing(
    job: Job, events: Sequence[Event], request: Mapping[str, Any], page: PageModel | None, extract: Any
) -> dict[str, Any]:
    """Describe the event behind the job's state: its end, or the question it waits for."""
    kind = _STANDS_AT.get(job.phase)
    place = next((at for at in reversed(range(len(events))) if kind and isinstance(events[at], kind)), None)
    return {} if place is None else describe_event(job.id, events[: place + 1], request, page, extract)


def _describe_result(told: Mapping[str, Any], pictures: Sequence[str]) -> dict[str, Any] | None:
    if "result_data" not in told:
        return None
    return {"data": told["result_data"], "summary": told["result_summary"], "screenshots": [*pictures[-MOST_PICTURES:]]}


def _describe_error(job: Job, told: Mapping[str, Any]) -> ErrorBlock | None:
    if job.phase is Phase.REJECTED:
        reasons = [{"field": one.field, "code": one.code, "message": one.message} for one in job.reasons]
        code, message = describe_rejection(job.reasons)
        return ErrorBlock(code=code, message=message, details={"reasons": reasons})
    if "error_code" not in told:
        return None
    return ErrorBlock(code=told["error_code"], message=told["error_message"], details=None)


def _describe_interaction(
    job: Job, events: Sequence[Event], page_url: str | None, page: PageModel | None, pictures: Sequence[str]
) -> InteractionBlock | None:
    """Describe the open question: also whether a job that ended in doubt was submitted, which has no deadline."""
    doubt = find_doubt(job)
    ask = doubt or open_request(job)
    if ask is None:
        return None
    asked = describe_interaction(ask, page, page_url, events, job)
    return InteractionBlock(
        type=asked["type"],
        description=asked["description"],
        message=asked["message"],
        page_url=asked.get("page_url"),
        screenshot_url=pictures[-1] if pictures else None,
        paused_at=ask.at,
        timeout_seconds=None if ask is doubt else ask.timeout_seconds,
        request_id=ask.request_id,
    )


def describe_times(history: History) -> TimesBlock:
    """Return when the job came, was first claimed, and ended."""
    claimed = next((event for event in history.events if isinstance(event, JobClaimed)), None)
    ended = find_end(history.events)
    return TimesBlock(
        created_at=created_at(history),
        started_at=claimed.at if claimed else None,
        completed_at=ended.at if ended else None,
    )


def created_at(history: History) -> datetime:
    """Return the time of the job's first event."""
    return history.recorded[0].at


def _last(events: Sequence[Event], kind: type[Any]) -> Any:
    return next((event for event in reversed(events) if isinstance(event, kind)), None)
