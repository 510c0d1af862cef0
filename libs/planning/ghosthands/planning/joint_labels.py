"""Labels that name several things: one box takes them all ("PLZ / Ort"), or each of the boxes beside it takes one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planning import asking
from ghosthands.planning.rule import TEXTUAL, FieldRule
from ghosthands.planning.rules.address import ADDRESS, HOUSE_NUMBER
from ghosthands.planning.rules.contact import FIRST_NAME, LAST_NAME, LAST_NAME_FIRST
from ghosthands.planning.signals import words

#: What stands between the things that a label names; what it is told to include is one of them.
_BETWEEN = re.compile(
    r"[,;:/|&+、・／]+|\b(?:and|und|et|y|e|i|en|och|og|ja|ve|oraz|a|és|incl(?:uding|usive|\.)?|inkl(?:usive|\.)?|with"
    r"|mit|avec|con|com|met|med|plus)\b",
    re.IGNORECASE,
)
#: What stands between two facts that are wanted both, and the most spaces of such a label.
_BOTH = re.compile(r"\s*[&+]\s*|\s+(?:and|und|et|y|e|i|en|och|og|ja|ve|oraz)\s+", re.IGNORECASE)
_HALVES, _MOST_OF_BOTH = 2, 7
_COMMA = re.compile(r"[,，、]")
_BRACKETS = re.compile(r"[(（]([^()（）]*)[)）]")
#: A number behind a street.
NUMBER = re.compile(r"^(?:no|nr|n|num|number|numero|nummer|numer|hausnr|huisnr|civico)$")
_STREET, _LINE_2, _WHOLE = "profile.address_line1", "profile.address_line2", "profile.address_full"
_CITY, _STATE, _ZIP = "profile.location.city", "profile.location.state", "profile.location.zip"
_COUNTRY = "profile.location.country"
#: The parts of an address that one box may take together.
PARTS = frozenset({_STREET, _LINE_2, _WHOLE, _CITY, _STATE, _ZIP, _COUNTRY, HOUSE_NUMBER.key, "profile.location.full"})
#: What a label may be understood as that names several things.
MAY_BE_SEVERAL = PARTS | {"profile.full_name", LAST_NAME.key}
_BY_NAME = {rule.name: rule for rule in ADDRESS}
#: The boxes for several parts: what makes the label one of theirs, and what else it may name.
_TOGETHER: tuple[tuple[str, frozenset[str | None], frozenset[str | None]], ...] = (
    ("city_state_zip", frozenset({_CITY, _STATE, _ZIP}), frozenset()),
    ("zip_and_city", frozenset({_CITY, _ZIP}), frozenset()),
    ("location", frozenset({_CITY, _COUNTRY}), frozenset({_STATE})),
    ("location", frozenset({_CITY, _STATE}), frozenset()),
    ("whole_address", frozenset({_STREET, _CITY}), PARTS),
    ("whole_address", frozenset({_STREET, _ZIP}), PARTS),
    ("whole_address", frozenset({_WHOLE}), PARTS),
)


def asks_two_facts(written: str, kind: FieldKind, find: Callable[[str, FieldKind], FieldRule | None]) -> bool:
    """Whether a short label asks for two facts that no one value tells: "Salary & start date"; `find` reads a half."""
    halves = _BOTH.split(written)
    if len(halves) != _HALVES or written.count(" ") > _MOST_OF_BOTH:
        return False
    keys = [rule.key for half in halves if (rule := find(half.strip(), kind)) and rule.key]
    return len({asking.find_family(key) for key in keys}) == _HALVES


@lru_cache(maxsize=CACHED_TEXTS)
def find_parts(written: str) -> tuple[FieldRule, ...]:
    """Return the rule of each thing that a label names, in their order; none unless all of several are understood."""
    named = list(filter(None, map(words, _BETWEEN.split(_BRACKETS.sub(_list_several, written)))))
    rules = tuple(_understand(named)) if len(named) > 1 else ()
    return rules if len(rules) == len(named) else ()


def _list_several(brackets: re.Match[str]) -> str:
    """Return brackets with several things as a list: one thing alone says which of the label's is meant."""
    return f", {brackets[1]}" if _BETWEEN.search(brackets[1]) else brackets[0]


def _understand(named: Sequence[str]) -> Iterator[FieldRule]:
    before: FieldRule | None = None
    for each in named:
        is_number = before is not None and before.key == _STREET and NUMBER.search(each)
        before = HOUSE_NUMBER if is_number else asking.find_contact(each)
        if before is None or before.key is None:
            return
        yield before


def find_whole(written: str) -> FieldRule | None:
    """Return the rule of the one box that takes all that the label names; None if there is none."""
    rules = find_parts(written)
    keys = {rule.key for rule in rules}
    if keys <= asking.NAMES:
        return LAST_NAME_FIRST if _names_the_last_first(rules, written) else None
    fits = (name for name, needed, others in _TOGETHER if needed <= keys <= needed | others)
    return _BY_NAME[name] if (name := next(fits, None)) else None


def _names_the_last_first(rules: tuple[FieldRule, ...], written: str) -> bool:
    """Whether a label wants both halves of a name with a comma, the last one first: "Full name (last, first)"."""
    halves = [rule.key for rule in rules if rule.key in (FIRST_NAME.key, LAST_NAME.key)]
    if len(halves) == 1:
        halves = [rule.key for rule in _tell_names_apart(rules)]
    return halves == [LAST_NAME.key, FIRST_NAME.key] and bool(_COMMA.search(written))


def share(shown: Sequence[FieldModel], taken: Mapping[str, str]) -> Iterator[tuple[FieldModel, FieldRule]]:
    """Yield each box of a row that one label names, with the rule of its part.

    `taken` has the keys of boxes: one without a label, but with a name that says something else, is in no row.
    """
    for at, head in enumerate(shown):
        rules = _tell_names_apart(find_parts(head.label))
        row = list(zip(shown[at : at + len(rules)], rules, strict=False))
        is_whole = len(row) == len({rule.key for _, rule in row}) == len(rules) > 1
        if is_whole and all(_may_take(field, rule, head, taken.get(field.id)) for field, rule in row):
            yield from row


def _may_take(field: FieldModel, rule: FieldRule, head: FieldModel, taken: str | None) -> bool:
    """Whether a box in a row is its head, or has no words of its own, nor a name that says something else."""
    if field.kind not in TEXTUAL - {FieldKind.TEXTAREA}:
        return False
    is_unnamed = not field.label and not field.placeholder and taken in (None, rule.key)
    return is_unnamed or (field is head) or (field.label == head.label and not field.placeholder)


def _tell_names_apart(rules: tuple[FieldRule, ...]) -> tuple[FieldRule, ...]:
    """Return the rules, with a lone "Name" beside one half of a name as the other half."""
    halves = {FIRST_NAME.key: LAST_NAME, LAST_NAME.key: FIRST_NAME}
    other = next((halves[rule.key] for rule in rules if rule.key in halves), None)
    return tuple(other if other and rule.name == "lone_name" else rule for rule in rules)
