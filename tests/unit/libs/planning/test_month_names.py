"""Lists of months are known in every language, and each by its own names."""

from __future__ import annotations

import pytest
from babel import Locale

from ghosthands.planning.choosing import choose

LANGUAGES = (
    *("bg", "ca", "cs", "de", "el", "en", "es", "et", "fi", "fr", "hr", "hu", "is", "it", "ja", "ko"),
    *("lt", "lv", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi", "zh"),
)


@pytest.mark.parametrize("width", ["wide", "abbreviated"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_month_is_chosen_in_a_list_of_any_language(language: str, width: str) -> None:
    named = Locale.parse(language).months["stand-alone"][width]
    months = ["---", *(named[month] for month in range(1, 13))]
    for month in range(1, 13):
        assert choose(months, f"1990-{month:02}-04") == month


def test_a_name_that_two_languages_give_to_two_months_is_read_by_its_list() -> None:
    croatian = Locale.parse("hr").months["stand-alone"]["wide"]
    czech = Locale.parse("cs").months["stand-alone"]["wide"]
    assert "listopad" in (croatian[10], czech[11])
    assert choose([croatian[month] for month in range(1, 13)], "1990-10-04") == 9
    assert choose([czech[month] for month in range(1, 13)], "1990-11-04") == 10


def test_days_and_years_may_have_their_word_behind_them() -> None:
    assert choose([f"{day}日" for day in range(1, 32)], "1990-03-04") == 3
    assert choose([f"{year}年" for year in range(1950, 2010)], "1990-03-04") == 40
