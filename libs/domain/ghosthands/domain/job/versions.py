"""Versions and modes of a job: version 1 follows a manual or an engine, version 2 begins with our own hand.

Both run the same loop, and both verify what was filled. They differ in who decides about a page and who works on it.
If a step of a manual fails, the page stays as it is; in hybrid mode the job goes on from there.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from ghosthands.domain import ids
from ghosthands.domain.codes import JobFailure
from ghosthands.domain.engine import MODELLED, EngineName
from ghosthands.domain.job import attempt, filling
from ghosthands.domain.job.events import ModeChosen, StepChosen, StepKind
from ghosthands.domain.job.state import Job, ManualState
from ghosthands.domain.job.steps import Append, Fail, Send, Step
from ghosthands.domain.kinds import ModeReason, WorkMode
from ghosthands.domain.manual import ManualAction, ManualFound, ManualMissed

#: the modes that follow a manual as long as there is one
_BY_MANUAL = (WorkMode.COOKBOOK, WorkMode.HYBRID)


# The fold


def fold_mode(job: Job, event: ModeChosen) -> Job:
    """Switch the job's mode; what a manual filled stays, and what it left open is planned."""
    filled = {field.id for field in job.page.fields if field.filled} if job.page else set()
    work = replace(job.work, handled=job.work.handled & filled, failed=(), codes={})
    return replace(job, mode=event, work=work)


def fold_manual(job: Job, event: ManualFound) -> Job:
    """Take over the manual's steps for the page; all its other fields are left alone."""
    if not job.awaits(event.cause):
        return job
    shown = {field.id for field in job.page.fields} if job.page else set()
    work = replace(
        job.work,
        handled=job.work.handled | shown,
        pending=event.actions,
        engine=EngineName.PLAYWRIGHT,
        rescans=job.work.rescans + bool(job.work.handled),
    )
    manual = ManualState(asked=_stand(job), failed_step=event.failed_step, move=event.move, moved=job.manual.moved)
    return attempt.fold_answer(replace(job, work=work, manual=manual), event.cause)


def fold_no_manual(job: Job, event: ManualMissed) -> Job:
    """Record that there is no manual for the page."""
    if not job.awaits(event.cause):
        return job
    return attempt.fold_answer(replace(job, manual=ManualState(asked=_stand(job), missing=True)), event.cause)


def fold_choice(job: Job, chosen: StepChosen) -> Job:
    """Record that a move of the manual was chosen."""
    if chosen.step is not StepKind.MAKE_MOVE or not chosen.actions:
        return job
    return replace(job, manual=replace(job.manual, making=chosen.actions[0]))


def fold_move(job: Job, action_id: str) -> Job:
    """Record that the move was made; the manual is asked what comes next on the page that shows now."""
    manual = job.manual
    if manual.move is None or manual.making != action_id:
        return job
    moved = ManualState(moved=(*manual.moved, manual.move.at))
    is_elsewhere = manual.move.action is ManualAction.NAVIGATE
    return replace(filling.turn_page(job) if is_elsewhere else job, manual=moved)


def fold_failed_move(job: Job, action_id: str) -> Job:
    """End the manual, since its move failed."""
    if job.manual.making != action_id:
        return job
    return replace(job, manual=replace(job.manual, making="", move=None, stopped=True))


def forget_manual(job: Job) -> Job:
    """Forget the manual, which another attempt asks for again."""
    return replace(job, manual=ManualState())


# What is next


def settle_mode(job: Job, at: datetime) -> Step | None:
    """Switch to version 2 if the job was to be worked by an engine and there is none; None in any other case."""
    if job.work_mode is not WorkMode.AI or _has_model(job):
        return None
    return Append(ModeChosen(at=at, engine_version=2, reason=ModeReason.NOTHING_TO_WORK_BY))


def work_by_manual(job: Job, at: datetime) -> Step | None:
    """Return the step a manual gives, or the way on without it; None while its page's steps are to be carried out."""
    if job.work_mode not in _BY_MANUAL or job.work.pending or job.current_page.account is not None:
        return None
    if job.manual.missing:
        return _go_on(job, JobFailure.NO_MANUAL, at)
    if job.manual.stopped:
        return _go_on(job, JobFailure.MANUAL_FAILED, at)
    if job.manual.asked != _stand(job):
        return Send(StepKind.FIND_MANUAL)
    has_failed = job.manual.failed_step is not None or job.work.failed or filling.unplanned_fields(job)
    if job.manual.move is not None and not has_failed:
        return Send(StepKind.MAKE_MOVE, (ids.derived(job.id, StepKind.MAKE_MOVE, job.attempt.steps),))
    return _go_on(job, JobFailure.MANUAL_FAILED, at) if has_failed or _lacks_answer(job) else None


def _go_on(job: Job, failure: JobFailure, at: datetime) -> Step:
    """Return the step when a manual ends: fail in cookbook mode, else go on with an engine or by our own hand."""
    if job.work_mode is WorkMode.COOKBOOK:
        return Fail(failure)
    if _has_model(job):
        return Append(ModeChosen(at=at, engine_version=1, work_mode=WorkMode.AI, reason=failure))
    reason = failure if failure is JobFailure.MANUAL_FAILED else ModeReason.NOTHING_TO_WORK_BY
    return Append(ModeChosen(at=at, engine_version=2, reason=reason))


def _stand(job: Job) -> tuple[int, str]:
    """Return the page the job is on: its number and its fingerprint."""
    return job.passage.pages, job.page.fingerprint if job.page is not None else ""


def _lacks_answer(job: Job) -> bool:
    """Whether the page requires an answer that the manual did not give."""
    return any(field.required and not field.filled for field in job.current_page.fields)


def _has_model(job: Job) -> bool:
    """Whether the session's host has an engine with a model, and the budget allows it."""
    return not MODELLED.isdisjoint(job.engines)
