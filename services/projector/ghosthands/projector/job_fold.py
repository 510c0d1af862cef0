"""What each event of a job adds to the read model beyond the domain's own fold: one function an event.

A reaction gets the job's view, already evolved, and the job as it was before. An event without a reaction changes the
job's row only through the domain's fold.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec

from ghosthands.domain.codes import JobFailure
from ghosthands.domain.human import HumanResolved, HumanTimedOut
from ghosthands.domain.job import (
    HumanRequested,
    Job,
    JobCancelled,
    JobClaimed,
    JobCompleted,
    JobFailed,
    JobRejected,
    JobRequested,
    JobTimedOut,
    RetryScheduled,
)
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlannedAction
from ghosthands.domain.session import (
    ActionFailed,
    ActionStarted,
    ActionSucceeded,
    ActionVerified,
    EngineSwitched,
    EngineSwitchFailed,
    PageObserved,
    SessionClosed,
    SessionFenced,
    SessionLost,
    SessionOpened,
)
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import engine_fold, session_fold
from ghosthands.projector.folded import Folded
from ghosthands.projector.job_view import JobView
from ghosthands.readmodel.rows import Json, RequestRow, RequestStatus, StepRow, StepStatus

#: how an action can end
Outcome = ActionVerified | ActionFailed | ActionSucceeded
Reaction = Callable[[Folded, JobView, Job, Recorded[Any]], None]

_encode = msgspec.json.Encoder().encode


# The job's life


def _requested(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobRequested]) -> None:
    """A request begins the job anew; only a rejected one is ever requested twice."""
    event = recorded.event
    view.tenant, view.task, view.platform = event.tenant, event.task, event.platform
    view.error_code = view.completed_at = None


def _rejected(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobRejected]) -> None:
    event = recorded.event
    view.tenant, view.task, view.completed_at = event.tenant, event.task, event.at
    view.error_code = event.reasons[0].code if event.reasons else None


def _claimed(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobClaimed]) -> None:
    view.worker = recorded.event.worker
    view.started_at = view.started_at or recorded.event.at
    view.error_code = None


def _retry_scheduled(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[RetryScheduled]) -> None:
    """The form is filled from its first page again."""
    view.error_code = recorded.event.code
    view.verified = view.failed = frozenset()


def _completed(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobCompleted]) -> None:
    view.outcome, view.completed_at = recorded.event.outcome, recorded.event.at


def _failed(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobFailed]) -> None:
    view.error_code, view.completed_at = recorded.event.code, recorded.event.at


def _cancelled(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobCancelled]) -> None:
    view.completed_at = recorded.event.at


def _timed_out(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobTimedOut]) -> None:
    view.error_code, view.completed_at = JobFailure.TIMEOUT, recorded.event.at


# Pages and actions


def _observed(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[PageObserved]) -> None:
    page = recorded.event.page
    view.model_ref, view.platform = page.model_ref, page.platform


def _action_started(folded: Folded, view: JobView, _before: Job, recorded: Recorded[ActionStarted]) -> None:
    event = recorded.event
    step = StepRow(
        job_id=view.job.id,
        action_id=event.action_id,
        model_ref=view.model_ref,
        platform=view.platform,
        field_id=event.target,
        kind=event.kind,
        key=event.key,
        tier=event.tier,
        engine=event.engine,
        status=StepStatus.STARTED,
        started_at=recorded.at,
        at=recorded.at,
        sequence=recorded.sequence,
    )
    view.open_steps = {**view.open_steps, event.action_id: step}
    folded.steps.put(step)


def _action_verified(folded: Folded, view: JobView, before: Job, recorded: Recorded[ActionVerified]) -> None:
    event = recorded.event
    view.field_verified(event.field_id)
    how = {"field_id": event.field_id, "tier": event.tier, "engine": event.engine}
    _settled(folded, view, before, recorded, StepStatus.VERIFIED, **how)
    engine_fold.operated(folded, recorded, engine=event.engine, platform=view.platform)


def _action_failed(folded: Folded, view: JobView, before: Job, recorded: Recorded[ActionFailed]) -> None:
    event = recorded.event
    if _planned(before, event.action_id) is not None:
        view.field_failed(event.target)
    how = {"field_id": event.target, "tier": event.tier, "engine": event.engine, "code": event.code}
    _settled(folded, view, before, recorded, StepStatus.FAILED, **how)
    engine_fold.operated(folded, recorded, engine=event.engine, platform=view.platform)


def _action_succeeded(folded: Folded, view: JobView, before: Job, recorded: Recorded[ActionSucceeded]) -> None:
    _settled(folded, view, before, recorded, StepStatus.SUCCEEDED)


def _settled(
    folded: Folded, view: JobView, before: Job, recorded: Recorded[Outcome], status: StepStatus, **how: Any
) -> None:
    """An outcome completes the row its start began; where no start was told, the plan says what was meant."""
    event = recorded.event
    view.actions += 1
    started = view.open_steps.get(event.action_id)
    if started is None:
        started = _as_planned(view, event.action_id, _planned(before, event.action_id), recorded)
    else:
        view.open_steps = {id: step for id, step in view.open_steps.items() if id != event.action_id}
    settled = msgspec.structs.replace(
        started, status=status, took_ms=event.took_ms, at=recorded.at, sequence=recorded.sequence, **how
    )
    folded.steps.put(settled)


def _as_planned(view: JobView, action_id: str, planned: PlannedAction | None, recorded: Recorded[Outcome]) -> StepRow:
    return StepRow(
        job_id=view.job.id,
        action_id=action_id,
        model_ref=view.model_ref,
        platform=view.platform,
        field_id=planned.field_id if planned else None,
        kind=planned.kind if planned else None,
        key=planned.key if planned else None,
        tier=planned.tier if planned else None,
        status=StepStatus.STARTED,
        at=recorded.at,
        sequence=recorded.sequence,
    )


def _planned(before: Job, action_id: str) -> PlannedAction | None:
    """What the plan meant by the action; None for a button, and for what was settled before."""
    return next((action for action in before.work.pending if action.id == action_id), None)


# Sessions


def _session_changed(folded: Folded, view: JobView, _before: Job, recorded: Recorded[Event]) -> None:
    view.sessions += isinstance(recorded.event, SessionOpened)
    session_fold.fold(folded, recorded, job_id=view.job.id)


# Humans


def _asked(folded: Folded, view: JobView, _before: Job, recorded: Recorded[HumanRequested]) -> None:
    event, request = recorded.event, view.job.request
    folded.inbox.put(
        RequestRow(
            request_id=event.request_id,
            job_id=view.job.id,
            tenant=view.tenant,
            applicant=request.applicant if request else None,
            site=request.site if request else None,
            kind=event.kind,
            code=event.code,
            fields=Json(_encode(event.fields).decode()),
            model_ref=event.model_ref,
            status=RequestStatus.OPEN,
            requested_at=event.at,
            due_at=event.at + timedelta(seconds=event.timeout_seconds),
            sequence=recorded.sequence,
        )
    )


def _answered(folded: Folded, view: JobView, _before: Job, recorded: Recorded[HumanResolved]) -> None:
    event = recorded.event
    if view.job.human.answer is not event:
        return  # late, or not what was asked: the domain's fold passes it over
    folded.inbox.put(
        RequestRow(
            request_id=event.request_id,
            job_id=view.job.id,
            status=RequestStatus.RESOLVED,
            resolution=event.resolution,
            answered=Json(_encode(event.answered).decode()),
            resolved_at=event.at,
            sequence=recorded.sequence,
        )
    )


def _not_answered(folded: Folded, view: JobView, _before: Job, recorded: Recorded[HumanTimedOut]) -> None:
    event = recorded.event
    if view.job.human.answer is not event:
        return
    folded.inbox.put(
        RequestRow(
            request_id=event.request_id,
            job_id=view.job.id,
            status=RequestStatus.TIMED_OUT,
            resolved_at=event.at,
            sequence=recorded.sequence,
        )
    )


REACTIONS: dict[type[Event], Reaction] = {
    JobRequested: _requested,
    JobRejected: _rejected,
    JobClaimed: _claimed,
    RetryScheduled: _retry_scheduled,
    JobCompleted: _completed,
    JobFailed: _failed,
    JobCancelled: _cancelled,
    JobTimedOut: _timed_out,
    PageObserved: _observed,
    ActionStarted: _action_started,
    ActionVerified: _action_verified,
    ActionFailed: _action_failed,
    ActionSucceeded: _action_succeeded,
    SessionOpened: _session_changed,
    SessionFenced: _session_changed,
    SessionLost: _session_changed,
    SessionClosed: _session_changed,
    EngineSwitched: _session_changed,
    EngineSwitchFailed: _session_changed,
    HumanRequested: _asked,
    HumanResolved: _answered,
    HumanTimedOut: _not_answered,
}
