"""Which version a job runs as, and how: version 1 goes by a manual or an engine, version 2 by our own hand first.

Both are the same loop, and both read back what was filled. What differs is whose hand a page is given to.
"""

from __future__ import annotations

from datetime import datetime

from ghosthands.domain.codes import JobFailure
from ghosthands.domain.engine import MODELLED
from ghosthands.domain.job.events import ModeChosen
from ghosthands.domain.job.state import Job
from ghosthands.domain.job.steps import Append, Fail, Step
from ghosthands.domain.kinds import ModeReason, WorkMode


def settle_mode(job: Job, at: datetime) -> Step | None:
    """How a job of version 1 goes on; None where that is said, or its request says it."""
    if job.mode is not None or job.work_mode is None:
        return None
    if job.work_mode is WorkMode.COOKBOOK:
        return Fail(JobFailure.NO_MANUAL)
    if not _has_model(job):
        return Append(ModeChosen(at=at, engine_version=2, reason=ModeReason.NOTHING_TO_WORK_BY))
    if job.work_mode is WorkMode.HYBRID:
        return Append(ModeChosen(at=at, engine_version=1, work_mode=WorkMode.AI, reason=ModeReason.NO_MANUAL))
    return None


def _has_model(job: Job) -> bool:
    """Whether the session's host has an engine that a model answers, and may still ask it."""
    return not MODELLED.isdisjoint(job.engines)
