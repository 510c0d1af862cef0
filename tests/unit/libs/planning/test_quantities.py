"""Which number an answer puts into a field that takes only one, and when it is not certain."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.planning.choosing.quantities import CountedIn, agree, is_quantity, measure_of, number_for, number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("USD 90,000", "90000"),
        ("90.000,50", "90000.50"),
        ("$1,234,567.89", "1234567.89"),
        ("7", "7"),
        ("3.5", "3.5"),
        ("3,5", "3.5"),
        ("-2", "-2"),
        ("90’000", "90000"),
    ],
)
def test_a_number_is_read_out_of_its_words(text: str, number: str) -> None:
    assert number_in(text) == Decimal(number)


@pytest.mark.parametrize("text", ["", "none", "80,000 - 90,000", "3 to 5"])
def test_no_number_or_several_are_none(text: str) -> None:
    assert number_in(text) is None


@pytest.mark.parametrize(
    ("question", "answer", "number"),
    [
        ("Notice period (weeks)", "5 weeks", "5"),
        ("Notice period in days", "5 weeks", "35"),
        ("Notice period in weeks", "14 days", "2"),
        ("Notice period (months)", "1 year", "12"),
        ("Kündigungsfrist in Wochen", "6 Wochen", "6"),
        ("Notice period (weeks)", "5", "5"),
        ("Years of experience", "about 10 years", "10"),
        ("Years of experience", "10+ years", "10"),
        ("Years of experience", "24 months", "2"),
        ("How many hours per week can you work?", "40 hours per week", "40"),
        ("How many hours per week can you work?", "40", "40"),
        ("How many days a week can you be in the office?", "3 days", "3"),
        ("Expected salary", "€65,000 per year", "65000"),
        ("Expected salary (EUR)", "€65,000 p.a.", "65000"),
        ("Annual salary expectation", "65k", "65000"),
        ("Expected salary ($)", "USD 90,000", "90000"),
        ("Desired hourly rate", "$45/hour", "45"),
        ("Gehaltswunsch (brutto, monatlich)", "4.500 € pro Monat", "4500"),
        ("Willing to travel (%)", "25%", "25"),
        ("Willing to travel", "25%", "25"),
        ("Graduation year", "May 2026", "2026"),
    ],
)
def test_an_answer_gives_the_number_that_the_question_counts(question: str, answer: str, number: str) -> None:
    assert number_for(question, answer) == Decimal(number)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Notice period (months)", "5 weeks"),
        ("Notice period (weeks)", "2 months"),
        ("Notice period (weeks)", "10 days"),
        ("Notice period (working days)", "5 weeks"),
        ("Notice period", "5 weeks"),
        ("Notice period (weeks/months)", "5 weeks"),
        ("Years of experience", "18 months"),
        ("Years of experience", "5 to 7 years"),
        ("Years of experience", "less than 5 years"),
        ("Years of experience", "a few"),
        ("How many hours per week can you work?", "160 hours per month"),
        ("Expected hourly rate", "€65,000 per year"),
        ("Expected monthly salary", "€65,000 per year"),
        ("Expected salary per month", "65,000 a year"),
        ("Expected salary", "$45 per hour"),
        ("Expected annual salary", "$45/h"),
        ("Expected salary ($)", "€65,000"),
        ("Expected salary (CAD)", "USD 65,000"),
        ("Expected salary in thousands", "65,000"),
        ("Expected salary (k€)", "€65,000"),
        ("Expected salary", "12 LPA"),
        ("Expected salary", "1.2 million"),
        ("Expected salary", "60,000 - 65,000"),
        ("Stundenlohn", "65.000 € jährlich"),
    ],
)
def test_an_answer_in_another_unit_period_or_currency_gives_no_number(question: str, answer: str) -> None:
    assert number_for(question, answer) is None


def test_a_bare_answer_counts_in_what_is_said_of_it() -> None:
    yearly = CountedIn(per="year", currency="EUR")
    assert number_for("Expected annual salary", "65000", said=yearly) == 65000
    assert number_for("Expected salary", "65000", said=yearly) == 65000
    assert number_for("Expected hourly rate", "65000", said=yearly) is None
    assert not agree("Expected salary (USD)", "65000", said=yearly)
    assert number_for("Notice period (days)", "5", said=measure_of("Notice period in weeks")) == 35


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("Desired compensation ($/hr)", CountedIn("", "hour", "dollar")),
        ("Expected salary per annum in GBP", CountedIn("", "year", "GBP")),
        ("Prétentions salariales (annuel brut)", CountedIn("", "year", "")),
        ("Tagessatz in €", CountedIn("", "day", "EUR")),
        ("Biweekly pay", CountedIn("", "fortnight", "")),
        ("Do you have an expectation?", CountedIn()),
        ("Are you available a few months from now?", CountedIn("month")),
    ],
)
def test_a_question_tells_what_it_counts_in(question: str, measure: CountedIn) -> None:
    assert measure_of(question) == measure


@pytest.mark.parametrize(
    "answer", ["5 weeks", "about 10 years", "€65,000 per year", "USD 90,000 gross", "65k EUR", "3 days a week"]
)
def test_a_number_with_what_it_counts_in_is_a_quantity(answer: str) -> None:
    assert is_quantity(answer)


@pytest.mark.parametrize(
    "answer", ["Elm Street 5", "12345", "Main St 12, Apt 4", "5 weeks after an offer", "Yes, 5 years", ""]
)
def test_what_says_more_than_a_number_is_no_quantity(answer: str) -> None:
    assert not is_quantity(answer)


@given(st.integers(0, 10**9))
def test_a_bare_number_is_itself(number: int) -> None:
    assert number_in(f"{number:,}") == number_in(str(number)) == number


def test_an_answer_that_tells_its_scale_is_not_in_the_questions() -> None:
    said = measure_of("Expected salary (k€)")
    assert number_for("Expected salary (k€)", "80", said=said) == 80
    assert number_for("Expected salary (k€)", "80k", said=said) is None
    assert number_for("Expected salary", "80k", said=said) == 80000
