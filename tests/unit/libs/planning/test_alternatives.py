"""Patterns whose alternatives are gathered find what they found before."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.planning.alternatives import Alternatives, joined

PATTERNS = [
    r"\bfirst\b|^name$|mail|\blast(?! year)|^city\b",
    r"(?:a|b)c|^(?:x|y)$|\b[ab|]+d",
    r"[]|]x|\|y|\\|z",
    r"^[^a|b]|\bno\b",
    r"(?=.*first)(?=.*last)|(?<!e)mail",
    r"(?!)",
    r"one",
    r"ab|a?c|abc$|a{2}d|a|\bmail|\bma?l|^name|^n(?:a|e)me",
    r"\b(?:last )?name|^(?:my |a )*mail|\b(?:a|bc)?d|\bx{0,2}y|\b(?:ab?|c)(?:d|e)|\b(?:e|la){1}st",
    r"\b(?![ -~])(?:é|名)|^(?:é ){0,2}x|\b(?:(?:a|(?:b|c)?d) )?f",
]
SAID = st.text(alphabet="abcdxyz|\\] firstlamené名", max_size=24)


@pytest.mark.parametrize("pattern", PATTERNS)
@given(said=SAID)
def test_what_fits_is_the_same(pattern: str, said: str) -> None:
    assert Alternatives(pattern).search(said) == bool(re.search(pattern, said))


def test_alternatives_are_gathered_by_where_they_may_begin() -> None:
    patterns = Alternatives(r"\bone|^two|three|\b(?:four|five)").patterns
    assert [each.pattern for each in patterns] == [r"^(?:two)", r"\b(?:one|(?:four|five))", "(?:three)"]


def test_alternatives_are_gathered_by_their_first_letter_where_they_must_have_it() -> None:
    assert joined(["first", "last", "f?name", "family"]) == "f(?:irst|amily)|last|f?name"
