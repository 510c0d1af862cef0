"""Links and cookies of the console: what they open, for how long, and for whom."""

from __future__ import annotations

import pytest

from ghosthands.hitl_gateway.console.access import (
    GUEST_SECONDS,
    SESSION_SECONDS,
    SIGN_IN_SECONDS,
    ConsoleAccess,
    LinkRefused,
    Role,
)
from ghosthands.vault.store import MemoryStore

KEY = b"k" * 32


class Hands:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def access(clock: Hands) -> ConsoleAccess:
    return ConsoleAccess([KEY], MemoryStore(), now=clock)


async def test_a_sign_in_link_counts_once(access: ConsoleAccess) -> None:
    token = access.make_sign_in()
    assert (await access.use_sign_in(token)).role is Role.OPERATOR
    with pytest.raises(LinkRefused):
        await access.use_sign_in(token)


async def test_a_sign_in_link_outlives_the_gateway_that_made_it_and_still_counts_once(clock: Hands) -> None:
    shared = MemoryStore()
    before, after = (ConsoleAccess([KEY], shared, now=clock) for _ in range(2))
    token = before.make_sign_in()
    assert (await after.use_sign_in(token)).is_operator
    for access in (before, after):
        with pytest.raises(LinkRefused):
            await access.use_sign_in(token)


async def test_a_sign_in_link_expires(access: ConsoleAccess, clock: Hands) -> None:
    token = access.make_sign_in()
    clock.now += SIGN_IN_SECONDS
    with pytest.raises(LinkRefused):
        await access.use_sign_in(token)


def test_a_guest_may_see_their_job_alone_and_until_it_is_due(access: ConsoleAccess, clock: Hands) -> None:
    token = access.make_guest_link("job", clock.now + 60)
    guest = access.use_guest_link(token)
    assert guest.may_see("job")
    assert not guest.may_see("another")
    clock.now += 60
    with pytest.raises(LinkRefused):
        access.use_guest_link(token)
    assert access.read_cookie(access.make_cookie(guest)) is None


def test_no_guest_has_longer_than_a_day(access: ConsoleAccess, clock: Hands) -> None:
    guest = access.use_guest_link(access.make_guest_link("job", clock.now + 10 * GUEST_SECONDS))
    assert guest.expires_at == clock.now + GUEST_SECONDS


async def test_a_session_outlives_a_restart_and_a_new_key_but_not_its_time(access: ConsoleAccess, clock: Hands) -> None:
    cookie = access.make_cookie(await access.use_sign_in(access.make_sign_in()))
    later = ConsoleAccess([b"new" * 11, KEY], MemoryStore(), now=clock)
    assert later.read_cookie(cookie) is not None
    clock.now += SESSION_SECONDS
    assert later.read_cookie(cookie) is None


@pytest.mark.parametrize("cookie", ["", "x", "x.y", "é", "." * 2000])
async def test_what_we_did_not_sign_is_nobodys_session(access: ConsoleAccess, cookie: str) -> None:
    assert access.read_cookie(cookie) is None
    assert (
        ConsoleAccess([b"other" * 7], MemoryStore()).read_cookie(
            access.make_cookie(await access.use_sign_in(access.make_sign_in()))
        )
        is None
    )


async def test_one_link_is_not_good_for_another_thing(access: ConsoleAccess, clock: Hands) -> None:
    guest_link = access.make_guest_link("job", clock.now + 60)
    assert access.read_cookie(guest_link) is None
    with pytest.raises(LinkRefused):
        await access.use_sign_in(guest_link)


async def test_a_forms_token_is_of_one_session(access: ConsoleAccess) -> None:
    one, another = [await access.use_sign_in(access.make_sign_in()) for _ in range(2)]
    assert access.is_form_token(one, access.make_form_token(one))
    assert not access.is_form_token(another, access.make_form_token(one))
    assert not access.is_form_token(one, "")
