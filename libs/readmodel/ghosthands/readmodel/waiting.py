"""Jobs that wait for a newer release, because an event of theirs cannot be read by this one."""

from __future__ import annotations

from collections.abc import Iterable

from ghosthands.domain.aggregates import Kind
from ghosthands.domain.codes import ProjectionFault
from ghosthands.readmodel.rows import ParkedRow

#: the codes of parked events that are no fault: they wait for a newer release, or an operator gave them up
WAITING = frozenset({ProjectionFault.NEWER_MESSAGE, ProjectionFault.AFTER_NEWER, ProjectionFault.GIVEN_UP})


def find_waiting(parked: Iterable[ParkedRow]) -> dict[str, str]:
    """Return the jobs that wait for a newer release, by id, each with its first event that cannot be read."""
    found: dict[str, str] = {}
    for row in parked:
        _, _, kind, job_id, *_ = row.subject.split(".") if row.subject else ("",) * 4
        if row.code == ProjectionFault.NEWER_MESSAGE and kind == Kind.JOB:
            found.setdefault(job_id, row.reason)
    return found
