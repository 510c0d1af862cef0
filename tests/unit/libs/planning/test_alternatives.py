"""Patterns whose alternatives are gathered find what they found before."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands import planning
from ghosthands.planning.alternatives import Alternatives, joined
from ghosthands.planning.rule import FieldRule

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
    r"^f(?:irst|a(?:m|n)e)|\bl(?:as?|e)t|\ba(?:b|c)?d|\bx(?:y|)z|\bm(?:|\b)a|^(?:fi|la)(?:r|s)st",
    r"^(?=.*(?:\bfirst|名))(?=.*last)|^(?=.*\bn(?:a|e)m)x|\be(?:(?=.*x)a|n)",
    r"é|名 ?a|(?:(?![ -~])(?:é|名))$|a名|(?:é|mail)",
]
SAID = st.text(alphabet="abcdxyz|\\] firstlamené名", max_size=24)


@pytest.mark.parametrize("pattern", PATTERNS)
@given(said=SAID)
def test_what_fits_is_the_same(pattern: str, said: str) -> None:
    assert Alternatives(pattern).search(said) == bool(re.search(pattern, said))


@pytest.mark.parametrize(
    ("pattern", "beginnings"),
    [
        (r"\bstreet\b|\bst\b", {"str", "st"}),
        (r"\bs(?:treet|uite)|\bno ?name", {"str", "sui", "no"}),
        (r"^(?:your )?name|^f(?:irst)?$", {"^you", "^nam", "^f"}),
        (r"phone", {""}),
        (r"電話|(?:邮件|邮箱)", {"(?![ -~])"}),
        (r"^(?=.*\b(?:school|bank)\b)(?=.*address)", {"sch", "ban"}),
        (r"(?!)", set()),
    ],
)
def test_a_text_is_passed_by_that_has_no_word_which_begins_so(pattern: str, beginnings: set[str]) -> None:
    assert Alternatives(pattern).beginnings == beginnings


def test_alternatives_are_gathered_by_where_they_may_begin() -> None:
    places = Alternatives(r"\bone|^two|three|\b(?:four|five)").places
    assert [each.source for each in places] == [r"^(?:two)", r"\b(?:one|(?:four|five))", "(?:three)"]


def test_alternatives_are_gathered_by_their_first_letter_where_they_must_have_it() -> None:
    assert joined(["first", "last", "f?name", "family"]) == "f(?:irst|amily)|last|f?name"


def test_every_pattern_of_the_rules_can_be_compiled_though_none_is_before_a_text_may_match() -> None:
    found = {place.source for pattern in _list_patterns() for place in pattern.places}
    assert len(found) > 400
    for source in found:
        re.compile(source)


def test_a_pattern_is_compiled_only_for_a_text_that_may_match() -> None:
    pattern = Alternatives(r"\bname(")
    assert not pattern.search("city")
    with pytest.raises(re.error):
        pattern.search("name")


def _list_patterns() -> Iterator[Alternatives]:
    """Every pattern of alternatives that a module of planning holds, in its rules too."""
    for module in pkgutil.walk_packages(planning.__path__, f"{planning.__name__}."):
        for value in vars(import_module(module.name)).values():
            yield from _list_within(value)


def _list_within(value: object) -> Iterator[Alternatives]:
    match value:
        case Alternatives():
            yield value
        case FieldRule():
            yield from _list_within((value.label, value.identifier, value.unless))
        case dict():
            yield from _list_within(tuple(value.values()))
        case tuple() | list():
            for each in value:
                yield from _list_within(each)
