"""Jobs that have not ended, what they refer to, and when the others ended, from the log.

An ended job can be tried anew by a message at any moment. So before a sweep takes away what that would need, it says so
on the job's own log, on the condition that nothing was written there since the log was read.

A job with an event that only a newer release can read counts as unfinished: what it refers to is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from ghosthands.domain import ids, job, services
from ghosthands.domain.errors import Conflict
from ghosthands.domain.retention import Kept
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.vault.applicant import Applicant

_BEGINNINGS = ("JobRequested", "ResumeAwaited")
#: the events that end a job; a later continuation starts its retention again
_ENDS = (*job.ENDED_BY, job.JobContinued)
#: the name of a page model, a picture or a file
_REFERENCE = re.compile(rb"[0-9a-f]{64}")


@dataclass(frozen=True)
class _JobRead:
    """A job as a sweep read it, with the history to append to."""

    #: without its events
    history: History
    ended: datetime | None = None
    person: Applicant | None = None
    is_swept: bool = False
    tenant: str = ""


class JobEnds:
    """Looks jobs up; it reads each once a sweep and remembers the result.

    A job that somebody writes on afterwards refuses to be closed: the next sweep reads it again.
    """

    def __init__(self, bus: Bus, events: EventLog) -> None:
        self._bus = bus
        self._events = events
        self._read: dict[str, _JobRead] = {}

    async def ended_before(self, job_id: str, before: datetime) -> bool:
        """Whether the job ended before that moment, and no browser of it is left."""
        return _is_before((await self._find(job_id)).ended, before)

    async def find_person(self, job_id: str) -> Applicant | None:
        """Return the person whose job it is; None where the log does not say."""
        return (await self._find(job_id)).person

    async def close_for_good(self, job_id: str, before: datetime, kept: Kept) -> bool:
        """Close the job for good if it ended before that moment; return whether it is closed.

        A closed job can't be tried anew. A job that was closed earlier, for data with a shorter retention, must have
        ended before that moment as well.
        """
        found = await self._find(job_id)
        if not _is_before(found.ended, before):
            return False
        if found.is_swept:
            return True
        cause = Cause(command_id=ids.derived("swept", job_id), tenant=found.tenant, correlation=job_id)
        try:
            await self._events.append_decision(found.history, [job.RequestSwept(kept=kept)], cause=cause)
        except Conflict:  # a message continues it just now
            return False
        self._read[job_id] = replace(found, is_swept=True)
        return True

    async def find_named_by_unfinished(self) -> frozenset[str]:
        """Return the references in the logs of jobs that have not ended, and may need them again."""
        found: set[bytes] = set()
        for job_id in await self._list_unfinished():
            history, unread = await self._events.load_readable(subjects.job(job_id))
            if unread or self._end_of(history) is None:
                found.update(*(_REFERENCE.findall(msgspec.json.encode(event)) for event in history.events))
                found.update(*(_REFERENCE.findall(message.data) for message in unread))
        return frozenset(each.decode() for each in found)

    async def _list_unfinished(self) -> set[str]:
        """Return the jobs that may have no end: those that began and did not end, or were tried anew.

        The server's part of the log is enough: a job requested or tried anew in the archive has ended, since executor's
        watch kept it in hand until then, and the archive ends before what the watch has in hand.
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
        return {subjects.id_in_event(subject) for subject in found}

    async def _find(self, job_id: str) -> _JobRead:
        if (found := self._read.get(job_id)) is None:
            history, unread = await self._events.load_readable(subjects.job(job_id))
            found = self._read[job_id] = self._sum_up(history, is_unread=bool(unread))
        return found

    def _sum_up(self, history: History, *, is_unread: bool) -> _JobRead:
        bare = history.without_events()
        if not history.recorded:
            return _JobRead(bare)
        of = job_of(history)
        person = Applicant(of.request.tenant, of.request.applicant) if of.request else None
        ended = None if is_unread else self._end_of(history)
        return _JobRead(bare, ended, person, of.is_swept, history.recorded[-1].tenant)

    def _end_of(self, history: History) -> datetime | None:
        if not history.recorded or not job.is_over(job_of(history)):
            return None
        ends = [one for one in history.recorded if isinstance(one.event, _ENDS)]
        last = ends[-1] if ends else history.recorded[-1]
        return last.stored_at or last.at


def _is_before(ended: datetime | None, before: datetime) -> bool:
    return ended is not None and ended < before
