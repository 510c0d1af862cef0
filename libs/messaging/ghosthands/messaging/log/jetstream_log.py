"""The event log on JetStream: the stream GH_EVENTS, read by `reading`, guarded by the server's expectations.

The server does not check that an expectation's filter matches the published subject, so a mistake there would silently
disable it: only this module builds the headers, from the same aggregate as the subject.
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
from ghosthands.messaging.server.jetstream import Bus, Outgoing, Stored, WrongSequence
from ghosthands.messaging.wire import trail
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import EXPECTED_SEQUENCE, EXPECTED_SEQUENCE_FILTER
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.wire.subjects import event as event_subject

#: Seconds before each look for an event that the server reports as stored.
READ_BACK_PAUSES = (0.0, 0.2, 1.0)


class JetStreamEventLog(EventLog):
    """The log, with the permissions of the bus's service."""

    def __init__(self, bus: Bus, *, clock: Clock = utc_now) -> None:
        super().__init__(bus.service, Codec(), clock)
        self._bus = bus

    async def refresh(self, history: History) -> History:
        """Return the history with everything appended since, up to now according to the leader."""
        newer = await reading.read(self._bus, history.aggregate, after=history.last_sequence, count=history.count)
        first = await beginning.find(self._bus)
        count = history.count + sum(message.sequence >= first for message in newer)
        return replace(self._continue(history, newer), count=count)

    def follow(self, aggregate: Aggregate) -> StreamFeed[Recorded[Event]]:
        """Follow the aggregate's events from the first on."""
        return StreamFeed(self._bus, aggregate.subjects(), self.find_events, reading.ReadOn(self._bus, aggregate).read)

    async def _find_stored(self, aggregate: Aggregate) -> Sequence[Stored]:
        return await reading.read(self._bus, aggregate, after=0)

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
        """Build the append's messages; the first carries the expectation, which the server checks before all of them.

        The server has the log from `begins` on. It knows nothing of earlier messages, so it is told to expect none;
        those cannot change any more.
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
                | {trail.HEADER: append.history.trail_of(self.service).encode(append.begun, at)}
                | ({} if at else expectation),
            )
            for at, draft in enumerate(append.drafts)
        ]

    async def _read_back(self, appends: Sequence[AppendRequest], *, repeated: bool) -> list[Recorded[Event]]:
        """Return the drafts as an earlier try stored them.

        Raises Conflict if other events were stored meanwhile; Permanent if none were, yet an id is taken (`repeated`):
        then the service has another event elsewhere under it. A leader just elected may need a moment to see what it
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
        """Return the events stored past each expectation on its subjects, by id."""
        newer: dict[str, list[Recorded[Event]]] = {}
        for append in appends:
            expected, history = append.expectation, append.history
            looked_at = expected.subjects.removesuffix(">")
            stored = await reading.read(self._bus, history.aggregate, after=history.last_sequence, count=history.count)
            for recorded in self.find_events(stored):
                subject = event_subject(recorded.aggregate, recorded.service, recorded.name)
                if recorded.sequence > expected.sequence and subject.startswith(looked_at):
                    newer.setdefault(recorded.id, []).append(recorded)
        return newer
