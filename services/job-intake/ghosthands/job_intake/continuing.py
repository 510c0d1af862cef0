"""Messages by which a job goes on: it is tried anew, or continued by what a person in charge says.

Each is safe to repeat: its answers are kept, and its attempt begins, once it is on the log.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from ghosthands.chassis import logging
from ghosthands.contract.body import Invalid
from ghosthands.contract.message import JobMessage
from ghosthands.contract.request import JobNamed
from ghosthands.domain import ids, job
from ghosthands.domain.codes import MessageFault, Refusal, RequestFault
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.job import Job
from ghosthands.domain.kinds import JobType
from ghosthands.domain.message import Event
from ghosthands.job_intake import hearing
from ghosthands.job_intake.hearing import HeardMessage, Sent, hear
from ghosthands.job_intake.intake import Intake, id_of, list_reasons, require_tenant
from ghosthands.job_intake.reserving import PostingTaken
from ghosthands.messaging.log.event_log import Change
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import MESSAGE_ID, Cause
from ghosthands.messaging.wire.recorded import History, Recorded, list_caused
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased, NotInVault

log = logging.get(__name__)


class Continuations:
    """Has jobs go on, and answers the sender."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake

    async def retry(self, named: JobNamed, sent: Sent) -> None:
        """Begin another attempt of a job that ended unsent, and tell VALET whether that is allowed."""

        async def retry(history: History, cause: Cause) -> None:
            if all(one.causation != sent.command_id for one in history.recorded):
                wish = job.RetryJob(self._intake.now(), hearing.find_standing(history, sent.at))
                decided = job.decide(wish, require_tenant(job_of(history), named.tenant))
                await self._try_anew(history, decided, cause)

        history = await self._act(sent, named, retry)
        if history is not None:
            times = sum(isinstance(one, job.JobRetried) for one in history.events)
            await self._intake.answer(sent, named, retry_count=times)

    async def heed(self, message: JobMessage, sent: Sent) -> None:
        """Continue the job by a message of a person in charge: answer what it asks, or begin another attempt.

        One message is heeded at a time, so its answers are kept only once it is on the log. VALET is told how the job
        goes on, and what happens to the words.
        """

        answer: int | None = None

        async def heed(history: History, cause: Cause) -> None:
            nonlocal answer
            said = hearing.find_continuation(history, sent.command_id)
            if said is None:
                history = await self._begin_to_heed(message, history, cause, sent.at)
                said = hearing.find_continuation(history, sent.command_id)
            assert said is not None  # noqa: S101  it was appended
            answer = await self._carry_out(message, said, history, cause)

        history = await self._act(sent, message, heed)
        said = hearing.find_continuation(history, sent.command_id) if history is not None else None
        if said is not None:
            told = said.event
            how = "answered" if told.request_id else "reopened"
            more: dict[str, object] = {} if answer is None else {"answer_sequence": answer}
            more |= {"how": how, "answers": len(told.answered), "words": told.words}
            await self._intake.answer(sent, message, None, **more)

    async def _begin_to_heed(self, message: JobMessage, history: History, cause: Cause, said_at: datetime) -> History:
        """Append the message, and return the history. Raises CommandRejected, Invalid, and Conflict if not first."""
        state = require_tenant(job_of(history), message.tenant)
        wish = message.to(history.events, self._intake.now(), hearing.find_standing(history, said_at))
        continued, *attempts = job.decide(wish, state)
        await hearing.check_options(hear(message, history), history, self._intake.vault)
        if attempts:
            await self._reserve_again(state)  # raises before the message is on the log
        return history.continued(await self._intake.events.append_decision(history, [continued], cause=cause))

    async def _carry_out(
        self, message: JobMessage, said: Recorded[job.JobContinued], history: History, cause: Cause
    ) -> int | None:
        """Keep the message's answers, then begin the attempt, or pass the answer on; repeating all of it is harmless.

        Returns the answer's sequence in GH_HUMANS, if there is one. Raises CommandRejected where the job can no longer
        begin another attempt.
        """
        is_done = bool(list_caused(history.recorded, cause.command_id, job.JobRetried))
        is_last = hearing.find_last_continuation(history) == said
        if is_done or (said.event.request_id and not is_last):
            return None
        if not is_last:
            why = f"cannot continue job {history.aggregate.id}: another message was heeded since"
            raise CommandRejected(why, code=Refusal.JOB_NOT_CONTINUABLE)
        state, heard = job_of(history), hear(message, history)
        ask = hearing.find_ask(history, said.event.request_id)
        attempts = job.begin_attempt(state, self._intake.now()) if ask is None else []
        await self._keep_message(heard, state, ask, hearing.count_continuations(history, said.sequence))
        if ask is None:
            await self._try_anew(history, attempts, cause)
            return None
        answer = {"tenant": message.tenant, "job_id": state.id, **heard.answer(ask)}
        headers = {MESSAGE_ID: ids.derived(cause.command_id, "answer")}
        message_on = Outgoing(subjects.given_on(state.id), json.dumps(answer).encode(), headers)
        return (await self._intake.answers.publish(message_on)).sequence

    async def refuse_message(self, named: JobNamed, sent: Sent, invalid: Invalid) -> None:
        """Tell VALET why the message about the job is refused."""
        message = f"cannot continue job {id_of(named)}: the message is not as it should be"
        refusal = CommandRejected(message, code=MessageFault.INVALID_MESSAGE)
        await self._intake.answer(sent, named, refusal, reasons=list_reasons(invalid.reasons))

    async def _act(
        self, sent: Sent, named: JobNamed, act: Callable[[History, Cause], Awaitable[None]]
    ) -> History | None:
        """Run `act`, which is safe to repeat, wake the job, and return its history; tell VALET of a refusal."""
        cause = Cause(command_id=sent.command_id, tenant=named.tenant, correlation=id_of(named))
        history = await self._intake.events.load(subjects.job(id_of(named)))
        try:
            await act(history, cause)
        except CommandRejected as refusal:
            await self._intake.answer(sent, named, refusal)
            return None
        except Invalid as invalid:
            await self.refuse_message(named, sent, invalid)
            return None
        history = await self._intake.events.refresh(history)
        await self._intake.wake(history, cause)
        return history

    async def _try_anew(self, history: History, decided: Sequence[Event], cause: Cause) -> None:
        """Append the attempt that was decided, and reserve the posting again.

        Raises CommandRejected where another application to the posting was made since.
        """
        reserved = await self._reserve_again(job_of(history))
        await self._intake.events.append_all([Change(history, decided), *reserved], cause=cause)
        log.info("job_tried_anew", job_id=history.aggregate.id)

    async def _reserve_again(self, state: Job) -> list[Change]:
        """Reserve the job's posting again, where it applies to one.

        Raises CommandRejected where another application to it stands, or the request's data is no longer kept.
        """
        request = state.request
        if request is None:
            return []
        person = Applicant(request.tenant, request.applicant)
        try:
            kept = await self._intake.vault.get_request(person, state.id)
            await self._intake.vault.get_applicant_data(person, state.id)  # its files may be kept no longer
            if request.job_type is not JobType.APPLY or request.dry_run:
                return []
            again = bool(kept.get("allow_duplicate"))
            return [await self._intake.reservations.reserve(kept["target_url"], state.id, person, again=again)]
        except PostingTaken as taken:
            mend = "request a new application with allow_duplicate" if taken.has_ended else "cancel that one first"
            message = f"cannot go on with job {state.id}: {taken}; {mend}"
            raise CommandRejected(message, code=RequestFault.DUPLICATE_APPLICATION) from None
        except (NotInVault, Erased):
            raise job.refuse_forgotten(state) from None

    async def _keep_message(self, heard: HeardMessage, state: Job, ask: job.HumanRequested | None, number: int) -> None:
        """Put the message's answers and words into the vault, except the answers to the open request.

        The service that receives those keeps them. Raises CommandRejected when the person was erased.
        """
        person = Applicant(state.accepted_request.tenant, state.accepted_request.applicant)
        try:
            for key, text in heard.beside(ask).items():
                await self._intake.vault.put_answer(person, state.id, key, text)
            if heard.words:
                await self._intake.vault.put_addition(person, state.id, number, heard.words)
        except Erased:
            raise job.refuse_forgotten(state) from None
