"""Looks up an applicant by name, id or job, and their jobs, on the log.

An event that only a newer release can read is passed over: it must not keep everybody else from being found.
"""

from __future__ import annotations

from dataclasses import dataclass

from ghosthands.domain import ids, services
from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.job import JobRequested, RequestReceived, ResumeAwaited
from ghosthands.messaging.log import whole
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.vault.applicant import Applicant

#: The events that name an applicant, each with the service that writes it; the later in this order counts for a job.
_TELLING = {
    RequestReceived: services.HITL_GATEWAY,
    ResumeAwaited: services.JOB_INTAKE,
    JobRequested: services.JOB_INTAKE,
}


class NobodyKnown(GhostHandsError):
    """The log tells of no applicant of that name."""


@dataclass(frozen=True)
class KnownApplicant:
    """An applicant, and the jobs that the log has of them, the oldest first."""

    person: Applicant
    #: without requests that were refused, or that job-intake has not heard yet
    jobs: tuple[str, ...]
    #: jobs of whoever it is: only a newer release can read their requests
    unread: tuple[str, ...] = ()


async def find(bus: Bus, events: EventLog, whose: str) -> KnownApplicant | None:
    """Return the applicant with that `TENANT/USER`, id, or job; None where the log knows of none.

    It reads every request on the log.
    """
    received: dict[str, Applicant] = {}
    owners: dict[str, Applicant] = {}
    unread: set[str] = set()
    for kind, service in _TELLING.items():
        async for stored in whole.each(bus, subjects.events_named(kind.__name__, service=service)):
            if events.is_newer(stored):
                unread.add(subjects.id_in_event(stored.subject))
            elif (told := events.find_event(stored)) and isinstance(told.event, kind):
                named = received if kind is RequestReceived else owners
                named[told.aggregate.id] = Applicant(told.event.tenant, told.event.applicant)
    tenant, slash, user = whose.partition("/")
    meant = ids.applicant_id(tenant, user) if slash else whose
    everybody = {**received, **owners}
    person = everybody.get(meant) or next((each for each in everybody.values() if each.id == meant), None)
    if person is None:
        return None
    jobs = tuple(job_id for job_id, owner in owners.items() if owner == person)
    return KnownApplicant(person, jobs, tuple(sorted(unread - owners.keys())))
