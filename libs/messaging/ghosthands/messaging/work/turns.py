"""The turns of messages that wait for a browser, a model, a receiver: fair between tenants, and their applicants.

A waiting message is looked at, and given back to the server until it is worth looking again: the further back its
place, the later. So a long queue costs little more than a short one, and messages for a busy server block no others.
Nothing here is the truth: a process that starts learns the queue anew, and what does not show up in time is at another
process, or wants nothing any more.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from dataclasses import dataclass

from ghosthands.domain.errors import NotYet
from ghosthands.domain.job import Band
from ghosthands.messaging.wire import subjects

#: seconds until the next in turn is looked at again; who is behind waits as much longer for each before them
PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0
#: how late somebody may be looked at and still count as waiting here
LATE_SECONDS = 1.0
#: how long an order holds while nobody could go anyway
ORDER_SECONDS = 1.0

_URGENCY: Mapping[str, int] = {band: number for number, band in enumerate((subjects.AGAIN, *Band))}


#: what is counted together, and how many more of it there may be
Room = Mapping[Hashable, int]


@dataclass(frozen=True)
class Seeker:
    """A message that waits for a browser, a model or a receiver."""

    key: Hashable
    tenant: str
    applicant: str
    #: the site, the model's provider or the receiver that it is for; empty if it is for none in particular
    server: str
    #: the queue it came by
    queue: str = Band.NORMAL
    #: when it asked, seconds since the epoch: the same at each host, so that they agree on who comes first
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
    #: when it is looked at again
    due: float


class Turns:
    """Tells whose turn it is among those who wait, as far as this process has seen them lately."""

    def __init__(self, per_server: int, now: Callable[[], float] = time.monotonic) -> None:
        self._per_server = per_server
        self._now = now
        self._waiting: dict[Hashable, _Waiting] = {}
        #: in which order they go, and how many do before them at least
        self._places: dict[Hashable, int] = {}
        self._ahead: dict[Hashable, int] = {}
        #: those whose turn it was, as long as they have what they wanted
        self._at_work: dict[Hashable, Seeker] = {}
        self._ordered_at = float("-inf")

    def __len__(self) -> int:
        return len(self._waiting)

    def find(self, key: Hashable) -> Seeker | None:
        """Who waits under that key, as far as that is known here."""
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
        """Raise NotYet unless it is its turn, there being so many free slots, and so much room for each.

        `step_seconds` is how long each who goes before it is likely to keep it waiting. Of those `at_work` here it
        counts whose they are: who has fewer comes first.
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

    def _find_pause(self, key: Hashable, step_seconds: float) -> float:
        """Seconds until it is worth looking again."""
        if (ahead := self._ahead.get(key)) is None:
            return ORDER_SECONDS
        return min(step_seconds * (1 + ahead), LONGEST_PAUSE_SECONDS)

    def _list_next(self, slots: int, room_for: Callable[[Seeker], Room]) -> set[Hashable]:
        """Whose turn it is, as far as there is room."""
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
        """Order by urgency; then each tenant in turn, of it each applicant, of theirs each server, there the first.

        Of a server there are as many among them as it bears; the others, who cannot go yet, come after those.
        """
        self._ordered_at = self._now()
        for key in [key for key, one in self._waiting.items() if one.due + LATE_SECONDS < self._ordered_at]:
            del self._waiting[key]
        ordered = sorted(self._waiting.values(), key=_find_urgency_and_age)
        ordered = self._take_turns(ordered, lambda seeker: seeker.server)
        ordered = self._take_turns(ordered, lambda seeker: (seeker.tenant, seeker.applicant))
        ordered = self._take_turns(ordered, lambda seeker: seeker.tenant)
        nearest = _number(ordered)
        ordered = self._take_turns(ordered, lambda seeker: seeker.server, at_once=self._per_server)
        ordered.sort(key=_find_urgency)
        self._places = _number(ordered)
        self._ahead = {key: min(place, nearest[key]) for key, place in self._places.items()}

    def _take_turns(
        self, waiting: Iterable[_Waiting], group: Callable[[Seeker], object], at_once: int = 1
    ) -> list[_Waiting]:
        """The first of each group, then the second, and so on, or several `at_once`; a group's own order stays."""
        seen = Counter(map(group, self._at_work.values()))
        rounds: list[tuple[int, _Waiting]] = []
        for one in waiting:
            whose = group(one.seeker)
            rounds.append((seen[whose] // at_once, one))
            seen[whose] += 1
        return [one for _, one in sorted(rounds, key=lambda turn: turn[0])]


def _number(ordered: Iterable[_Waiting]) -> dict[Hashable, int]:
    return {one.seeker.key: place for place, one in enumerate(ordered)}


def _find_urgency_and_age(waiting: _Waiting) -> tuple[int, float]:
    return _find_urgency(waiting), waiting.seeker.asked_at


def _find_urgency(waiting: _Waiting) -> int:
    return _URGENCY.get(waiting.seeker.queue, _URGENCY[Band.NORMAL])
