"""Patterns whose alternatives are gathered find what they found before."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.planning.alternatives import compiled

PATTERNS = [
    r"\bfirst\b|^name$|mail|\blast(?! year)|^city\b",
    r"(?:a|b)c|^(?:x|y)$|\b[ab|]+d",
    r"[]|]x|\|y|\\|z",
    r"^[^a|b]|\bno\b",
    r"(?=.*first)(?=.*last)|(?<!e)mail",
    r"(?!)",
    r"one",
]
SAID = st.text(alphabet="abcdxyz|\\] firstlamen", max_size=24)


@pytest.mark.parametrize("pattern", PATTERNS)
@given(said=SAID)
def test_what_fits_is_the_same(pattern: str, said: str) -> None:
    assert bool(compiled(pattern).search(said)) == bool(re.search(pattern, said))


def test_alternatives_are_gathered_by_where_they_may_begin() -> None:
    assert compiled(r"\bone|^two|three|\b(?:four|five)").pattern == r"^(?:two)|\b(?:one|(?:four|five))|(?:three)"
