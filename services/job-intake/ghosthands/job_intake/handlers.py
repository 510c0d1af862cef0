"""What job-intake does with each message it hears; what comes in is no envelope of ours but plain JSON."""

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
from ghosthands.domain.errors import NotYet, Permanent
from ghosthands.job_intake.downloads import NoPlace
from ghosthands.job_intake.hearing import Sent
from ghosthands.job_intake.intake import Intake
from ghosthands.messaging.work.delivery import Delivery

#: How long after its request a resume is asked for before the job starts without it.
PATIENCE = timedelta(minutes=5)
#: Seconds at most until a resume whose turn to be downloaded has not come is looked at again.
LONGEST_TURN = 10.0


class Handlers:
    """The doors, bound to one intake."""

    def __init__(self, intake: Intake) -> None:
        self.intake = intake

    async def on_message(self, delivery: Delivery) -> None:
        """What VALET says of a job. Raises Permanent for what is none of that, or no JSON object."""
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
        """Start the job, mended as far as that goes, or reject it with every reason."""
        body, notes = adapt(json_object(delivery.data))
        tenant, job_id = _read_text(body, "tenant") or "valet", _read_job_id(body, delivery)
        task = _read_text(body, "valet_task_id") or job_id
        try:
            request = parse(body, size=len(delivery.data))
            is_last_try = self.intake.now() - delivery.stored_at >= PATIENCE
            await self.intake.accept(request, job_id, notes, last_try=is_last_try)
        except NoPlace as full:
            raise NotYet(str(full), delay=min(float(delivery.delivered), LONGEST_TURN)) from None
        except Invalid as invalid:
            await self.intake.reject(task, tenant, job_id, invalid.reasons)

    async def on_job_cancel(self, delivery: Delivery) -> None:
        """Ask the job to stop. Raises Permanent when the message names none."""
        await self.intake.cancel(_read_meant(delivery, MessageFault.INVALID_CANCEL), _sent(delivery))

    async def on_job_retry(self, delivery: Delivery) -> None:
        """Try a job anew that ended unsent. Raises Permanent when the message names none."""
        named = _read_meant(delivery, MessageFault.INVALID_RETRY)
        await self.intake.retry(named, _sent(delivery))

    async def on_job_continue(self, delivery: Delivery) -> None:
        """Go on with a job by what is said of it. Raises Permanent when the message names none."""
        named = _read_meant(delivery, MessageFault.INVALID_MESSAGE)
        try:
            message = read(JobMessage, json_object(delivery.data))
        except Invalid as invalid:
            await self.intake.refuse_message(named, _sent(delivery), invalid)
        else:
            await self.intake.heed(message, _sent(delivery))


def _read_meant(delivery: Delivery, code: MessageFault) -> JobNamed:
    """Which job a message means. Raises Permanent when it names none, by `code`."""
    try:
        return read(JobNamed, json_object(delivery.data))
    except Invalid as invalid:
        raise Permanent(str(invalid), code=code) from None


def _sent(delivery: Delivery) -> Sent:
    what = delivery.subject.removeprefix("job.")
    command_id = ids.command_of_message(what, delivery.stream, delivery.sequence)
    return Sent(what, delivery.sequence, delivery.stored_at, command_id)


def _read_text(body: Mapping[str, Any], name: str) -> str | None:
    value = body.get(name)
    return value if isinstance(value, str) and 0 < len(value) <= 255 and value.isprintable() else None


def _read_job_id(body: Mapping[str, Any], delivery: Delivery) -> str:
    """The job's id by the tenant's key; without one by when and where the message was stored."""
    key = _read_text(body, "idempotency_key")
    if key is not None:
        return ids.job_id(_read_text(body, "tenant") or "valet", key)
    return ids.uuid7(delivery.stored_at, hashlib.sha256(f"{delivery.stream}:{delivery.sequence}".encode()).digest())
