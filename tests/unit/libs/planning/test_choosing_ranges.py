"""A list of ranges, in any language, gets the one range that surely holds what the applicant states."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning.choosing import choose
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model


def chosen(options: tuple[str, ...], text: str) -> str | None:
    index = choose(options, text)
    return None if index is None else options[index]


@pytest.mark.parametrize(
    "options",
    [
        ("0-2 Jahre", "3 bis 5 Jahre", "*6 bis 10 Jahre", "mehr als 10 Jahre"),
        ("Keine", "bis 2 Jahre", "*über 2 bis 9 Jahre", "10 Jahre und mehr"),
        ("Moins de 2 ans", "2 à 5 ans", "*6 à 10 ans", "Plus de 10 ans"),
        ("Menos de 2 años", "2 a 5 años", "*Entre 6 y 10 años", "Más de 10 años"),
        ("Meno di 2 anni", "da 2 a 5 anni", "*da 6 a 10 anni", "Oltre 10 anni"),
        ("Menos de 2 anos", "2 a 5 anos", "*De 6 a 10 anos", "Mais de 10 anos"),
        ("0-2 jaar", "3 tot 5 jaar", "*6 tot en met 10 jaar", "10+ jaar"),
        ("Mindre än 2 år", "2–5 år", "*6 till 10 år", "Mer än 10 år"),
        ("Under 2 år", "2-5 år", "*6 år og over"),
        ("Mindre enn 2 år", "2 til 5 år", "*Mer enn 5 år"),
        ("do 2 lat", "3-5 lat", "*powyżej 5 lat"),
        ("alle 2 vuotta", "2-5 vuotta", "*yli 5 vuotta"),
        ("do 2 let", "3 až 5 let", "*více než 5 let"),
        ("1年未満", "1年〜3年", "*3年以上"),
        ("1-3年", "3-5年", "*5年以上"),
        ("1 year", "2 years", "3-5 years", "*6 or more years"),
        ("No more than 5 years", "*6 to 9 years", "At least 10 years"),
        ("Less than 6 months", "6-12 months", "1-5 years", "*6+ years"),
    ],
)
def test_eight_years_are_in_the_range_of_any_language(options: tuple[str, ...]) -> None:
    [wanted] = [option for option in options if option.startswith("*")]
    offered = tuple(option.lstrip("*") for option in options)
    assert chosen(offered, "8") == wanted.lstrip("*")


@pytest.mark.parametrize(
    "options",
    [
        ("Under 50k", "50,000 - 60,000", "*60,000 - 70,000", "70k+"),
        ("unter 50.000 €", "50.000 – 60.000 €", "*60.000 – 70.000 €", "über 70.000 €"),
        ("Moins de 50 k€", "50 k€ - 60 k€", "*60 k€ à 70 k€", "Plus de 70 k€"),
        ("Menos de 50.000 €", "De 50.000 € a 60.000 €", "*De 60.000 € a 70.000 €", "Más de 70.000 €"),
        ("30 000 - 60 000 €", "*60 001 - 70 000 €", "70 001 € et plus"),
        ("30-60k", "*60-70k", "70k €+"),
        ("bis 60 T€", "*60 T€ bis 70 T€", "ab 71 T€"),
    ],
)
@pytest.mark.parametrize("text", ["65000", "65.000", "65,000", "65k", "65.000 €"])
def test_pay_is_in_the_range_however_thousands_are_written(options: tuple[str, ...], text: str) -> None:
    [wanted] = [option for option in options if option.startswith("*")]
    assert chosen(tuple(option.lstrip("*") for option in options), text) == wanted.lstrip("*")


MONTHS = ("Immediately", "Less than 1 month", "1-2 months", "3+ months")
WEEKS = ("None", "1-2 weeks", "3-4 weeks", "More than 4 weeks")


@pytest.mark.parametrize(
    ("options", "text", "wanted"),
    [
        (MONTHS, "2 weeks", "Less than 1 month"),
        (MONTHS, "8 weeks", "1-2 months"),
        (MONTHS, "3 Monate", "3+ months"),
        (WEEKS, "4 weeks", "3-4 weeks"),
        (WEEKS, "28 days", "3-4 weeks"),
        (WEEKS, "3 mois", "More than 4 weeks"),
        # in most months four weeks are less than one
        (MONTHS, "4 weeks", None),
        (WEEKS, "1 month", None),
    ],
)
def test_a_length_of_time_is_in_a_range_of_another_unit_if_that_is_certain(
    options: tuple[str, ...], text: str, wanted: str | None
) -> None:
    assert chosen(options, text) == wanted


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("2-5 Jahre", "5-10 Jahre"), "5"),
        (("400万円〜500万円", "500万円〜600万円"), "450"),
        (("1-3 lakhs", "3-5 lakhs"), "2"),
        (("3-4 years", "6+ years (5 of them in management)"), "6"),
        (("Not 2 to 5 years", "Not 6 to 9 years"), "3"),
        (("10 - 5", "5 - 1"), "7"),
    ],
)
def test_what_two_ranges_hold_or_a_label_denies_is_in_none(options: tuple[str, ...], text: str) -> None:
    assert chosen(options, text) is None


def test_a_limit_that_is_outside_its_range_is_in_the_next() -> None:
    assert chosen(("3 to less than 5", "5 to less than 10"), "5") == "5 to less than 10"


def keys_for(label: str, options: tuple[str, ...], values: dict[str, str]) -> list[str]:
    """The keys that a list of these options is given."""
    field = FieldModel(
        id="f",
        locator=Locator("#f"),
        kind=FieldKind.SELECT,
        label=label,
        options=tuple(map(OptionModel, options)),
        required=True,
    )
    planned = plan(page_model(field), Known(values.keys(), values=values), action_id=str)
    return [action.key for action in planned.actions]


def test_an_options_own_thousands_are_no_other_measure() -> None:
    values = {"profile.salary_expectation": "65000", "profile.salary_currency": "EUR"}
    options = ("Moins de 50 k€", "50 k€ - 70 k€", "Plus de 70 k€")
    assert keys_for("Prétentions salariales", options, values) == ["profile.salary_expectation"]
    assert keys_for("Prétentions salariales (k€)", ("40-50", "50-60", "60-70"), values) == []


def test_years_are_given_to_no_list_of_months() -> None:
    values = {"profile.years_of_experience": "8"}
    assert keys_for("Years of experience", ("0-5 years", "6+ years"), values) == ["profile.years_of_experience"]
    assert keys_for("Experience", ("0-6 months", "7-12 months", "13+ months"), values) == []
