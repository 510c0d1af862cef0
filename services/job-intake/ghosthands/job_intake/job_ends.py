"""Which jobs have not ended, what they name, and when those that did ended: as the log tells it.

A job that ended can be tried anew, by a word that comes at any moment. So before anything is taken away that this would
need, that is said on the job's own log, on the condition that nothing else was said there since it was read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from ghosthands.domain import ids, job, services
from ghosthands.domain.errors import Conflict
from ghosthands.domain.retention import Kept
from ghosthands.job_intake.erasing import is_over
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.vault.applicant import Applicant

_BEGINNINGS = ("JobRequested", "ResumeAwaited")
#: since when it is over; what was said of it later gives it as much time again
_ENDS = (*job.ENDED_BY, job.JobContinued)
#: the name of a page model, a picture or a file
_REFERENCE = re.compile(rb"[0-9a-f]{64}")


@dataclass(frozen=True)
class _JobRead:
    """What a sweep needs to know of a job, and what it may append to."""

    #: without its events
    history: History
    ended: datetime | None = None
    person: Applicant | None = None
    is_swept: bool = False
    tenant: str = ""


class JobEnds:
    """Looks them up; each job is read once a sweep, and what was found remembered.

    What somebody says of it afterwards has it refused to be closed: the next sweep reads it again.
    """

    def __init__(self, bus: Bus, events: EventLog) -> None:
        self._bus = bus
        self._events = events
        self._read: dict[str, _JobRead] = {}

    async def ended_before(self, job_id: str, before: datetime) -> bool:
        """Whether the job ended before that moment, and no browser of it is left."""
        return _is_before((await self._find(job_id)).ended, before)

    async def find_person(self, job_id: str) -> Applicant | None:
        """The person whose job it is; None where the log does not tell."""
        return (await self._find(job_id)).person

    async def close_for_good(self, job_id: str, before: datetime, kept: Kept) -> bool:
        """Have the job never be tried anew, where it ended before that moment; whether both are so.

        One that was closed earlier, for something that is kept for a shorter time, must have ended before it as well.
        """
        found = await self._find(job_id)
        if not _is_before(found.ended, before):
            return False
        if found.is_swept:
            return True
        cause = Cause(command_id=ids.derived("swept", job_id), tenant=found.tenant, correlation=job_id)
        try:
            await self._events.append_decision(found.history, [job.RequestSwept(kept=kept)], cause=cause)
        except Conflict:  # somebody has it go on just now
            return False
        self._read[job_id] = replace(found, is_swept=True)
        return True

    async def find_named_by_unfinished(self) -> frozenset[str]:
        """What the jobs name that have not ended: whatever they may need again."""
        found: set[bytes] = set()
        for job_id in await self._list_unfinished():
            history = await self._events.load(subjects.job(job_id))
            if self._end_of(history) is None:
                found.update(*(_REFERENCE.findall(msgspec.json.encode(event)) for event in history.events))
        return frozenset(each.decode() for each in found)

    async def _list_unfinished(self) -> set[str]:
        """The jobs that may have no end: what began and did not end, or was tried anew.

        The server's part of the log is enough: what was requested or tried anew in the archive has ended, as executor's
        watch has had each in hand until then, and the archive ends before what that has in hand.
        """
        intake, executor = services.JOB_INTAKE, services.EXECUTOR
        begun = [await self._jobs_with(name, intake) for name in _BEGINNINGS]
        ended = [await self._jobs_with(kind.__name__, executor) for kind in job.ENDS]
        rejected = await self._jobs_with("JobRejected", intake)
        anew = await self._jobs_with("JobRetried", intake)
        browsers = await self._jobs_with("SessionOpened", services.BROWSER_HOST)
        closed = [await self._jobs_with(name, services.BROWSER_HOST) for name in ("SessionClosed", "SessionLost")]
        return set().union(*begun) - set().union(*ended, rejected) | anew | (browsers - set().union(*closed))

    async def _jobs_with(self, name: str, service: str) -> set[str]:
        found = await self._bus.list_subjects(streams.EVENTS, subjects.events_named(name, service=service))
        return {subject.split(".")[3] for subject in found}

    async def _find(self, job_id: str) -> _JobRead:
        if (found := self._read.get(job_id)) is None:
            found = self._read[job_id] = self._sum_up(await self._events.load(subjects.job(job_id)))
        return found

    def _sum_up(self, history: History) -> _JobRead:
        bare = history.without_events()
        if not history.recorded:
            return _JobRead(bare)
        of = job_of(history)
        person = Applicant(of.request.tenant, of.request.applicant) if of.request else None
        return _JobRead(bare, self._end_of(history), person, of.is_swept, history.recorded[-1].tenant)

    def _end_of(self, history: History) -> datetime | None:
        if not history.recorded or not is_over(job_of(history)):
            return None
        ends = [one for one in history.recorded if isinstance(one.event, _ENDS)]
        last = ends[-1] if ends else history.recorded[-1]
        return last.stored_at or last.at


def _is_before(ended: datetime | None, before: datetime) -> bool:
    return ended is not None and ended < before
