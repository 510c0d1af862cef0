"""The last answer to a command that is given up: a fact, so that whoever waits for one does not wait in vain."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ghosthands.domain import codes
from ghosthands.domain.message import Command
from ghosthands.domain.session import CommandRefused
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Received


def refusing(events: EventLog) -> Callable[[Received[Command], str], Awaitable[None]]:
    """Answers a job's command with CommandRefused; for `Handling`'s `give_up`."""

    async def give_up(received: Received[Command], code: str) -> None:
        history = await events.load(subjects.job(received.correlation))
        name = type(received.command).__name__
        refused = CommandRefused(cause=received.id, command=name, code=code, retryable=codes.is_retryable(code))
        await events.append_facts(history, [refused], cause=received.cause.at_stage("given up"))

    return give_up
