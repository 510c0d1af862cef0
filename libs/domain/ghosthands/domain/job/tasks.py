"""Jobs that submit nothing: the extraction of a page's data, and tasks given in words.

Our own hand reads the data where it can, else an engine does; only an engine can do a task in words.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from ghosthands.domain.codes import DryRunEnd, JobFailure
from ghosthands.domain.data import DataExtracted, DataMissed
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.job import attempt, escalation
from ghosthands.domain.job.events import JobCompleted, Outcome, StepKind
from ghosthands.domain.job.state import DataState, Job, TaskState
from ghosthands.domain.job.steps import Append, Fail, Send, Step
from ghosthands.domain.kinds import JobType, WorkMode
from ghosthands.domain.page import PageType
from ghosthands.domain.session import EngineSwitchFailed
from ghosthands.domain.task import TaskDone, TaskFailed

#: the readers of data, the cheapest first; not Magnitude, whose own extraction tears out the page's frames
READERS = (EngineName.PLAYWRIGHT, EngineName.STAGEHAND_DOM)
#: the doers of a task in words, the cheapest first
DOERS = (EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA, EngineName.MAGNITUDE)


# The fold


def fold_extracted(job: Job, event: DataExtracted) -> Job:
    """Record that the page's data were extracted into the vault."""
    data = replace(job.data, extracted=True)
    return attempt.fold_answer(attempt.note_progress(replace(job, data=data)), event.cause)


def fold_missed(job: Job, event: DataMissed) -> Job:
    """Record that this reader did not find the data, so that the next one may try."""
    return attempt.fold_answer(_note_tried(job, event.engine), event.cause)


def fold_done(job: Job, event: TaskDone) -> Job:
    """Record that the engine finished; the page is observed once more."""
    task = replace(job.task, done=True, vetoed=event.vetoed > 0)
    return attempt.fold_answer(attempt.note_progress(replace(job, task=task, page=None)), event.cause)


def fold_failed(job: Job, event: TaskFailed) -> Job:
    """Record that this engine could not do the task; the next one may try, on the page in its present state."""
    return attempt.fold_answer(_note_tried(replace(job, page=None), event.engine), event.cause)


def fold_failed_switch(job: Job, event: EngineSwitchFailed) -> Job:
    """Record that an engine could not be attached, so it counts as tried."""
    return _note_tried(job, event.target)


def forget(job: Job) -> Job:
    """Forget what an earlier attempt read and did."""
    return replace(job, data=DataState(), task=TaskState())


def _note_tried(job: Job, engine: EngineName) -> Job:
    if _is_scrape(job):
        return replace(job, data=replace(job.data, tried=job.data.tried | {engine}))
    return replace(job, task=replace(job.task, tried=job.task.tried | {engine})) if _is_in_words(job) else job


# What is next


def do_task(job: Job, at: datetime) -> Step | None:
    """Return the next step of a scrape or a task in words; None for any other job."""
    if not _list_engines(job):
        return None
    if job.data.extracted:
        return Append(JobCompleted(at=at, outcome=Outcome.SCRAPED))
    if job.task.done:
        return Append(
            JobCompleted(at=at, outcome=Outcome.DONE, ended_before=DryRunEnd.SUBMIT if job.task.vetoed else None)
        )
    if job.current_page.page_type is PageType.ERROR:
        return Fail(JobFailure.NETWORK_ERROR)
    engine = _find_next_engine(job)
    if engine is None:
        return Fail(JobFailure.DATA_NOT_FOUND if _is_scrape(job) else JobFailure.TASK_NOT_DONE)
    if not escalation.is_at_work(job, engine):
        return Send(StepKind.SWITCH_ENGINE)
    return Send(StepKind.EXTRACT_DATA if _is_scrape(job) else StepKind.DO_TASK)


def wanted_engine(job: Job) -> tuple[EngineName, SwitchReason]:
    """Return the engine that is to work on the page now, and why."""
    engine = _find_next_engine(job)
    return (engine, SwitchReason.ESCALATION) if engine else escalation.wanted_engine(job)


def _find_next_engine(job: Job) -> EngineName | None:
    """Return the first available engine that has not tried."""
    there, tried = job.engines | {EngineName.PLAYWRIGHT}, job.data.tried | job.task.tried
    return next((one for one in _list_engines(job) if one in there and one not in tried), None)


def _list_engines(job: Job) -> tuple[EngineName, ...]:
    """List the engines that may do the job's task; none if its form is filled by a plan or a manual."""
    if _is_scrape(job):
        return READERS
    return DOERS if _is_in_words(job) else ()


def _is_scrape(job: Job) -> bool:
    return job.job_type is JobType.SCRAPE


def _is_in_words(job: Job) -> bool:
    """Whether an engine does the task as a whole; in version 2 only if one is available."""
    if job.job_type is not JobType.CUSTOM:
        return False
    is_begun = job.task != TaskState() or not job.engines.isdisjoint(DOERS)
    return job.work_mode is WorkMode.AI or (job.mode is None and job.engine_version == 2 and is_begun)
