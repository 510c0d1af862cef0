"""Handling a message: decode it, pass it to its handler, and answer it.

    handled                    -> ack
    CommandRejected            -> ack and a log entry: the refusal was the answer
    StaleEpoch                 -> no answer: another process has the message by now, and the answer would count for it
    Transient                  -> nak with its delay; NotYet is not logged
    NewerMessage               -> nak as failed, however often: it is kept for a process that is upgraded; after longer
                                  and longer pauses if the message is known, and only its job's history is not;
                                  acked, if it is an event that an operator gave up
    Permanent, undecodable     -> dead letter, term; where messages are kept, one that can be decoded is redelivered
    anything else              -> the error's class and place in the log, nak with a growing delay; after
                                  `max_failures`, where there is such a limit, given up as a dead letter

Failures are counted, not deliveries: a message that waits for its turn is delivered many times. Each process counts
those that it saw itself, so with several processes a message may fail more often before one of them gives it up.

Requests from outside and RunJob have no limit: a job is never lost to a bug that a release will fix. Messages that move
jobs on are also kept for that release, whatever a handler's error. A message that is given up gets a last answer first,
if its service has one (`refusals`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
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
from ghosthands.messaging.server.streams import EVENTS
from ghosthands.messaging.wire import agreement
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Envelope
from ghosthands.messaging.wire.recorded import Received, Recorded
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work import timers
from ghosthands.messaging.work.dead_letters import DeadLetters
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.messaging.work.timers import Firing

log = logging.getLogger(__name__)

M = TypeVar("M")

#: The number of unexpected errors, in one process, that make a command or timer a dead letter.
MAX_FAILURES = 5
#: The number of messages whose failures a process remembers; another process may have handled the oldest since.
MAX_REMEMBERED = 1_000
#: The longest delay in seconds after an unexpected error; it begins with one second and doubles.
MAX_DELAY_SECONDS = 60.0
#: After so many deliveries a message whose job's history is a newer release's waits twice as long.
PATIENT_DELIVERIES = 12


Decode = Callable[[Delivery], M]
Handle = Callable[[M], Awaitable[None]]
#: Answers a message that is given up, from its envelope and the code of the reason.
GiveUp = Callable[[Envelope, str], Awaitable[None]]
#: Returns whether an operator gave up the aggregate's event at that sequence.
HasGivenUp = Callable[[Aggregate, int], Awaitable[bool]]


class Handling(Generic[M]):
    """A puller's handler: decodes each message, passes it to its handler, and answers it."""

    def __init__(
        self,
        service: str,
        decode: Decode[M],
        handle: Handle[M],
        dead_letters: DeadLetters,
        *,
        max_failures: int | None = MAX_FAILURES,
        give_up: GiveUp | None = None,
        keeps: bool = False,
        has_given_up: HasGivenUp | None = None,
    ) -> None:
        self._service = service
        self._decode = decode
        self._handle = handle
        self._dead_letters = dead_letters
        self._max_failures = max_failures
        #: by stream and sequence, the failures of messages that were not handled yet
        self._failures: dict[tuple[str, int], int] = {}
        self._give_up = give_up
        self._keeps = keeps
        self._has_given_up = has_given_up

    async def __call__(self, delivery: Delivery) -> None:
        """Handle the message and answer it; raises nothing but cancellation."""
        try:
            await self._handle_and_ack(delivery)
        except StaleEpoch as error:
            log.info("message_left_to_another", extra=_describe(delivery) | {"reason": str(error)})
            delivery.leave()
        except NotYet as error:
            await delivery.nak(error.delay)
        except NewerMessage as error:
            log.warning("message_is_newer", extra=_describe(delivery) | describe_error(error) | {"mend": str(error)})
            await self._keep_for_newer(delivery, error.delay)
        except Transient as error:
            log.info("message_comes_again", extra=_describe(delivery) | describe_error(error) | {"reason": str(error)})
            await delivery.nak(error.delay)
        except Permanent as error:
            log.warning("message_is_dead", extra=_describe(delivery) | describe_error(error) | {"code": error.code})
            await self._end_or_keep(delivery, error)
        except Exception as error:
            log.error("message_failed", extra=_describe(delivery) | describe_error(error))
            await self._try_later(delivery)

    async def _handle_and_ack(self, delivery: Delivery) -> None:
        message = self._decode(delivery)
        try:
            await self._handle(message)
        except CommandRejected as error:
            log.info("command_rejected", extra=_describe(delivery) | {"code": error.code, "reason": str(error)})
        await fault.point(self._service, fault.BEFORE_ACK, _name(delivery))
        await delivery.ack()
        self._forget_failures(delivery)

    async def _keep_for_newer(self, delivery: Delivery, delay: float) -> None:
        """Give the message back for a process that is upgraded, unless nobody waits for it any more."""
        try:
            self._decode(delivery)
        except NewerMessage:
            if await self._is_given_up(delivery):
                await delivery.ack()
        else:
            delay = min(MAX_DELAY_SECONDS, delay * 2.0 ** min(delivery.delivered // PATIENT_DELIVERIES, 10))
        await delivery.nak(delay, failed=True)

    async def _is_given_up(self, delivery: Delivery) -> bool:
        """Whether the message is an event that an operator gave up."""
        if self._has_given_up is None or delivery.stream != EVENTS:
            return False
        aggregate, _ = agreement.read_event(delivery.subject, delivery.headers)
        with suppress(Transient):
            return await self._has_given_up(aggregate, delivery.sequence)
        return False

    async def _end_or_keep(self, delivery: Delivery, error: Permanent) -> None:
        if self._keeps and self._is_readable(delivery):
            await delivery.nak(MAX_DELAY_SECONDS, failed=True)
        else:
            await self._give_message_up(delivery, error.code, error.code)

    async def _try_later(self, delivery: Delivery) -> None:
        failures = self._count_failure(delivery)
        if self._max_failures is not None and failures >= self._max_failures:
            await self._give_message_up(delivery, MessageFault.INTERNAL_ERROR, "too_many_failures")
        else:
            await delivery.nak(min(MAX_DELAY_SECONDS, 2.0 ** min(failures - 1, 10)), failed=True)

    def _count_failure(self, delivery: Delivery) -> int:
        """Return the number of the message's failures in this process, including this one."""
        key = (delivery.stream, delivery.sequence)
        failures = self._failures[key] = self._failures.pop(key, 0) + 1
        if len(self._failures) > MAX_REMEMBERED:
            del self._failures[next(iter(self._failures))]
        return failures

    def _forget_failures(self, delivery: Delivery) -> None:
        self._failures.pop((delivery.stream, delivery.sequence), None)

    async def _give_message_up(self, delivery: Delivery, code: str, reason: str) -> None:
        """Send the last answer, if the envelope can be read, then make a dead letter; try again later if that fails."""
        try:
            if self._give_up is not None and (head := _find_envelope(delivery)) is not None:
                await self._give_up(head, code)
            await self._dead_letters.bury(delivery, reason)
            self._forget_failures(delivery)
        except Exception as error:
            log.error("dead_letter_failed", extra=_describe(delivery) | describe_error(error))
            await delivery.nak(MAX_DELAY_SECONDS / 2, failed=True)

    def _is_readable(self, delivery: Delivery) -> bool:
        try:
            self._decode(delivery)
        except Permanent:
            return False
        return True


def commands() -> Decode[Received[Command]]:
    """Return a decoder for commands; one that does not match its subject is misfiled."""
    codec = Codec()
    return lambda delivery: codec.decode_command(delivery.subject, delivery.headers, delivery.data)


def events() -> Decode[Recorded[Event]]:
    """Return a decoder for events of the log."""
    codec = Codec()
    return lambda delivery: codec.decode_event(delivery.subject, delivery.headers, delivery.data, delivery.sequence)


def event_envelopes() -> Decode[Envelope]:
    """Return a decoder for an event's envelope alone."""
    return lambda delivery: agreement.read_event(delivery.subject, delivery.headers)[1]


def firings() -> Decode[Firing]:
    """Return a decoder for timers that fired."""
    return lambda delivery: timers.read(delivery.subject, delivery.headers)


def by_command(table: Mapping[type[Command], Callable[[Any], Awaitable[None]]]) -> Handle[Received[Command]]:
    """Return a handler that passes each command to the entry for its type. Raises UnknownMessage without one."""

    async def handle(received: Received[Command]) -> None:
        await _find_handler(table, received.command)(received)

    return handle


def by_event(table: Mapping[type[Event], Callable[[Any], Awaitable[None]]]) -> Handle[Recorded[Event]]:
    """Return a handler that passes each event to the entry for its type. Raises UnknownMessage without one."""

    async def handle(recorded: Recorded[Event]) -> None:
        await _find_handler(table, recorded.event)(recorded)

    return handle


def _find_handler(
    table: Mapping[Any, Callable[[Any], Awaitable[None]]], message: object
) -> Callable[[Any], Awaitable[None]]:
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
    """Return the subject's last token: the command's, event's or timer's name."""
    return delivery.subject.rpartition(".")[2]


def _describe(delivery: Delivery) -> dict[str, object]:
    return {
        "what": _name(delivery),
        "stream": delivery.stream,
        "sequence": delivery.sequence,
        "delivered": delivery.delivered,
    }
