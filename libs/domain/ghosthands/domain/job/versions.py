"""Which version a job runs as, and how: version 1 goes by a manual or an engine, version 2 by our own hand first.

Both are the same loop, and both read back what was filled. What differs is by whose word a page is worked, and by whose
hand. A manual whose step fails leaves the page as it is: hybrid goes on there, with what the manual left.
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

#: those that go by a manual as far as there is one
_BY_MANUAL = (WorkMode.COOKBOOK, WorkMode.HYBRID)


# The fold


def fold_mode(job: Job, event: ModeChosen) -> Job:
    """The job goes on like that; what a manual filled stays, and what it left is to be planned."""
    filled = {field.id for field in job.page.fields if field.filled} if job.page else set()
    work = replace(job.work, handled=job.work.handled & filled, failed=(), codes={})
    return replace(job, mode=event, work=work)


def fold_manual(job: Job, event: ManualFound) -> Job:
    """A manual has the whole page: its steps are to be taken, all else is left alone."""
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
    """The job once it is known that there is no manual to go by."""
    if not job.awaits(event.cause):
        return job
    return attempt.fold_answer(replace(job, manual=ManualState(asked=_stand(job), missing=True)), event.cause)


def fold_choice(job: Job, chosen: StepChosen) -> Job:
    """The job after a move of its manual was chosen."""
    if chosen.step is not StepKind.MAKE_MOVE or not chosen.actions:
        return job
    return replace(job, manual=replace(job.manual, making=chosen.actions[0]))


def fold_move(job: Job, action_id: str) -> Job:
    """The move is made: the manual is asked what comes next on the page that shows now."""
    manual = job.manual
    if manual.move is None or manual.making != action_id:
        return job
    moved = ManualState(moved=(*manual.moved, manual.move.at))
    is_elsewhere = manual.move.action is ManualAction.NAVIGATE
    return replace(filling.turn_page(job) if is_elsewhere else job, manual=moved)


def fold_failed_move(job: Job, action_id: str) -> Job:
    """The move did not go well: the manual ends here."""
    if job.manual.making != action_id:
        return job
    return replace(job, manual=replace(job.manual, making="", move=None, stopped=True))


def forget_manual(job: Job) -> Job:
    """The job without its manual, which another attempt asks for anew."""
    return replace(job, manual=ManualState())


# What is next


def settle_mode(job: Job, at: datetime) -> Step | None:
    """Version 2, where an engine was asked for and there is none; None in any other case."""
    if job.work_mode is not WorkMode.AI or _has_model(job):
        return None
    return Append(ModeChosen(at=at, engine_version=2, reason=ModeReason.NOTHING_TO_WORK_BY))


def work_by_manual(job: Job, at: datetime) -> Step | None:
    """What a manual says of the page, or how the job goes on without; None where its steps are to be taken."""
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
    """The next step when its manual ends: by a manual alone it fails; else an engine takes over, or our own hand."""
    if job.work_mode is WorkMode.COOKBOOK:
        return Fail(failure)
    if _has_model(job):
        return Append(ModeChosen(at=at, engine_version=1, work_mode=WorkMode.AI, reason=failure))
    reason = failure if failure is JobFailure.MANUAL_FAILED else ModeReason.NOTHING_TO_WORK_BY
    return Append(ModeChosen(at=at, engine_version=2, reason=reason))


def _stand(job: Job) -> tuple[int, str]:
    """The page the job stands on: its number, and what it shows."""
    return job.passage.pages, job.page.fingerprint if job.page is not None else ""


def _lacks_answer(job: Job) -> bool:
    """Whether the page must have an answer that the manual did not give."""
    return any(field.required and not field.filled for field in job.current_page.fields)


def _has_model(job: Job) -> bool:
    """Whether the session's host has an engine that a model answers, and may still ask it."""
    return not MODELLED.isdisjoint(job.engines)
