"""Jobs without a reservation, which an earlier release may have left: each is reserved late, or called off.

A request and its reservation are stored in one batch. Before the id of a batch was random, another login could have
half of one stored: the request alone. Nothing then kept another request for the same posting from being sent as well.
So before job-intake takes requests, it looks through those on the log that no process has looked at yet:

    ended, and nothing was sent      nothing to reserve
    sent, or perhaps sent            reserved; another application to the posting that goes on is called off
    goes on                          reserved; called off if another application to the posting stands

Each step can be repeated, by several processes too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from typing import NamedTuple

from ghosthands.chassis import logging
from ghosthands.domain import ids, services
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.applicant import ApplicationReserved
from ghosthands.domain.codes import CancelReason
from ghosthands.domain.errors import CommandRejected, Conflict, GhostHandsError, StreamUnavailable
from ghosthands.domain.job import Job, JobRequested, SubmissionState
from ghosthands.domain.kinds import JobType
from ghosthands.domain.message import Event
from ghosthands.job_intake.intake import Intake
from ghosthands.job_intake.reserving import PostingTaken
from ghosthands.messaging.log import whole
from ghosthands.messaging.log.event_log import Change
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.platforms.posting_ids import posting_id
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import UNREADABLE
from ghosthands.vault.store import Store

#: Where it is noted up to which request they were looked through.
KEY = "sweeps/reserved"
#: Requests looked through at once, before that is noted.
AT_ONCE = 5000
#: More events than a batch has: a reservation lies no further from its request.
_BATCH = 100
_ATTEMPTS = 5
_REQUESTED = subjects.events_named(JobRequested.__name__, service=services.JOB_INTAKE)
_RESERVED = subjects.events_named(ApplicationReserved.__name__, kind=Kind.APPLICANT, service=services.JOB_INTAKE)

log = logging.get(__name__)


class Unreserved(NamedTuple):
    """A job without a reservation."""

    job_id: str
    person: Applicant
    #: the posting's id as it was when the job was requested
    posting: str


class Looked(NamedTuple):
    """A part of the log that was looked through."""

    unreserved: list[Unreserved]
    #: the place of its last request
    last: int
    #: how many events only a newer release can read
    unread: int


class LateReservations:
    """Finds jobs without a reservation, and settles each."""

    def __init__(self, bus: Bus, intake: Intake, shared: Store) -> None:
        self._bus = bus
        self._intake = intake
        self._events = intake.events
        self._shared = shared

    async def settle_all(self) -> int:
        """Settle every such job among the requests that were not looked at before; return how many there were.

        A job that cannot be settled is logged, and looked at again at the next start, as is an event of a newer
        release. Raises StreamUnavailable.
        """
        entry = await self._shared.get(KEY, fresh=True)
        after, settled, failed = int(entry.data or 0), 0, 0
        while (looked := await self._look_on(after)).last > after:
            after, failed = looked.last, failed + looked.unread
            for one in looked.unreserved:
                try:
                    settled += await self._settle(one)
                except StreamUnavailable:
                    raise
                except GhostHandsError as error:
                    failed += 1
                    log.error("job_not_reserved", job_id=one.job_id, reason=str(error))
            if not failed:
                await self._shared.put(KEY, str(after).encode())
        return settled

    async def _look_on(self, after: int) -> Looked:
        """Look through the next requests past `after`, and the reservations beside them."""
        found: dict[str, Unreserved] = {}
        looked, last, unread = 0, after, 0
        async with aclosing(whole.each(self._bus, _REQUESTED, after=after)) as requests:
            async for stored in requests:
                last, looked = stored.sequence, looked + 1
                if self._events.is_newer(stored):
                    unread += 1
                elif (told := self._events.find_event(stored)) and (one := _read(told)):
                    found[one.job_id] = one
                if looked == AT_ONCE:
                    break
        near = max(0, after - _BATCH)
        async with aclosing(whole.each(self._bus, _RESERVED, after=near)) as reservations:
            async for stored in reservations:
                if not found or stored.sequence > last + _BATCH:
                    break
                if self._events.is_newer(stored):
                    unread += 1
                elif (told := self._events.find_event(stored)) and isinstance(told.event, ApplicationReserved):
                    found.pop(told.event.job_id, None)
        return Looked(list(found.values()), last, unread)

    async def _settle(self, one: Unreserved) -> bool:
        """Reserve the posting for the job, or call the job off; return whether there was anything to do."""
        state = await self._load(one.job_id)
        if state.effects.submission is SubmissionState.NONE:
            if state.ended or state.cancel_requested:
                return False
            if await self._reserve_going_on(one) or await self._call_off(one.job_id, one.person):
                return True
        await self._reserve_sent(one, has_ended=state.ended)
        return True

    async def _reserve_going_on(self, one: Unreserved) -> bool:
        """Reserve the posting for a job that goes on; return False if another application to it stands.

        Without its request, which is erased or kept no longer, the job sends nothing; its posting's id is reserved.
        """
        url, again = await self._find_wish(one.job_id, one.person)

        def claim() -> Awaitable[Change]:
            if url:
                return self._intake.reservations.reserve(url, one.job_id, one.person, again=again)
            return self._intake.reservations.reserve_sent({one.posting}, one.job_id, one.person)

        try:
            await self._reserve(one, claim)
        except PostingTaken:
            return False
        return True

    async def _reserve_sent(self, one: Unreserved, *, has_ended: bool) -> None:
        """Reserve the posting for a job that may have been sent, and call off what would be sent there as well."""
        url, _ = await self._find_wish(one.job_id, one.person)
        postings = {one.posting, *([posting_id(url)] if url else ())}
        reservations = self._intake.reservations
        await self._reserve(one, lambda: reservations.reserve_sent(postings, one.job_id, one.person))
        for other in await reservations.list_others(url, one.posting, one.job_id, one.person):
            _, again = await self._find_wish(other, one.person)
            if not (await self._load(other)).ended and not (has_ended and again):
                await self._call_off(other, one.person)

    async def _reserve(self, one: Unreserved, claim: Callable[[], Awaitable[Change]]) -> None:
        """Append the claim, unless another process has done so since. Raises PostingTaken, Conflict."""
        cause = _cause("reserved-late", one.job_id, one.person)
        for _ in range(_ATTEMPTS):
            change = await claim()
            if await self._intake.reservations.has(one.job_id, one.person):  # read after what the claim expects
                return
            with suppress(Conflict):
                await self._events.append_all([change], cause=cause)
                log.warning("job_reserved_late", job_id=one.job_id)
                return
        raise Conflict(f"the applications of {one.person.id} change too fast")

    async def _call_off(self, job_id: str, person: Applicant) -> bool:
        """Cancel a job beside which another application stands; return False if it is being sent already."""
        try:
            cause = _cause("called-off", job_id, person)
            await self._intake.call_off(job_id, cause, CancelReason.DUPLICATE_APPLICATION)
        except CommandRejected as refusal:
            log.error("job_not_called_off", job_id=job_id, reason=str(refusal))
            return False
        log.warning("job_called_off", job_id=job_id)
        return True

    async def _find_wish(self, job_id: str, person: Applicant) -> tuple[str, bool]:
        """Return the address that the job was requested for, empty if it is not kept, and whether it may be another."""
        try:
            kept = await self._intake.vault.get_request(person, job_id)
        except UNREADABLE:
            return "", False
        return str(kept.get("target_url") or ""), bool(kept.get("allow_duplicate"))

    async def _load(self, job_id: str) -> Job:
        return job_of(await self._events.load(subjects.job(job_id)))


def _read(told: Recorded[Event]) -> Unreserved | None:
    """Return what a request for an application tells; None for a request for something else."""
    event = told.event
    if not isinstance(event, JobRequested) or event.job_type is not JobType.APPLY or event.dry_run:
        return None
    return Unreserved(told.aggregate.id, Applicant(event.tenant, event.applicant), event.posting)


def _cause(what: str, job_id: str, person: Applicant) -> Cause:
    return Cause(command_id=ids.derived(what, job_id), tenant=person.tenant, correlation=job_id)
