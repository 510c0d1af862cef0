"""What `ghosthands insight` prints."""

from __future__ import annotations

from msgspec.structs import replace

from ghosthands.cli.commands.insight import make_forms, make_platforms, word_savings, word_tiers
from ghosthands.readmodel.insights import FormSaving, PlatformOutcome, PlatformTier

ONCE = FormSaving(
    site="jobs.example.com",
    fingerprint="0123456789abcdef",
    platform="greenhouse",
    runs=1,
    first_calls=2,
    first_nano_usd=6_000_000,
    first_ms=4_200,
    first_questions=1,
    later_calls=None,
    later_nano_usd=None,
    later_ms=None,
    later_questions=None,
    replayed_share=None,
    saved_calls=0,
    saved_nano_usd=0,
    saved_ms=0,
    unpriced=0,
)
OFTEN = replace(
    ONCE,
    runs=5,
    later_calls=0.25,
    later_nano_usd=500_000.0,
    later_ms=2_100.0,
    later_questions=0.0,
    replayed_share=0.9,
    saved_calls=7,
    saved_nano_usd=22_000_000,
    saved_ms=8_400,
)
OUTCOME = PlatformOutcome(
    platform="greenhouse",
    jobs=4,
    completed=3,
    failed=1,
    cancelled=0,
    asked_a_human=1,
    calls=9,
    nano_usd=1_000_000,
    unpriced=2,
)
TIERS = [
    PlatformTier(platform="greenhouse", tier=0, engine="playwright", verified=97, failed=2),
    PlatformTier(platform="greenhouse", tier=1, engine="stagehand:dom", verified=3, failed=0),
]


def cells(table: object) -> list[list[str]]:
    return [[str(cell) for cell in column.cells] for column in table.columns]


def test_a_form_tells_its_first_run_and_what_the_later_ones_came_to() -> None:
    (form,), (sent,), (calls,), (cost,), (time,), (asked,), (recipe,), (site,) = cells(make_forms([OFTEN]))
    assert (form, sent, recipe, site) == ("01234567", "5", "90%", "jobs.example.com")
    assert (calls, cost) == ("2 → 0.25", "$0.00600 → $0.00050")
    assert (time, asked) == ("4.2 → 2.1 s", "1 → 0")


def test_of_a_form_that_was_filled_once_nothing_is_claimed() -> None:
    told = cells(make_forms([ONCE]))
    assert [column[0] for column in told[2:7]] == ["2 → –", "$0.00600 → –", "4.2 → –", "1 → –", "–"]
    assert word_savings([ONCE]).startswith("no form was filled twice")


def test_what_was_saved_is_counted_against_first_runs_and_says_what_is_not_in_it() -> None:
    assert word_savings([ONCE, OFTEN]).endswith("7 calls, $0.02200, 8.4 s")
    dearer = replace(OFTEN, saved_nano_usd=-22_000_000, unpriced=3)
    assert "-$0.02200" in word_savings([dearer])
    assert word_savings([dearer]).endswith("3 calls at a price nobody knows are not in it")


def test_a_platform_tells_its_success_and_who_filled_its_fields() -> None:
    told = [column[0] for column in cells(make_platforms([OUTCOME], TIERS))]
    assert told[:6] == ["greenhouse", "4", "3 (75%)", "1", "0", "1 (25%)"]
    assert told[6] == "$0.00100 + 2 calls"
    assert told[7] == "0 playwright 97% (2 failed), 1 stagehand:dom 3%"


def test_a_platform_whose_fields_were_never_filled_has_no_tiers() -> None:
    assert word_tiers([]) == ""
