"""What comes off the wire: a recorded event, an aggregate's history, a received command.

Each knows its `cause`: what a service hands to the append helper or to `Commands.send` when it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Generic, TypeVar

import msgspec

from ghosthands.domain.message import Command, Event
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.wire.trail import Trail

E = TypeVar("E", bound=Event, covariant=True)
C = TypeVar("C", bound=Command, covariant=True)

_NO_TRAIL = Trail()


class Recorded(msgspec.Struct, Generic[E], frozen=True, kw_only=True, gc=False):
    """An event as the log has it, at today's version."""

    #: Its place in the whole log; what every expectation and checkpoint counts in.
    sequence: int
    id: str
    #: When its writer wrote it, aware.
    at: datetime
    service: str
    aggregate: Aggregate
    event: E
    causation: str
    correlation: str
    tenant: str
    epoch: int | None = None
    #: When the server stored it, aware, by its own clock; None where that was not read.
    stored_at: datetime | None = None

    def __eq__(self, other: object) -> bool:
        """Whether it is the same event; when the server stored it is not part of that, as not everybody read it."""
        if not isinstance(other, Recorded):
            return NotImplemented
        return msgspec.structs.astuple(self)[:-1] == msgspec.structs.astuple(other)[:-1]

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def name(self) -> str:
        """The event's type, as on the wire."""
        return type(self.event).__name__

    @property
    def cause(self) -> Cause:
        """What a service answers when it reacts to this event."""
        return Cause(command_id=self.id, tenant=self.tenant, correlation=self.correlation, epoch=self.epoch)


class Received(msgspec.Struct, Generic[C], frozen=True, kw_only=True, gc=False):
    """A command as it arrived, at today's version."""

    id: str
    #: When its sender sent it, aware.
    at: datetime
    #: Who sent it.
    service: str
    command: C
    causation: str
    correlation: str
    tenant: str
    epoch: int | None = None
    #: The queue of several that it came by, or the host that it is for; empty where there is one queue for all.
    queue: str = ""

    @property
    def cause(self) -> Cause:
        """What a service answers with the events this command leads to."""
        return Cause(command_id=self.id, tenant=self.tenant, correlation=self.correlation, epoch=self.epoch)


@dataclass(frozen=True)
class History:
    """An aggregate's events as they were read, oldest first, and what the next append may expect."""

    aggregate: Aggregate
    recorded: tuple[Recorded[Event], ...] = ()
    #: Every event of the aggregate up to this sequence is known here (or lies before the `after` it was loaded from).
    last_sequence: int = 0
    #: Where each service is known to have written on the aggregate.
    trails: Mapping[str, Trail] = field(default_factory=dict)
    #: How many messages of it the server has up to `last_sequence`, where they were read from one.
    count: int = field(default=0, compare=False)

    def last_sequence_of(self, service: str) -> int:
        """The sequence of the last event `service` wrote here; 0 when it wrote none."""
        return self.trail_of(service).last

    def trail_of(self, service: str) -> Trail:
        """The places at which `service` wrote here."""
        return self.trails.get(service, _NO_TRAIL)

    @property
    def begun(self) -> int | None:
        """The sequence at which the aggregate begins; 0 where nothing of it was seen, None where that tells nothing."""
        if any(trail.has_more for trail in self.trails.values()) or (self.trails and not self.last_sequence):
            return None
        return min((trail.first for trail in self.trails.values()), default=0)

    def has(self, event_id: str, service: str) -> bool:
        """Whether an event of that id was read that this service wrote: others may have used any id."""
        return any(one.service == service for one in self.find(event_id))

    def find(self, event_id: str) -> Sequence[Recorded[Event]]:
        """The events of that id, as far as they were read: at most one of each service, if that is honest."""
        return self._by_id.get(event_id, ())

    @property
    def events(self) -> tuple[Event, ...]:
        """The bare events, oldest first: what a decider folds."""
        return tuple(recorded.event for recorded in self.recorded)

    def continued(self, recorded: Sequence[Recorded[Event]]) -> History:
        """This history and everything that follows it on the aggregate, without a gap (from a feed, a decision)."""
        merged = self.including(recorded)
        last = max((one.sequence for one in recorded), default=0)
        count = self.count + len({one.sequence for one in recorded if one.sequence > self.last_sequence})
        return replace(merged, last_sequence=max(self.last_sequence, last), count=count)

    def including(self, recorded: Sequence[Recorded[Event]]) -> History:
        """This history and own facts just appended; what others wrote meanwhile is not known, so a decision on it
        is refused until the gap is read."""
        known = {one.sequence for one in self.recorded}
        fresh = [one for one in recorded if one.sequence not in known]
        if not fresh:
            return self
        every = sorted((*self.recorded, *fresh), key=lambda one: one.sequence)
        return replace(self, recorded=tuple(every), trails=_trails(self.trails, fresh))

    def passing(self, sequence: int, writer: str | None) -> History:
        """This history and a message at its end that is no event: its place, on that service's subjects, counts."""
        passed = {writer: self.trail_of(writer).through([sequence])} if writer else {}
        last = max(self.last_sequence, sequence)
        return replace(self, last_sequence=last, trails={**self.trails, **passed})

    def without_events(self) -> History:
        """This history to go on from and to append to, its events left out."""
        return replace(self, recorded=())

    @cached_property
    def _by_id(self) -> dict[str, list[Recorded[Event]]]:
        found: dict[str, list[Recorded[Event]]] = {}
        for one in self.recorded:
            found.setdefault(one.id, []).append(one)
        return found


def _trails(before: Mapping[str, Trail], recorded: Iterable[Recorded[Event]]) -> dict[str, Trail]:
    places: dict[str, list[int]] = {}
    for one in recorded:
        places.setdefault(one.service, []).append(one.sequence)
    gone_on = {service: before.get(service, _NO_TRAIL).through(theirs) for service, theirs in places.items()}
    return {**before, **gone_on}
