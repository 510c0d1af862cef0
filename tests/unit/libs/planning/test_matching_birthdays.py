"""When a day, a month and a year are a birthday."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain.page import (
    FieldKind,
    PageModel,
)
from ghosthands.planning.page_matching import match_page
from tests.unit.libs.planning.test_matching import field, page


def date_parts(of: str = "", oldest: int = 1930, **day: Any) -> PageModel:
    years = [str(year) for year in range(2010, oldest, -1)]
    return page(
        field(of, FieldKind.SELECT, id="d", options=["Day", "1", "2"], **day),
        field(of, FieldKind.SELECT, id="m", options=["Month", "January"]),
        field(of, FieldKind.SELECT, id="y", options=["Year", *years], section=day.get("section", "")),
    )


@pytest.mark.parametrize("of", ["Date of birth", "Geburtsdatum", "Fecha de nacimiento", "生年月日"])
def test_a_day_a_month_and_a_year_are_a_birthday_where_something_says_so(of: str) -> None:
    assert {found.key for found in match_page(date_parts(of)).values()} == {"profile.date_of_birth"}
    found = match_page(date_parts("", name="birth_day"))
    assert {each.key for each in found.values()} == {"profile.date_of_birth"}


@pytest.mark.parametrize("asked", [date_parts("Start date"), date_parts(oldest=1980), date_parts(section="Education")])
def test_a_date_that_is_called_something_else_or_goes_back_less_than_a_life_is_no_birthday(asked: PageModel) -> None:
    assert "profile.date_of_birth" not in {found.key for found in match_page(asked).values()}


def test_a_date_that_nothing_names_is_a_birthday_where_its_years_are_those_of_a_life() -> None:
    assert {found.key for found in match_page(date_parts()).values()} == {"profile.date_of_birth"}


def test_what_the_author_says_of_a_part_of_a_date_stands() -> None:
    beside = match_page(date_parts("Date of birth", autocomplete="address-level2"))
    assert (beside["d"].key, beside["m"].key) == ("profile.location.city", "profile.date_of_birth")
