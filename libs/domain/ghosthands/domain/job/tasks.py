"""What a job is for that only reads: a page's data, by our own hand where that can, else by an engine."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from ghosthands.domain.codes import JobFailure
from ghosthands.domain.data import DataExtracted, DataMissed
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.job import attempt, escalation
from ghosthands.domain.job.events import JobCompleted, Outcome, StepKind
from ghosthands.domain.job.state import DataState, Job
from ghosthands.domain.job.steps import Append, Fail, Send, Step
from ghosthands.domain.kinds import JobType
from ghosthands.domain.page import PageType
from ghosthands.domain.session import EngineSwitchFailed

#: who reads data, the cheapest first; Magnitude's way of reading takes a page apart
READERS = (EngineName.PLAYWRIGHT, EngineName.STAGEHAND_DOM)


# The fold


def fold_extracted(job: Job, event: DataExtracted) -> Job:
    """The page said what was asked for, and it lies in the vault."""
    data = replace(job.data, extracted=True)
    return attempt.fold_answer(attempt.note_progress(replace(job, data=data)), event.cause)


def fold_missed(job: Job, event: DataMissed) -> Job:
    """Another may find what this reader did not."""
    return attempt.fold_answer(_tried(job, event.engine), event.cause)


def fold_failed_switch(job: Job, event: EngineSwitchFailed) -> Job:
    """A reader that does not come does not read."""
    return _tried(job, event.target) if _is_scrape(job) else job


def forget_data(job: Job) -> Job:
    """Another attempt reads anew."""
    return replace(job, data=DataState())


def _tried(job: Job, reader: EngineName) -> Job:
    return replace(job, data=replace(job.data, tried=job.data.tried | {reader}))


# What is next


def do_task(job: Job, at: datetime) -> Step | None:
    """What a job needs that only reads; None for any other."""
    if not _is_scrape(job):
        return None
    if job.data.extracted:
        return Append(JobCompleted(at=at, outcome=Outcome.SCRAPED))
    if job.current_page.page_type is PageType.ERROR:
        return Fail(JobFailure.NETWORK_ERROR)
    reader = _next_reader(job)
    if reader is None:
        return Fail(JobFailure.DATA_NOT_FOUND)
    return Send(StepKind.EXTRACT_DATA if escalation.is_at_work(job, reader) else StepKind.SWITCH_ENGINE)


def wanted_engine(job: Job) -> tuple[EngineName, SwitchReason]:
    """Who is to work the page now, and why."""
    reader = _next_reader(job) if _is_scrape(job) else None
    return (reader, SwitchReason.ESCALATION) if reader else escalation.wanted_engine(job)


def _next_reader(job: Job) -> EngineName | None:
    """The first that has not tried and is to be had."""
    there = job.engines | {EngineName.PLAYWRIGHT}
    return next((one for one in READERS if one in there and one not in job.data.tried), None)


def _is_scrape(job: Job) -> bool:
    return job.job_type is JobType.SCRAPE
