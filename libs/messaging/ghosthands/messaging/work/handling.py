"""What becomes of a message: decode, handle, answer.

    handled                    -> ack
    CommandRejected            -> ack, said in the log: refusing was the answer
    StaleEpoch                 -> no answer: the message is in another's hands by now, and an answer would be theirs
    Transient                  -> nak, to come again after its delay; of NotYet nothing is said
    NewerMessage               -> nak as failed, however often: it is kept for a process that is upgraded
    Permanent, undecodable     -> dead letter, term; where messages are kept, one that can be decoded comes again
    anything else              -> the error's class and place in the log, nak with a growing delay; given up and a dead
                                  letter after `max_deliveries`, where there is such a limit

Requests from outside and RunJob have no limit: a job is never lost to a bug that a release will mend. What moves jobs
on is kept for that release too, whatever a handler makes of it. A dead message gets a last answer first, where its
service has one to give (`refusals`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, TypeVar

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import (
    CommandRejected,
    NewerMessage,
    NotYet,
    Permanent,
    StaleEpoch,
    Transient,
    UnknownMessage,
)
from ghosthands.domain.message import Command, Event
from ghosthands.messaging import fault
from ghosthands.messaging.location import describe_error
from ghosthands.messaging.wire import agreement
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Envelope
from ghosthands.messaging.wire.recorded import Received, Recorded
from ghosthands.messaging.work import timers
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.timers import Firing

log = logging.getLogger(__name__)

M = TypeVar("M")

#: Deliveries of a command or timer before an unexpected error makes a dead letter of it.
MAX_DELIVERIES = 5
#: Seconds an unexpected error delays the next delivery at most; it begins with one and doubles.
MAX_DELAY_SECONDS = 60.0


Decode = Callable[[Delivery], M]
Handle = Callable[[M], Awaitable[None]]
#: Answers a message that is given up, by what its envelope says, with the code that says why.
GiveUp = Callable[[Envelope, str], Awaitable[None]]


class Handling(Generic[M]):
    """A puller's handler: decodes each message, has it handled, and answers it."""

    def __init__(
        self,
        service: str,
        decode: Decode[M],
        handle: Handle[M],
        dead_letters: DeadLetters,
        *,
        max_deliveries: int | None = MAX_DELIVERIES,
        give_up: GiveUp | None = None,
        keeps: bool = False,
    ) -> None:
        self._service = service
        self._decode = decode
        self._handle = handle
        self._dead_letters = dead_letters
        self._max_deliveries = max_deliveries
        self._give_up = give_up
        self._keeps = keeps

    async def __call__(self, delivery: Delivery) -> None:
        """Handle the message and answer it; raises nothing but cancellation."""
        try:
            await self._handled(delivery)
        except StaleEpoch as error:
            log.info("message_left_to_another", extra=_about(delivery) | {"reason": str(error)})
            delivery.leave()
        except NotYet as error:
            await delivery.nak(error.delay)
        except NewerMessage as error:
            log.warning("message_is_newer", extra=_about(delivery) | describe_error(error) | {"mend": str(error)})
            await delivery.nak(error.delay, failed=True)
        except Transient as error:
            log.info("message_comes_again", extra=_about(delivery) | describe_error(error) | {"reason": str(error)})
            await delivery.nak(error.delay)
        except Permanent as error:
            log.warning("message_is_dead", extra=_about(delivery) | describe_error(error) | {"code": error.code})
            await self._dead(delivery, error)
        except Exception as error:
            log.error("message_failed", extra=_about(delivery) | describe_error(error))
            await self._failed(delivery)

    async def _handled(self, delivery: Delivery) -> None:
        message = self._decode(delivery)
        try:
            await self._handle(message)
        except CommandRejected as error:
            log.info("command_rejected", extra=_about(delivery) | {"code": error.code, "reason": str(error)})
        await fault.point(self._service, fault.BEFORE_ACK, _name(delivery))
        await delivery.ack()

    async def _dead(self, delivery: Delivery, error: Permanent) -> None:
        if self._keeps and self._is_readable(delivery):
            await delivery.nak(MAX_DELAY_SECONDS, failed=True)
        else:
            await self._given_up(delivery, error.code, error.code)

    async def _failed(self, delivery: Delivery) -> None:
        if self._max_deliveries is not None and delivery.delivered >= self._max_deliveries:
            await self._given_up(delivery, MessageFault.INTERNAL_ERROR, "too_many_deliveries")
        else:
            await delivery.nak(min(MAX_DELAY_SECONDS, 2.0 ** min(delivery.delivered - 1, 10)), failed=True)

    async def _given_up(self, delivery: Delivery, code: str, reason: str) -> None:
        """Answer the message for the last time, if it says whose it is, then bury it; later, where that fails now."""
        try:
            if self._give_up is not None and (head := _find_envelope(delivery)) is not None:
                await self._give_up(head, code)
            await self._dead_letters.bury(delivery, reason)
        except Exception as error:
            log.error("dead_letter_failed", extra=_about(delivery) | describe_error(error))
            await delivery.nak(MAX_DELAY_SECONDS / 2, failed=True)

    def _is_readable(self, delivery: Delivery) -> bool:
        try:
            self._decode(delivery)
        except Permanent:
            return False
        return True


def commands() -> Decode[Received[Command]]:
    """A function that decodes a delivery as a command; one that is not what its subject says is misfiled."""
    codec = Codec()
    return lambda delivery: codec.decode_command(delivery.subject, delivery.headers, delivery.data)


def events() -> Decode[Recorded[Event]]:
    """A function that decodes a delivery as an event of the log."""
    codec = Codec()
    return lambda delivery: codec.decode_event(delivery.subject, delivery.headers, delivery.data, delivery.sequence)


def event_envelopes() -> Decode[Envelope]:
    """A function that decodes what an event says about itself, and nothing of what it says."""
    return lambda delivery: agreement.read_event(delivery.subject, delivery.headers)[1]


def firings() -> Decode[Firing]:
    """A function that decodes a delivery as a timer that fired."""
    return lambda delivery: timers.read(delivery.subject, delivery.headers)


def by_command(table: Mapping[type[Command], Callable[[Any], Awaitable[None]]]) -> Handle[Received[Command]]:
    """A function that hands each command to the table's entry for its type; one without an entry is UnknownMessage."""

    async def handle(received: Received[Command]) -> None:
        await _entry(table, received.command)(received)

    return handle


def by_event(table: Mapping[type[Event], Callable[[Any], Awaitable[None]]]) -> Handle[Recorded[Event]]:
    """A function that hands each event to the table's entry for its type; one without an entry is UnknownMessage."""

    async def handle(recorded: Recorded[Event]) -> None:
        await _entry(table, recorded.event)(recorded)

    return handle


def _entry(table: Mapping[Any, Callable[[Any], Awaitable[None]]], message: object) -> Callable[[Any], Awaitable[None]]:
    handler = table.get(type(message))
    if handler is None:
        raise UnknownMessage(f"nothing here handles {type(message).__name__}", code=MessageFault.NOT_HANDLED_HERE)
    return handler


def _find_envelope(delivery: Delivery) -> Envelope | None:
    try:
        return agreement.read_command(delivery.subject, delivery.headers)
    except Permanent:
        return None


def _name(delivery: Delivery) -> str:
    """The command's or event's name, the timer's: the subject's last token."""
    return delivery.subject.rpartition(".")[2]


def _about(delivery: Delivery) -> dict[str, object]:
    return {
        "what": _name(delivery),
        "stream": delivery.stream,
        "sequence": delivery.sequence,
        "delivered": delivery.delivered,
    }
