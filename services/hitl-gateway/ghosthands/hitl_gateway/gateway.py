"""Takes a human's answer, or its absence: a fact on the job's log, and a job that goes on.

The order makes every crash harmless: values into the vault, then the fact, then the wake-up call, then the answer to
the upstream product; all of it under ids derived from the request, so repeating it changes nothing.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import NoReturn, TypeVar, cast

from ghosthands.chassis import logging
from ghosthands.contract.answer import Addressed, HumanAnswer
from ghosthands.contract.body import Invalid
from ghosthands.domain import ids
from ghosthands.domain.codes import MessageFault, Refusal
from ghosthands.domain.errors import CommandRejected, Permanent, Transient
from ghosthands.domain.human import HumanCame, HumanResolved, HumanTimedOut
from ghosthands.domain.job import HumanRequested, Job, JobRequested, Phase, StepKind, open_request
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel
from ghosthands.hitl_gateway import requests
from ghosthands.hitl_gateway.answer import FitAnswer, check_fit
from ghosthands.hitl_gateway.answer_locks import AnswerLocks
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.messaging.work.verdicts import ANSWER
from ghosthands.planning import remembering
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased
from ghosthands.vault.vault import Vault

#: seconds between two checks of a human's time while they hold the page; it runs on when they let go
HELD_SECONDS = 10.0

Said = TypeVar("Said", HumanResolved, HumanTimedOut)

log = logging.get(__name__)


class HumanGateway:
    """Takes answers in and ends unanswered requests."""

    def __init__(
        self,
        events: EventLog,
        commands: Commands,
        outbox: Outbox,
        vault: Vault,
        locks: AnswerLocks,
        *,
        now: Clock = utc_now,
    ) -> None:
        self.events = events
        self.commands = commands
        self.outbox = outbox
        self.vault = vault
        self.locks = locks
        self.now = now

    async def resolve(
        self, answer: HumanAnswer, *, given_at: datetime, again: bool = False, sequence: int | None = None
    ) -> None:
        """Put the answer where it belongs and wake the job; tell the sender whether it was taken.

        `again` is for a message that was delivered before, `sequence` its place in GH_HUMANS. Raises CommandRejected
        when the request is not open (any more) or the answer does not fit, Permanent when there is no such job,
        Transient.
        """
        history = await self._load_addressed(answer)
        state, requested = _require_job(history)
        by = str(uuid.uuid4()) if sequence is None else f"message {sequence}"
        try:
            resolved = _find_earlier(history, by) if again else None
            resolved = resolved or await self._store(answer, history, given_at, by)
        except CommandRejected as refusal:
            why = {"code": refusal.code, "message": str(refusal)}
            await self._tell(state.id, requested, sequence, accepted=False, **why)
            raise
        except Invalid as invalid:
            await self.refuse(answer, invalid, sequence)
        await self._wake(requested, resolved)
        log.info("human_resolved", job_id=state.id, resolution=answer.resolution)
        await self._tell(state.id, requested, sequence, accepted=True, request_id=resolved.event.request_id)

    async def refuse(self, answer: Addressed, invalid: Invalid, sequence: int | None = None) -> NoReturn:
        """Tell the sender why the answer cannot be taken.

        Raises CommandRejected once they are told, Permanent when there is no such job.
        """
        state, requested = _require_job(await self._load_addressed(answer))
        told = [{"field": one.field, "code": one.code, "message": one.message} for one in invalid.reasons]
        await self._tell(state.id, requested, sequence, accepted=False, code=MessageFault.INVALID_ANSWER, reasons=told)
        message = f"the answer to job {state.id} does not fit: {invalid}"
        raise CommandRejected(message, code=MessageFault.INVALID_ANSWER) from invalid

    async def welcome(self, came: Addressed, *, given_at: datetime) -> None:
        """Open the job's page for the human who has come; nothing where none is asked, or the page is open.

        Raises Permanent when there is no such job.
        """
        history = await self._load_addressed(came)
        state, requested = _require_job(history)
        ask = open_request(state)
        is_coming = state.human.came and state.awaits_step(StepKind.OPEN_SESSION)
        if ask is None or state.browser.session is not None or is_coming:
            return
        cause_id = ids.derived("came", state.id, ask.request_id, given_at.isoformat())
        cause = Cause(command_id=cause_id, tenant=requested.tenant, correlation=state.id)
        came_now = HumanCame(request_id=ask.request_id, at=self.now())
        (recorded,) = await self.events.append_facts(history, [came_now], cause=cause)
        await self._wake(requested, recorded)

    async def expire(self, job_id: str) -> None:
        """End the wait when the open request's time is over; a late or stray deadline changes nothing.

        Raises Transient when the clock here is behind the timer's.
        """
        history = await self._load_history(job_id)
        state = job_of(history)
        timed_out = _find_unheard(history, state)
        if timed_out is None and (ask := open_request(state)):
            timed_out = await self._time_out(ask, history)
        if timed_out is not None and state.request is not None:
            await self._wake(state.request, timed_out)

    async def _store(
        self, answer: HumanAnswer, history: History, given_at: datetime, by: str
    ) -> Recorded[HumanResolved]:
        """Store the values, then append the fact; lock out other answers to the request meanwhile."""
        request_id = str(answer.request_id) if answer.request_id else None
        ask = requests.answerable(history, request_id, given_at=given_at)
        async with self.locks.hold(ask.request_id, by):
            history = await self.events.refresh(history)
            requests.answerable(history, ask.request_id)
            return await self._store_alone(answer, ask, history, by)

    async def _store_alone(
        self, answer: HumanAnswer, ask: HumanRequested, history: History, by: str
    ) -> Recorded[HumanResolved]:
        _, requested = _require_job(history)
        page = await self.vault.find_page(ask.model_ref)
        given = check_fit(answer, ask, page)
        await self._keep(given, page, history)
        resolved = HumanResolved(
            request_id=ask.request_id,
            resolution=given.resolution,
            at=self.now(),
            answered=given.answered,
            approved=given.verdicts.approved,
            rejected=given.verdicts.rejected,
        )
        return await self._say(resolved, history, requested, by)

    async def _time_out(self, ask: HumanRequested, history: History) -> Recorded[HumanTimedOut]:
        state, requested = _require_job(history)
        due = requests.due(state)
        left = due - self.now() if due is not None else timedelta()
        if left > timedelta():
            message = f"request {ask.request_id} of job {state.id} still has time"
            raise Transient(message, delay=min(left.total_seconds(), HELD_SECONDS))
        log.info("human_timed_out", job_id=state.id)
        return await self._say(HumanTimedOut(request_id=ask.request_id, at=self.now()), history, requested)

    async def _keep(self, given: FitAnswer, page: PageModel | None, history: History) -> None:
        """Put the answer's contents into the vault, with answers that suit other forms for all jobs of the person.

        Raises CommandRejected when the person was erased.
        """
        (_, requested), job_id = _require_job(history), history.aggregate.id
        person = Applicant(requested.tenant, requested.applicant)
        try:
            for key, text in given.values.items():
                await self.vault.put_answer(person, job_id, key, text)
            await self.vault.remember(person, remembering.list_kept(page, given.values) if page else {})
            if given.credentials is not None:
                await self.vault.put_credentials(person, [given.credentials])
            if given.code is not None:
                await self.vault.put_code(person, job_id, given.code)
            for file in given.files:
                await self.vault.put_job_file(
                    person, job_id, file.kind, file.data, name=file.name, media_type=file.media_type
                )
        except Erased:
            message = f"cannot answer job {job_id}: the applicant was erased"
            raise CommandRejected(message, code=Refusal.APPLICANT_ERASED) from None

    async def _say(self, event: Said, history: History, requested: JobRequested, by: str = "") -> Recorded[Said]:
        """Append the event to the job's log.

        Its id follows from the answer, `by`; a time-out has none, so all gateways append the same one.
        """
        job_id = history.aggregate.id
        cause = Cause(command_id=_name_cause(event, job_id, by), tenant=requested.tenant, correlation=job_id)
        (recorded,) = await self.events.append_facts(history, [event], cause=cause)
        return cast("Recorded[Said]", recorded)

    async def _wake(self, requested: JobRequested, recorded: Recorded[Event]) -> None:
        """Send executor a RunJob because of the event; again for the same event changes nothing."""
        job_id = recorded.aggregate.id
        command_id = ids.derived(job_id, "run", recorded.id)
        await self.commands.wake(job_id, requested, command_id=command_id, cause=recorded.cause)

    async def _tell(self, job_id: str, requested: JobRequested, sequence: int | None, **verdict: object) -> None:
        body = {"job_id": job_id, **verdict, **({} if sequence is None else {"message_sequence": sequence})}
        await self.outbox.put(requested.tenant, requested.task, ANSWER, body)

    async def _load_addressed(self, answer: Addressed) -> History:
        """Return the history of the job that is answered. Raises Permanent when its tenant has none of that id."""
        history = await self._load_history(str(answer.job_id))
        if _require_job(history)[1].tenant != answer.tenant:
            raise _refuse_unknown_job()
        return history

    async def _load_history(self, job_id: str) -> History:
        """Return the job's whole history, from the stream's leader, which alone knows whether a request is open."""
        return await self.events.load(subjects.job(job_id))


def _require_job(history: History) -> tuple[Job, JobRequested]:
    """Return the job and its request. Raises Permanent when the job was never requested."""
    state = job_of(history)
    if state.request is None:
        raise _refuse_unknown_job()
    return state, state.request


def _refuse_unknown_job() -> Permanent:
    return Permanent("there is no such job", code=MessageFault.UNKNOWN_JOB)


def _find_earlier(history: History, by: str) -> Recorded[HumanResolved] | None:
    """Return the event that an earlier delivery of this very answer appended; None when there is none."""
    for one in history.recorded:
        if isinstance(one.event, HumanResolved) and one.causation == _name_cause(one.event, history.aggregate.id, by):
            return cast("Recorded[HumanResolved]", one)
    return None


def _name_cause(event: HumanResolved | HumanTimedOut, job_id: str, by: str) -> str:
    return ids.derived(type(event).__name__, job_id, event.request_id, *filter(None, [by]))


def _find_unheard(history: History, state: Job) -> Recorded[HumanTimedOut] | None:
    """Return the time-out that executor has not acted on: its writer may have died before waking the job."""
    if state.phase is not Phase.WAITING or not isinstance(state.human.answer, HumanTimedOut):
        return None
    found = next(one for one in reversed(history.recorded) if one.event == state.human.answer)
    return cast("Recorded[HumanTimedOut]", found)
