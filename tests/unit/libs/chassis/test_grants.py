"""A token grants what it was made for, to whoever has it, for as long as it says; a changed one nothing."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.chassis import grants
from ghosthands.chassis.grants import Doorplate, GrantRefused, Grants, Right

OURS = Grants(b"k" * 32)


def test_a_token_grants_what_it_was_made_for() -> None:
    granted = OURS.read(OURS.token("session", Right.VIEW, seconds=60, viewer_id="me"))
    assert (granted.session_id, granted.right, granted.viewer_id) == ("session", Right.VIEW, "me")


def test_an_expired_token_grants_nothing() -> None:
    with pytest.raises(GrantRefused, match="expired"):
        OURS.read(OURS.token("session", Right.VIEW, seconds=0))


@given(st.integers(0), st.characters())
def test_a_changed_token_grants_nothing(at: int, letter: str) -> None:
    token = OURS.token("session", Right.CONTROL)
    at %= len(token)
    changed = token[:at] + letter + token[at + 1 :]
    if changed != token:
        with pytest.raises(GrantRefused):
            OURS.read(changed)


@given(st.text())
def test_whatever_else_is_no_token(text: str) -> None:
    with pytest.raises(GrantRefused):
        OURS.read(text)


def test_the_plate_is_for_our_own_user_and_the_key_outlives_the_door(tmp_path: Path) -> None:
    path = tmp_path / grants.PLATE
    assert grants.doorplate(path) is None
    made = grants.key_of(path)
    Doorplate("https://live.example.com", "http://127.0.0.1:7", made).hang(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert grants.key_of(path) == made
    found = grants.doorplate(path)
    assert found is not None
    assert found.link("session", Right.VIEW).startswith("https://live.example.com/live/")
    assert made.read(found.link("session", Right.VIEW).split("/")[-2]).session_id == "session"


def test_a_plate_that_says_nothing_counts_as_none(tmp_path: Path) -> None:
    path = tmp_path / grants.PLATE
    for content in ("", "{}", "[]", '{"url": 1, "local_url": 2, "key": 3}'):
        path.write_text(content)
        assert grants.doorplate(path) is None
