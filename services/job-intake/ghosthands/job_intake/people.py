"""Looks up an applicant by name, id or job, and their jobs, on the log."""

from __future__ import annotations

from dataclasses import dataclass

from ghosthands.domain import ids, services
from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.job import JobRequested, ResumeAwaited
from ghosthands.messaging.log import whole
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.vault.applicant import Applicant

#: The events that name a job's applicant.
_TELLING = (ResumeAwaited, JobRequested)


class NobodyKnown(GhostHandsError):
    """The log tells of no applicant of that name."""


@dataclass(frozen=True)
class KnownApplicant:
    """An applicant, and the jobs that the log has of them, the oldest first."""

    person: Applicant
    jobs: tuple[str, ...]


async def find(bus: Bus, events: EventLog, whose: str) -> KnownApplicant | None:
    """Return the applicant with that `TENANT/USER`, id, or job; None where the log knows of none.

    It reads every request on the log.
    """
    owners: dict[str, Applicant] = {}
    for kind in _TELLING:
        named = subjects.events_named(kind.__name__, service=services.JOB_INTAKE)
        async for stored in whole.each(bus, named):
            told = events.find_event(stored)
            if told is not None and isinstance(told.event, _TELLING):
                owners[told.aggregate.id] = Applicant(told.event.tenant, told.event.applicant)
    tenant, slash, user = whose.partition("/")
    meant = ids.applicant_id(tenant, user) if slash else whose
    person = owners.get(meant) or next((each for each in owners.values() if each.id == meant), None)
    if person is None:
        return None
    return KnownApplicant(person, tuple(job_id for job_id, owner in owners.items() if owner == person))
