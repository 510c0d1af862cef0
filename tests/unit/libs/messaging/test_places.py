"""Places for who waits for a server: nobody's has all of them, no tenant and no applicant."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import count

import pytest

from ghosthands.domain.errors import NotYet
from ghosthands.messaging.work.places import Places, Shares
from ghosthands.messaging.work.turns import ORDER_SECONDS, Seeker

SHARES = Shares(places=8, of_server=4, of_tenant=5, of_tenant_at_server=3, of_applicant=2)

_numbers = count()


def seeker(
    *, tenant: str = "", applicant: str = "", server: str = "", key: str = "", behind: tuple[str, ...] = ()
) -> Seeker:
    number = next(_numbers)
    return Seeker(
        key or f"job {number}",
        tenant or f"tenant {number}",
        applicant or f"applicant {number}",
        server or f"server {number}",
        asked_at=number,
        behind=behind,
    )


class Clock:
    """A clock that stands still until it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Handlings:
    """Messages in hand, each with its place until the block is left."""

    def __init__(self, shares: Shares = SHARES) -> None:
        self.clock = Clock()
        self.places = Places(shares, self.clock)
        self._exits = ExitStack()
        self._ends: dict[object, ExitStack] = {}

    def begin(self, one: Seeker) -> bool:
        """Whether it has a place now."""
        with ExitStack() as end:
            try:
                end.enter_context(self.places.handed_out(one.key)).take(one)
            except NotYet:
                return False
            self._ends[one.key] = end.pop_all()
        return True

    def find_pause(self, one: Seeker) -> float:
        """How long it waits until it is tried again, with the order of those that wait as it is now."""
        self.clock.now += ORDER_SECONDS + 1
        with pytest.raises(NotYet) as waits, self.places.handed_out(one.key) as place:
            place.take(one)
        return waits.value.delay

    def end(self, one: Seeker) -> None:
        self._ends.pop(one.key).close()


@pytest.mark.parametrize(
    ("same", "most"),
    [
        ({}, 8),
        ({"server": "hung.example"}, 4),
        ({"tenant": "acme"}, 5),
        ({"tenant": "acme", "server": "hung.example"}, 3),
        ({"tenant": "acme", "applicant": "ada"}, 2),
    ],
)
def test_of_each_so_many_are_at_work_and_no_more(same: dict[str, str], most: int) -> None:
    handlings = Handlings()
    assert [handlings.begin(seeker(**same)) for _ in range(10)] == [True] * most + [False] * (10 - most)
    assert len(handlings.places) == most
    assert handlings.begin(seeker()) is (most < SHARES.places), "others are not in their way"


def test_who_waited_has_its_place_as_soon_as_it_comes_again_and_it_is_its_turn() -> None:
    handlings = Handlings()
    first, second, third, waiting = (seeker(server="busy.example", key=name) for name in "abcd")
    last = seeker(server="busy.example")
    assert all(map(handlings.begin, (first, second, third, waiting)))
    assert not handlings.begin(last)
    with pytest.raises(NotYet), handlings.places.handed_out(last.key):
        pass
    handlings.end(first)
    with handlings.places.handed_out(last.key) as place:
        assert place.seeker == last
        assert len(handlings.places) == 4
    assert len(handlings.places) == 3


def test_one_with_many_that_wait_does_not_keep_another_from_the_next_place() -> None:
    handlings = Handlings(Shares(places=4, of_server=4, of_tenant=4, of_tenant_at_server=4, of_applicant=4))
    many = [seeker(tenant="many", applicant="m", server="busy.example") for _ in range(50)]
    few = seeker(tenant="few", server="busy.example")
    for one in many:
        handlings.begin(one)
    assert not handlings.begin(few)
    handlings.end(many[0])
    handlings.clock.now += 0.5
    assert not handlings.begin(many[10])
    assert handlings.begin(few)


def test_two_messages_of_one_key_are_not_at_work_at_once() -> None:
    handlings = Handlings()
    assert handlings.begin(seeker(key="a job"))
    assert not handlings.begin(seeker(key="a job"))


def test_who_has_the_answer_of_one_server_counts_at_the_next_alone() -> None:
    handlings = Handlings()
    assert all(handlings.begin(seeker(server="quick.example", behind=("hung.example",))) for _ in range(3))
    one = seeker(server="quick.example", behind=("hung.example",))
    with handlings.places.handed_out(one.key) as place:
        place.take(one)
        place.leave("quick.example")
        assert handlings.begin(seeker(server="quick.example"))
        assert not handlings.begin(seeker(server="quick.example"))
        assert not handlings.begin(seeker(server="hung.example"))


@pytest.mark.parametrize(("seconds_at_quick", "seconds_at_hung"), [(0, 100), (100, 0)])
def test_only_the_time_spent_at_a_server_delays_those_that_wait_for_it(
    seconds_at_quick: float, seconds_at_hung: float
) -> None:
    handlings = Handlings(Shares(places=8, of_server=1, of_tenant=8, of_tenant_at_server=8, of_applicant=8))
    one = seeker(server="quick.example", behind=("hung.example",))
    with handlings.places.handed_out(one.key) as place:
        place.take(one)
        handlings.clock.now += seconds_at_quick
        place.leave("quick.example")
        handlings.clock.now += seconds_at_hung
        assert handlings.begin(seeker(server="quick.example"))
        assert handlings.find_pause(seeker(server="quick.example")) < 10
        assert (handlings.find_pause(seeker(server="hung.example")) > 10) is (seconds_at_hung > 10)


def test_whoever_pulls_hears_that_a_place_was_taken_and_given_back() -> None:
    handlings, heard = Handlings(), []
    handlings.places.on_change = lambda: heard.append(len(handlings.places))
    one = seeker()
    handlings.begin(one)
    handlings.end(one)
    assert (heard[0], heard[-1]) == (1, 0)
