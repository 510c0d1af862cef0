"""What is asked of a job or studies one has, or in another measure, gets nothing of the applicant's next job."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind, FieldModel, Locator
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model

VALUES = {
    "profile.available_start_date": "2027-02-01",
    "profile.years_of_experience": "7",
    "profile.notice_period": "3 Monate",
    "profile.salary_expectation": "65000",
    "profile.salary_currency": "EUR",
    "profile.education.0.degree": "Bachelor of Arts",
}


def keys_for(label: str) -> list[str]:
    """The keys that a required line of text is given."""
    field = FieldModel(id="f", locator=Locator("#f"), kind=FieldKind.TEXT, label=label, required=True)
    planned = plan(page_model(field), Known(VALUES.keys(), values=VALUES), action_id=str)
    return [action.key for action in planned.actions]


@pytest.mark.parametrize(
    "label",
    [
        "When did you start in your current role?",
        "Start date of current job",
        "When did you leave your previous job?",
        "Years at current company",
        "Years in current position",
        "Start date of your studies",
        "Eintrittsdatum beim jetzigen Arbeitgeber",
        "Date de début du poste actuel",
        "Fecha de inicio en el puesto actual",
        "Años en el puesto actual",
        "Startdatum huidige baan",
        "Startdatum nuvarande anställning",
        "Antal år på nuvarande tjänst",
    ],
)
def test_a_station_of_the_past_is_not_the_next_start(label: str) -> None:
    assert keys_for(label) == []


@pytest.mark.parametrize("label", ["Major of highest degree", "Year of highest degree"])
def test_what_is_asked_about_the_highest_degree_is_not_its_name(label: str) -> None:
    assert keys_for(label) == []


@pytest.mark.parametrize(
    "label",
    [
        "Gehaltsvorstellung Monat brutto",
        "Salaire horaire souhaité",
        "Önskad timlön",
        "Önskad månadslön",
        "Löneanspråk (kr/mån)",
        "Lønnskrav (kr/mnd)",
        "Salary expectation p.m.",
        "Retribuzione oraria desiderata",
        "Oczekiwana stawka godzinowa",
    ],
)
def test_a_years_pay_is_none_of_an_hour_or_a_month(label: str) -> None:
    assert keys_for(label) == []


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("When can you start?", "available_start_date"),
        ("Frühestmöglicher Eintrittstermin", "available_start_date"),
        ("Date de début souhaitée", "available_start_date"),
        ("Total years of professional experience", "years_of_experience"),
        ("What is your notice period in your current job?", "notice_period"),
        ("Kündigungsfrist in Monaten", "notice_period"),
        ("Gehaltsvorstellung (brutto, jährlich)", "salary_expectation"),
        ("Löneanspråk", "salary_expectation"),
    ],
)
def test_the_same_of_the_next_job_is_filled(label: str, key: str) -> None:
    assert keys_for(label) == [f"profile.{key}"]
