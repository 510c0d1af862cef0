"""A job told from its events alone: the timeline line by line, and the summary at its end; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from ghosthands.domain import human, job, plan, recipe, session
from ghosthands.domain.message import Event
from ghosthands.messaging.recorded import Recorded


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a timeline."""

    sequence: int
    #: seconds since the job's first event
    after: float
    service: str
    event: str
    detail: str


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a job."""

    job_id: str
    phase: str
    submission: str
    code: str | None
    #: distinct fields read back and right
    fields_verified: int
    fields_failed: int
    #: the dearest way of filling that was needed; None when nothing was filled
    highest_tier: int | None
    pages: int
    sessions: int
    asked_human: int
    model_calls: int
    seconds: float


def timeline(recorded: Sequence[Recorded[Event]]) -> list[Line]:
    """The job's events as lines, oldest first."""
    if not recorded:
        return []
    start = recorded[0].at
    return [
        Line(
            sequence=one.sequence,
            after=(one.at - start).total_seconds(),
            service=one.service,
            event=one.name,
            detail=describe(one.event),
        )
        for one in recorded
    ]


def summary(job_id: str, recorded: Sequence[Recorded[Event]]) -> Summary:
    """What these events of one job amount to."""
    events = [one.event for one in recorded]
    state = job.fold(job_id, [(one.event, one.sequence) for one in recorded])
    settled = _settled_fields(events)
    tiers = [event.tier for event in events if isinstance(event, session.ActionVerified)]
    took = _working_time(recorded)
    return Summary(
        job_id=job_id,
        phase=state.phase.value,
        submission=state.submission.value,
        code=state.failure,
        fields_verified=sum(settled.values()),
        fields_failed=len(settled) - sum(settled.values()),
        highest_tier=max(tiers, default=None),
        pages=_count(events, session.PageObserved, lambda event: event.page.fingerprint),
        sessions=_count(events, session.SessionOpened, lambda event: event.session_id),
        asked_human=_count(events, job.HumanRequested, lambda event: event.request_id),
        model_calls=0,
        seconds=took.total_seconds(),
    )


def _settled_fields(events: Iterable[Event]) -> dict[str, bool]:
    """Whether each field that was acted on is right, by its last outcome."""
    outcome: dict[str, bool] = {}
    for event in events:
        match event:
            case session.ActionVerified():
                outcome[event.field_id] = True
            case session.ActionFailed() if event.target in outcome or not event.code.startswith("interrupted"):
                outcome[event.target] = False
            case _:
                pass
    return outcome


def _count(events: Iterable[Event], kind: type[Any], identity: Any) -> int:
    return len({identity(event) for event in events if isinstance(event, kind)})


_ENDS = (job.JobCompleted, job.JobFailed, job.JobCancelled, job.JobTimedOut, job.JobRejected)


def _working_time(recorded: Sequence[Recorded[Event]]) -> timedelta:
    """From the request to the job's end, or to its latest event."""
    if not recorded:
        return timedelta()
    end = next((one.at for one in recorded if isinstance(one.event, _ENDS)), recorded[-1].at)
    return end - recorded[0].at


def describe(event: Event) -> str:
    """The event in a few words."""
    match event:
        case job.JobRequested():
            return f"{event.site}, {event.band} band, {event.timeout_seconds} s" + (", dry run" * event.dry_run)
        case job.JobRejected():
            return ", ".join(f"{reason.field or 'request'}: {reason.code}" for reason in event.reasons)
        case job.JobClaimed():
            return f"by {event.worker}"
        case job.StepChosen():
            return event.step.replace("_", " ")
        case job.EffectIntended():
            return f"{event.kind}: from here on there is no way back"
        case job.EffectNotDone():
            return event.evidence.replace("_", " ")
        case job.SubmitConfirmed():
            return f"seen by {event.evidence}"
        case job.HumanRequested():
            return _asked(event)
        case job.RetryScheduled():
            return f"{event.code}, attempt {event.attempt} of {job.MAX_RETRIES}"
        case job.JobCompleted():
            return event.outcome.replace("_", " ")
        case job.JobFailed():
            return event.code
        case job.JobTimedOut():
            return f"its {event.timeout_seconds / 60:g} minutes are up"
        case human.HumanResolved():
            return f"{event.resolution}, {len(event.answered)} answers" if event.answered else event.resolution.value
        case session.SessionOpened():
            return f"{event.provider} browser, pid {event.pid}, on {event.host}"
        case session.SessionFenced():
            return f"obeys epoch {event.epoch}"
        case session.SessionLost() | session.SessionClosed():
            return event.reason
        case session.CommandRefused():
            return f"{event.command}: {event.code}"
        case session.PageObserved():
            return _page(event)
        case session.BlockerDetected():
            return f"{event.type}, {event.confidence:.0%} sure: {event.evidence}"
        case session.ActionStarted():
            return f"{event.kind} {event.key or ''}".strip()
        case session.ActionSucceeded():
            return f"in {event.took_ms} ms"
        case session.ActionVerified():
            return f"field {event.field_id[:8]} in {event.took_ms} ms, tier {event.tier}"
        case session.ActionFailed():
            return f"{event.target[:8]}: {event.code}"
        case session.ScreenshotTaken():
            return event.why
        case plan.PlanProposed():
            return _plan(event)
        case recipe.RecipeMissed():
            return "no recipe fits"
        case _:
            return ""


def _asked(event: job.HumanRequested) -> str:
    what = {
        "fields": f"{len(event.fields)} question(s) only a person can answer",
        "blocker": f"a wall: {event.code}",
        "submit_unclear": "was it submitted?",
        "stuck": f"no way on: {event.code}",
    }[event.kind]
    return f"{what}, {event.timeout_seconds} s to answer"


def _page(event: session.PageObserved) -> str:
    page = event.page
    wrong = sum(1 for field in page.fields if field.error)
    return (
        f"{page.platform} {page.page_type}: {len(page.fields)} fields, "
        f"{sum(field.filled for field in page.fields)} filled" + (f", {wrong} refused" if wrong else "")
    )


def _plan(event: plan.PlanProposed) -> str:
    parts = [f"{len(event.actions)} to fill", f"{len(event.left_alone)} left alone"]
    if event.unanswered:
        parts.append(f"{len(event.unanswered)} unanswered")
    return ", ".join(parts)
