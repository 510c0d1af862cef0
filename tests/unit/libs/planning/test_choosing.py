"""Which option says what the applicant says; none is better than a wrong one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.planning.choosing import choose, choose_all, code_of, means_same, names_of, synonyms

COUNTRIES = (
    "Afghanistan",
    "Canada",
    "Germany",
    "Korea, Republic of",
    "Niger",
    "Nigeria",
    "United Kingdom",
    "United States",
    "United States Minor Outlying Islands",
)
STATES = ("Alabama", "California", "New York", "West Virginia", "Virginia", "Washington")
YES_NO = ("Yes", "No")
VETERAN = (
    "I am not a protected veteran",
    "I identify as one or more of the classifications of a protected veteran",
    "I don't wish to answer",
)
DISABILITY = (
    "Yes, I have a disability, or have had one in the past",
    "No, I do not have a disability and have not had one in the past",
    "I do not want to answer",
)
RACE = (
    "American Indian or Alaskan Native (Not Hispanic or Latino)",
    "Asian (Not Hispanic or Latino)",
    "Black or African American (Not Hispanic or Latino)",
    "Hispanic or Latino",
    "White (Not Hispanic or Latino)",
    "Decline to self identify",
)
GENDER = ("Male", "Female", "Non-binary", "Decline to self identify")
DEGREES = ("High School", "Associate's Degree", "Bachelor's Degree", "Master's Degree", "Doctor of Philosophy (Ph.D.)")


def chosen(options: tuple[str, ...], text: str) -> str | None:
    index = choose(options, text)
    return None if index is None else options[index]


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        (COUNTRIES, "US", "United States"),
        (COUNTRIES, "USA", "United States"),
        (COUNTRIES, "United States of America", "United States"),
        (COUNTRIES, "united states", "United States"),
        (COUNTRIES, "DE", "Germany"),
        (COUNTRIES, "Deutschland", "Germany"),
        (COUNTRIES, "UK", "United Kingdom"),
        (COUNTRIES, "South Korea", "Korea, Republic of"),
        (COUNTRIES, "Niger", "Niger"),
        (COUNTRIES, "NG", "Nigeria"),
        (STATES, "CA", "California"),
        (STATES, "Virginia", "Virginia"),
        (STATES, "WV", "West Virginia"),
        (("CA - California", "NY - New York"), "California", "CA - California"),
        (("Georgia (GA)", "Alabama (AL)"), "GA", "Georgia (GA)"),
        (("United States (+1)", "Germany (+49)"), "US", "United States (+1)"),
        (("US", "DE"), "United States", "US"),
        (YES_NO, "yes", "Yes"),
        (YES_NO, "true", "Yes"),
        (YES_NO, "No", "No"),
        (YES_NO, "I will not require sponsorship", "No"),
        (YES_NO, "I am authorized to work", "Yes"),
        (("I will require sponsorship", "I will not require sponsorship"), "no", "I will not require sponsorship"),
        (("I will require sponsorship", "I will not require sponsorship"), "yes", "I will require sponsorship"),
        (VETERAN, "no", VETERAN[0]),
        (VETERAN, "I am not a protected veteran", VETERAN[0]),
        (VETERAN, "decline", VETERAN[2]),
        (VETERAN, "Prefer not to say", VETERAN[2]),
        (DISABILITY, "no", DISABILITY[1]),
        (DISABILITY, "yes", DISABILITY[0]),
        (DISABILITY, "decline", DISABILITY[2]),
        (RACE, "White", RACE[4]),
        (RACE, "Hispanic or Latino", RACE[3]),
        (RACE, "Black", RACE[2]),
        (RACE, "Asian", RACE[1]),
        (GENDER, "Male", "Male"),
        (GENDER, "woman", "Female"),
        (GENDER, "nonbinary", "Non-binary"),
        (DEGREES, "BSc", "Bachelor's Degree"),
        (DEGREES, "Bachelor of Science", "Bachelor's Degree"),
        (DEGREES, "Master of Science", "Master's Degree"),
        (DEGREES, "PhD", "Doctor of Philosophy (Ph.D.)"),
        (("LinkedIn", "Job board", "Other"), "linkedin", "LinkedIn"),
        (("1 star", "2 stars", "3 stars", "4 stars", "5 stars"), "4", "4 stars"),
        (("grade 1", "grade 2", "grade 3"), "2", "grade 2"),
        (
            ("San Francisco, California, United States", "San Francisco, Cordoba, Argentina"),
            "San Francisco, California",
            None,
        ),
    ],
)
def test_an_option_says_it(options: tuple[str, ...], text: str, expected: str | None) -> None:
    assert chosen(options, text) == (expected or options[0])


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (COUNTRIES, "Atlantis"),
        (COUNTRIES, "United"),
        (GENDER, "ale"),
        (("Female", "Other"), "Male"),
        (YES_NO, "LinkedIn"),
        (YES_NO, "maybe"),
        (("I identify as a veteran", "I am not a protected veteran"), "protected veteran"),
        (("I am a veteran but not a protected veteran", "I am not a veteran", "I am a protected veteran"), "no"),
        (("Yes, I can work without it", "No, I need it"), "no"),
        (("Yes, I do not need it", "No, I need it"), "yes"),
        (("Job board", "Company website"), "A friend"),
        ((), "anything"),
    ],
)
def test_no_option_says_it(options: tuple[str, ...], text: str) -> None:
    assert chosen(options, text) is None


def test_of_two_that_say_it_equally_well_none_is_chosen() -> None:
    assert choose(("Springfield, Illinois", "Springfield, Missouri"), "Springfield") is None


def test_an_option_listed_twice_is_still_one() -> None:
    assert choose(("United States", "Afghanistan", "United States"), "United States") == 0


def test_a_list_names_several_options() -> None:
    assert choose_all(("English", "French", "German"), "German, English") == [0, 2]


def test_a_list_that_names_one_in_vain_names_none() -> None:
    assert choose_all(("English", "French"), "French, Klingon") == []


@pytest.mark.parametrize(
    ("code", "labels"),
    [
        ("+44", ("Guernsey +44", "United Kingdom +44")),
        ("+212", ("Western Sahara (+212)", "Morocco (+212)")),
        ("+61", ("Christmas Island (+61)", "Australia (+61)")),
    ],
)
def test_a_dial_code_that_several_share_means_the_country_it_is_known_for(code: str, labels: tuple[str, ...]) -> None:
    assert choose(labels, code) == 1


@given(st.lists(st.text(min_size=1, max_size=20), max_size=6), st.text(max_size=20))
def test_choosing_never_fails_and_never_leaves_the_list(options: list[str], text: str) -> None:
    index = choose(options, text)
    assert index is None or 0 <= index < len(options)


@given(st.sampled_from(COUNTRIES))
def test_an_option_says_itself(option: str) -> None:
    assert chosen(COUNTRIES, option) == option


@pytest.mark.parametrize(
    ("one", "other"), [("Ph.D.", "PhD"), ("São Paulo", "Sao Paulo"), ("U.S.A.", "USA"), ("A  b", "a b")]
)
def test_accents_dots_and_case_do_not_tell_apart(one: str, other: str) -> None:
    assert synonyms.normal(one) == synonyms.normal(other)


@pytest.mark.parametrize(("text", "label"), [("USA", "United States"), ("united states", "United States")])
def test_a_label_may_be_another_name_of_the_thing(text: str, label: str) -> None:
    assert means_same(text, label)


def test_part_of_a_name_is_not_the_thing() -> None:
    assert not means_same("United States", "United States Minor Outlying Islands")


def test_a_search_knows_the_longer_names() -> None:
    assert "California" in names_of("CA")
    assert names_of("Germany") == ("Germany", "Deutschland")
    assert names_of("Acme") == ()


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("United Kingdom", "Vereinigtes Königreich"),
        ("Germany", "Alemania"),
        ("DE", "Allemagne"),
        ("Switzerland", "Svizzera"),
        ("South Korea", "Korea (South)"),
        ("Czech Republic", "Czechia"),
        ("QC", "Quebec"),
        ("District of Columbia", "DC"),
    ],
)
def test_a_place_is_known_in_the_languages_that_forms_are_in(text: str, label: str) -> None:
    assert means_same(text, label)


def test_a_short_foreign_name_is_no_other_word() -> None:
    assert code_of("Man") == "M"


DAYS = ("Day", *(f"{day:02}" for day in range(1, 32)))
MONTHS = ("Month", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October")
MONTHS += ("November", "December")
YEARS = ("vvvv", "---", *(str(year) for year in range(2010, 1920, -1)))


@pytest.mark.parametrize(("options", "label"), [(DAYS, "17"), (MONTHS, "May"), (YEARS, "1990")])
def test_a_list_for_a_part_of_a_date_gets_that_part(options: tuple[str, ...], label: str) -> None:
    assert chosen(options, "1990-05-17") == label


def test_a_part_of_a_date_that_is_not_known_is_not_made_up() -> None:
    assert chosen(DAYS, "May 1990") is None


DIALLED = ("American Samoa +1", "Canada (+1)", "United Kingdom +44", "United States (+1)", "Guernsey +44", "Peru +51")


@pytest.mark.parametrize(
    ("code", "label"), [("+1", "United States (+1)"), ("+44", "United Kingdom +44"), ("+51", "Peru +51"), ("+5", None)]
)
def test_a_dial_code_is_that_of_its_foremost_country(code: str, label: str | None) -> None:
    assert chosen(DIALLED, code) == label


def test_a_country_is_told_from_those_that_have_it_in_an_aside() -> None:
    options = ("United Kingdom (UK)", "United States (US)", "United States (US) Minor Outlying Islands")
    assert chosen((*options, "Virgin Islands (US)"), "United States") == "United States (US)"


TOWNS = (
    "Paris, Île-de-France, France",
    "Paris, Texas, United States",
    "Portland, Maine, United States",
    "Portland, Oregon, United States",
)


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("Portland, OR, US", TOWNS[3]),
        ("Portland, ME, USA", TOWNS[2]),
        ("Paris, TX, United States", TOWNS[1]),
        ("Portland, CA, United States", None),
        ("Portland, United States", None),
        ("Salem, OR, United States", None),
    ],
)
def test_a_town_is_the_same_whatever_its_state_and_country_are_called(text: str, town: str | None) -> None:
    chosen = choose(TOWNS, text)
    assert (None if chosen is None else TOWNS[chosen]) == town


def test_a_town_may_be_listed_without_its_country() -> None:
    assert choose(("Portland, Maine", "Portland, Oregon"), "Portland, OR, United States") == 1
    assert choose(("Portland, Oregon", "Portland, Oregon, USA"), "Portland, OR, United States") == 1


def test_a_state_has_a_code() -> None:
    assert code_of("California") == "CA"
    assert code_of("Springfield") is None


YEARS_WORKED = ("Please select", "0-2 years", "3-5 years", "6-8 years", "9+ years")
HEADCOUNTS = ("Less than 10", "10 to 49", "50 - 249", "More than 249")
PAY = ("Up to $99,999", "$100k - $149k", "150-200k", "$201,000 or more")


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        (YEARS_WORKED, "9", "9+ years"),
        (YEARS_WORKED, "12", "9+ years"),
        (YEARS_WORKED, "4 years", "3-5 years"),
        (YEARS_WORKED, "0", "0-2 years"),
        (HEADCOUNTS, "9", "Less than 10"),
        (HEADCOUNTS, "10", "10 to 49"),
        (HEADCOUNTS, "250", "More than 249"),
        (PAY, "90000", "Up to $99,999"),
        (PAY, "$120,000", "$100k - $149k"),
        (PAY, "168000", "150-200k"),
        (PAY, "250k", "$201,000 or more"),
        (("1-3 years", "3-5 years"), "3", None),
        (("1-3 years", "3-5 years"), "7", None),
        (("1-3 years", "3-5 years"), "many", None),
        (("Room 1-3", "Elsewhere"), "2", None),
    ],
)
def test_a_number_is_said_by_the_one_range_it_is_in(options: tuple[str, ...], text: str, expected: str | None) -> None:
    assert chosen(options, text) == expected


def test_of_several_labels_that_name_it_in_part_the_shortest_is_meant() -> None:
    assert chosen(("AP - Military/California", "CA - California", "CO - Colorado"), "California") == "CA - California"


@pytest.mark.parametrize(
    "months",
    [
        "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
        "gen feb mar apr mag giu lug ago set ott nov dic",
    ],
)
def test_months_are_known_in_other_languages(months: str) -> None:
    labels = ("* ", *months.split())
    assert chosen(labels, "1990-05-17") == labels[5]


def test_a_dial_code_is_its_foremost_countrys_not_that_of_what_belongs_to_it() -> None:
    labels = ("Canada (+1)", "United States Of America (+1)", "Virgin Islands(U.S.) (+1)", "Niue (+683)")
    assert chosen(labels, "+1") == "United States Of America (+1)"


@pytest.mark.parametrize(("code", "label"), [("+46", "Sweden"), ("+1", "United States"), ("+51", None)])
def test_a_dial_code_picks_its_country_where_a_list_shows_no_codes(code: str, label: str | None) -> None:
    assert chosen(("Canada", "Sweden", "United States", "United States Minor Outlying Islands"), code) == label


@pytest.mark.parametrize(
    ("options", "text", "wanted"),
    [
        (("Okres wypowiedzenia: 1 miesiąc", "Okres wypowiedzenia: 3 miesiące"), "3 months", 1),
        (("Préavis 1 mois", "Préavis 3 mois"), "3 months", 1),
        (("3 Monate Kündigungsfrist", "6 Wochen"), "3 months' notice", 0),
        (("Préavis 3 mois", "Préavis 12 mois"), "1 year", 1),
        (("7 dagar", "14 dagar"), "2 weeks", 1),
        (("1 month", "3 months"), "90 days", None),
        (("3 miesiące lub dłużej", "1 miesiąc"), "3 months", None),
        (("Préavis de plus de 3 mois", "Préavis 1 mois"), "3 months", None),
        (("Préavis 3 mois", "3 mois"), "3 months", None),
    ],
)
def test_a_length_of_time_is_the_same_in_any_language_and_nothing_beyond(
    options: tuple[str, ...], text: str, wanted: int | None
) -> None:
    assert choose(options, text) == wanted


def test_a_date_chooses_its_year_also_among_few() -> None:
    assert choose(("Year", "2026", "2027", "2028"), "2027-02-01") == 2
    assert choose(("2026", "2028"), "2027-02-01") is None


def test_a_date_chooses_its_month_by_its_polish_name() -> None:
    months = "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień"
    assert choose(("miesiąc", *months.split()), "2027-02-01") == 2
