"""The earlier application of the applicant to the same posting, which keeps another from being made."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ghosthands.cli.client import Client
from ghosthands.cli.requests import derive_job_id
from ghosthands.cli.watching import JobWatch
from ghosthands.contract.request import parse
from ghosthands.domain import applicant, ids, job
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.job import SubmissionState
from ghosthands.messaging.wire import subjects
from ghosthands.platforms.posting_ids import posting_id


def is_second(seen: JobWatch) -> bool:
    """Whether the request was refused because the person's application to the posting is there already."""
    rejected = (one.event for one in reversed(seen.recorded) if isinstance(one.event, job.JobRejected))
    reasons = next(rejected).reasons if seen.job.phase is job.Phase.REJECTED else ()
    return any(reason.code == RequestFault.DUPLICATE_APPLICATION for reason in reasons)


async def find_earlier(client: Client, body: Mapping[str, Any]) -> JobWatch | None:
    """Return the person's application to the request's posting: one that goes on, else one that was or may be sent."""
    request = parse(body, size=0)
    person = ids.applicant_id(request.tenant, str(request.valet_user_id))
    known = applicant.ApplicantState()
    for event in (await client.events.load(subjects.applicant(person))).events:
        known = applicant.evolve(known, event)
    others = applicant.holders(known, posting_id(str(request.target_url)), other_than=derive_job_id(body))
    jobs = [JobWatch.of(await client.events.load(subjects.job(other))) for other in others]
    going_on = [one for one in jobs if not one.job.ended]
    sent = [one for one in jobs if one.job.effects.submission is not SubmissionState.NONE]
    return next(iter((*going_on, *reversed(sent))), None)


def was_sent_since(seen: JobWatch, since: datetime) -> bool:
    """Whether the application was completed at that moment or later."""
    return any(isinstance(one.event, job.JobCompleted) and one.event.at >= since for one in seen.recorded)
