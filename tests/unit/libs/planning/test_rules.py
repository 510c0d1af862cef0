"""The rules as data: keys that exist, sources, names that tell them apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ghosthands import platforms
from ghosthands.domain.profile import flatten
from ghosthands.planning import autocomplete, stand_ins
from ghosthands.planning.context import BECAUSE
from ghosthands.planning.matching import GENERAL
from ghosthands.planning.rules import credentials
from ghosthands.planning.rules.history import EDUCATION, WORK
from ghosthands.planning.rules.questions import SENSITIVE
from ghosthands.planning.rules.refusals import REFUSALS, UNTOUCHABLE

RULES = (*GENERAL, *EDUCATION, *WORK)


def keys() -> Iterator[str]:
    """Every key of a profile that planning may come up with."""
    yield from (key for key in _every_key() if not key.startswith(credentials.PREFIX))


def _every_key() -> Iterator[str]:
    yield from (rule.key for rule in RULES if rule.key)
    yield from (known.key.format(0) for platform in platforms.ALL for known in platform.fields if known.key)
    yield from autocomplete.KEYS.values()
    for key, others in (*stand_ins.STAND_INS.items(), *stand_ins.IN_LISTS.items()):
        yield key
        yield from (other for other, _ in others)


def profile_with(path: str) -> dict[str, Any]:
    """The smallest profile that says something at `path`."""
    if path.startswith("address_") or path in ("location.full", "location.zip_and_city", "location.city_state_zip"):
        return {"address_line1": "Xstr. 1", "address_line2": "x", "location": {"city": "x", "zip": "x"}}
    value: Any = "x"
    path = "middle_name" if path == "middle_initial" else path
    for part in reversed(path.split(".")):
        value = [value] if part.isdecimal() else {part: value}
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("key", sorted(set(keys())))
def test_a_key_that_is_planned_is_one_a_profile_can_have(key: str) -> None:
    assert key in flatten(profile_with(key.removeprefix("profile.")))


def test_every_rule_says_where_it_comes_from() -> None:
    assert [rule.name for rule in (*RULES, *REFUSALS) if not rule.source] == []


def test_no_rule_fits_a_field_that_says_nothing() -> None:
    assert [rule.name for rule in (*RULES, *REFUSALS) if rule.fits_label("") or rule.fits_identifier("")] == []


def test_what_is_sensitive_is_what_the_rules_know() -> None:
    assert [prefix for prefix in SENSITIVE if not any(key.startswith(prefix) for key in keys())] == []


def test_what_nobody_fills_is_refused_by_a_rule_or_by_its_part_of_the_form() -> None:
    assert {*(rule.name for rule in REFUSALS), *BECAUSE.values()} >= UNTOUCHABLE
