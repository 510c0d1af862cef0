"""What the options of a list tell of what is asked."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind, FieldModel
from tests.unit.libs.planning.test_matching import field, key_of

COUNTRIES = ("France", "Germany", "Italy", "Spain", "Sweden")
STATES = (
    "Alaska",
    "Arizona",
    "Arkansas",
    "California",
    "Colorado",
    "Delaware",
    "Florida",
    "Georgia",
    "Hawaii",
    "Idaho",
)


def test_a_list_beside_the_phone_number_wants_its_country_code() -> None:
    assert key_of(field("Phone", FieldKind.SELECT, options=("+1", "+49"))) == "profile.phone_country_code"


def test_a_list_named_after_country_codes_is_one_of_countries_unless_they_are_dialled() -> None:
    assert key_of(field("", FieldKind.SELECT, name="countryCode")) == "profile.location.country"
    assert key_of(field("", FieldKind.SELECT, name="phoneCountryCode")) == "profile.phone_country_code"


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        (field("Location", FieldKind.SELECT, options=COUNTRIES), "country"),
        (field("", FieldKind.SELECT, options=["Code", "+49", "+33", "+44"]), "phone_country_code"),
        (field("Country", FieldKind.SELECT, options=["Germany (+49)", "France (+33)"]), "phone_country_code"),
        (field("", FieldKind.SELECT, options=STATES), "state"),
        (field("Alaska", FieldKind.SELECT, options=STATES), "state"),
        (field("Which of these have you been licensed to practise in?", FieldKind.SELECT, options=STATES), None),
        (field("Which of these have you worked in before?", FieldKind.SELECT, options=COUNTRIES), None),
        (field("Citizenship", FieldKind.SELECT, options=COUNTRIES), None),
    ],
)
def test_the_options_of_a_list_tell_what_it_is_a_list_of(asked: FieldModel, key: str | None) -> None:
    found = key_of(asked)
    assert (found and found.rpartition(".")[2]) == key


def test_a_search_among_countries_in_a_phone_widget_is_for_the_code() -> None:
    assert key_of(field("Country", FieldKind.COMBOBOX, dom_id="mobileNumberCountryInput")) == (
        "profile.phone_country_code"
    )
    assert key_of(field("Country", FieldKind.COMBOBOX, dom_id="countryInput")) == "profile.location.country"


def test_a_list_of_states_with_their_territories_is_no_list_of_countries() -> None:
    territories = ["American Samoa", "Guam", "Puerto Rico", "Marshall Islands", "Palau"]
    asked = field("", FieldKind.SELECT, name="input_4.4", options=[*STATES, *territories])
    assert key_of(asked) == "profile.location.state"
