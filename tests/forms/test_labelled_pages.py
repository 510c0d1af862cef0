"""What the scanner and the matcher make of real pages with known answers; `-s` prints it."""

from __future__ import annotations

from collections import defaultdict

import pytest

from ghosthands.bench.looking import Answered, Seen
from ghosthands.planner.matching import GENERAL, UNDER_EDUCATION, UNDER_WORK
from ghosthands.planner.page_matching import match_page
from ghosthands.planner.refusal import refusals
from ghosthands.planner.rules.contact import PHONE_PREFIX
from ghosthands.planner.rules.refusals import REFUSALS

pytestmark = [pytest.mark.heavy, pytest.mark.e2e, pytest.mark.timeout(1800)]

#: corpora -> the least share of fields with the right key
RIGHT = {
    "ats_real": 1.0,
    "ats_fixtures": 1.0,
    "ddg_autofill": 0.95,
    "mozilla_en": 0.96,
    "mozilla_cc_silver": 0.95,
    "mozilla_i18n": 0.92,
}
FOUND = 0.995
RESPECTED = 0.99
#: our types that DuckDuckGo's labels have no word for
UNKNOWN_TO_DDG = ("company", "job_title")

SOURCES = {rule.name: rule.source for rule in (*GENERAL, *UNDER_EDUCATION, *UNDER_WORK, PHONE_PREFIX, *REFUSALS)}
#: what is decided without a rule of the tables: by the page's own words, or the kind of the control
NO_RULES = ("platform", "autocomplete", "type")


def scored(seen: list[Seen], corpus: str = "") -> list[Answered]:
    return [one for page in seen if corpus in ("", page.row.corpus) for one in page.answers if one.expected.is_scored]


async def test_every_control_is_found(seen: list[Seen]) -> None:
    ours = [one for one in scored(seen) if one.expected.is_ours]
    assert sum(one.found for one in ours) / len(ours) >= FOUND


@pytest.mark.parametrize("corpus", RIGHT)
async def test_fields_get_the_right_key(seen: list[Seen], corpus: str) -> None:
    ours = [one for one in scored(seen, corpus) if one.expected.is_ours]
    right = sum(one.expected.is_met(one.key) for one in ours) / len(ours)
    print(f"\n{corpus}: {right:.2%} of {len(ours)} right", end="")
    assert right >= RIGHT[corpus]


async def test_what_nothing_belongs_into_is_left_alone(seen: list[Seen]) -> None:
    others = [one for one in scored(seen) if not one.expected.is_ours]
    respected = sum(one.expected.is_met(one.key) or one.key in UNKNOWN_TO_DDG for one in others)
    assert respected / len(others) >= RESPECTED


async def test_a_rule_that_fires_on_one_site_has_a_source(seen: list[Seen]) -> None:
    """What fires on one site only may be true of that site alone, unless somebody else observed it too."""
    sites = defaultdict(set)
    for page in seen:
        reasons = [found.reason for found in match_page(page.model).values()]
        for reason in (*reasons, *(f"refusal:{why}" for why in refusals(page.model).values())):
            sites[reason].add(page.row.site)
    by_rule = defaultdict(set)
    for reason, where in sites.items():
        by_rule[reason.split(":")[1] if reason.split(":")[0] not in NO_RULES else reason] |= where
    lone = sorted(name for name, where in by_rule.items() if len(where) == 1 and not name.startswith(NO_RULES))
    print("\nfires on one site:", *(f"{name} ({SOURCES.get(name, 'no source')})" for name in lone), sep="\n  ")
    assert [name for name in lone if not SOURCES.get(name)] == []
