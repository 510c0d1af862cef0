"""Places for messages whose handling waits for another party's server: a model's provider, a callback's receiver.

Such a message is in hand without occupying a hand, as long as there are places; further ones wait in their queue, in
turn. No server, tenant or applicant can have all places, so a server that hangs delays the messages for it, and almost
nothing else.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from ghosthands.domain.errors import NotYet
from ghosthands.messaging.work.turns import Room, Seeker, Turns

#: seconds until a message is tried again while another with its key is in hand
BEHIND_SECONDS = 1.0
#: the least number of seconds until the next in turn is tried again, so that the checks themselves delay nobody
LEAST_STEP_SECONDS = 0.1


class Limit(StrEnum):
    """The limits on messages that have something in common."""

    OF_SERVER = "of_server"
    OF_TENANT = "of_tenant"
    OF_TENANT_AT_SERVER = "of_tenant_at_server"
    OF_APPLICANT = "of_applicant"


#: messages that are counted together: their limit, and what they have in common
Group = tuple[Limit, *tuple[str, ...]]


@dataclass(frozen=True)
class Shares:
    """The limits on concurrent work: in all, and for each group of messages that have something in common."""

    places: int
    of_server: int
    of_tenant: int
    of_tenant_at_server: int
    of_applicant: int

    def of(self, limit: Limit) -> int:
        """Return the number of messages that the limit allows."""
        match limit:
            case Limit.OF_SERVER:
                return self.of_server
            case Limit.OF_TENANT:
                return self.of_tenant
            case Limit.OF_TENANT_AT_SERVER:
                return self.of_tenant_at_server
            case Limit.OF_APPLICANT:
                return self.of_applicant


class WaitingPlace:
    """A message's place, taken or possibly needed later; each `key` has one at a time."""

    def __init__(self, places: Places, key: Hashable) -> None:
        self._places = places
        self.key = key
        self.seeker: Seeker | None = None
        #: when the message began to wait for the servers that it waits for now
        self.taken_at = 0.0
        #: whether another message with the key came meanwhile
        self.is_called_again = False
        #: the servers at which the message counts
        self.servers: frozenset[str] = frozenset()

    def take(self, seeker: Seeker) -> None:
        """Take the place if it is the seeker's turn; does nothing if it is taken already. Raises NotYet."""
        if self.seeker is None:
            self.taken_at = self._places.require(seeker)
            self.seeker, self.servers = seeker, frozenset(seeker.servers)
            self._places.on_change()

    def leave(self, server: str) -> None:
        """Stop counting the message among those that wait for that server."""
        self.servers -= {server}
        self.taken_at = self._places.now()
        self._places.on_change()

    def give_back(self) -> None:
        """Free the place."""
        self.seeker, self.servers = None, frozenset()
        self._places.on_change()

    def list_groups(self) -> list[Group]:
        """List the groups that the message counts in."""
        return list(_list_groups(self.seeker, self.servers)) if self.seeker else []


class Places:
    """All places; `on_change` is called whenever one is taken or freed."""

    def __init__(self, shares: Shares, now: Callable[[], float] = time.monotonic) -> None:
        self.shares = shares
        self.on_change: Callable[[], None] = lambda: None
        self.now = now
        self._turns = Turns(shares.of_server, now)
        self._handed_out: dict[Hashable, WaitingPlace] = {}

    def __len__(self) -> int:
        return len(self._list_taken())

    def find(self, key: Hashable) -> WaitingPlace | None:
        """Return the place handed out for that key, if there is one."""
        return self._handed_out.get(key)

    @contextmanager
    def handed_out(self, key: Hashable) -> Iterator[WaitingPlace]:
        """Hand out a place for the message for the duration of the block; it is taken at once if its message waited for
        it.

        Raises NotYet if it is not that message's turn, or if another message with the key is in hand.
        """
        if key in self._handed_out:
            raise NotYet(f"{key} is in hand already", delay=BEHIND_SECONDS)
        place = WaitingPlace(self, key)
        if waiting := self._turns.find(key):
            place.take(waiting)
        self._handed_out[key] = place
        try:
            yield place
        finally:
            del self._handed_out[key]
            place.give_back()

    def require(self, seeker: Seeker) -> float:
        """Return the local clock's time if it is the seeker's turn and there is room. Raises NotYet otherwise."""
        now, taken = self.now(), self._list_taken()
        there = Counter(group for one in taken for group in one.list_groups())

        def room_for(one: Seeker) -> Room:
            return {group: self.shares.of(group[0]) - there[group] for group in _list_groups(one, one.servers)}

        self._turns.require(
            seeker,
            slots=self.shares.places - len(taken),
            room_for=room_for,
            at_work={one.key for one in taken},
            step_seconds=max(LEAST_STEP_SECONDS, self._find_longest(seeker, taken, now) / self.shares.of_server),
        )
        return now

    def _find_longest(self, seeker: Seeker, taken: Iterable[WaitingPlace], now: float) -> float:
        """Return the longest time in seconds that a message has been waiting for the seeker's server."""
        ages = (now - one.taken_at for one in taken if seeker.server in one.servers)
        return max(ages, default=0.0)

    def _list_taken(self) -> list[WaitingPlace]:
        return [place for place in self._handed_out.values() if place.seeker]


def _list_groups(seeker: Seeker, servers: Iterable[str]) -> Iterator[Group]:
    yield Limit.OF_TENANT, seeker.tenant
    yield Limit.OF_APPLICANT, seeker.tenant, seeker.applicant
    for server in servers:
        yield Limit.OF_SERVER, server
        yield Limit.OF_TENANT_AT_SERVER, seeker.tenant, server
