"""A cache of aggregates' states: each is read once in full, and then only from where the last read ended.

To read an aggregate from its beginning the server opens every part of the log that contains any of it, and keeps these
in memory for a while. For an aggregate with events over months, such as an applicant, that is the whole log.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ghosthands.domain.message import Event
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.wire.subjects import Aggregate

S = TypeVar("S")

#: aggregates of each kind, by default
CAPACITY = 500


@dataclass(frozen=True)
class CachedState(Generic[S]):
    """An aggregate's state and history when it was last read."""

    state: S
    #: to read on from, and to append to; without the folded events
    history: History


class StateCache(Generic[S]):
    """A bounded cache of aggregates' states over the log; it keeps no events."""

    def __init__(
        self,
        events: EventLog,
        nothing: Callable[[], S],
        evolve: Callable[[S, Recorded[Event]], S],
        capacity: int = CAPACITY,
    ) -> None:
        self._events = events
        self._nothing = nothing
        self._evolve = evolve
        self._capacity = capacity
        self._known: OrderedDict[Aggregate, CachedState[S]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    async def read(self, aggregate: Aggregate) -> CachedState[S]:
        """Return the aggregate as the log has it now. Raises StreamUnavailable."""
        known = self._known.get(aggregate) or CachedState(self._nothing(), History(aggregate))
        return self._keep(known.state, await self._events.refresh(known.history))

    def note(self, cached: CachedState[S], appended: Sequence[Recorded[Event]]) -> None:
        """Add the events that were appended to the aggregate after it was read."""
        self._keep(cached.state, cached.history.continued(appended))

    def _keep(self, state: S, history: History) -> CachedState[S]:
        for one in history.recorded:
            state = self._evolve(state, one)
        cached = self._known[history.aggregate] = CachedState(state, history.without_events())
        self._known.move_to_end(history.aggregate)
        while len(self._known) > self._capacity:
            self._known.popitem(last=False)
        return cached
