"""The turns of messages that wait for a browser, a model or a receiver: fair between tenants and their applicants.

A waiting message is tried, and given back to the server until another try may succeed: the further back its place, the
later. So a long queue costs little more than a short one, and messages for a busy server block no others. The order
kept here is not authoritative: a process that starts learns the queue again, and a message that does not return in time
is with another process, or no longer waits.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from dataclasses import dataclass

from ghosthands.domain.errors import NotYet
from ghosthands.domain.job import Band
from ghosthands.messaging.wire import subjects

#: seconds until the next in turn is tried again; those behind wait as much longer for each message before them
PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0
#: how late a message may return and still count as waiting here
LATE_SECONDS = 1.0
#: how long an order is kept while no message could go anyway
ORDER_SECONDS = 1.0

#: after how long a message that waits counts as one of the next higher band, so that none waits for ever
PROMOTED_SECONDS = 600.0

_URGENCY: Mapping[str, int] = {band: number for number, band in enumerate((subjects.AGAIN, *Band))}


#: the groups that are counted together, and how many more of each may go
Room = Mapping[Hashable, int]


@dataclass(frozen=True)
class Seeker:
    """A message that waits for a browser, a model or a receiver."""

    key: Hashable
    tenant: str
    applicant: str
    #: the site, the model's provider or the receiver it is for; empty if it is for none in particular
    server: str
    #: the queue it came by
    queue: str = Band.NORMAL
    #: when it asked, in seconds since the epoch: the same on each host, so that they agree on the order; 0 if unknown
    asked_at: float = 0.0
    #: other servers that it goes to after that one
    behind: tuple[str, ...] = ()

    @property
    def servers(self) -> tuple[str, ...]:
        """All servers that it goes to."""
        return (self.server, *self.behind)


@dataclass
class _Waiting:
    seeker: Seeker
    #: when it is tried again
    due: float


class Turns:
    """The turns among waiting messages, as far as this process has seen them recently."""

    def __init__(
        self, per_server: int, now: Callable[[], float] = time.monotonic, clock: Callable[[], float] = time.time
    ) -> None:
        self._per_server = per_server
        self._now = now
        #: seconds since the epoch, as in `asked_at`
        self._clock = clock
        self._waiting: dict[Hashable, _Waiting] = {}
        #: the order in which they go, and how many at least go before each
        self._places: dict[Hashable, int] = {}
        self._ahead: dict[Hashable, int] = {}
        #: messages whose turn came, as long as they have what they waited for
        self._at_work: dict[Hashable, Seeker] = {}
        self._ordered_at = float("-inf")

    def __len__(self) -> int:
        return len(self._waiting)

    def find(self, key: Hashable) -> Seeker | None:
        """Return the message waiting under that key, if this process knows it."""
        waiting = self._waiting.get(key)
        return waiting.seeker if waiting else None

    def require(
        self,
        seeker: Seeker,
        *,
        slots: int,
        room_for: Callable[[Seeker], Room],
        at_work: Container[Hashable],
        step_seconds: float = PAUSE_SECONDS,
    ) -> None:
        """Raise NotYet unless it is the seeker's turn, with `slots` free in all and the given room for each group.

        `step_seconds` is how long each message before it is likely to delay it. The messages `at_work` here count for
        their owners: an owner with fewer comes first.
        """
        self._at_work = {key: one for key, one in self._at_work.items() if key in at_work}
        waiting = self._waiting.setdefault(seeker.key, _Waiting(seeker, self._now()))
        waiting.due = self._now()
        if slots > 0 and all(left > 0 for left in room_for(seeker).values()):
            self._put_in_order()
            if seeker.key in self._list_next(slots, room_for):
                self._at_work[seeker.key] = self._waiting.pop(seeker.key).seeker
                return
        elif self._now() - self._ordered_at > ORDER_SECONDS:
            self._put_in_order()
        ahead = self._ahead.get(seeker.key)
        pause = ORDER_SECONDS if ahead is None else min(step_seconds * (1 + ahead), LONGEST_PAUSE_SECONDS)
        waiting.due = self._now() + pause
        raise NotYet(f"others come before {seeker.key}", delay=pause)

    def _list_next(self, slots: int, room_for: Callable[[Seeker], Room]) -> set[Hashable]:
        """Return the keys whose turn it is, as far as there is room."""
        going: set[Hashable] = set()
        coming: Counter[Hashable] = Counter()
        for key in self._places:
            if len(going) == slots:
                break
            room = room_for(self._waiting[key].seeker)
            if all(coming[counted] < left for counted, left in room.items()):
                coming.update(room.keys())
                going.add(key)
        return going

    def _put_in_order(self) -> None:
        """Order by urgency, which grows with age; then tenants, their applicants, and their servers take turns, by age.

        Of each server only as many as it bears are placed there; the others, which cannot go yet, come after those.
        """
        self._ordered_at = self._now()
        for key in [key for key, one in self._waiting.items() if one.due + LATE_SECONDS < self._ordered_at]:
            del self._waiting[key]
        ordered = sorted(self._waiting.values(), key=lambda one: (self._find_urgency(one), one.seeker.asked_at))
        ordered = self._take_turns(ordered, lambda seeker: seeker.server)
        ordered = self._take_turns(ordered, lambda seeker: (seeker.tenant, seeker.applicant))
        ordered = self._take_turns(ordered, lambda seeker: seeker.tenant)
        nearest = _number(ordered)
        ordered = self._take_turns(ordered, lambda seeker: seeker.server, at_once=self._per_server)
        ordered.sort(key=self._find_urgency)
        self._places = _number(ordered)
        self._ahead = {key: min(place, nearest[key]) for key, place in self._places.items()}

    def _find_urgency(self, waiting: _Waiting) -> int:
        """Return the message's band as a number, the lower the sooner; AGAIN alone stays before all."""
        urgency = _URGENCY.get(waiting.seeker.queue, _URGENCY[Band.NORMAL])
        asked_at = waiting.seeker.asked_at
        waited = max(0.0, self._clock() - asked_at) if asked_at else 0.0
        return min(urgency, max(urgency - int(waited // PROMOTED_SECONDS), _URGENCY[Band.HIGH]))

    def _take_turns(
        self, waiting: Iterable[_Waiting], group: Callable[[Seeker], object], at_once: int = 1
    ) -> list[_Waiting]:
        """Put the first of each group first, then the second, or `at_once` at a time; a group's own order stays."""
        seen = Counter(map(group, self._at_work.values()))
        rounds: list[tuple[int, _Waiting]] = []
        for one in waiting:
            whose = group(one.seeker)
            rounds.append((seen[whose] // at_once, one))
            seen[whose] += 1
        return [one for _, one in sorted(rounds, key=lambda turn: turn[0])]


def _number(ordered: Iterable[_Waiting]) -> dict[Hashable, int]:
    return {one.seeker.key: place for place, one in enumerate(ordered)}
