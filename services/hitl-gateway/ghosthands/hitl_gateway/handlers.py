"""Hitl-gateway's message handlers: for the log's events, humans' messages and timers."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NoReturn, cast

from ghosthands.contract.answer import Addressed, HumanAnswer
from ghosthands.contract.body import Invalid, json_object, read
from ghosthands.contract.tolerant_answer import adapt_answer
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Permanent
from ghosthands.domain.job import HumanRequested, JobCompleted, Outcome, find_doubt, fold
from ghosthands.domain.message import Event
from ghosthands.hitl_gateway.callbacks.courier import DEADLINE as CALLBACK_DEADLINE
from ghosthands.hitl_gateway.callbacks.courier import Courier
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.notifying.notifier import DEADLINE as NOTICE_DEADLINE
from ghosthands.hitl_gateway.notifying.notifier import Notifier
from ghosthands.hitl_gateway.reading import read_extract, read_own_words, read_questions
from ghosthands.hitl_gateway.status import describe_budget, status
from ghosthands.messaging.log.states import job_of, ledger_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.timers import Firing

#: The deadline by which a human must have answered.
HUMAN_DEADLINE = "human"


class Handlers:
    """The handlers of three kinds of messages, bound to one gateway, one courier and one notifier."""

    def __init__(self, gateway: HumanGateway, courier: Courier, notifier: Notifier) -> None:
        self.gateway = gateway
        self.courier = courier
        self.notifier = notifier

    async def on_status(self, recorded: Recorded[Event]) -> None:
        """Tell the upstream product what happened to its task."""
        gateway, event = self.gateway, recorded.event
        history = await gateway.events.load(recorded.aggregate)
        requested = job_of(history).request
        if requested is None:
            raise Permanent(f"job {recorded.aggregate.id} was never requested", code=MessageFault.UNKNOWN_JOB)
        until = [(one.event, one.sequence) for one in history.recorded if one.sequence <= recorded.sequence]
        before = [event for event, _ in until]
        ask = event if isinstance(event, HumanRequested) else find_doubt(fold(recorded.aggregate.id, until))
        page = await gateway.vault.find_page(ask.model_ref) if ask is not None else None
        ledger = ledger_of(await gateway.events.load(subjects.ledger_of(requested)))
        body = status(recorded, requested.task, ask, page, before)
        body |= describe_budget(ledger, recorded.aggregate.id, requested.budget, before)
        body |= await read_own_words(gateway.vault, requested, recorded.aggregate.id)
        if isinstance(event, JobCompleted) and event.outcome is Outcome.SCRAPED:
            body["result"] = {"data": await read_extract(gateway.vault, requested, recorded.aggregate.id)}
        if isinstance(event, JobCompleted) and event.outcome is Outcome.DRY_RUN:
            body["questions"] = await read_questions(gateway.vault, before)
        await gateway.outbox.put(requested.tenant, requested.task, "status", body)
        if isinstance(event, HumanRequested):
            await self.notifier.expect(cast("Recorded[HumanRequested]", recorded))

    async def on_human_message(self, delivery: Delivery) -> None:
        """Handle `human.resolved` or `human.came`.

        Raises Permanent for anything else, and for what is no JSON object.
        """
        if delivery.subject == "human.came":
            await self.gateway.welcome(_read_addressed(delivery.data), given_at=delivery.stored_at)
            return
        if delivery.subject != subjects.ANSWERED and not delivery.subject.startswith(f"{subjects.ANSWERED}."):
            message = "nothing listens there: send human.resolved or human.came"
            raise Permanent(message, code=MessageFault.UNKNOWN_SUBJECT)
        body = json_object(delivery.data)
        try:
            answer = read(HumanAnswer, adapt_answer(body))
        except Invalid as invalid:
            await self._refuse(body, invalid, delivery.sequence)
        again, sequence = delivery.delivered > 1, delivery.sequence
        await self.gateway.resolve(answer, given_at=delivery.stored_at, again=again, sequence=sequence)

    async def on_deadline(self, firing: Firing) -> None:
        """Handle a fired timer: end the human's time, send callbacks, or notify people that the job waits."""
        kept = {
            HUMAN_DEADLINE: self.gateway.expire,
            CALLBACK_DEADLINE: self.courier.tell,
            NOTICE_DEADLINE: self.notifier.look,
        }
        keep = kept.get(firing.name)
        if keep is None:
            raise Permanent(f"no deadline {firing.name} is kept here", code=MessageFault.NOT_HANDLED_HERE)
        await keep(firing.aggregate.id)

    async def _refuse(self, body: Mapping[str, Any], invalid: Invalid, sequence: int) -> NoReturn:
        """Tell the reasons to the sender, and raise CommandRejected. Raises Permanent where it names no job."""
        with suppress(Invalid):
            await self.gateway.refuse(read(Addressed, body), invalid, sequence)
        raise Permanent(f"the answer is not as it should be: {invalid}", code=MessageFault.INVALID_ANSWER)


def _read_addressed(data: bytes) -> Addressed:
    try:
        return read(Addressed, json_object(data))
    except Invalid as invalid:
        raise Permanent(f"the message names no job: {invalid}", code=MessageFault.INVALID_ANSWER) from None
