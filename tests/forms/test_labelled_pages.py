"""What the scanner and the matcher make of real pages with known answers; `-s` prints it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from ghosthands.bench.labelled import NOTHING, UNKNOWN_TO_DDG
from ghosthands.bench.looking import Answered, Look
from ghosthands.domain.page import PageModel
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.refusal import refusals

pytestmark = [pytest.mark.heavy, pytest.mark.e2e, pytest.mark.timeout(1800)]

#: corpora -> the least share of fields with the right key
RIGHT = {
    "ats_real": 1.0,
    "ats_fixtures": 1.0,
    "ddg_autofill": 0.974,
    "mozilla_en": 0.971,
    "mozilla_cc_silver": 0.95,  # without the two names of whom a gift is in honour of: disputed
    "mozilla_i18n": 0.972,
}
FOUND = 0.995
RESPECTED = 0.99

#: the most fields that may get a wrong key: worse than none. The aim is 0.007; docs/benchmarks.md tells what is missing
WRONG = 0.011
#: Rules that fire on one site only here: what applications ask, for five of the pages are any, what platforms and
#: Chromium's parsers know of phones, what shops call a list of countries that a label names on all others, and one box
#: for city, state and ZIP.
ON_ONE_SITE = {
    "available_start_date",
    "city_state_zip",
    "company",
    "country_list",
    "description",
    "end",
    "field_of_study",
    "institution",
    "linkedin_url",
    "phone_country",
    "phone_device_type",
    "phone_prefix",
    "race",
    "start",
    "title",
    "sponsorship",
    "sponsorship_now_or_future",
    "willing_to_relocate",
    "work_authorization",
    "work_location",
}
#: what is decided without a rule of the tables: by the page's own words, or the kind of the control
NO_RULES = ("platform", "autocomplete", "type")


def scored(seen: list[Look], corpus: str = "") -> list[Answered]:
    return [one for page in seen if corpus in ("", page.row.corpus) for one in page.answers if one.expected.is_scored]


async def test_every_control_is_found(seen: list[Look]) -> None:
    ours = [one for one in scored(seen) if one.expected.is_ours]
    assert sum(one.found for one in ours) / len(ours) >= FOUND


@pytest.mark.parametrize("corpus", RIGHT)
async def test_fields_get_the_right_key(seen: list[Look], corpus: str) -> None:
    ours = [one for one in scored(seen, corpus) if one.expected.is_ours]
    right = sum(one.expected.is_met(one.key) for one in ours) / len(ours)
    print(f"\n{corpus}: {right:.2%} of {len(ours)} right", end="")
    assert right >= RIGHT[corpus]


async def test_what_nothing_belongs_into_is_left_alone(seen: list[Look]) -> None:
    others = [one for one in scored(seen) if not one.expected.is_ours]
    respected = sum(one.expected.is_met(one.key) or one.key in UNKNOWN_TO_DDG for one in others)
    assert respected / len(others) >= RESPECTED


async def test_wrong_keys_are_few(seen: list[Look]) -> None:
    ours = [one for one in scored(seen) if one.expected.is_ours]
    wrong = sum(one.key not in NOTHING and not one.expected.is_met(one.key) for one in ours) / len(ours)
    print(f"\nwrong keys: {wrong:.2%}", end="")
    assert wrong <= WRONG


async def test_only_these_rules_fire_on_one_site_only(seen: list[Look]) -> None:
    """What fires on one site only may be true of that site alone: each such rule is named above."""
    sites = defaultdict(set)
    for page in seen:
        for rule in rules(page.model):
            sites[rule].add(page.row.site)
    assert {rule for rule, where in sites.items() if len(where) == 1} == ON_ONE_SITE


def rules(model: PageModel) -> Iterator[str]:
    """The names of the rules that decided something on the page."""
    for found in match_page(model).values():
        how, rule = found.reason.split(":")[:2]
        if how not in NO_RULES:
            yield rule
    yield from (f"refusal {why}" for why in refusals(model).values())
