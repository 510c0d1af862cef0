"""The job's state in the words the upstream product uses; `phase` beside it keeps ours."""

from __future__ import annotations

from enum import StrEnum

from ghosthands.domain.job import Phase


class JobStatus(StrEnum):
    """How a job stands, for whoever asked for it."""

    PENDING = "pending"
    RUNNING = "running"
    PAUSED = "paused"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


#: Statuses a job never leaves, but for a rejected request that was mended and sent again.
ENDED = frozenset({JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.CANCELLED})

_OF_PHASE = {
    Phase.NEW: JobStatus.PENDING,
    Phase.REJECTED: JobStatus.FAILED,
    Phase.PENDING: JobStatus.PENDING,
    Phase.RUNNING: JobStatus.RUNNING,
    Phase.WAITING: JobStatus.PAUSED,
    Phase.BACKING_OFF: JobStatus.PENDING,
    Phase.COMPLETED: JobStatus.COMPLETED,
    Phase.FAILED: JobStatus.FAILED,
    Phase.CANCELLED: JobStatus.CANCELLED,
    Phase.TIMED_OUT: JobStatus.FAILED,
}


def of_phase(phase: Phase) -> JobStatus:
    """The status of a job in that phase."""
    return _OF_PHASE[phase]
