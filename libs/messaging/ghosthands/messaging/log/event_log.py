"""The event log: load an aggregate's history, decide, append. The only writer of events.

Two kinds of append, told apart by what they expect:

    facts       what a service saw or did; nobody but it may have written for it meanwhile
    decisions   what follows from the whole history; *nobody* may have written meanwhile

An event's id is derived, and the server is told it (`server.message_ids`), so whatever is repeated after a crash or a
time-out is stored once: a fact's from its cause and index, so that whoever handles the command again says nothing new;
a decision's also from the sequence it was taken at and from what was decided, because one command (a RunJob delivered
again) leads to many decisions, and two executors that have it at once must not take each other's claim for their own.
An id is its service's: what another one wrote under it is another event, but for what is said once (`SAID_ONCE`). One
event is one publish, several are one atomic batch.

A message that is no event of its subject (`wire.agreement`), or that says a version which is known here and does not
fit it, is passed over wherever events are read: it is told in the log, its place counts for what is expected next, and
it stops nobody. What is of a version to come is waited for (`NewerMessage`).

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
from ghosthands.domain.errors import Conflict, Permanent, SchemaMismatch
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

#: How often an append that another writer came before is made anew, until the message is given back.
MAX_ATTEMPTS = 5

Decide = Callable[[History], Sequence[Event]]


@dataclass(frozen=True)
class Change:
    """Events to append to one aggregate, on the condition its history sets."""

    history: History
    events: Sequence[Event]
    #: A decision: refused when anyone wrote on the aggregate; else a fact: when the own service did.
    is_decision: bool = True
    #: Another process that wrote the same for the same cause makes this a conflict, not a repeat.
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
        """The subject that it is published on."""
        return event_subject(self.aggregate, self.envelope.service, self.envelope.name)

    def recorded(self, sequence: int) -> Recorded[Event]:
        """The event as the log has it at `sequence`."""
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
    """The last sequence on `subjects` must be `sequence`, or the append is refused."""

    subjects: str
    sequence: int


@dataclass(frozen=True)
class AppendRequest:
    """The drafts for one aggregate and what they expect of it."""

    expectation: Expectation
    drafts: tuple[Draft, ...]
    #: What is known of it.
    history: History
    #: Where it begins; 0: with these drafts, None: that is not known.
    begun: int | None


class Feed(Protocol):
    """An aggregate's events as they come."""

    async def next(self, timeout: float) -> list[Recorded[Event]]:
        """Every event not yet given, oldest first: the first call gives the whole history. Waits up to `timeout`
        seconds for at least one; empty when none came."""


class EventLog(ABC):
    """A service's door to the log: it reads any aggregate, and appends what the service may say."""

    def __init__(self, service: str, codec: Codec, clock: Clock = utc_now) -> None:
        self.service = service
        self.codec = codec
        self._clock = clock
        self._instance = str(uuid.uuid4())

    async def load(self, aggregate: Aggregate) -> History:
        """The aggregate's events up to this moment; empty for an unknown one. Raises StreamUnavailable."""
        return await self.refresh(History(aggregate))

    @abstractmethod
    async def refresh(self, history: History) -> History:
        """The history and what was appended since, up to this moment: whoever decides to do nothing has no append
        that would be refused, so what any process was told is stored must be there. Raises StreamUnavailable."""

    @abstractmethod
    def follow(self, aggregate: Aggregate) -> AbstractAsyncContextManager[Feed]:
        """The aggregate's events as they come; survives reconnects and server restarts without a gap."""

    @abstractmethod
    async def _store(self, appends: Sequence[AppendRequest]) -> list[Recorded[Event]]:
        """Store all drafts or none. Raises Conflict where an expectation does not hold."""

    async def append_facts(
        self, history: History, events: Sequence[Event], *, cause: Cause, exclusive: bool = False
    ) -> list[Recorded[Event]]:
        """Append what this service saw or did, unless an event of its own came in between.

        What is there already, by whichever process, is returned as it stands; with `exclusive`, which belongs to a
        fact that an effect follows, only what this very log object wrote counts as there, anything else is a Conflict.
        Raises Conflict then, StreamUnavailable, and Permanent `cause_reused` when the cause already stands for
        another event.
        """
        change = Change(history, events, is_decision=False, is_exclusive=exclusive)
        return await self.append_all([change], cause=cause)

    async def report(
        self, history: History, facts: Sequence[Event], *, cause: Cause
    ) -> tuple[History, list[Recorded[Event]]]:
        """Append what happened, after whatever the service says meanwhile: the history then, and the facts as they
        stand on the log, which may be an earlier report of the same cause.

        Raises Conflict after five attempts, StreamUnavailable.
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
        """Append what follows from `history`, unless anything at all came in between: raises Conflict then."""
        return await self.append_all([Change(history, events)], cause=cause)

    async def append_all(self, changes: Sequence[Change], *, cause: Cause) -> list[Recorded[Event]]:
        """Append to several aggregates at once: all of it or nothing, each on its own condition.

        Returns every event asked for, in order, those that were there before included.
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
        """Load, decide, append; decide anew on what another writer appended first. The history, with the decision.

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
        """The event in a message of the log. Raises NewerMessage, SchemaMismatch, Misfiled."""
        return self.codec.decode_event(stored.subject, stored.headers, stored.data, stored.sequence, stored.stored_at)

    def find_event(self, stored: Stored) -> Recorded[Event] | None:
        """The event in a message of the log; None where it is not what its subject says, or no event of its version.

        Raises NewerMessage: that may be an event of a release to come.
        """
        try:
            return self.decode(stored)
        except SchemaMismatch as error:
            log.error("event_passed_over", extra={"sequence": stored.sequence, "code": error.code})
            return None

    def _continue(self, history: History, stored: Iterable[Stored]) -> History:
        """The history and these messages, which follow it on the aggregate without a gap."""
        recorded = []
        for message in stored:
            if event := self.find_event(message):
                recorded.append(event)
            else:
                history = history.passing(message.sequence, writer_of_event(message.subject))
        return history.continued(recorded)

    def _draft(self, changes: Sequence[Change], cause: Cause) -> tuple[list[Recorded[Event]], list[AppendRequest]]:
        """The events that are there already, and the appends that remain."""
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
        own = _decided(cause, change.history, data) if change.is_decision else cause
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


def _decided(cause: Cause, history: History, data: bytes) -> Cause:
    """The cause of a decision: this one, taken on this aggregate as it stood at this sequence."""
    digest = hashlib.sha256(data).hexdigest()
    return cause.at_stage(history.aggregate.kind, history.aggregate.id, history.last_sequence, digest)


def find_said(found: Iterable[Recorded[Event]], draft: Draft) -> Recorded[Event] | None:
    """Which of these, all under its id, is the draft said before; None where it was not.

    That is the service's own, and of what is said once the same of another service. Raises Permanent `cause_reused`
    where the own one is another event: then a handler forgot to name its stage.
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
    """The draft's id is taken; what a handler is told that appends twice for one cause."""
    return Permanent(
        f"cannot append {draft.envelope.name} to {draft.aggregate.kind} {draft.aggregate.id}: cause"
        f" {draft.envelope.causation} already stands for {earlier}; give the later append a stage of its own",
        code=MessageFault.CAUSE_REUSED,
    )
