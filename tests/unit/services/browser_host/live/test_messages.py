"""What a viewer may say: a closed set of kinds, each within its range."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.browser_host.live import keys, messages
from ghosthands.browser_host.live.messages import Choose, KeyAction, KeyStroke, Release, Take, Text


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"type": "take"}, Take()),
        ({"type": "release"}, Release()),
        ({"type": "text", "text": "Ünï € 日本"}, Text(text="Ünï € 日本")),
        ({"type": "choose", "list_id": 3, "index": 0}, Choose(list_id=3, index=0)),
        ({"type": "key", "action": "down", "key": "é"}, KeyStroke(action=KeyAction.DOWN, key="é")),
    ],
)
def test_what_may_be_said_is_understood(said: dict[str, Any], meant: object) -> None:
    assert messages.parse(json.dumps(said)) == meant


@given(st.floats().filter(lambda place: not 0 <= place <= 1))
def test_no_place_lies_outside_the_picture(place: float) -> None:
    with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)):
        messages.parse(json.dumps({"type": "mouse", "action": "move", "x": place, "y": 0.5}))


@pytest.mark.parametrize("key", ["F12", "BrowserHome", "Meta", "", "ab", "\n", "\x1b", "\u202e"])
def test_other_keys_are_not_pressed(key: str) -> None:
    assert not keys.is_key(key)
    with pytest.raises(msgspec.ValidationError):
        messages.parse(json.dumps({"type": "key", "action": "down", "key": key}))


@pytest.mark.parametrize(
    ("key", "modifiers", "text"),
    [("a", 0, "a"), ("A", 8, "A"), ("Enter", 0, "\r"), ("a", 2, ""), ("Tab", 0, ""), ("日", 0, "日")],
)
def test_a_key_types_what_stands_on_it_but_not_in_a_shortcut(key: str, modifiers: int, text: str) -> None:
    assert keys.text(key, modifiers) == text
