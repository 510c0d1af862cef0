"""Dead letters: a message that nobody can handle is reported with a reason and a reference, and never shown.

Its body may contain anything, including a person's data in the wrong place. A service with access to the vault seals
the body there, and the letter has the reference by which `redrive` opens it. Another service's letter has none, since
its messages contain only references. Headers and subjects from outside are copied only if they are clearly harmless.
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

#: Stores a body in the vault for a while, and returns its reference there.
Seal = Callable[[bytes], Awaitable[str]]


class DeadLetter(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a message that was given up."""

    #: A stable code for the reason.
    reason: str
    stream: str
    sequence: int
    subject: str
    #: The envelope's type, if it is one of ours.
    type: str | None
    #: The number of its deliveries.
    deliveries: int
    #: The vault reference of the sealed body, if it was sealed.
    reference: str | None
    at: datetime


class DeadLetters:
    """Reports dead letters in the name of the bus's service."""

    def __init__(self, bus: Publisher, *, seal: Seal | None = None) -> None:
        self._bus = bus
        self._seal = seal

    async def bury(self, delivery: Delivery, reason: str) -> None:
        """Report the message, then end its deliveries. Raises Transient if it cannot be reported now."""
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
    """Decode the letter in a message of GH_DEAD."""
    return msgspec.json.decode(data, type=DeadLetter)


def _harmless_type(text: str) -> str | None:
    return text if _TYPE.fullmatch(text) else None
