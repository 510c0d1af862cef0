"""The job's state in the words the upstream product uses; `phase` beside it keeps ours."""

from __future__ import annotations

from enum import StrEnum

from ghosthands.domain.job import Phase


class Status(StrEnum):
    """Where a job stands, for whoever asked for it."""

    PENDING = "pending"
    RUNNING = "running"
    PAUSED = "paused"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


#: Statuses a job never leaves, but for a rejected request that was mended and sent again.
ENDED = frozenset({Status.COMPLETED, Status.FAILED, Status.CANCELLED})

_OF_PHASE = {
    Phase.NEW: Status.PENDING,
    Phase.REJECTED: Status.FAILED,
    Phase.PENDING: Status.PENDING,
    Phase.RUNNING: Status.RUNNING,
    Phase.WAITING: Status.PAUSED,
    Phase.BACKING_OFF: Status.PENDING,
    Phase.COMPLETED: Status.COMPLETED,
    Phase.FAILED: Status.FAILED,
    Phase.CANCELLED: Status.CANCELLED,
    Phase.TIMED_OUT: Status.FAILED,
}


def of_phase(phase: Phase) -> Status:
    """The status of a job in that phase."""
    return _OF_PHASE[phase]
