"""The applicant: one application for each posting, whatever key the request came with."""

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
    """The applicant's key was destroyed and overwritten, and all that it sealed was taken away."""

    #: how many of what belonged to them: values, objects (files, pictures), bodies of dead letters
    values: int
    objects: int
    letters: int


# State


class ApplicantState(msgspec.Struct, frozen=True, kw_only=True):
    """Which jobs were reserved for which posting, the oldest first: an earlier one may still stand beside a later."""

    applications: dict[str, tuple[str, ...]] = {}


def evolve(applicant: ApplicantState, event: Event) -> ApplicantState:
    """The applicant after `event`."""
    match event:
        case ApplicationReserved():
            jobs = (*holders(applicant, event.posting, other_than=event.job_id), event.job_id)
            return msgspec.structs.replace(applicant, applications={**applicant.applications, event.posting: jobs})
        case _:
            return applicant


def holders(applicant: ApplicantState, posting: str, *, other_than: str) -> tuple[str, ...]:
    """The other jobs that were reserved for this posting, the oldest first."""
    return tuple(job_id for job_id in applicant.applications.get(posting, ()) if job_id != other_than)
