"""What a profile says of pay and time goes into no field that counts it otherwise."""

from __future__ import annotations

import pytest

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.domain.plan import LeftAlone, PlannedAction, Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model

NUMBER, TEXT, SELECT = FieldKind.NUMBER, FieldKind.TEXT, FieldKind.SELECT


def planned(
    label: str,
    kind: FieldKind,
    values: dict[str, str],
    *,
    options: tuple[str, ...] = (),
    own: str = "",
    required: bool = True,
) -> PlannedAction | LeftAlone | Unanswered:
    """What becomes of the field."""
    offered = tuple(OptionModel(each) for each in options)
    field = FieldModel(id="f", locator=Locator("#f"), kind=kind, label=label, options=offered, required=required)
    questions = {key: own for key in values if key.startswith("answers.")}
    made = plan(page_model(field), Known(values.keys(), values=values, own=questions), action_id=lambda _: "do")
    [outcome] = [*made.actions, *made.left_alone, *made.unanswered]
    return outcome


@pytest.mark.parametrize(
    ("label", "kind", "pay"),
    [
        ("Expected hourly rate", NUMBER, "168000"),
        ("Desired hourly rate", TEXT, "168000"),
        ("Bruttomonatsgehalt (Wunsch)", TEXT, "78000"),
        ("Gewenst bruto maandsalaris", NUMBER, "78000"),
        ("Gewenst uurloon", TEXT, "78000"),
        ("Stundenlohn (Wunsch)", TEXT, "78000"),
        ("Saatlik ücret beklentisi", TEXT, "78000"),
        ("希望月給", TEXT, "78000"),
        ("希望時給", TEXT, "78000"),
        ("期望时薪", TEXT, "78000"),
        ("期望月薪（元）", TEXT, "78000"),
        ("Salary expectation per fortnight", TEXT, "78000"),
        ("Expected pay (per shift)", TEXT, "78000"),
        ("Expected salary per month", NUMBER, "€65,000 per year"),
        ("Expected annual salary", NUMBER, "$45 per hour"),
        ("Salary expectation (USD)", NUMBER, "€65,000"),
    ],
)
def test_pay_by_another_period_or_in_another_currency_is_asked_for(label: str, kind: FieldKind, pay: str) -> None:
    assert isinstance(planned(label, kind, {"profile.salary_expectation": pay}), Unanswered)


def test_an_optional_field_is_left_with_the_reason() -> None:
    left = planned("Expected hourly rate", NUMBER, {"profile.salary_expectation": "168000"}, required=False)
    assert left == LeftAlone("f", LeftBecause.OTHER_MEASURE)


@pytest.mark.parametrize("kind", [NUMBER, TEXT])
def test_years_of_experience_go_into_no_box_for_months(kind: FieldKind) -> None:
    years = {"profile.years_of_experience": "11"}
    for label in ("Total work experience in months", "Years of experience in months", "Experience: years / months"):
        assert isinstance(planned(label, kind, years), Unanswered)
    assert isinstance(planned("Total work experience in years", kind, years), PlannedAction)


def test_pay_is_in_the_profiles_currency() -> None:
    pay = {"profile.salary_expectation": "65000", "profile.salary_currency": "EUR"}
    assert isinstance(planned("Expected salary (USD)", NUMBER, pay), Unanswered)
    assert isinstance(planned("Expected salary (€)", NUMBER, pay), PlannedAction)


def test_a_years_pay_is_no_hourly_range() -> None:
    pay, options = {"profile.salary_expectation": "168000"}, ("$20 - $35 per hour", "More than $35 per hour")
    assert isinstance(planned("Desired pay", SELECT, pay, options=options), Unanswered)
    yearly = ("$80,000 - $150,000", "More than $150,000")
    assert isinstance(planned("Desired pay", SELECT, pay, options=yearly), PlannedAction)


@pytest.mark.parametrize("label", ["Expected salary", "Expected annual salary", "Salary expectation ($)"])
def test_a_years_pay_goes_where_a_years_is_asked_for(label: str) -> None:
    assert isinstance(planned(label, NUMBER, {"profile.salary_expectation": "$168,000 per year"}), PlannedAction)


def test_an_answer_to_another_question_counts_in_what_that_asked() -> None:
    key = f"answers.{question_key('What hourly rate do you expect?')}"
    asked = {"own": "What hourly rate do you expect?"}
    assert isinstance(planned("Expected annual salary", NUMBER, {key: "45"}, **asked), Unanswered)
    assert isinstance(planned("Expected hourly rate", NUMBER, {key: "45"}, **asked), PlannedAction)


def test_a_notice_in_weeks_is_asked_for_in_months_and_goes_where_weeks_or_days_are_counted() -> None:
    notice = {"profile.notice_period": "5 weeks"}
    assert isinstance(planned("Notice period (months)", NUMBER, notice), Unanswered)
    assert isinstance(planned("Notice period (weeks)", NUMBER, notice), PlannedAction)
    assert isinstance(planned("Notice period (months)", TEXT, notice), PlannedAction)


@pytest.mark.parametrize(
    "label",
    [
        "希望年収（万円）",
        "期望年薪（万元）",
        "희망 연봉 (만원)",
        "Expected CTC (in lakhs)",
        "Expected CTC (LPA)",
        "Current CTC in Lacs",
        "Expected CTC (crores)",
        "Expected salary in millions",
        "Expected salary (M€)",
        "Gehaltswunsch in Mio. €",
        "Gehaltswunsch (Tsd. €)",
        "Pretensión de sueldo (millones)",
        "Sueldo esperado (en miles de pesos)",
        "Prétentions salariales (en milliers d'euros)",
        "Expected salary ('000)",
        "Expected salary (k)",
        "Gehaltswunsch (T€)",
        "Ожидаемая зарплата (тыс. руб.)",
        "Wynagrodzenie (w tys. PLN)",
        "Gaji yang diharapkan (juta)",
    ],
)
@pytest.mark.parametrize("kind", [NUMBER, TEXT])
def test_pay_that_is_asked_for_in_another_scale_is_never_filled_in_as_it_is(label: str, kind: FieldKind) -> None:
    assert not isinstance(planned(label, kind, {"profile.salary_expectation": "6500000"}), PlannedAction)


@pytest.mark.parametrize(
    "label",
    [
        "Gehaltsvorstellung als Controller (m/w/d)",
        "Gehaltsvorstellung (w/m/d)",
        "Salary expectation (m/f/d)",
        "Salary expectation (full-time, 40 hours per week)",
        "Salary expectation (40 h/week)",
        "Gehaltsvorstellung (40 Stunden pro Woche)",
        "Salary expectation (e.g. 80,000)",
    ],
)
def test_the_hours_and_the_sexes_of_a_posting_say_nothing_about_its_pay(label: str) -> None:
    pay = {"profile.salary_expectation": "65000", "profile.salary_currency": "EUR"}
    assert isinstance(planned(label, NUMBER, pay), PlannedAction)


@pytest.mark.parametrize("kind", [NUMBER, TEXT])
def test_an_answer_to_a_question_with_a_scale_is_in_it(kind: FieldKind) -> None:
    own = "Expected CTC (in lakhs)"
    key = f"answers.{question_key(own)}"
    assert isinstance(planned(own, kind, {key: "12"}, own=own), PlannedAction)
    assert not isinstance(planned("Expected CTC", kind, {key: "12"}, own=own), PlannedAction)


@pytest.mark.parametrize("kind", [NUMBER, TEXT])
def test_an_answer_to_the_very_question_counts_in_what_it_asks_for(kind: FieldKind) -> None:
    asked = "Expected salary (in thousands of EUR)"
    answer = {f"answers.{question_key(asked)}": "60"}
    assert isinstance(planned(asked, kind, answer), PlannedAction)


@pytest.mark.parametrize(
    ("label", "currency", "country"),
    [
        ("Salary expectation in USD", "HUF", "Hungary"),
        ("Salary expectation in HUF", "EUR", "Germany"),
        ("Salary expectation (TRY)", "usd", "Turkey"),
        ("Salary expectation in USD", "forint", "United States"),
        ("Salary expectation in USD", "", "Germany"),
        ("Salary expectation in RON", "", "United States"),
        ("期望薪资（美元）", "CNY", "China"),
        ("期望薪资（日元）", "CNY", "China"),
        ("期望薪资（欧元）", "CNY", "China"),
        ("期望薪資（港元）", "CNY", "China"),
        ("期望薪資（新台幣元）", "CNY", "China"),
        ("Salary expectation (NT$)", "USD", "United States"),
        ("期望薪资（元）", "USD", "United States"),
    ],
)
@pytest.mark.parametrize("kind", [NUMBER, TEXT])
def test_pay_is_never_given_in_another_currency(label: str, currency: str, country: str, kind: FieldKind) -> None:
    profile = {"profile.salary_expectation": "60000", "profile.location.country": country}
    profile |= {"profile.salary_currency": currency} if currency else {}
    assert isinstance(planned(label, kind, profile), Unanswered)


@pytest.mark.parametrize(
    ("label", "currency", "country"),
    [
        ("Salary expectation in HUF", "HUF", "Germany"),
        ("Salary expectation in HUF", "huf", ""),
        ("Salary expectation in EUR", "", "Deutschland"),
        ("Salary expectation (USD)", "", "United States"),
        ("SALARY EXPECTATION", "HUF", "Hungary"),
        ("Salary expectation", "forint", "Hungary"),
        ("Salary expectation in USD", "", ""),
        ("期望薪资（美元）", "USD", "China"),
        ("期望薪资（元）", "CNY", "China"),
    ],
)
def test_pay_is_given_in_its_own_currency(label: str, currency: str, country: str) -> None:
    profile = {"profile.salary_expectation": "60000", "profile.location.country": country}
    profile |= {"profile.salary_currency": currency} if currency else {}
    assert isinstance(planned(label, TEXT, profile), PlannedAction)


def test_a_hint_may_tell_the_currency() -> None:
    field = FieldModel(
        id="f", locator=Locator("#f"), kind=TEXT, label="Salary expectation", placeholder="USD", required=True
    )
    pay = {"profile.salary_expectation": "60000", "profile.salary_currency": "EUR"}
    assert plan(page_model(field), Known(pay.keys(), values=pay), action_id=lambda _: "do").unanswered


@pytest.mark.parametrize(
    ("label", "options", "notice", "is_planned"),
    [
        ("Notice period in days", ("0-15", "15-30", "31-60", "61-90"), "8 weeks", False),
        ("Notice period (months)", ("0-1", "2-3", "4+"), "8 weeks", False),
        ("Notice period (weeks)", ("0-1", "2-4", "5-8"), "2 months", False),
        ("Notice period", ("0-15", "15-30", "31-60"), "8 weeks", False),
        ("Notice period (weeks)", ("0-4", "5-8", "9+"), "8 weeks", True),
        ("Notice period", ("0-4 weeks", "5-8 weeks"), "8 weeks", True),
        ("Notice period", ("Immediately", "1 month", "2 months"), "2 months", True),
        ("離職通知期間", ("1か月", "2か月", "3か月"), "2 months", True),
    ],
)
def test_a_notice_is_compared_with_bare_numbers_of_its_own_unit_alone(
    label: str, options: tuple[str, ...], notice: str, is_planned: bool
) -> None:
    made = planned(label, SELECT, {"profile.notice_period": notice}, options=options)
    assert isinstance(made, PlannedAction) is is_planned
