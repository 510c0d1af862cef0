"""A host's tenure: what was begun before others may have taken the host for gone is not gone on with afterwards."""

from __future__ import annotations

from ghosthands.browser_host.sessions import gone_hosts
from ghosthands.browser_host.sessions.name import BEAT_SECONDS
from ghosthands.browser_host.sessions.tenure import TENURE_SECONDS, Tenure


class Time:
    """The seconds since the machine was started, as the test wants them."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


def begun() -> tuple[Tenure, Time]:
    """A host that has just given a sign of life."""
    time = Time()
    tenure = Tenure(elapsed=time)
    tenure.renew(time())
    return tenure, time


def test_the_tenure_ends_before_others_can_count_the_host_as_gone() -> None:
    assert TENURE_SECONDS + 2 * BEAT_SECONDS <= (gone_hosts.LOOKS - 1) * BEAT_SECONDS


def test_a_permit_ends_when_no_sign_of_life_was_given_for_too_long() -> None:
    tenure, time = begun()
    permit = tenure.permit()
    time.seconds += TENURE_SECONDS - 1
    assert permit()
    time.seconds += 1
    assert not permit()


def test_a_permit_lasts_as_long_as_signs_of_life_are_given_in_time() -> None:
    tenure, time = begun()
    permit = tenure.permit()
    for _ in range(20):
        time.seconds += BEAT_SECONDS
        tenure.renew(time())
    assert permit()


def test_a_permit_that_ended_does_not_come_back_with_the_next_sign_of_life() -> None:
    tenure, time = begun()
    permit = tenure.permit()
    time.seconds += TENURE_SECONDS
    tenure.renew(time())
    assert not permit()
    assert tenure.permit()(), "what is begun from now on may be done"


def test_a_permit_given_between_two_tenures_is_worth_nothing() -> None:
    tenure, time = begun()
    time.seconds += TENURE_SECONDS
    permit = tenure.permit()
    assert not permit()
    time.seconds += 1
    tenure.renew(time())
    assert not permit()


def test_a_sign_of_life_that_was_stored_late_counts_from_when_it_was_sent() -> None:
    tenure, time = begun()
    permit, sent_at = tenure.permit(), time()
    time.seconds += TENURE_SECONDS - 1
    tenure.renew(sent_at)
    assert permit()
    time.seconds += 1
    assert not permit()


def test_a_host_that_nobody_knows_yet_has_a_tenure() -> None:
    assert Tenure().permit()()
