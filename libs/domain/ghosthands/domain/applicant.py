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


# State


class ApplicantState(msgspec.Struct, frozen=True, kw_only=True):
    """Which job holds which posting; a later reservation replaces an earlier one."""

    applications: dict[str, str] = {}


def evolve(applicant: ApplicantState, event: Event) -> ApplicantState:
    """The applicant after `event`."""
    match event:
        case ApplicationReserved():
            return msgspec.structs.replace(
                applicant, applications={**applicant.applications, event.posting: event.job_id}
            )
        case _:
            return applicant


def holder(applicant: ApplicantState, posting: str, *, other_than: str) -> str | None:
    """The other job that already stands for this posting; None when there is none."""
    job_id = applicant.applications.get(posting)
    return job_id if job_id != other_than else None
