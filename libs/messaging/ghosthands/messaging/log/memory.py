"""In-memory twins of the event log and of a bus that keeps what was published, for unit tests and trials.

Events are kept as the bytes and headers they have on the wire, so whatever does not survive the wire fails here too.
Conditions, ids, ownership and feeds work as on JetStream. There are no time-outs and no lost connections, and an id is
remembered for ever, where the server forgets it after two minutes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

from ghosthands.domain import ownership
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Conflict
from ghosthands.domain.message import Event
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log.event_log import AppendRequest, Draft, EventLog, Feed, cause_reused, find_said
from ghosthands.messaging.server.jetstream import Ack, Outgoing, Stored
from ghosthands.messaging.server.waiting import Forbidden
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import MESSAGE_ID
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.wire.subjects import Aggregate, writer_of_event

Owns = Mapping[str, Mapping[Kind, Collection[type[Event]]]]


class MemoryStream:
    """The stored log, shared by every service's access to it."""

    def __init__(self, clock: Clock = utc_now) -> None:
        self._clock = clock
        self._stored: list[Stored] = []
        self._by_id: dict[tuple[str | None, str], Stored] = {}
        self._feeds: set[asyncio.Event] = set()

    def on(self, subjects: str, *, after: int = 0) -> list[Stored]:
        """Return the messages on a filter that ends in `>`, past a sequence."""
        prefix = subjects.removesuffix(">")
        return [stored for stored in self._stored[after:] if stored.subject.startswith(prefix)]

    def last_sequence(self, subjects: str) -> int:
        """Return the sequence of the last message on the filter; 0 for none."""
        return max((stored.sequence for stored in self.on(subjects)), default=0)

    def find(self, message_id: str, service: str) -> Stored | None:
        """Return the message that the service stored under that id, if there is one."""
        return self._by_id.get((service, message_id))

    def store(self, messages: Sequence[Outgoing]) -> list[Stored]:
        """Store the messages in order and wake every feed."""
        first = len(self._stored) + 1
        stored = [
            Stored(message.subject, sequence, message.headers, message.data, self._clock())
            for sequence, message in enumerate(messages, start=first)
        ]
        self._stored += stored
        self._by_id |= {(writer_of_event(one.subject), one.headers[MESSAGE_ID]): one for one in stored}
        for news in self._feeds:
            news.set()
        return stored

    def watch(self) -> asyncio.Event:
        """Return an asyncio event that is set whenever something is stored; end it with `unwatch`."""
        news = asyncio.Event()
        self._feeds.add(news)
        return news

    def unwatch(self, news: asyncio.Event) -> None:
        """Stop setting the asyncio event."""
        self._feeds.discard(news)


class MemoryEventLog(EventLog):
    """The log, with the permissions of `service`; `owns=None` lets it write any event."""

    def __init__(
        self,
        service: str,
        codec: Codec | None = None,
        clock: Clock = utc_now,
        *,
        stream: MemoryStream | None = None,
        owns: Owns | None = ownership.OWNS_OF,
    ) -> None:
        super().__init__(service, codec or Codec(), clock)
        self._stream = stream or MemoryStream(clock)
        self._owns = owns

    def as_service(self, service: str) -> MemoryEventLog:
        """Return another service's access to the same log."""
        return MemoryEventLog(service, self.codec, self._clock, stream=self._stream, owns=self._owns)

    async def refresh(self, history: History) -> History:
        """Return the history with everything appended since."""
        return self._continue(history, self._stream.on(history.aggregate.subjects(), after=history.last_sequence))

    async def _find_stored(self, aggregate: Aggregate) -> Sequence[Stored]:
        return self._stream.on(aggregate.subjects(), after=0)

    @asynccontextmanager
    async def follow(self, aggregate: Aggregate) -> AsyncIterator[Feed]:
        """Follow the aggregate's events from the first on."""
        news = self._stream.watch()
        try:
            yield _MemoryFeed(lambda after: self._read(aggregate.subjects(), after=after), news)
        finally:
            self._stream.unwatch(news)

    async def _store(self, appends: Sequence[AppendRequest]) -> list[Recorded[Event]]:
        drafts = [draft for append in appends for draft in append.drafts]
        self._check_ownership(drafts)
        holds = all(map(self._holds, appends))
        if not holds or any(self._stream.find(draft.envelope.id, self.service) for draft in drafts):
            return self._read_back(appends, holds=holds)
        messages = [Outgoing(draft.subject, draft.data, draft.envelope.headers()) for draft in drafts]
        return [self.decode(stored) for stored in self._stream.store(messages)]

    def _holds(self, append: AppendRequest) -> bool:
        return self._stream.last_sequence(append.expectation.subjects) == append.expectation.sequence

    def _read_back(self, appends: Sequence[AppendRequest], *, holds: bool) -> list[Recorded[Event]]:
        """Return the drafts as stored past their writer's knowledge.

        Raises Conflict if other events were stored meanwhile; Permanent if none were, and an id is taken elsewhere.
        """
        newer = [self._find_newer(append, draft) for append in appends for draft in append.drafts]
        found = [earlier for earlier in newer if earlier is not None]
        if len(found) == len(newer):
            return found
        draft = appends[0].drafts[0]
        if holds:
            raise cause_reused(draft)
        raise Conflict(f"another writer was first on {draft.aggregate.kind} {draft.aggregate.id}", delay=0.1)

    def _find_newer(self, append: AppendRequest, draft: Draft) -> Recorded[Event] | None:
        stored = self._stream.find(draft.envelope.id, self.service)
        if stored is None or stored.sequence <= append.expectation.sequence:
            return None
        recorded = self.find_event(stored)
        return find_said([recorded], draft) if recorded and recorded.aggregate == draft.aggregate else None

    def _check_ownership(self, drafts: Sequence[Draft]) -> None:
        if self._owns is None:
            return
        for draft in drafts:
            if type(draft.event) not in self._owns[self.service].get(draft.aggregate.kind, ()):
                raise Forbidden(f"{self.service} may not publish {draft.subject}", code=MessageFault.FORBIDDEN)

    def _read(self, subjects: str, *, after: int = 0) -> list[Recorded[Event]]:
        return self.find_events(self._stream.on(subjects, after=after))


class _MemoryFeed:
    """A feed of the events in this process."""

    def __init__(self, read: Callable[[int], list[Recorded[Event]]], news: asyncio.Event) -> None:
        self._read = read
        self._news = news
        self._last = 0

    async def next(self, timeout: float) -> list[Recorded[Event]]:
        """Return every new event, as soon as there is one; empty after the time-out."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not (arrived := self._read(self._last)):
                    self._news.clear()
                    await self._news.wait()
                self._last = arrived[-1].sequence
                return arrived
        return []


class MemoryBus:
    """A bus that keeps what a service publishes: the `Publisher` of `Commands`, `Timers` and `Outbox` in unit tests."""

    def __init__(self, service: str) -> None:
        self.service = service
        #: Everything published, oldest first; a repeated id once.
        self.published: list[Outgoing] = []

    async def publish(self, message: Outgoing) -> Ack:
        """Keep the message; an id that was used before makes it a duplicate."""
        message_id = message.headers.get(MESSAGE_ID)
        for sequence, earlier in enumerate(self.published, start=1):
            if message_id and earlier.headers.get(MESSAGE_ID) == message_id:
                return Ack("memory", sequence, duplicate=True)
        self.published.append(message)
        return Ack("memory", len(self.published))
