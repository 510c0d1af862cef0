"""One message as a consumer delivered it, and the four answers it can be given."""

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
    """What became of a message in hand."""

    HANDLED = "handled"
    #: it comes again, as it is meant to
    GIVEN_BACK = "given_back"
    #: it comes again, as its handling failed
    FAILED = "failed"
    BURIED = "buried"
    LEFT = "left"


#: What is answered so does not come again.
_DONE = (Settlement.HANDLED, Settlement.BURIED)


class Delivery:
    """A message in hand. An answer that does not reach the server is lost; the message comes again, as any may."""

    __slots__ = ("_bus", "_message", "_place", "settlement")

    def __init__(self, bus: Bus, message: Msg) -> None:
        self._bus = bus
        self._message = message
        self._place = metadata.parse(message.reply)
        #: What became of it; None while it is in hand.
        self.settlement: Settlement | None = None

    @property
    def subject(self) -> str:
        """The subject that it was published on."""
        return self._message.subject

    @property
    def headers(self) -> Mapping[str, str]:
        """The message's headers; empty where it has none."""
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
        """How often it was delivered, this time included."""
        return self._place.delivered

    @property
    def pending(self) -> int:
        """How many messages the consumer still has after it."""
        return self._place.pending

    @property
    def stored_at(self) -> datetime:
        """When the stream took it, aware."""
        return self._place.stored_at

    @property
    def settled(self) -> bool:
        """Whether it is in hand no more."""
        return self.settlement is not None

    async def ack(self) -> None:
        """Tell the server that the message is done; under the ack-all policy, so is everything before it."""
        await self._settle(Settlement.HANDLED, b"+ACK")

    async def nak(self, delay: float = 0.0, *, failed: bool = False) -> None:
        """Give it back; it comes again after `delay` seconds. `failed`: nothing but an error is the reason."""
        wait = msgspec.json.encode({"delay": round(delay * 1_000_000_000)}) if delay > 0 else b""
        await self._settle(Settlement.FAILED if failed else Settlement.GIVEN_BACK, b"-NAK " + wait if wait else b"-NAK")

    async def term(self) -> None:
        """Tell the server never to deliver the message again."""
        await self._settle(Settlement.BURIED, b"+TERM")

    def leave(self) -> None:
        """Give it no answer: another delivery of the same message is in other hands, and any answer would be theirs."""
        self.settlement = Settlement.LEFT

    async def in_progress(self) -> None:
        """Tell the server that the message is still being worked on: its ack wait begins anew."""
        if not self.settled:
            await self._say(b"+WPI")

    async def _settle(self, settlement: Settlement, said: bytes) -> None:
        if not self.settled:
            self.settlement = settlement
            if settlement in _DONE and self.stream == streams.INTAKE and not await self._overwrite():
                return
            await self._say(said)

    async def _overwrite(self) -> bool:
        """Have the server overwrite on its disk what people said; where it can't now, the message comes again."""
        try:
            await self._bus.api(f"STREAM.MSG.DELETE.{self.stream}", {"seq": self.sequence})
        except StreamUnavailable:
            return False
        except ApiError as error:  # done before, and its ack was lost
            log.info("message_not_overwritten", extra={"sequence": self.sequence, "code": error.code})
        return True

    async def _say(self, said: bytes) -> None:
        with suppress(StreamUnavailable):
            await self._bus.send(self._message.reply, said)
