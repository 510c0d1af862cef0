"""Decoded messages: a recorded event, an aggregate's history, a received command.

Each event and command has a `cause`, which a service passes to the append helper or to `Commands.send` when it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Generic, TypeVar, cast

import msgspec

from ghosthands.domain.message import Command, Event
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.wire.trail import Trail

E = TypeVar("E", bound=Event, covariant=True)
C = TypeVar("C", bound=Command, covariant=True)
K = TypeVar("K", bound=Event)

_NO_TRAIL = Trail()


class Recorded(msgspec.Struct, Generic[E], frozen=True, kw_only=True, gc=False):
    """An event as the log has it, in its current version."""

    #: Its place in the whole log, in which all expectations and checkpoints count.
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
    #: When the server stored it, aware, by the server's clock; None if that was not read.
    stored_at: datetime | None = None

    def __eq__(self, other: object) -> bool:
        """Whether both are the same event; the time of storage does not count, since not every reader has it."""
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
        """The cause of whatever a service writes in reaction to this event."""
        return Cause(command_id=self.id, tenant=self.tenant, correlation=self.correlation, epoch=self.epoch)


class Received(msgspec.Struct, Generic[C], frozen=True, kw_only=True, gc=False):
    """A command as received, in its current version."""

    id: str
    #: When its sender sent it, aware.
    at: datetime
    #: The service that sent it.
    service: str
    command: C
    causation: str
    correlation: str
    tenant: str
    epoch: int | None = None
    #: The band it came by, or the host it is for; empty if there is one queue for all.
    queue: str = ""

    @property
    def cause(self) -> Cause:
        """The cause of the events that this command leads to."""
        return Cause(command_id=self.id, tenant=self.tenant, correlation=self.correlation, epoch=self.epoch)


@dataclass(frozen=True)
class History:
    """An aggregate's events as read, oldest first, and the expectations of the next append."""

    aggregate: Aggregate
    recorded: tuple[Recorded[Event], ...] = ()
    #: Every event of the aggregate up to this sequence is known here (or was before the `after` it was loaded from).
    last_sequence: int = 0
    #: The known sequences of each service's messages on the aggregate.
    trails: Mapping[str, Trail] = field(default_factory=dict)
    #: The number of its messages that the server has up to `last_sequence`, if they were read from a server.
    count: int = field(default=0, compare=False)

    def last_sequence_of(self, service: str) -> int:
        """Return the sequence of the last event that `service` wrote here; 0 if none."""
        return self.trail_of(service).last

    def trail_of(self, service: str) -> Trail:
        """Return the sequences at which `service` wrote here."""
        return self.trails.get(service, _NO_TRAIL)

    @property
    def begun(self) -> int | None:
        """The sequence at which the aggregate begins; 0 if none of it was read, None if that is unknown."""
        if any(trail.has_more for trail in self.trails.values()) or (self.trails and not self.last_sequence):
            return None
        return min((trail.first for trail in self.trails.values()), default=0)

    def has(self, event_id: str, service: str) -> bool:
        """Whether an event with that id by this service was read; other services may have used the same id."""
        return any(one.service == service for one in self.find(event_id))

    def find(self, event_id: str) -> Sequence[Recorded[Event]]:
        """Return the events read with that id: at most one of each honest service."""
        return self._by_id.get(event_id, ())

    @property
    def events(self) -> tuple[Event, ...]:
        """The events without metadata, oldest first, as a decider folds them."""
        return tuple(recorded.event for recorded in self.recorded)

    def continued(self, recorded: Sequence[Recorded[Event]]) -> History:
        """Return this history with what follows it on the aggregate without a gap (from a feed, a decision)."""
        merged = self.including(recorded)
        last = max((one.sequence for one in recorded), default=0)
        count = self.count + len({one.sequence for one in recorded if one.sequence > self.last_sequence})
        return replace(merged, last_sequence=max(self.last_sequence, last), count=count)

    def including(self, recorded: Sequence[Recorded[Event]]) -> History:
        """Return this history with own facts just appended.

        What others wrote meanwhile is unknown, so a decision on it is refused until the gap is read.
        """
        known = {one.sequence for one in self.recorded}
        fresh = [one for one in recorded if one.sequence not in known]
        if not fresh:
            return self
        every = sorted((*self.recorded, *fresh), key=lambda one: one.sequence)
        return replace(self, recorded=tuple(every), trails=_trails(self.trails, fresh))

    def passing(self, sequence: int, writer: str | None) -> History:
        """Return this history after a skipped message at its end, whose sequence counts among that service's."""
        passed = {writer: self.trail_of(writer).including([sequence])} if writer else {}
        last = max(self.last_sequence, sequence)
        return replace(self, last_sequence=last, trails={**self.trails, **passed})

    def without_events(self) -> History:
        """Return this history without its events, to read on from and to append to."""
        return replace(self, recorded=())

    @cached_property
    def _by_id(self) -> dict[str, list[Recorded[Event]]]:
        found: dict[str, list[Recorded[Event]]] = {}
        for one in self.recorded:
            found.setdefault(one.id, []).append(one)
        return found


def list_caused(recorded: Iterable[Recorded[Event]], command_id: str, kind: type[K]) -> list[Recorded[K]]:
    """Return the events of that kind that the command of that id caused."""
    return [cast("Recorded[K]", one) for one in recorded if one.causation == command_id and isinstance(one.event, kind)]


def _trails(before: Mapping[str, Trail], recorded: Iterable[Recorded[Event]]) -> dict[str, Trail]:
    places: dict[str, list[int]] = {}
    for one in recorded:
        places.setdefault(one.service, []).append(one.sequence)
    gone_on = {service: before.get(service, _NO_TRAIL).including(theirs) for service, theirs in places.items()}
    return {**before, **gone_on}
