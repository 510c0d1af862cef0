"""The event log: load an aggregate's history, decide, append. It is the only writer of events.

There are two kinds of append, which differ in what they expect of the log:

    facts       what a service saw or did; this service may not have written on the aggregate meanwhile
    decisions   what follows from the whole history; *no* service may have written meanwhile

An event's id is derived, and the server gets it (`server.message_ids`), so whatever is repeated after a crash or a
time-out is stored once. A fact's id is derived from its cause and index, so that handling the command again adds
nothing. A decision's id is also derived from the sequence it was made at and from its content: one command (a
redelivered RunJob) leads to many decisions, and two executors that handle it at once must not take each other's claim
for their own. Each service has its own ids: another service's event under the same id is a different event, except for
events written once (`SAID_ONCE`). One event is one publish, several are one atomic batch.

Every reader skips a message that is not an event of its subject (`wire.agreement`), or that claims a known version and
does not fit it: it is logged as an error, its sequence counts for the next expectation, and it stops nobody. An event
of a newer version is waited for (`NewerMessage`), unless an operator gave it up (`EventsGivenUp`).

Limits: at most 1 000 events an append; a history is read whole.
"""

from __future__ import annotations

import hashlib
import logging
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Conflict, NewerMessage, Permanent, SchemaMismatch
from ghosthands.domain.job import EventsGivenUp
from ghosthands.domain.message import Event
from ghosthands.messaging import fault
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Cause, Envelope
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.wire.subjects import Aggregate, writer_of_event
from ghosthands.messaging.wire.subjects import event as event_subject

log = logging.getLogger(__name__)

#: How often an append is tried again after another writer was first, until the message is given back.
MAX_ATTEMPTS = 5

Decide = Callable[[History], Sequence[Event]]


@dataclass(frozen=True)
class Change:
    """Events to append to one aggregate, on a condition set by its history."""

    history: History
    events: Sequence[Event]
    #: A decision is refused if anyone wrote on the aggregate; a fact only if the own service did.
    is_decision: bool = True
    #: Whether the same event by another process for the same cause is a conflict, not a repetition.
    is_exclusive: bool = False


@dataclass(frozen=True)
class Draft:
    """An event about to be appended."""

    aggregate: Aggregate
    event: Event
    #: The event's payload.
    data: bytes
    envelope: Envelope

    @property
    def subject(self) -> str:
        """The subject to publish it on."""
        return event_subject(self.aggregate, self.envelope.service, self.envelope.name)

    def recorded(self, sequence: int) -> Recorded[Event]:
        """Return the event as the log has it at `sequence`."""
        head = self.envelope
        return Recorded(
            sequence=sequence,
            id=head.id,
            at=head.at,
            service=head.service,
            aggregate=self.aggregate,
            event=self.event,
            causation=head.causation,
            correlation=head.correlation,
            tenant=head.tenant,
            epoch=head.epoch,
        )


@dataclass(frozen=True)
class Expectation:
    """The condition of an append: the last sequence on `subjects` must be `sequence`."""

    subjects: str
    sequence: int


@dataclass(frozen=True)
class AppendRequest:
    """The drafts for one aggregate and the expectation they are appended with."""

    expectation: Expectation
    drafts: tuple[Draft, ...]
    #: The known history of the aggregate.
    history: History
    #: The sequence at which the aggregate begins; 0: with these drafts, None: unknown.
    begun: int | None


class Feed(Protocol):
    """A feed of an aggregate's events."""

    async def next(self, timeout: float) -> list[Recorded[Event]]:
        """Return every new event, oldest first; the first call returns the whole history.

        Waits up to `timeout` seconds for at least one; returns an empty list if there is none.
        """


class EventLog(ABC):
    """A service's access to the log: it reads any aggregate, and appends the events that the service may write."""

    def __init__(self, service: str, codec: Codec, clock: Clock = utc_now) -> None:
        self.service = service
        self.codec = codec
        self._clock = clock
        self._instance = str(uuid.uuid4())

    async def load(self, aggregate: Aggregate) -> History:
        """Return the aggregate's events up to now; empty for an unknown one. Raises StreamUnavailable."""
        return await self.refresh(History(aggregate))

    @abstractmethod
    async def refresh(self, history: History) -> History:
        """Return the history with everything appended since, up to now. Raises StreamUnavailable.

        It must contain whatever any process was told is stored: a caller that decides to do nothing makes no append
        that would be refused.
        """

    @abstractmethod
    def follow(self, aggregate: Aggregate) -> AbstractAsyncContextManager[Feed]:
        """Follow the aggregate's events; the feed has no gap after a reconnect or a server restart."""

    @abstractmethod
    async def _store(self, appends: Sequence[AppendRequest]) -> list[Recorded[Event]]:
        """Store all drafts or none. Raises Conflict if an expectation does not hold."""

    async def append_facts(
        self, history: History, events: Sequence[Event], *, cause: Cause, exclusive: bool = False
    ) -> list[Recorded[Event]]:
        """Append what this service saw or did, unless it wrote another event meanwhile.

        An event that is stored already, by whichever process, is returned as stored. With `exclusive`, for a fact that
        precedes an effect, that is true only of events by this very log object; any other is a Conflict. Raises
        Conflict, StreamUnavailable, and Permanent `cause_reused` if the cause already stands for another event.
        """
        change = Change(history, events, is_decision=False, is_exclusive=exclusive)
        return await self.append_all([change], cause=cause)

    async def report(
        self, history: History, facts: Sequence[Event], *, cause: Cause
    ) -> tuple[History, list[Recorded[Event]]]:
        """Append facts, whatever the service writes meanwhile; return the history then, and the facts as stored.

        The stored facts may be an earlier report of the same cause. Raises Conflict after five attempts,
        StreamUnavailable.
        """
        for _ in range(MAX_ATTEMPTS):
            try:
                recorded = await self.append_facts(history, facts, cause=cause)
            except Conflict:
                history = await self.refresh(history)
            else:
                return history.including(recorded), recorded
        raise Conflict(f"{history.aggregate.kind} {history.aggregate.id} changes too fast to report on", delay=1.0)

    async def append_decision(
        self, history: History, events: Sequence[Event], *, cause: Cause
    ) -> list[Recorded[Event]]:
        """Append what follows from `history`. Raises Conflict if anything else was appended meanwhile."""
        return await self.append_all([Change(history, events)], cause=cause)

    async def append_all(self, changes: Sequence[Change], *, cause: Cause) -> list[Recorded[Event]]:
        """Append to several aggregates in one batch: everything or nothing, each with its own expectation.

        Returns every event asked for, in order, including those that were already stored.
        """
        known, appends = self._draft(changes, cause)
        if not appends:
            return known
        names = tuple(name for append in appends for draft in append.drafts for name in fault.names_of(draft.event))
        await fault.point(self.service, fault.BEFORE_APPEND, *names)
        stored = await self._store(appends)
        await fault.point(self.service, fault.AFTER_APPEND, *names)
        return sorted((*known, *stored), key=lambda recorded: recorded.sequence)

    async def transact(self, aggregate: Aggregate, decide: Decide, *, cause: Cause) -> History:
        """Load, decide and append, again whenever another writer was first; return the history with the decision.

        Raises what `decide` raises, Conflict after five attempts, StreamUnavailable.
        """
        history = await self.load(aggregate)
        for _ in range(MAX_ATTEMPTS):
            try:
                return history.continued(await self.append_decision(history, decide(history), cause=cause))
            except Conflict:
                history = await self.refresh(history)
        raise Conflict(f"{self.service} could not decide on {aggregate.kind} {aggregate.id}: it changes too fast")

    def decode(self, stored: Stored) -> Recorded[Event]:
        """Decode a message of the log. Raises NewerMessage, SchemaMismatch, Misfiled."""
        return self.codec.decode_event(stored.subject, stored.headers, stored.data, stored.sequence, stored.stored_at)

    def find_event(self, stored: Stored) -> Recorded[Event] | None:
        """Decode a message of the log; None if it does not match its subject, or is no valid event of its version.

        Raises NewerMessage, since the message may be an event of a newer release.
        """
        try:
            return self.decode(stored)
        except SchemaMismatch as error:
            log.error("event_passed_over", extra={"sequence": stored.sequence, "code": error.code})
            return None

    def find_events(self, stored: Sequence[Stored]) -> list[Recorded[Event]]:
        """Decode messages of one aggregate as `find_event` does, without what was given up. Raises NewerMessage."""
        return [event for _, event in self._read_each(stored) if event is not None]

    async def load_readable(self, aggregate: Aggregate) -> tuple[History, list[Stored]]:
        """Return what can be read of the aggregate, and the messages of newer releases. Raises StreamUnavailable."""
        stored = await self._find_stored(aggregate)
        unread = [message for message in stored if self.is_newer(message)]
        given_up = self._find_given_up(stored)
        left = [message for message in unread if message.sequence > given_up]
        return self._continue(
            History(aggregate), stored, given_up=max([given_up, *(one.sequence for one in left)])
        ), left

    async def has_given_up(self, aggregate: Aggregate, sequence: int) -> bool:
        """Whether the aggregate's event of a newer release, at that sequence, was given up: nobody waits for it.

        Raises StreamUnavailable.
        """
        try:
            history = await self.load(aggregate)
        except NewerMessage:
            return False
        return sequence <= history.last_sequence

    @abstractmethod
    async def _find_stored(self, aggregate: Aggregate) -> Sequence[Stored]:
        """Return the aggregate's messages as they are stored. Raises StreamUnavailable."""

    def _read_each(
        self, stored: Sequence[Stored], *, given_up: int = 0
    ) -> Iterable[tuple[Stored, Recorded[Event] | None]]:
        """Return each message with its event, if it has one that counts. Raises NewerMessage."""
        try:
            return [(message, self._find_unless(message, given_up)) for message in stored]
        except NewerMessage:
            later = self._find_given_up(stored)
            if later <= given_up:
                raise
            return self._read_each(stored, given_up=later)

    def _find_unless(self, message: Stored, given_up: int) -> Recorded[Event] | None:
        try:
            return self.find_event(message)
        except NewerMessage:
            if message.sequence > given_up:
                raise
            return None

    def _find_given_up(self, stored: Sequence[Stored]) -> int:
        """Return the sequence up to which an operator gave up events that cannot be read; 0 if none was."""
        orders = [message for message in stored if message.subject.endswith(f".{EventsGivenUp.__name__}")]
        events = [found.event for message in orders if (found := self.find_event(message))]
        return max((event.up_to for event in events if isinstance(event, EventsGivenUp)), default=0)

    def is_newer(self, message: Stored) -> bool:
        """Whether only a newer release can read the message."""
        try:
            self.find_event(message)
        except NewerMessage:
            return True
        return False

    def _continue(self, history: History, stored: Sequence[Stored], *, given_up: int = 0) -> History:
        """Return the history with these messages, which follow it without a gap. Raises NewerMessage."""
        recorded = []
        for message, event in self._read_each(stored, given_up=given_up):
            if event is not None:
                recorded.append(event)
            else:
                history = history.passing(message.sequence, writer_of_event(message.subject))
        return history.continued(recorded)

    def _draft(self, changes: Sequence[Change], cause: Cause) -> tuple[list[Recorded[Event]], list[AppendRequest]]:
        """Return the events that are already stored, and the appends that remain."""
        known: list[Recorded[Event]] = []
        appends: list[AppendRequest] = []
        index = 0
        for change in changes:
            drafts = []
            for event in change.events:
                draft = self._draft_event(change, event, cause, index)
                index += 1
                if earlier := find_said(change.history.find(draft.envelope.id), draft):
                    known.append(earlier)
                else:
                    drafts.append(draft)
            if drafts:
                begun = change.history.begun
                if not begun and not change.is_decision:
                    begun = None  # others may have begun it, and a fact is stored all the same
                appends.append(AppendRequest(self._expectation(change), tuple(drafts), change.history, begun))
        return known, appends

    def _draft_event(self, change: Change, event: Event, cause: Cause, index: int) -> Draft:
        aggregate, data = change.history.aggregate, self.codec.encode(event)
        own = _derive_cause(cause, change.history, data) if change.is_decision else cause
        own = own.at_stage(self._instance) if change.is_exclusive else own
        head = Envelope(
            id=own.message_id(index),
            name=type(event).__name__,
            version=event.VERSION,
            service=self.service,
            subject=aggregate.id,
            at=self._clock(),
            correlation=cause.correlation,
            causation=cause.command_id,
            tenant=cause.tenant,
            epoch=cause.epoch,
        )
        return Draft(aggregate, event, data, head)

    def _expectation(self, change: Change) -> Expectation:
        history = change.history
        if change.is_decision:
            return Expectation(history.aggregate.subjects(), history.last_sequence)
        return Expectation(history.aggregate.written_by(self.service), history.last_sequence_of(self.service))


def _derive_cause(cause: Cause, history: History, data: bytes) -> Cause:
    """Return a decision's cause: this one, for this aggregate at this sequence."""
    digest = hashlib.sha256(data).hexdigest()
    return cause.at_stage(history.aggregate.kind, history.aggregate.id, history.last_sequence, digest)


def find_said(found: Iterable[Recorded[Event]], draft: Draft) -> Recorded[Event] | None:
    """Return the event among these, all with the draft's id, that is the draft itself, stored before; None if none is.

    This is the service's own event, or for one written once, the same event of another service. Raises Permanent
    `cause_reused` if the service's own is a different event: then a handler forgot to name its stage.
    """
    what = (draft.envelope.name, draft.aggregate)
    said_by_others = None
    for earlier in found:
        is_same = (earlier.name, earlier.aggregate) == what
        if earlier.service == draft.envelope.service:
            if not is_same:
                raise cause_reused(draft, f"{earlier.name} of {earlier.aggregate.kind} {earlier.aggregate.id}")
            return earlier
        if is_same and draft.event.SAID_ONCE:
            said_by_others = earlier
    return said_by_others


def cause_reused(draft: Draft, earlier: str = "another event") -> Permanent:
    """Return the error for a draft whose id is taken: a handler appended twice for one cause."""
    return Permanent(
        f"cannot append {draft.envelope.name} to {draft.aggregate.kind} {draft.aggregate.id}: cause"
        f" {draft.envelope.causation} already stands for {earlier}; give the later append a stage of its own",
        code=MessageFault.CAUSE_REUSED,
    )
