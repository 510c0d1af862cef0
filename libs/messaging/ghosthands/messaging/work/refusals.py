"""The last answer to a command that is given up: a fact, so that nobody waits for an answer in vain."""

from __future__ import annotations

from ghosthands.domain import codes
from ghosthands.domain.session import CommandRefused
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause, Envelope
from ghosthands.messaging.work.handling import GiveUp


def refusing(events: EventLog) -> GiveUp:
    """Return a `give_up` for `Handling` that answers a job's command with CommandRefused."""

    async def give_up(head: Envelope, code: str) -> None:
        history = await events.load(subjects.job(head.correlation))
        refused = CommandRefused(cause=head.id, command=head.name, code=code, retryable=codes.is_retryable(code))
        cause = Cause(command_id=head.id, tenant=head.tenant, correlation=head.correlation, epoch=head.epoch)
        await events.append_facts(history, [refused], cause=cause.at_stage("given up"))

    return give_up
