"""The reactions: what each event of a job adds to the read model beyond the domain's fold; one function an event.

A reaction gets the job's view, already evolved, and the job as it was before. An event without a reaction changes the
job's row only through the domain's fold.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.callbacks import CallbackDelivered, CallbackFailed, CallbackRedriven
from ghosthands.domain.codes import JobFailure
from ghosthands.domain.human import BlockerGone, HumanResolved, HumanTimedOut
from ghosthands.domain.job import (
    HumanRequested,
    Job,
    JobCancelled,
    JobClaimed,
    JobCompleted,
    JobFailed,
    JobRejected,
    JobRequested,
    JobRetried,
    JobTimedOut,
    RequestReceived,
    ResumeAwaited,
    RetryScheduled,
)
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlannedAction
from ghosthands.domain.requests import PressHeld
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
from ghosthands.projector import cost_fold, engine_fold, session_fold
from ghosthands.projector.folded import Folded
from ghosthands.projector.job_view import JobView
from ghosthands.readmodel.rows import CallbackRow, CallbackStatus, Json, RequestRow, RequestStatus, StepRow, StepStatus

#: how an action can end
Outcome = ActionVerified | ActionFailed | ActionSucceeded | PressHeld
Reaction = Callable[[Folded, JobView, Job, Recorded[Any]], None]

_encode = msgspec.json.Encoder().encode


# The job's life


def _fold_receipt(
    _folded: Folded, view: JobView, _before: Job, recorded: Recorded[RequestReceived | ResumeAwaited]
) -> None:
    """Fold the receipt of a request: there is no job yet; a job that was rejected before is judged again."""
    view.tenant, view.task = recorded.event.tenant, recorded.event.task
    view.error_code = view.completed_at = None


def _fold_request(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobRequested]) -> None:
    """Start the job's view again; only a rejected job is ever requested twice."""
    event = recorded.event
    view.tenant, view.task, view.platform = event.tenant, event.task, event.platform
    view.error_code = view.completed_at = None


def _fold_anew(_folded: Folded, view: JobView, _before: Job, _recorded: Recorded[JobRetried]) -> None:
    """Begin another attempt of the same job; the end of the one before no longer counts."""
    view.error_code = view.completed_at = view.outcome = None
    view.ended_before = view.ended_on_page = view.of_pages = None
    view.verified = view.failed = frozenset()


def _fold_rejection(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobRejected]) -> None:
    event = recorded.event
    view.tenant, view.task, view.completed_at = event.tenant, event.task, event.at
    view.error_code = event.reasons[0].code if event.reasons else None


def _fold_claim(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobClaimed]) -> None:
    view.worker = recorded.event.worker
    view.started_at = view.started_at or recorded.event.at
    if not view.job.ended:  # of one that has ended, only its browser is left to be closed
        view.error_code = None


def _fold_retry(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[RetryScheduled]) -> None:
    """Start again at the form's first page."""
    view.error_code = recorded.event.code
    view.verified = view.failed = frozenset()


def _fold_completion(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobCompleted]) -> None:
    """Complete the job, also one that had failed in doubt before a human settled that."""
    view.error_code = None
    view.outcome, view.completed_at = recorded.event.outcome, recorded.event.at
    view.ended_before = recorded.event.ended_before
    view.ended_on_page, view.of_pages = recorded.event.page, recorded.event.pages


def _fold_failure(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobFailed]) -> None:
    view.error_code, view.completed_at = recorded.event.code, recorded.event.at


def _fold_cancellation(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobCancelled]) -> None:
    view.completed_at = recorded.event.at


def _fold_timeout(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[JobTimedOut]) -> None:
    view.error_code, view.completed_at = JobFailure.TIMEOUT, recorded.event.at


# Pages and actions


def _fold_observation(_folded: Folded, view: JobView, _before: Job, recorded: Recorded[PageObserved]) -> None:
    page = recorded.event.page
    view.model_ref, view.platform = page.model_ref, page.platform


def _fold_action_start(folded: Folded, view: JobView, _before: Job, recorded: Recorded[ActionStarted]) -> None:
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


def _fold_verification(folded: Folded, view: JobView, before: Job, recorded: Recorded[ActionVerified]) -> None:
    event = recorded.event
    view.field_verified(event.field_id)
    how = {"field_id": event.field_id, "tier": event.tier, "engine": event.engine}
    _settle_step(folded, view, before, recorded, StepStatus.VERIFIED, **how)
    engine_fold.operated(folded, recorded, engine=event.engine, platform=view.platform)


def _fold_action_failure(folded: Folded, view: JobView, before: Job, recorded: Recorded[ActionFailed]) -> None:
    event = recorded.event
    if _find_planned(before, event.action_id) is not None:
        view.field_failed(event.target)
    how = {"field_id": event.target, "tier": event.tier, "engine": event.engine, "code": event.code}
    _settle_step(folded, view, before, recorded, StepStatus.FAILED, **how)
    engine_fold.operated(folded, recorded, engine=event.engine, platform=view.platform)


def _fold_press(folded: Folded, view: JobView, before: Job, recorded: Recorded[ActionSucceeded | PressHeld]) -> None:
    """Complete the press of the button; what a held press set off has a row of its own once it is let go."""
    _settle_step(folded, view, before, recorded, StepStatus.SUCCEEDED)


def _settle_step(
    folded: Folded, view: JobView, before: Job, recorded: Recorded[Outcome], status: StepStatus, **how: Any
) -> None:
    """Complete the row that the action's start began; without a start, take the row from the plan."""
    event = recorded.event
    view.actions += 1
    started = view.open_steps.get(event.action_id)
    if started is None:
        started = _take_from_plan(view, event.action_id, _find_planned(before, event.action_id), recorded)
    else:
        view.open_steps = {id: step for id, step in view.open_steps.items() if id != event.action_id}
    settled = msgspec.structs.replace(
        started, status=status, took_ms=event.took_ms, at=recorded.at, sequence=recorded.sequence, **how
    )
    folded.steps.put(settled)


def _take_from_plan(
    view: JobView, action_id: str, planned: PlannedAction | None, recorded: Recorded[Outcome]
) -> StepRow:
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


def _find_planned(before: Job, action_id: str) -> PlannedAction | None:
    """Return the planned action; None for a button, and for an action that was settled before."""
    return next((action for action in before.work.pending if action.id == action_id), None)


# Models


def _fold_cost(folded: Folded, view: JobView, _before: Job, recorded: Recorded[CostIncurred]) -> None:
    view.spent = view.spent.plus(recorded.event)
    cost_fold.incur(folded, recorded, platform=view.platform)


# Sessions


def _fold_session(folded: Folded, view: JobView, _before: Job, recorded: Recorded[Event]) -> None:
    view.sessions += isinstance(recorded.event, SessionOpened)
    session_fold.fold(folded, recorded, job_id=view.job.id)


# Humans


def _fold_request_for_help(folded: Folded, view: JobView, _before: Job, recorded: Recorded[HumanRequested]) -> None:
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


def _fold_reply(folded: Folded, view: JobView, _before: Job, recorded: Recorded[HumanResolved]) -> None:
    event = recorded.event
    answered = Json(_encode(event.answered).decode())
    _close_request(
        folded, view, recorded, RequestStatus.RESOLVED, event.at, resolution=event.resolution, answered=answered
    )


def _fold_silence(folded: Folded, view: JobView, _before: Job, recorded: Recorded[HumanTimedOut]) -> None:
    _close_request(folded, view, recorded, RequestStatus.TIMED_OUT, recorded.event.at)


def _fold_gone_wall(folded: Folded, view: JobView, _before: Job, recorded: Recorded[BlockerGone]) -> None:
    _close_request(folded, view, recorded, RequestStatus.GONE, recorded.at)


def _close_request(
    folded: Folded,
    view: JobView,
    recorded: Recorded[HumanResolved] | Recorded[HumanTimedOut] | Recorded[BlockerGone],
    status: RequestStatus,
    at: datetime,
    **how: Any,
) -> None:
    event = recorded.event
    if view.job.human.answer is not event:
        return  # late, or not what was asked: the domain's fold passes it over
    folded.inbox.put(
        RequestRow(
            request_id=event.request_id,
            job_id=view.job.id,
            status=status,
            resolved_at=at,
            sequence=recorded.sequence,
            **how,
        )
    )


# Callbacks


def _fold_delivery(folded: Folded, view: JobView, _before: Job, recorded: Recorded[CallbackDelivered]) -> None:
    event = recorded.event
    told = {"http_status": event.http_status, "answer": event.answer or None, "took_ms": event.took_ms}
    _put_callback(folded, view, recorded, CallbackStatus.DELIVERED, event.tries, after_ms=event.after_ms, **told)


def _fold_failed_try(folded: Folded, view: JobView, _before: Job, recorded: Recorded[CallbackFailed]) -> None:
    event = recorded.event
    status = CallbackStatus.WAITING if event.next_at else CallbackStatus.GIVEN_UP
    told = {"http_status": event.http_status, "code": event.code, "took_ms": event.took_ms}
    _put_callback(folded, view, recorded, status, event.tries, next_at=event.next_at, **told)


def _fold_redrive(folded: Folded, view: JobView, _before: Job, recorded: Recorded[CallbackRedriven]) -> None:
    _put_callback(folded, view, recorded, CallbackStatus.WAITING, 0, next_at=recorded.event.at)


def _put_callback(
    folded: Folded,
    view: JobView,
    recorded: Recorded[CallbackDelivered | CallbackFailed | CallbackRedriven],
    status: CallbackStatus,
    tries: int,
    **known: Any,
) -> None:
    event = recorded.event
    folded.callbacks.put(
        CallbackRow(
            callback_id=event.callback_id,
            job_id=view.job.id,
            told=event.told,
            status=status,
            tries=tries,
            at=event.at,
            sequence=recorded.sequence,
            **known,
        )
    )


REACTIONS: dict[type[Event], Reaction] = {
    RequestReceived: _fold_receipt,
    ResumeAwaited: _fold_receipt,
    JobRequested: _fold_request,
    JobRejected: _fold_rejection,
    JobClaimed: _fold_claim,
    RetryScheduled: _fold_retry,
    JobRetried: _fold_anew,
    JobCompleted: _fold_completion,
    JobFailed: _fold_failure,
    JobCancelled: _fold_cancellation,
    JobTimedOut: _fold_timeout,
    PageObserved: _fold_observation,
    ActionStarted: _fold_action_start,
    ActionVerified: _fold_verification,
    ActionFailed: _fold_action_failure,
    ActionSucceeded: _fold_press,
    PressHeld: _fold_press,
    CostIncurred: _fold_cost,
    SessionOpened: _fold_session,
    SessionFenced: _fold_session,
    SessionLost: _fold_session,
    SessionClosed: _fold_session,
    EngineSwitched: _fold_session,
    EngineSwitchFailed: _fold_session,
    HumanRequested: _fold_request_for_help,
    HumanResolved: _fold_reply,
    HumanTimedOut: _fold_silence,
    BlockerGone: _fold_gone_wall,
    CallbackDelivered: _fold_delivery,
    CallbackFailed: _fold_failed_try,
    CallbackRedriven: _fold_redrive,
}
