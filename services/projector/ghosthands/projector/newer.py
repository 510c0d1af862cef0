"""What a newer release wrote, and how it is held back: nobody here can fold it, nor what comes after it.

The rest of the log goes on. An aggregate's events are parked from the first one on that is not known here, so that its
rows stay those of the moment before; once this process knows them they are folded where they belong, one after the
other, and the tables are those of who knew them from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from ghosthands.domain.codes import ProjectionFault
from ghosthands.domain.message import Event
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded

#: the codes of what is parked until this process is upgraded
CODES = (ProjectionFault.NEWER_MESSAGE, ProjectionFault.AFTER_NEWER)


@dataclass(frozen=True)
class Unreadable:
    """A message of the log that cannot be folded here; `code` is stable, `reason` repeats nothing of it."""

    sequence: int
    subject: str
    code: str
    reason: str
    #: where several places in a row are meant, the first of them
    first: int | None = None

    @property
    def begins(self) -> int:
        """The first sequence it stands for."""
        return self.sequence if self.first is None else self.first


#: What a place in the log holds.
Entry: TypeAlias = Recorded[Event] | Unreadable


class Untold(Exception):
    """The aggregates of which the tables hold what only a newer release can read."""

    def __init__(self, aggregates: Iterable[subjects.Aggregate]) -> None:
        self.aggregates = frozenset(one.subjects() for one in aggregates)


@dataclass
class HeldBack:
    """The aggregates of which something is parked for being newer, by the filter of their subjects."""

    aggregates: set[str] = field(default_factory=set)

    def through(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The entries, those of an aggregate that is held back as what waits for an upgrade."""
        for entry in entries:
            if isinstance(entry, Unreadable):
                if entry.code in CODES:
                    self.aggregates.add(aggregate_of(entry.subject))
                yield entry
            elif self.aggregates and entry.aggregate.subjects() in self.aggregates:
                yield _waiting(entry)
            else:
                yield entry


def aggregate_of(subject: str) -> str:
    """The filter of the aggregate's subjects that this event's subject is one of."""
    return ".".join((*subject.split(".")[:4], ">"))


def subject_of(recorded: Recorded[Event]) -> str:
    """The subject that the event stands on in the log."""
    return subjects.event(recorded.aggregate, recorded.service, recorded.name)


def _waiting(recorded: Recorded[Event]) -> Unreadable:
    reason = f"{recorded.name} follows what a newer release wrote: it is folded once projector is upgraded"
    return Unreadable(recorded.sequence, subject_of(recorded), ProjectionFault.AFTER_NEWER, reason)
