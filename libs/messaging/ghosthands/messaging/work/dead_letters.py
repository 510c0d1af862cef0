"""Dead letters: a message nobody can handle is reported, with a reason and a reference, and never shown.

Its body may hold anything, a person's data in the wrong place included. A service that holds the vault seals it there
and the letter carries the reference `redrive` opens it by; another service's letter carries none: its messages hold
references only. Header and subject texts from outside are taken over where they are plainly harmless.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import datetime

import msgspec

from ghosthands.domain import ids
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.server.jetstream import Outgoing, Publisher
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import MESSAGE_ID
from ghosthands.messaging.work.delivery import Delivery

_TYPE = re.compile(r"ghosthands\.[A-Za-z]{1,64}\.v\d{1,4}")

#: Puts a body into the vault for a while; its reference there.
Seal = Callable[[bytes], Awaitable[str]]


class DeadLetter(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a message that was given up."""

    #: A stable code: why.
    reason: str
    stream: str
    sequence: int
    subject: str
    #: The envelope's type, where it has one of ours.
    type: str | None
    #: How often it was delivered.
    deliveries: int
    #: Where the sealed body lies, where it was sealed.
    reference: str | None
    at: datetime


class DeadLetters:
    """Reports dead letters in the name of the bus's service."""

    def __init__(self, bus: Publisher, *, seal: Seal | None = None) -> None:
        self._bus = bus
        self._seal = seal

    async def bury(self, delivery: Delivery, reason: str) -> None:
        """Report the message, then end its deliveries. Raises Transient when it cannot be reported now."""
        reference = await self._seal(delivery.data) if self._seal else None
        letter = DeadLetter(
            reason=reason,
            stream=delivery.stream,
            sequence=delivery.sequence,
            subject=".".join(map(subjects.token, delivery.subject.split("."))),
            type=_harmless_type(delivery.headers.get("ce-type", "")),
            deliveries=delivery.delivered,
            reference=reference,
            at=utc_now(),
        )
        message_id = ids.derived("dead", self._bus.service, delivery.stream, delivery.sequence)
        subject = subjects.dead(self._bus.service, delivery.stream)
        await self._bus.publish(Outgoing(subject, msgspec.json.encode(letter), {MESSAGE_ID: message_id}))
        await delivery.term()


def read(data: bytes) -> DeadLetter:
    """The letter in a message of GH_DEAD."""
    return msgspec.json.decode(data, type=DeadLetter)


def _harmless_type(text: str) -> str | None:
    return text if _TYPE.fullmatch(text) else None
