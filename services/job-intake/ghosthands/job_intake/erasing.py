"""Erasure of an applicant: afterwards no value of theirs can be read from the store, even with every key in hand.

In this order; each step can be repeated, so an erasure that was killed half-way is simply requested again:

    their jobs have ended, and the browsers are closed       or nothing is erased
    bodies of dead letters that are theirs, or nobody's       overwritten
    their key and its copy                                    destroyed, and overwritten
    what it sealed: values, files, pictures                   taken away
    ApplicantErased                                           on the log

What the log says of their jobs stays: keys, codes, and ids that are hashes of names and numbers.
"""

from __future__ import annotations

from ghosthands.domain import applicant, ids, job, services
from ghosthands.domain.codes import CancelReason
from ghosthands.domain.erasure import EraseApplicant, Erasure, RunningJob
from ghosthands.domain.errors import CommandRejected
from ghosthands.job_intake import people
from ghosthands.job_intake.intake import Intake
from ghosthands.job_intake.letters import find_letters
from ghosthands.job_intake.people import KnownApplicant, NobodyKnown
from ghosthands.messaging import fault
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause


class Erasing:
    """Erases applicants, for one request at a time or several."""

    def __init__(self, bus: Bus, intake: Intake) -> None:
        self._bus = bus
        self._intake = intake
        self._vault = intake.vault

    async def erase(self, asked: EraseApplicant) -> Erasure:
        """Carry the erasure as far as possible now. Raises NobodyKnown."""
        known = await people.find(self._bus, self._intake.events, asked.whose)
        if known is None:
            raise NobodyKnown(f"nobody of the name {asked.whose!r} has ever applied here")
        person = known.person
        if running := await self._list_running(known, cancel=asked.cancel):
            return Erasure(
                tenant=person.tenant, applicant=person.id, running=running, jobs=known.jobs, unread=known.unread
            )
        letters = await self._drop_letters(known)
        await self._reach("erased-letters")
        remains = await self._vault.find_remains(person)  # before the key goes: data stored meanwhile has a new key
        await self._vault.erase(person)
        await self._reach("erased-key")
        await self._vault.clear(remains, lambda: self._reach("erased-one"))
        await self._reach("erased-values")
        values, objects = len(remains.values), len(remains.objects)
        if values or objects or letters or not await self._was_told(known):
            await self._tell(known, applicant.ApplicantErased(values=values, objects=objects, letters=letters))
        return Erasure(
            tenant=person.tenant,
            applicant=person.id,
            values=values,
            objects=objects,
            letters=letters,
            jobs=known.jobs,
            unread=known.unread,
        )

    async def _reach(self, name: str) -> None:
        await fault.point(services.JOB_INTAKE, fault.AFTER_EFFECT, name)

    async def _list_running(self, known: KnownApplicant, *, cancel: bool) -> tuple[RunningJob, ...]:
        found = []
        for job_id in known.jobs:
            history, unread = await self._intake.events.load_readable(subjects.job(job_id))
            state = job_of(history)
            if job.is_over(state):
                continue
            if unread:
                mend = f"upgrade, or end it unread: ghosthands cancel {job_id} --unread"
                refusal = f"job {job_id} has an event that only a newer release can read; {mend}"
            else:
                refusal = "" if not cancel or state.ended else await self._call_off(known, job_id)
            found.append(RunningJob(job_id=job_id, refusal=refusal))
        return tuple(found)

    async def _call_off(self, known: KnownApplicant, job_id: str) -> str:
        """Cancel the job; return why it can't be cancelled, or an empty string where it was."""
        cause = Cause(command_id=ids.derived("erase", job_id), tenant=known.person.tenant, correlation=job_id)
        try:
            await self._intake.call_off(job_id, cause, CancelReason.APPLICANT_ERASED)
        except CommandRejected as refusal:
            return str(refusal)
        return ""

    async def _drop_letters(self, known: KnownApplicant) -> int:
        """Delete the bodies of the applicant's dead letters and of letters that name nobody; return how many."""
        found = [letter async for letter in find_letters(self._vault, known)]
        for letter in found:
            await self._vault.drop_dead_letter(letter.reference)
        return len(found)

    async def _was_told(self, known: KnownApplicant) -> bool:
        """Whether the last event on the applicant's log is that they were erased."""
        history, _ = await self._intake.events.load_readable(subjects.applicant(known.person.id))
        return bool(history.events) and isinstance(history.events[-1], applicant.ApplicantErased)

    async def _tell(self, known: KnownApplicant, erased: applicant.ApplicantErased) -> None:
        history, _ = await self._intake.events.load_readable(subjects.applicant(known.person.id))
        command_id = ids.derived("erased", known.person.id, history.last_sequence)
        cause = Cause(command_id=command_id, tenant=known.person.tenant, correlation=known.person.id)
        await self._intake.events.append_facts(history, [erased], cause=cause)
