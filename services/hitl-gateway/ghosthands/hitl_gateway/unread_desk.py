"""Ends a job that no process can go on with, because its log has events of a newer release.

By design such a job waits for an upgrade, and is read again then. An operator who knows that none will come gives its
unreadable events up. The job is read without them from then on, and only ends: executor asks whether it was sent, if
that is in doubt.
"""

from __future__ import annotations

import uuid

from ghosthands.domain import ids
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Conflict, Permanent
from ghosthands.domain.job import EventsGivenUp
from ghosthands.hitl_gateway.submission_stops import OPERATOR
from ghosthands.messaging.clock import Clock
from ghosthands.messaging.log.event_log import MAX_ATTEMPTS, EventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.commands import Commands


class UnreadDesk:
    """Gives up events that cannot be read."""

    def __init__(self, events: EventLog, commands: Commands, now: Clock) -> None:
        self._events = events
        self._commands = commands
        self._now = now

    async def give_up(self, job_id: str) -> None:
        """Give up the job's unreadable events, and wake the job to end it.

        Raises Permanent for an unknown job and for one whose events can all be read, Conflict, StreamUnavailable.
        """
        for _ in range(MAX_ATTEMPTS):
            try:
                return await self._try_to(job_id)
            except Conflict:
                continue
        raise Conflict(f"job {job_id} changes too fast")

    async def _try_to(self, job_id: str) -> None:
        history, unread = await self._events.load_readable(subjects.job(job_id))
        if not unread:
            has_job = bool(history.recorded)
            why = "all its events can be read here: cancel it without --unread" if has_job else "there is no such job"
            raise Permanent(f"job {job_id}: {why}", code=MessageFault.UNKNOWN_NAME)
        tenant = history.recorded[0].tenant if history.recorded else OPERATOR
        cause = Cause(command_id=str(uuid.uuid4()), tenant=tenant, correlation=job_id)
        writers = {subjects.writer_of_event(message.subject) or "" for message in unread}
        given_up = EventsGivenUp(
            at=self._now(), up_to=unread[-1].sequence, count=len(unread), writers=tuple(sorted(writers))
        )
        history = history.continued(await self._events.append_decision(history, [given_up], cause=cause))
        request = job_of(history).request
        if request is not None:
            command_id = ids.derived(job_id, "run", history.recorded[-1].id)
            await self._commands.wake(job_id, request, command_id=command_id, cause=history.recorded[-1].cause)
