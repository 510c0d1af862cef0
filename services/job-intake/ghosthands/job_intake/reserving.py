"""Reservations: a job reserves its posting for the person, and no other job gets it while that application stands.

An application stands while it goes on, and for good once it was sent or may have been.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ghosthands.domain import applicant
from ghosthands.domain.job import SubmissionState
from ghosthands.messaging.log.event_log import Change, EventLog
from ghosthands.messaging.log.state_cache import StateCache
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.platforms.posting_ids import former_posting_ids, is_same_posting, posting_id
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import UNREADABLE
from ghosthands.vault.vault import Vault


class PostingTaken(Exception):
    """Another application of the person to the posting stands: it goes on, was sent, or may have been sent."""

    def __init__(self, job_id: str, *, has_ended: bool) -> None:
        state = "" if has_ended else " and goes on"
        super().__init__(f"job {job_id} is this person's application to the posting{state}")
        self.job_id, self.has_ended = job_id, has_ended


class Reservations:
    """Reserves postings for jobs, on the log of the applicants."""

    def __init__(self, events: EventLog, vault: Vault) -> None:
        self._events = events
        self._vault = vault
        self._applicants = StateCache(
            events, applicant.ApplicantState, lambda state, one: applicant.evolve(state, one.event)
        )

    async def reserve(self, url: str, job_id: str, person: Applicant, *, again: bool) -> Change:
        """Return the claim on the posting, to be stored with the facts that start the job.

        Raises PostingTaken when another application stands. With `again`, one that has ended does not count; one that
        goes on does, even if a killed stack left it behind, because both would be sent.
        """
        read = await self._applicants.read(subjects.applicant(person.id))
        await self._check_holders(url, read.state, job_id, person, again=again)
        return Change(read.history, [applicant.ApplicationReserved(posting=posting_id(url), job_id=job_id)])

    async def reserve_sent(self, postings: Collection[str], job_id: str, person: Applicant) -> Change:
        """Return the claim of a job that may have been sent on these ids of its posting, whatever else stands."""
        read = await self._applicants.read(subjects.applicant(person.id))
        reserved = [applicant.ApplicationReserved(posting=posting, job_id=job_id) for posting in sorted(postings)]
        return Change(read.history, reserved)

    async def has(self, job_id: str, person: Applicant) -> bool:
        """Whether the job has reserved a posting."""
        state = (await self._applicants.read(subjects.applicant(person.id))).state
        return any(job_id in jobs for jobs in state.applications.values())

    async def list_others(self, url: str, posting: str, job_id: str, person: Applicant) -> Sequence[str]:
        """Return the other jobs that have reserved the posting of that address, under today's id or another.

        `posting` is an id that the posting had; alone, without the address, it counts for whoever has it.
        """
        state = (await self._applicants.read(subjects.applicant(person.id))).state
        if not url:
            return applicant.holders(state, posting, other_than=job_id)
        surely = applicant.holders(state, posting_id(url), other_than=job_id)
        perhaps = {
            one
            for each in (posting, *former_posting_ids(url))
            for one in applicant.holders(state, each, other_than=job_id)
        }
        others = [one for one in perhaps.difference(surely) if await self._went_to(one, url, person)]
        return sorted((*surely, *others))

    async def _check_holders(
        self, url: str, state: applicant.ApplicantState, job_id: str, person: Applicant, *, again: bool
    ) -> None:
        """Raise PostingTaken where another application stands; `again` permits one that has ended.

        One that goes on is reported before one that has ended, since `again` cannot permit it.
        """
        surely = applicant.holders(state, posting_id(url), other_than=job_id)
        perhaps = (one for each in former_posting_ids(url) for one in applicant.holders(state, each, other_than=job_id))
        ended = ""
        for holder in dict.fromkeys((*surely, *perhaps)):
            held = job_of(await self._events.load(subjects.job(holder)))
            is_in_the_way = not held.ended or (not again and held.effects.submission is not SubmissionState.NONE)
            if not is_in_the_way or not (holder in surely or await self._went_to(holder, url, person)):
                continue
            if not held.ended:
                raise PostingTaken(holder, has_ended=False)
            ended = ended or holder
        if ended:
            raise PostingTaken(ended, has_ended=True)

    async def _went_to(self, holder: str, url: str, person: Applicant) -> bool:
        """Whether a job whose reservation has a former id was for this posting; yes where its address is forgotten.

        A former id may be another posting's too. A refusal names its remedy; a second application cannot be taken back.
        """
        try:
            kept = await self._vault.get_request(person, holder)
        except UNREADABLE:
            return True
        return is_same_posting(kept["target_url"], url)
