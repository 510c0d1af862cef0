"""A message as a consumer delivered it, and its four possible answers."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from enum import StrEnum

import msgspec
from nats.aio.msg import Msg

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import ApiError, Bus
from ghosthands.messaging.wire import metadata

log = logging.getLogger(__name__)


class Settlement(StrEnum):
    """The outcome of a message in hand."""

    HANDLED = "handled"
    #: it is redelivered, as intended
    GIVEN_BACK = "given_back"
    #: it is redelivered, since its handling failed
    FAILED = "failed"
    BURIED = "buried"
    LEFT = "left"


#: After these outcomes a message is not redelivered.
_DONE = (Settlement.HANDLED, Settlement.BURIED)


class Delivery:
    """A message in hand. If an answer does not reach the server, the message is redelivered, as any may be."""

    __slots__ = ("_bus", "_message", "_place", "settlement")

    def __init__(self, bus: Bus, message: Msg) -> None:
        self._bus = bus
        self._message = message
        self._place = metadata.parse(message.reply)
        #: The outcome; None while the message is in hand.
        self.settlement: Settlement | None = None

    @property
    def subject(self) -> str:
        """The subject it was published on."""
        return self._message.subject

    @property
    def headers(self) -> Mapping[str, str]:
        """The message's headers; empty if it has none."""
        return self._message.headers or {}

    @property
    def data(self) -> bytes:
        """The message's payload."""
        return self._message.data

    @property
    def stream(self) -> str:
        """The stream that holds it."""
        return self._place.stream

    @property
    def sequence(self) -> int:
        """The message's sequence in the stream."""
        return self._place.sequence

    @property
    def consumer_sequence(self) -> int:
        """The delivery's number among the consumer's, from 1."""
        return self._place.consumer_sequence

    @property
    def delivered(self) -> int:
        """The number of the message's deliveries, including this one."""
        return self._place.delivered

    @property
    def pending(self) -> int:
        """The number of messages that the consumer still has after it."""
        return self._place.pending

    @property
    def stored_at(self) -> datetime:
        """The time at which the stream stored it, aware."""
        return self._place.stored_at

    @property
    def settled(self) -> bool:
        """Whether it has an outcome."""
        return self.settlement is not None

    def renew(self, later: Delivery) -> None:
        """Answer by a later delivery of the same message from now on."""
        self._message, self._place = later._message, later._place

    async def ack(self) -> None:
        """Acknowledge the message; under the ack-all policy this includes everything before it."""
        await self._settle(Settlement.HANDLED, b"+ACK")

    async def nak(self, delay: float = 0.0, *, failed: bool = False) -> None:
        """Give the message back, to be redelivered after `delay` seconds; `failed` if the reason is an error."""
        wait = msgspec.json.encode({"delay": round(delay * 1_000_000_000)}) if delay > 0 else b""
        await self._settle(Settlement.FAILED if failed else Settlement.GIVEN_BACK, b"-NAK " + wait if wait else b"-NAK")

    async def term(self) -> None:
        """Tell the server never to deliver the message again."""
        await self._settle(Settlement.BURIED, b"+TERM")

    def leave(self) -> None:
        """Give no answer, since another process has a newer delivery of it, and the answer would count for that one."""
        self.settlement = Settlement.LEFT

    async def in_progress(self) -> None:
        """Tell the server that the message is still being handled, which restarts its ack wait."""
        if not self.settled:
            await self._say(b"+WPI")

    async def _settle(self, settlement: Settlement, said: bytes) -> None:
        if not self.settled:
            self.settlement = settlement
            if settlement in _DONE and self.stream in streams.FROM_OUTSIDE and not await self._overwrite():
                return
            await self._say(said)

    async def _overwrite(self) -> bool:
        """Delete a person's message, which the server overwrites on its disk; if that fails now, it is redelivered."""
        try:
            await self._bus.delete(self.stream, self.sequence)
        except StreamUnavailable:
            return False
        except ApiError as error:
            log.error("message_not_overwritten", extra={"sequence": self.sequence, "code": error.code})
        return True

    async def _say(self, said: bytes) -> None:
        with suppress(StreamUnavailable):
            await self._bus.send(self._message.reply, said)
