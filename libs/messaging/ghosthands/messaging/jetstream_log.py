"""The event log on JetStream: GH_EVENTS, read by batched direct get, guarded by the server's expectations.

An expectation's filter need not match the subject published to, so a slip there would silently switch it off: the
headers are built here alone, from the same aggregate as the subject.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from ghosthands.domain.errors import Conflict
from ghosthands.domain.message import Event
from ghosthands.messaging import direct_get
from ghosthands.messaging.codec import Codec
from ghosthands.messaging.envelope import EXPECTED_SEQUENCE, EXPECTED_SEQUENCE_FILTER
from ghosthands.messaging.event_log import Append, EventLog, same_event
from ghosthands.messaging.follow import ConsumerFeed
from ghosthands.messaging.jetstream import Bus, Outgoing, Stored, WrongSequence
from ghosthands.messaging.recorded import History, Recorded
from ghosthands.messaging.streams import EVENTS
from ghosthands.messaging.subjects import Aggregate


class JetStreamEventLog(EventLog):
    """The log as the bus's service may use it."""

    def __init__(self, bus: Bus, codec: Codec | None = None, clock: Callable[[], datetime] | None = None) -> None:
        super().__init__(bus.service, codec or Codec(), clock)
        self._bus = bus

    async def load(self, aggregate: Aggregate, *, after: int = 0) -> History:
        """See EventLog."""
        heads = await self._heads(aggregate, after) if after else {}
        start = History(aggregate, last_sequence=max(heads.values(), default=0), heads=heads)
        stored = direct_get.each(self._bus, EVENTS, aggregate.subjects(), after=after)
        return start.continued([self.decode(message) async for message in stored])

    async def refresh(self, history: History) -> History:
        """See EventLog."""
        subjects = history.aggregate.subjects()
        newer = await self._bus.read_back(EVENTS, subjects, after=history.last_sequence)
        return history.continued([self.decode(message) for message in newer])

    def follow(self, aggregate: Aggregate) -> ConsumerFeed:
        """See EventLog."""
        return ConsumerFeed(self._bus, EVENTS, aggregate.subjects(), self.decode)

    def decode(self, stored: Stored) -> Recorded[Event]:
        """The event in a message of GH_EVENTS. Raises UnknownMessage, SchemaMismatch."""
        return self.codec.decode_event(stored.subject, stored.headers, stored.data, stored.sequence)

    async def _heads(self, aggregate: Aggregate, up_to: int) -> dict[str, int]:
        """The last sequence each service wrote on the aggregate up to there."""
        heads: dict[str, int] = {}
        for stored in await direct_get.last_of_each(self._bus, EVENTS, aggregate.subjects(), up_to=up_to):
            service = stored.subject.split(".")[4]
            heads[service] = max(heads.get(service, 0), stored.sequence)
        return heads

    async def _store(self, appends: Sequence[Append]) -> list[Recorded[Event]]:
        messages = [message for append in appends for message in self._messages(append)]
        try:
            ack = await (self._bus.publish_batch(messages) if len(messages) > 1 else self._bus.publish(messages[0]))
        except WrongSequence:
            return await self._read_back(appends)
        drafts = [draft for append in appends for draft in append.drafts]
        first = ack.sequence - len(drafts) + 1
        return [draft.recorded(sequence) for sequence, draft in enumerate(drafts, start=first)]

    def _messages(self, append: Append) -> list[Outgoing]:
        """The append's messages; the first carries the expectation, which the server checks before all of them."""
        expectation = {
            EXPECTED_SEQUENCE: str(append.expectation.sequence),
            EXPECTED_SEQUENCE_FILTER: append.expectation.subjects,
        }
        return [
            Outgoing(
                draft.subject,
                self.codec.encode(draft.event),
                draft.envelope.headers() | (expectation if draft is append.drafts[0] else {}),
            )
            for draft in append.drafts
        ]

    async def _read_back(self, appends: Sequence[Append]) -> list[Recorded[Event]]:
        """The drafts as an earlier try stored them. Raises Conflict when it was another writer's events instead."""
        stored: dict[str, Recorded[Event]] = {}
        for append in appends:
            newer = await self._bus.read_back(EVENTS, append.expectation.subjects, after=append.expectation.sequence)
            stored |= {recorded.id: recorded for recorded in map(self.decode, newer)}
        drafts = [draft for append in appends for draft in append.drafts]
        if any(draft.envelope.id not in stored for draft in drafts):
            aggregate = drafts[0].aggregate
            raise Conflict(f"another writer was first on {aggregate.kind} {aggregate.id}", delay=0.1)
        return [same_event(stored[draft.envelope.id], draft) for draft in drafts]
