"""The turns of sessions that wait for a browser of this host: fair between tenants, and between a tenant's applicants.

A waiting OpenSession is looked at, and given back to the server until it is worth looking again: the further back its
place, the later. So a long queue costs little more than a short one, and sessions for a busy site block no others.
Nothing here is the truth: a host that starts learns the queue anew, and a session that does not show up in time is at
another host, or wants no browser any more.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass

from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.domain.errors import NotYet
from ghosthands.domain.job import Band
from ghosthands.messaging.wire import subjects

#: seconds until the next in turn is looked at again; each of the others waits as much longer for each before it
PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0
#: seconds that a session may be overdue and still count as waiting here
LATE_SECONDS = 1.0
#: seconds that an order holds while none could go anyway
ORDER_SECONDS = 1.0

_URGENCY: Mapping[str, int] = {band: number for number, band in enumerate((subjects.AGAIN, *Band))}


@dataclass(frozen=True)
class Seeker:
    """A session that waits for a browser."""

    key: SessionKey
    tenant: str
    applicant: str
    #: the site of its job; empty if it has none
    site: str
    #: the queue it came by
    queue: str = Band.NORMAL
    #: when it asked, seconds since the epoch: the same at each host, so that all agree on the order
    asked_at: float = 0.0


@dataclass
class _Waiting:
    seeker: Seeker
    #: when it is looked at again
    due: float


class Turns:
    """The order of the waiting sessions, as far as this host has seen them lately."""

    def __init__(self, per_site: int, now: Callable[[], float] = time.monotonic) -> None:
        self._per_site = per_site
        self._now = now
        self._waiting: dict[SessionKey, _Waiting] = {}
        #: the place of each in the order, and the least number that go before it
        self._places: dict[SessionKey, int] = {}
        self._ahead: dict[SessionKey, int] = {}
        #: the sessions that had their turn, as long as they have a browser here
        self._at_work: dict[SessionKey, Seeker] = {}
        self._ordered_at = float("-inf")

    def __len__(self) -> int:
        return len(self._waiting)

    def require(
        self, seeker: Seeker, *, slots: int, room_at: Callable[[str], int], at_work: Container[SessionKey]
    ) -> None:
        """Raise NotYet unless it is the seeker's turn, given the free `slots` and the room at each site.

        Of the sessions `at_work` here it counts whose they are: whoever has fewer comes first.
        """
        self._at_work = {key: one for key, one in self._at_work.items() if key in at_work}
        waiting = self._waiting.setdefault(seeker.key, _Waiting(seeker, self._now()))
        waiting.due = self._now()
        if slots > 0 and room_at(seeker.site) > 0:
            self._put_in_order()
            if seeker.key in self._list_next(slots, room_at):
                self._at_work[seeker.key] = self._waiting.pop(seeker.key).seeker
                return
        elif self._now() - self._ordered_at > ORDER_SECONDS:
            self._put_in_order()
        ahead = self._ahead.get(seeker.key)
        pause = ORDER_SECONDS if ahead is None else min(PAUSE_SECONDS * (1 + ahead), LONGEST_PAUSE_SECONDS)
        waiting.due = self._now() + pause
        raise NotYet(f"others wait for a browser before job {seeker.key.owner}", delay=pause)

    def _list_next(self, slots: int, room_at: Callable[[str], int]) -> set[SessionKey]:
        """Return the sessions whose turn it is, as many as there is room for."""
        going: set[SessionKey] = set()
        coming: Counter[str] = Counter()
        for key in self._places:
            if len(going) == slots:
                break
            site = self._waiting[key].seeker.site
            if coming[site] < room_at(site):
                coming[site] += 1
                going.add(key)
        return going

    def _put_in_order(self) -> None:
        """Order by urgency, then round robin by tenant, by applicant and by site, the oldest first.

        Each site has at most as many among the first as it bears; the rest, which cannot go yet, come after them.
        """
        self._ordered_at = self._now()
        for key in [key for key, one in self._waiting.items() if one.due + LATE_SECONDS < self._ordered_at]:
            del self._waiting[key]
        ordered = sorted(self._waiting.values(), key=_find_urgency_and_age)
        ordered = self._take_turns(ordered, lambda seeker: seeker.site)
        ordered = self._take_turns(ordered, lambda seeker: (seeker.tenant, seeker.applicant))
        ordered = self._take_turns(ordered, lambda seeker: seeker.tenant)
        nearest = _number(ordered)
        ordered = self._take_turns(ordered, lambda seeker: seeker.site, at_once=self._per_site)
        ordered.sort(key=_find_urgency)
        self._places = _number(ordered)
        self._ahead = {key: min(place, nearest[key]) for key, place in self._places.items()}

    def _take_turns(
        self, waiting: Iterable[_Waiting], group: Callable[[Seeker], object], at_once: int = 1
    ) -> list[_Waiting]:
        """Return the first of each group, then the second, and so on, or several `at_once`; groups keep their order."""
        seen = Counter(map(group, self._at_work.values()))
        rounds: list[tuple[int, _Waiting]] = []
        for one in waiting:
            whose = group(one.seeker)
            rounds.append((seen[whose] // at_once, one))
            seen[whose] += 1
        return [one for _, one in sorted(rounds, key=lambda turn: turn[0])]


def _number(ordered: Iterable[_Waiting]) -> dict[SessionKey, int]:
    return {one.seeker.key: place for place, one in enumerate(ordered)}


def _find_urgency_and_age(waiting: _Waiting) -> tuple[int, float]:
    return _find_urgency(waiting), waiting.seeker.asked_at


def _find_urgency(waiting: _Waiting) -> int:
    return _URGENCY.get(waiting.seeker.queue, _URGENCY[Band.NORMAL])
