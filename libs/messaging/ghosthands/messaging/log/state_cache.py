"""What aggregates came to, read once and from then on only what was written since; those read last are kept.

To read an aggregate from its beginning the server opens every part of the log in which anything of it lies, and keeps
them in memory for a while: for one that is written on for months, such as an applicant, that is the whole log.
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

#: aggregates of a kind, unless told otherwise
CAPACITY = 500


@dataclass(frozen=True)
class CachedState(Generic[S]):
    """An aggregate as it stood when it was read."""

    state: S
    #: to go on from, and to append to; without the events that were folded
    history: History


class StateCache(Generic[S]):
    """A bounded cache over the log: of each aggregate its state, never its events."""

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
        """The aggregate as the log has it now. Raises StreamUnavailable."""
        known = self._known.get(aggregate) or CachedState(self._nothing(), History(aggregate))
        return self._keep(known.state, await self._events.refresh(known.history))

    def note(self, cached: CachedState[S], appended: Sequence[Recorded[Event]]) -> None:
        """Note the events that were appended to the aggregate as it stood."""
        self._keep(cached.state, cached.history.continued(appended))

    def _keep(self, state: S, history: History) -> CachedState[S]:
        for one in history.recorded:
            state = self._evolve(state, one)
        cached = self._known[history.aggregate] = CachedState(state, history.without_events())
        self._known.move_to_end(history.aggregate)
        while len(self._known) > self._capacity:
            self._known.popitem(last=False)
        return cached
