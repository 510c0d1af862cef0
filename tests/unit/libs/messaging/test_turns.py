"""Whose turn it is for a browser: no queue keeps others from theirs, and a long one is not looked at all the time."""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import pytest

from ghosthands.domain.errors import NotYet
from ghosthands.domain.job import Band
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.turns import LATE_SECONDS, LONGEST_PAUSE_SECONDS, PROMOTED_SECONDS, Seeker, Turns

_numbers = count()


def seeker(*, tenant: str = "acme", applicant: str = "ada", site: str = "", queue: str = Band.NORMAL) -> Seeker:
    number = next(_numbers)
    return Seeker(f"job {number}", tenant, applicant, site or f"site-{number}", queue, asked_at=number)


@dataclass
class Server:
    """A queue that has each seeker looked at when it is due, by one host, or by any of several."""

    slots: int = 0
    per_site: int = 2
    hosts: int = 1
    now: float = 0.0
    #: since the epoch, as seekers say when they asked; it stands still unless a test sets it
    clock: float = 0.0
    looks: int = 0
    pauses: list[float] = field(default_factory=list)
    went: list[Seeker] = field(default_factory=list)
    at_work: list[Seeker] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turns = [Turns(self.per_site, lambda: self.now, lambda: self.clock) for _ in range(self.hosts)]
        self._at_hosts: list[list[Seeker]] = [[] for _ in range(self.hosts)]
        self._whoever = random.Random(7)  # the server gives it to whichever host asks first
        self._due: list[tuple[float, int, Seeker]] = []

    def put(self, *seekers: Seeker) -> None:
        for one in seekers:
            heapq.heappush(self._due, (self.now, next(_numbers), one))

    def pass_time(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        end = self.now + seconds
        while self._due and self._due[0][0] <= end and not until():
            self.now, _, one = heapq.heappop(self._due)
            self._look(one)
        if not until():
            self.now = end

    def free(self, one: Seeker) -> None:
        self.at_work.remove(one)
        next(each for each in self._at_hosts if one in each).remove(one)

    def next_to_go(self) -> Seeker:
        """Who goes when one is done."""
        self.free(self.at_work[0])
        before = len(self.went)
        self.pass_time(60.0, until=lambda: len(self.went) > before)
        return self.went[before]

    def _look(self, one: Seeker) -> None:
        self.looks += 1
        host = self._whoever.randrange(self.hosts)
        at_work = self._at_hosts[host]
        at_site = Counter(each.server for each in at_work)
        try:
            self.turns[host].require(
                one,
                slots=self.slots - len(at_work),
                room_for=lambda seeker: {seeker.server: self.per_site - at_site[seeker.server]},
                at_work={each.key for each in at_work},
            )
        except NotYet as not_yet:
            self.pauses.append(not_yet.delay)
            heapq.heappush(self._due, (self.now + not_yet.delay, next(_numbers), one))
        else:
            self.went.append(one)
            self.at_work.append(one)
            at_work.append(one)


def test_a_thousand_that_wait_for_one_site_keep_nobody_from_another() -> None:
    server = Server(slots=8)
    server.put(*(seeker(site="busy.example") for _ in range(1000)))
    server.pass_time(120.0)
    assert len(server.went) == 2
    other = seeker()
    server.put(other)
    server.pass_time(0.1)
    assert server.went[-1] is other


def test_who_waits_for_a_slot_behind_a_thousand_of_a_busy_site_is_soon_next() -> None:
    server = Server(slots=2)
    server.put(*(seeker(site="busy.example", applicant=f"applicant {number}") for number in range(1000)))
    server.pass_time(300.0)
    other = seeker()
    server.put(other)
    server.pass_time(30.0)
    assert other in [server.next_to_go() for _ in range(2)]


@pytest.mark.parametrize("whose", ["tenant", "applicant"])
def test_one_with_a_thousand_jobs_does_not_keep_another_from_theirs(whose: str) -> None:
    server = Server(slots=4)
    server.put(*(seeker(**{whose: "many"}) for _ in range(1000)))
    server.pass_time(300.0)
    few = [seeker(**{whose: "few"}) for _ in range(3)]
    server.put(*few)
    server.pass_time(30.0)
    went = [server.next_to_go() for _ in range(6)]
    assert [one for one in went if one in few] == few


def test_of_one_applicant_who_came_first_goes_first() -> None:
    server = Server(slots=1)
    server.put(*(seeker() for _ in range(20)))
    for _ in range(19):
        server.pass_time(30.0)
        server.next_to_go()
    assert server.went == sorted(server.went, key=lambda one: int(str(one.key).split()[1]))


def test_what_had_a_browser_comes_before_all_and_the_urgent_before_the_others() -> None:
    server = Server(slots=1)
    server.put(seeker(), seeker(queue=Band.LOW), seeker(), seeker(queue=Band.HIGH), seeker(queue=subjects.AGAIN))
    server.pass_time(30.0)
    went = [server.next_to_go().queue for _ in range(4)]
    assert went == [subjects.AGAIN, Band.HIGH, Band.NORMAL, Band.LOW]


def test_what_is_not_urgent_goes_too_however_many_others_come_once_it_has_waited_long() -> None:
    server = Server(slots=1)
    server.put(seeker())
    server.pass_time(1.0)
    patient = seeker(tenant="patient", queue=Band.LOW)
    server.put(patient)
    for _ in range(20):
        server.put(seeker())
        server.pass_time(5.0)
        assert server.next_to_go() is not patient
    server.clock = patient.asked_at + PROMOTED_SECONDS
    server.put(seeker())
    server.pass_time(5.0)
    assert server.next_to_go() is patient


def test_a_long_queue_is_looked_at_little_more_often_than_a_short_one() -> None:
    looks = []
    for waiting in (10, 1000):
        server = Server(slots=0)
        server.put(*(seeker() for _ in range(waiting)))
        server.pass_time(120.0)
        before = server.looks
        server.pass_time(100.0)
        looks.append((server.looks - before) / 100.0)
    few, many = looks
    assert many < 30.0, "looks a second"
    assert 0 < min(server.pauses) <= max(server.pauses) <= LONGEST_PAUSE_SECONDS
    assert many < 10 * few


def test_who_is_not_seen_any_more_is_waited_for_no_longer() -> None:
    server = Server(slots=1)
    first, gone, third = seeker(), seeker(), seeker()
    server.put(first, gone, third)
    server.pass_time(0.0)
    server._due = [each for each in server._due if each[2] is not gone]  # taken by another host
    server.free(first)
    server.pass_time(2 * LATE_SECONDS + 2.0)
    assert server.went == [first, third]


def test_a_tenant_with_one_site_gets_their_part_beside_one_with_a_thousand() -> None:
    server = Server(slots=4)
    server.put(*(seeker(tenant="many") for _ in range(1000)))
    server.put(*(seeker(tenant="few", site="one.example") for _ in range(100)))
    server.pass_time(300.0)
    went = [server.next_to_go() for _ in range(40)]
    assert len([one for one in went if one.tenant == "few"]) >= 15


@dataclass
class Freed:
    """What came of the slots that became free, one after the other."""

    by_few: int
    #: seconds until each was taken
    free: list[float]


def free_sixty(server: Server) -> Freed:
    """One tenant has waited with hundreds of jobs, another comes with some."""
    server.put(*(seeker(tenant="many") for _ in range(400)))
    server.pass_time(200.0)
    server.put(*(seeker(tenant="few") for _ in range(40)))
    server.pass_time(30.0)
    freed = Freed(0, [])
    for _ in range(60):
        since = server.now
        freed.by_few += server.next_to_go().tenant == "few"
        freed.free.append(server.now - since)
    return freed


@pytest.mark.parametrize("hosts", [1, 4])
def test_several_hosts_give_turns_as_one_does_and_leave_no_slot_free_for_long(hosts: int) -> None:
    freed = free_sixty(Server(slots=4, hosts=hosts))
    assert 25 <= freed.by_few <= 35, "every second turn is theirs"
    assert sum(freed.free) / 60 < 2.5
    assert max(freed.free) < 8.0
