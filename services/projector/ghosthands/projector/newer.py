"""Events of a newer release, which this one cannot fold, and how they and their successors are held back.

The rest of the log goes on. An aggregate's events are parked from its first unknown one on, so its rows stay as they
were at that moment; once this process knows the events, it folds them in order, and the tables are as if it had known
them from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ghosthands.domain.codes import ProjectionFault
from ghosthands.domain.job import EventsGivenUp
from ghosthands.domain.message import Event
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded

#: the codes of events that are parked until this process is upgraded
CODES = (ProjectionFault.NEWER_MESSAGE, ProjectionFault.AFTER_NEWER)


@dataclass(frozen=True)
class Unreadable:
    """A message of the log that cannot be folded here; `code` is stable, `reason` repeats nothing of it."""

    sequence: int
    subject: str
    code: str
    reason: str
    #: the first sequence, where the entry is for several in a row
    first: int | None = None

    @property
    def begins(self) -> int:
        """The first sequence of the entry."""
        return self.sequence if self.first is None else self.first


#: What the log holds at a sequence.
Entry: TypeAlias = Recorded[Event] | Unreadable


class Untold(Exception):
    """The aggregates whose copied or logged events only a newer release can read."""

    def __init__(self, aggregates: Iterable[subjects.Aggregate]) -> None:
        self.aggregates = frozenset(one.subjects() for one in aggregates)


@dataclass
class HeldBack:
    """The aggregates with parked events of a newer release, by the filter of their subjects."""

    aggregates: set[str] = field(default_factory=set)
    #: whether an operator gave up events of one of them, so that what is parked can be folded
    has_given_up: bool = False

    def through(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield the entries, with those of an aggregate held back marked as waiting for an upgrade."""
        for entry in entries:
            if isinstance(entry, Unreadable):
                if entry.code in CODES:
                    self.aggregates.add(aggregate_of(entry.subject))
                yield entry
            elif self.aggregates and entry.aggregate.subjects() in self.aggregates:
                self.has_given_up = self.has_given_up or isinstance(entry.event, EventsGivenUp)
                yield _waiting(entry)
            else:
                yield entry


def pass_over(parked: Sequence[Entry]) -> tuple[list[Unreadable], list[Entry]]:
    """Return the parked events that an operator gave up, with the code for that, and the others."""
    given_up: dict[str, int] = {}
    for entry in parked:
        if not isinstance(entry, Unreadable) and isinstance(entry.event, EventsGivenUp):
            given_up[entry.aggregate.subjects()] = entry.event.up_to
    passed = [
        replace(entry, code=ProjectionFault.GIVEN_UP)
        for entry in parked
        if isinstance(entry, Unreadable) and entry.sequence <= given_up.get(aggregate_of(entry.subject), 0)
    ]
    sequences = {entry.sequence for entry in passed}
    return passed, [entry for entry in parked if entry.sequence not in sequences]


def aggregate_of(subject: str) -> str:
    """Return the filter of the aggregate's subjects that matches this event's subject."""
    return ".".join((*subject.split(".")[:4], ">"))


def subject_of(recorded: Recorded[Event]) -> str:
    """Return the event's subject on the log."""
    return subjects.event(recorded.aggregate, recorded.service, recorded.name)


def _waiting(recorded: Recorded[Event]) -> Unreadable:
    reason = f"{recorded.name} follows what a newer release wrote: it is folded once projector is upgraded"
    return Unreadable(recorded.sequence, subject_of(recorded), ProjectionFault.AFTER_NEWER, reason)
