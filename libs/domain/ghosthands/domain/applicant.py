"""The applicant: at most one application for each posting, whatever idempotency key the request had."""

from __future__ import annotations

import msgspec

from ghosthands.domain.message import Event

# Events


class ApplicationReserved(Event, frozen=True, kw_only=True):
    """The job `job_id` is the applicant's application to the posting."""

    #: hash of the canonical posting address
    posting: str
    job_id: str


class ApplicantErased(Event, frozen=True, kw_only=True):
    """The applicant's key was destroyed and overwritten, and everything sealed with it was deleted."""

    #: how many were deleted: values, objects (files, pictures), bodies of dead letters
    values: int
    objects: int
    letters: int


# State


class ApplicantState(msgspec.Struct, frozen=True, kw_only=True):
    """The jobs reserved for each posting, oldest first; an earlier one may still be valid beside a later one."""

    applications: dict[str, tuple[str, ...]] = {}


def evolve(applicant: ApplicantState, event: Event) -> ApplicantState:
    """Return the applicant after `event`."""
    match event:
        case ApplicationReserved():
            jobs = (*holders(applicant, event.posting, other_than=event.job_id), event.job_id)
            return msgspec.structs.replace(applicant, applications={**applicant.applications, event.posting: jobs})
        case _:
            return applicant


def holders(applicant: ApplicantState, posting: str, *, other_than: str) -> tuple[str, ...]:
    """Return the other jobs that were reserved for this posting, oldest first."""
    return tuple(job_id for job_id in applicant.applications.get(posting, ()) if job_id != other_than)
