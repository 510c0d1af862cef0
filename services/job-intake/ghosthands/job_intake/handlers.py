"""Job-intake's message handlers; the messages are plain JSON from outside, without our envelope."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from ghosthands.contract.body import Invalid, json_object, read
from ghosthands.contract.message import JobMessage
from ghosthands.contract.request import JobNamed, parse
from ghosthands.contract.tolerant import adapt
from ghosthands.domain import ids
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Permanent
from ghosthands.job_intake.continuing import Continuations
from ghosthands.job_intake.hearing import Sent
from ghosthands.job_intake.intake import Intake
from ghosthands.messaging.work.delivery import Delivery

#: How long after the request the resume is fetched before the job starts without it.
PATIENCE = timedelta(minutes=5)


class Handlers:
    """The handlers of the `job.*` messages, bound to one intake."""

    def __init__(self, intake: Intake) -> None:
        self.intake = intake
        self.continuations = Continuations(intake)

    async def on_message(self, delivery: Delivery) -> None:
        """Handle a message about a job. Raises Permanent for an unknown subject, and for what is no JSON object."""
        match delivery.subject:
            case "job.requested":
                await self.on_job_requested(delivery)
            case "job.cancel":
                await self.on_job_cancel(delivery)
            case "job.retry":
                await self.on_job_retry(delivery)
            case "job.continue":
                await self.on_job_continue(delivery)
            case _:
                raise Permanent(
                    "nothing listens there: send job.requested, job.cancel, job.retry or job.continue",
                    code=MessageFault.UNKNOWN_SUBJECT,
                )

    async def on_job_requested(self, delivery: Delivery) -> None:
        """Start the job, with the request mended where possible, or reject it with every reason."""
        body, notes = adapt(json_object(delivery.data))
        tenant, job_id = _read_text(body, "tenant") or "valet", _read_job_id(body, delivery)
        task = _read_text(body, "valet_task_id") or job_id
        try:
            request = parse(body, size=len(delivery.data))
            is_last_try = self.intake.now() - delivery.stored_at >= PATIENCE
            await self.intake.accept(request, job_id, notes, last_try=is_last_try)
        except Invalid as invalid:
            await self.intake.reject(task, tenant, job_id, invalid.reasons)

    async def on_job_cancel(self, delivery: Delivery) -> None:
        """Cancel the job. Raises Permanent when the message names none."""
        await self.intake.cancel(_read_meant(delivery, MessageFault.INVALID_CANCEL), _read_sent(delivery))

    async def on_job_retry(self, delivery: Delivery) -> None:
        """Begin another attempt of a job that ended unsent. Raises Permanent when the message names none."""
        named = _read_meant(delivery, MessageFault.INVALID_RETRY)
        await self.continuations.retry(named, _read_sent(delivery))

    async def on_job_continue(self, delivery: Delivery) -> None:
        """Continue a job by the message. Raises Permanent when the message names none."""
        named = _read_meant(delivery, MessageFault.INVALID_MESSAGE)
        try:
            message = read(JobMessage, json_object(delivery.data))
        except Invalid as invalid:
            await self.continuations.refuse_message(named, _read_sent(delivery), invalid)
        else:
            await self.continuations.heed(message, _read_sent(delivery))


def _read_meant(delivery: Delivery, code: MessageFault) -> JobNamed:
    """Return the job that the message names. Raises Permanent with `code` when it names none."""
    try:
        return read(JobNamed, json_object(delivery.data))
    except Invalid as invalid:
        raise Permanent(str(invalid), code=code) from None


def _read_sent(delivery: Delivery) -> Sent:
    what = delivery.subject.removeprefix("job.")
    command_id = ids.command_of_message(what, delivery.stream, delivery.sequence)
    return Sent(what, delivery.sequence, delivery.stored_at, command_id)


def _read_text(body: Mapping[str, Any], name: str) -> str | None:
    value = body.get(name)
    return value if isinstance(value, str) and 0 < len(value) <= 255 and value.isprintable() else None


def _read_job_id(body: Mapping[str, Any], delivery: Delivery) -> str:
    """Derive the job's id from the tenant's key; without a key, from when and where the message was stored."""
    key = _read_text(body, "idempotency_key")
    if key is not None:
        return ids.job_id(_read_text(body, "tenant") or "valet", key)
    return ids.uuid7(delivery.stored_at, hashlib.sha256(f"{delivery.stream}:{delivery.sequence}".encode()).digest())
