"""Which key a question asks for."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind
from tests.unit.libs.planning.test_matching import field, key_of


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Are you legally authorized to work in the United States?", "profile.work_authorization"),
        ("Do you have the right to work in the UK?", "profile.work_authorization"),
        ("Do you require visa sponsorship?", "profile.requires_sponsorship"),
        ("Do you currently require sponsorship?", "profile.requires_sponsorship_now"),
        ("Are you able to work here without visa sponsorship?", "profile.requires_sponsorship"),
        (
            "Will you in the future require sponsorship for employment visa status?",
            "profile.requires_sponsorship_future",
        ),
        (
            "Will you now or in the future require sponsorship for employment visa status (e.g., H-1B)?",
            "profile.requires_sponsorship",
        ),
        ("What is your salary expectation?", "profile.salary_expectation"),
        ("Desired annual base salary", "profile.salary_expectation"),
        ("What is your notice period?", "profile.notice_period"),
        ("When can you start?", "profile.available_start_date"),
        ("Earliest start date", "profile.available_start_date"),
        ("Are you willing to relocate?", "profile.willing_to_relocate"),
        ("How did you hear about this job?", "profile.how_did_you_hear"),
        ("How many years of professional experience do you have?", "profile.years_of_experience"),
        ("Have you ever been employed by Acme before?", "profile.previously_employed"),
        ("Are you a former employee of Acme?", "profile.previously_employed"),
        ("Are you at least 18 years of age?", "profile.over_18"),
        ("Are you 18 years or older?", "profile.over_18"),
        ("Do you hold an active security clearance?", "profile.security_clearance"),
        ("Are you bound by a non-compete agreement?", "profile.non_compete"),
        ("Gender", "profile.eeo.gender"),
        ("Pronouns", "profile.pronouns"),
        ("Sexual orientation", "profile.eeo.orientation"),
        ("Are you Hispanic/Latino?", "profile.eeo.hispanic"),
        ("Race / Ethnicity", "profile.eeo.race"),
        ("Veteran Status", "profile.eeo.veteran"),
        ("Disability Status", "profile.eeo.disability"),
        ("Please indicate if you have a disability", "profile.eeo.disability"),
    ],
)
def test_a_question_names_its_key(label: str, key: str) -> None:
    assert key_of(field(label, FieldKind.RADIO, options=("Yes", "No"))) == key


@pytest.mark.parametrize(
    "label",
    [
        "Why do you want to work here?",
        "Do you identify as transgender?",
        "How do you embrace change and trace problems to their root?",
        "How many years of experience do you have with Python?",
        "If yes, please explain",
        "What is your current salary?",
        "Is your spouse authorized to work in the US?",
        "Are you at least 21 years of age?",
        "Who referred you to us?",
        "How would you support veterans in your community?",
        "Describe a time you worked without notice",
        "Do you need relocation assistance?",
        "Company name of your last client",
        "Company address",
        "Role",
        "Maiden name",
        "Title",
        "Area code",
        "Fax",
        "Ext",
        "Which country would you most like to visit, and what would you do with your time there?",
    ],
)
def test_what_only_looks_like_it_names_no_key(label: str) -> None:
    assert key_of(field(label)) is None


def test_what_is_read_in_other_words_names_its_key_too() -> None:
    yes_no = {"options": ("Yes", "No")}
    assert key_of(field("Would you be happy to move to another city?", FieldKind.RADIO, **yes_no)) == (
        "profile.willing_to_relocate"
    )
    assert key_of(field("Which job board led you to us?")) == "profile.how_did_you_hear"
    assert key_of(field("Jakie są Pani oczekiwania finansowe?")) == "profile.salary_expectation"
    assert key_of(field("Ar du villig att flytta?", FieldKind.RADIO, **yes_no)) == "profile.willing_to_relocate"


@pytest.mark.parametrize(
    "label",
    [
        "Former address",
        "Former address (last 5 years)",
        "Former position",
        "Former salary",
        "Former company",
        "Former title",
        "Former employee ID",
        "Past address",
        "Frühere Anschrift",
        "Ancienne adresse",
        "Dirección anterior",
        "Indirizzo precedente",
        "Tidigare adress",
        "Poprzedni adres",
    ],
)
def test_what_was_before_is_no_question_for_a_former_employee(label: str) -> None:
    assert key_of(field(label)) is None


@pytest.mark.parametrize(
    "label",
    [
        "Former employee of Acme?",
        "Are you a former member of our staff?",
        "Are you a former Acme intern?",
        "Are you an alumni of Acme?",
        "Former Acme employee",
    ],
)
def test_a_former_employee_is_asked_for_in_few_words_too(label: str) -> None:
    assert key_of(field(label, FieldKind.RADIO, options=("Yes", "No"))) == "profile.previously_employed"
