"""The event log on JetStream: GH_EVENTS, read by `reading`, guarded by the server's expectations.

An expectation's filter need not match the subject published to, so a slip there would silently switch it off: the
headers are built here alone, from the same aggregate as the subject.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from ghosthands.domain.errors import Conflict
from ghosthands.domain.message import Event
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log import reading
from ghosthands.messaging.log.event_log import AppendRequest, EventLog, cause_reused, find_said
from ghosthands.messaging.log.follow import StreamFeed
from ghosthands.messaging.server import beginning
from ghosthands.messaging.server.jetstream import Bus, Outgoing, WrongSequence
from ghosthands.messaging.wire import trail
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import EXPECTED_SEQUENCE, EXPECTED_SEQUENCE_FILTER
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.wire.subjects import Aggregate

#: Seconds before each look for an event that the server says it has.
READ_BACK_PAUSES = (0.0, 0.2, 1.0)


class JetStreamEventLog(EventLog):
    """The log as the bus's service may use it."""

    def __init__(self, bus: Bus, *, clock: Clock = utc_now) -> None:
        super().__init__(bus.service, Codec(), clock)
        self._bus = bus

    async def refresh(self, history: History) -> History:
        """The history and what was appended since, up to this moment by the leader's word."""
        newer = await reading.read(self._bus, history.aggregate, after=history.last_sequence, count=history.count)
        first = await beginning.find(self._bus)
        count = history.count + sum(message.sequence >= first for message in newer)
        return replace(self._continue(history, newer), count=count)

    def follow(self, aggregate: Aggregate) -> StreamFeed[Recorded[Event]]:
        """The aggregate's events as they come, from the first on."""
        return StreamFeed(self._bus, aggregate.subjects(), self.find_event, reading.ReadOn(self._bus, aggregate).read)

    async def _store(self, appends: Sequence[AppendRequest]) -> list[Recorded[Event]]:
        begins = await beginning.find(self._bus)
        messages = [message for append in appends for message in self._messages(append, begins)]
        try:
            ack = await (self._bus.publish_batch(messages) if len(messages) > 1 else self._bus.publish(messages[0]))
        except WrongSequence as refusal:
            return await self._read_back(appends, repeated=refusal.repeated)
        if ack.duplicate:
            return await self._read_back(appends, repeated=True)
        drafts = [draft for append in appends for draft in append.drafts]
        first = ack.sequence - len(drafts) + 1
        return [draft.recorded(sequence) for sequence, draft in enumerate(drafts, start=first)]

    def _messages(self, append: AppendRequest, begins: int) -> list[Outgoing]:
        """The append's messages; the first carries the expectation, which the server checks before all of them.

        Of what has left the server, which has the log from `begins` on, it knows nothing any more; nor can that change.
        """
        expected = append.expectation.sequence
        expectation = {
            EXPECTED_SEQUENCE: str(expected if expected >= begins else 0),
            EXPECTED_SEQUENCE_FILTER: append.expectation.subjects,
        }
        return [
            Outgoing(
                draft.subject,
                draft.data,
                draft.envelope.headers()
                | {trail.HEADER: append.history.trail_of(self.service).told(append.begun, at)}
                | ({} if at else expectation),
            )
            for at, draft in enumerate(append.drafts)
        ]

    async def _read_back(self, appends: Sequence[AppendRequest], *, repeated: bool) -> list[Recorded[Event]]:
        """The drafts as an earlier try stored them.

        Raises Conflict when it was other events that came in between; Permanent when nothing did, yet an id is taken
        (`repeated`): by an event of this service's elsewhere. A leader just elected may need a moment to see what it
        stored.
        """
        drafts = [draft for append in appends for draft in append.drafts]
        for pause in READ_BACK_PAUSES:
            await asyncio.sleep(pause)
            newer = await self._newer(appends)
            found = [find_said(newer.get(draft.envelope.id, ()), draft) for draft in drafts]
            said = [recorded for recorded in found if recorded]
            if len(said) == len(drafts):
                return said
            if newer or not repeated:
                aggregate = drafts[0].aggregate
                raise Conflict(f"another writer was first on {aggregate.kind} {aggregate.id}", delay=0.1)
        raise cause_reused(drafts[0])

    async def _newer(self, appends: Sequence[AppendRequest]) -> dict[str, list[Recorded[Event]]]:
        """What was stored past the expectations of what they look at, by id."""
        newer: dict[str, list[Recorded[Event]]] = {}
        for append in appends:
            expected, history = append.expectation, append.history
            looked_at = expected.subjects.removesuffix(">")
            for stored in await reading.read(
                self._bus, history.aggregate, after=history.last_sequence, count=history.count
            ):
                if stored.sequence <= expected.sequence or not stored.subject.startswith(looked_at):
                    continue
                if recorded := self.find_event(stored):
                    newer.setdefault(recorded.id, []).append(recorded)
        return newer
