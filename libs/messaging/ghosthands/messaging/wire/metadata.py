"""Delivery metadata in a message's reply subject (NATS ADR-15).

$JS.ACK.<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<ns>.<pending>
$JS.ACK.<domain>.<account>.<stream>.…                       servers with domains
"""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

_SHORT = 9


class Metadata(msgspec.Struct, frozen=True, gc=False):
    """The metadata of a delivery: its message's stream and sequence, and the number of deliveries."""

    stream: str
    consumer: str
    #: 1 for the first time
    delivered: int
    sequence: int
    #: its number among this consumer's deliveries; a gap means that one was lost on the way
    consumer_sequence: int
    #: nanoseconds since 1970 when it was stored
    stored_ns: int
    #: the number of messages after it that the consumer has yet to deliver
    pending: int

    @property
    def stored_at(self) -> datetime:
        """The time at which the stream stored it, aware."""
        return datetime.fromtimestamp(self.stored_ns / 1_000_000_000, UTC)


def parse(reply: str) -> Metadata:
    """Parse a reply subject. Raises ValueError for any other subject."""
    tokens = reply.split(".")
    if len(tokens) < _SHORT or tokens[0] != "$JS" or tokens[1] != "ACK":
        raise ValueError("not a JetStream reply subject")
    own = tokens[2:9] if len(tokens) == _SHORT else tokens[4:11]
    stream, consumer, delivered, sequence, consumer_sequence, stored_ns, pending = own
    return Metadata(
        stream, consumer, int(delivered), int(sequence), int(consumer_sequence), int(stored_ns), int(pending)
    )
