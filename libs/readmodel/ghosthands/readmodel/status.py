"""The job's state in the upstream product's words; `phase` beside it is in ours."""

from __future__ import annotations

from enum import StrEnum

from ghosthands.domain.job import Phase


class JobStatus(StrEnum):
    """The states of a job in the upstream product's words."""

    PENDING = "pending"
    RUNNING = "running"
    PAUSED = "paused"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


#: Statuses that a job never leaves, except that a rejected request may be corrected and sent again.
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
    """Return the status of a job in that phase."""
    return _OF_PHASE[phase]
