"""The courier: sends a job's callbacks, one after the other, and records the outcome of each try.

Everything it does follows from the job's log: which callback is next, how often it was tried, when it is due. So it
runs for whatever may have changed that (an event, a timer, a redrive), in a process that may die at any moment: the
message comes again, and the same callback is sent under the same id. The timer of a later callback is set before the
message is acked.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from ghosthands.chassis import logging, metrics
from ghosthands.chassis.locks import KeyedLocks
from ghosthands.domain import callbacks, services
from ghosthands.domain.callbacks import Callback, CallbackDelivered, CallbackFailed, CallbackRedriven
from ghosthands.domain.codes import CallbackFault, MessageFault
from ghosthands.domain.errors import Conflict
from ghosthands.domain.job import HumanRequested, Job, JobCompleted, JobRequested, Outcome, RequestReceived
from ghosthands.domain.message import Event
from ghosthands.hitl_gateway import requests
from ghosthands.hitl_gateway.callbacks.bodies import write_body
from ghosthands.hitl_gateway.callbacks.pacing import Pacing, receiver_of
from ghosthands.hitl_gateway.callbacks.sender import CallbackSender, ReceiverAnswer
from ghosthands.hitl_gateway.picture_links import LinkTo, PictureLinks
from ghosthands.hitl_gateway.reading import read_callback, read_extract
from ghosthands.hitl_gateway.requests import can_be_taken_over
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.messaging.work.places import Places, Shares, WaitingPlace
from ghosthands.messaging.work.timers import Timers
from ghosthands.messaging.work.turns import Seeker
from ghosthands.vault.vault import Vault

#: the timer of a job's next callback
DEADLINE = "callback"
#: how many callbacks and notices may be under way at once
SHARES = Shares(places=96, of_server=32, of_tenant=64, of_tenant_at_server=32, of_applicant=16)
#: how often a try's outcome is written again because another process wrote on the job meanwhile
_WRITES = 10

TOLD_SECONDS = metrics.histogram(
    services.HITL_GATEWAY, "callback_seconds", "From what a callback tells until its receiver took it"
)

log = logging.get(__name__)


class Correspondence(NamedTuple):
    """The address of a job's callbacks, and the parts of its request that they repeat."""

    url: str
    request: dict[str, Any]
    requested: JobRequested | RequestReceived


class Courier:
    """Sends the callbacks of jobs; one task at a time sends a job's."""

    def __init__(
        self,
        events: EventLog,
        timers: Timers,
        vault: Vault,
        sender: CallbackSender,
        pacing: Pacing,
        *,
        has_live_view: bool = False,
        pictures: PictureLinks | None = None,
        now: Clock = utc_now,
    ) -> None:
        self.events = events
        self.timers = timers
        self.vault = vault
        self.sender = sender
        self.pacing = pacing
        #: whether VALET may take a waiting job's page over
        self.has_live_view = has_live_view
        self.pictures = pictures
        self.now = now
        #: the places of jobs that wait for a receiver
        self.places = Places(SHARES)
        self._locks = KeyedLocks()

    async def on_event(self, recorded: Recorded[Event]) -> None:
        """Send the callbacks that this event makes due."""
        await self.tell(recorded.aggregate.id)

    async def tell(self, job_id: str) -> None:
        """Send callbacks until none is due. Raises StreamUnavailable, NotYet while others go first."""
        if at_work := self.places.find(job_id):  # its message is not acked before the log is read once more
            at_work.is_called_again = True
            return
        with self.places.handed_out(job_id) as place:
            async with self._locks.of(job_id):
                while await self._tell_next(job_id, place) or place.is_called_again:
                    place.is_called_again = False

    async def redrive(self, job_id: str, tenant: str) -> int:
        """Try the callbacks again that were given up and not overtaken by a later one; return how many.

        Raises RequestRefused for a job that is not the tenant's, StreamUnavailable, Conflict.
        """
        async with self._locks.of(job_id):
            history = await self._load(job_id)
            requested = _find_request(history)
            if requested is None or requested.tenant != tenant:
                raise RequestRefused(MessageFault.UNKNOWN_JOB, "there is no such job")
            at, queue = self.now(), callbacks.fold(job_id, history.events)
            again = [CallbackRedriven(callback_id=one.id, told=one.told, at=at) for one in queue.redrivable]
            if again:
                cause = Cause(command_id=queue.redrivable[0].id, tenant=tenant, correlation=job_id)
                times = queue.redrivable[0].redriven
                await self.events.append_facts(history, again, cause=cause.at_stage("redriven", times))
                await self._set_timer(job_id, at, cause)
            return len(again)

    async def _tell_next(self, job_id: str, place: WaitingPlace) -> bool:
        """Try the next callback, if it is due and may be sent; return whether there may be more to do."""
        history = await self._load(job_id)
        callback = callbacks.fold(job_id, history.events).next
        known = await self._find_correspondence(history) if callback else None
        if callback is None or known is None:
            return False
        at = self.now()
        cause = Cause(command_id=callback.id, tenant=known.requested.tenant, correlation=job_id)
        if expired := callbacks.expire(callback, at):
            await self._write_down(history, expired, callback, cause)
            return True
        later = callback.due if callback.due > at else None
        if later is None:
            place.take(_seek(callback, job_id, known))
            later = await self.pacing.take(receiver_of(known.url), at)
        if later is not None:
            await self._set_timer(job_id, later, cause)
            return False
        body = msgspec.json.encode(await self._write_body(callback, history, known))
        answer = await self.sender.send(known.url, callback.id, body)
        if answer.fault is not None and answer.wait is not None:
            peace = min(self.now() + answer.wait, self.now() + callbacks.LONGEST_PAUSE)
            await self.pacing.hold(receiver_of(known.url), peace)
        fact = self._judge(callback, answer)
        await self._write_down(history, fact, callback, cause)
        if isinstance(fact, CallbackDelivered):
            TOLD_SECONDS.observe(fact.after_ms / 1000)
        return True

    def _judge(self, callback: Callback, answer: ReceiverAnswer) -> CallbackDelivered | CallbackFailed:
        """Return the fact that records the try, by the receiver's answer."""
        at, tries = self.now(), callback.tries + 1
        if answer.fault is None:
            assert answer.http_status is not None  # noqa: S101  what was taken was answered
            return CallbackDelivered(
                callback_id=callback.id,
                told=callback.told,
                at=at,
                tries=tries,
                http_status=answer.http_status,
                took_ms=answer.took_ms,
                after_ms=round((at - callback.since) / timedelta(milliseconds=1)),
                answer=answer.said,
            )
        not_before = at + answer.wait if answer.wait is not None else None
        next_at = callbacks.find_next_try(callback, at, not_before=not_before) if answer.fault.retryable else None
        return CallbackFailed(
            callback_id=callback.id,
            told=callback.told,
            at=at,
            tries=tries,
            code=answer.fault,
            http_status=answer.http_status,
            took_ms=answer.took_ms,
            next_at=next_at,
        )

    async def _write_down(
        self, history: History, outcome: CallbackDelivered | CallbackFailed, callback: Callback, cause: Cause
    ) -> None:
        """Append the outcome to the job's log, even while others write there; never send again for that."""
        own = cause.at_stage(callback.redriven, outcome.tries)
        for _ in range(_WRITES):
            try:
                await self.events.append_facts(history, [outcome], cause=own)
                break
            except Conflict:
                history = await self.events.refresh(history)
                now = callbacks.fold(history.aggregate.id, history.events).find(callback.id)
                if now != callback:
                    return  # another process tried it too, and was quicker to write
        else:
            raise Conflict(f"what came of callback {callback.id} could not be written down: its job changes too fast")
        if isinstance(outcome, CallbackDelivered):
            log.info("callback_delivered", job_id=history.aggregate.id, told=callback.told, tries=outcome.tries)
        else:
            code = CallbackFault(outcome.code)
            event = "callback_failed" if outcome.next_at else "callback_given_up"
            log.warning(event, job_id=history.aggregate.id, told=callback.told, tries=outcome.tries, code=code)

    async def _write_body(self, callback: Callback, history: History, known: Correspondence) -> dict[str, Any]:
        event, page, extract = history.events[callback.place], None, None
        is_open, state = False, job_of(history)
        if isinstance(event, HumanRequested):
            page = await self.vault.find_page(event.model_ref)
            is_open = self.has_live_view and can_be_taken_over(state)
        if isinstance(event, JobCompleted) and event.outcome is Outcome.SCRAPED:
            extract = await read_extract(self.vault, known.requested, history.aggregate.id)
        return write_body(
            callback,
            history.aggregate.id,
            history.events,
            known.request,
            page=page,
            extract=extract,
            can_be_taken_over=is_open,
            link_to=self._find_linking(state),
        )

    def _find_linking(self, state: Job) -> LinkTo | None:
        if (pictures := self.pictures) is None:
            return None
        return lambda place: pictures.make(state.id, place, until=requests.due(state))

    async def _find_correspondence(self, history: History) -> Correspondence | None:
        """Return where callbacks go; None where the request names no address, or is gone with its applicant."""
        requested = _find_request(history)
        request = await read_callback(self.vault, requested, history.aggregate.id) if requested else None
        if requested is None or request is None or not request.get("callback_url"):
            return None
        return Correspondence(str(request["callback_url"]), request, requested)

    async def _load(self, job_id: str) -> History:
        return await self.events.load(subjects.job(job_id))

    async def _set_timer(self, job_id: str, at: datetime, cause: Cause) -> None:
        await self.timers.set(subjects.job(job_id), DEADLINE, at, services.HITL_GATEWAY, cause=cause)


def _seek(callback: Callback, job_id: str, known: Correspondence) -> Seeker:
    requested = known.requested
    server = " ".join(map(str, receiver_of(known.url)))
    return Seeker(job_id, requested.tenant, requested.applicant, server, asked_at=callback.due.timestamp())


def _find_request(history: History) -> JobRequested | RequestReceived | None:
    """Return the request as it was taken, or as it came in where it never was."""
    said = [event for event in reversed(history.events) if isinstance(event, JobRequested | RequestReceived)]
    return next((event for event in said if isinstance(event, JobRequested)), next(iter(said), None))
