"""An applicant's facts answer questions in whatever words, and what they do not state goes to a human."""

from __future__ import annotations

import pytest

from ghosthands.domain.keys import CONSTANTS
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning.choosing.options import choose
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from ghosthands.vault.profile import ApplicantData

FACTS: dict[str, object] = {
    "work_permission": {"United States": "citizen"},
    "years": {"Python": 7},
    "languages": {"German": "C1", "French": "B1"},
    "licences": {"CPA": False},
    "driving_licence": True,
    "night_shifts": False,
    "travel": 40,
}


def answer(
    label: str,
    *options: str,
    facts: dict[str, object] = FACTS,
    kind: FieldKind = FieldKind.RADIO,
    url: str = "https://careers.contoso.com/apply",
) -> str | None:
    """What goes into the field: the value, turned round where the plan says so."""
    data = ApplicantData.of({"target_url": "https://jobs.example", "profile": {"facts": facts}}, {}, {})
    field = FieldModel(
        id="f",
        locator=Locator("#f"),
        kind=kind if options else FieldKind.TEXT,
        label=label,
        required=True,
        options=tuple(map(OptionModel, options)),
    )
    keys, values = data.for_planning("jobs.example")
    known = Known(keys, values=values, own=data.own_questions)
    actions = plan(page_model(field, url=url), known, action_id=str).actions
    if not actions:
        return None
    said = (values | CONSTANTS)[actions[0].key].casefold()
    return {"yes": "no", "no": "yes"}[said] if actions[0].negated else said


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Are you authorized to work in the United States?", "yes"),
        ("Do you have the legal right to work in the US?", "yes"),
        ("I am not authorized to work in the United States", "no"),
        ("Will you now or in the future need visa sponsorship in the US?", "no"),
        ("Are you authorized to work?", None),
        ("Are you authorized to work in the country where this job is located?", None),
        ("Will you need visa sponsorship?", None),
        ("Are you able to work in the US without sponsorship?", "yes"),
        ("¿Requiere patrocinio de visa para trabajar en los Estados Unidos?", "no"),
        ("¿Requiere patrocinio de visa?", None),
        ("Are you a U.S. citizen?", "yes"),
        ("Are you authorized to work in Canada?", None),
        ("Do you have at least 5 years of experience with Python?", "yes"),
        ("At least 5 years of Python?", "yes"),
        ("Do you have at least 10 years of experience with Python?", "no"),
        ("Do you have at least 5 years of experience with Java?", None),
        ("Do you speak German fluently?", "yes"),
        ("Do you speak French fluently?", None),
        ("Do you speak French?", "yes"),
        ("Do you speak French at a professional level?", None),
        ("Sprechen Sie fließend Französisch?", None),
        ("Do you speak Spanish?", None),
        ("Haben Sie einen Führerschein?", "yes"),
        ("Do you have a valid driver's license?", "yes"),
        ("Do you hold a CPA license?", "no"),
        ("Do you hold a PMP license?", None),
        ("Can you work on Saturdays?", None),
    ],
)
def test_what_follows_from_a_fact_is_answered_and_nothing_else(label: str, expected: str | None) -> None:
    assert answer(label, "Yes", "No") == expected


@pytest.mark.parametrize(
    "label",
    [
        "Do you have a class C driving licence?",
        "Do you have a Class A driver's license?",
        "Do you have a CDL?",
        "Do you have an HGV licence?",
        "Do you have a professional driving licence?",
        "Haben Sie einen Führerschein der Klasse B?",
        "Heeft u rijbewijs C?",
        "Har du B-körkort?",
        "Avez-vous le permis B ?",
    ],
)
def test_a_licence_of_no_stated_class_answers_no_question_about_a_class(label: str) -> None:
    assert answer(label, "Yes", "No") is None
    assert answer("Do you have a driving licence?", "Yes", "No") == "yes"


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Do you have a driving licence?", "yes"),
        ("Do you have a driver's license (class B)?", "yes"),
        ("Haben Sie einen Führerschein der Klasse B?", "yes"),
        ("Heeft u rijbewijs B?", "yes"),
        ("Do you have a category C+E driving licence?", "yes"),
        ("Do you have a class A or B driving licence?", None),
        ("Do you have a class C driving licence?", None),
        ("Do you have a CDL?", None),
    ],
)
def test_a_stated_class_answers_for_that_class_alone(label: str, expected: str | None) -> None:
    assert answer(label, "Yes", "No", facts={"driving_licence": ["B", "CE"]}) == expected


def test_a_language_of_a_low_level_is_left_to_a_human() -> None:
    for level in ("A2", "basic", ""):
        assert answer("Do you speak German?", "Yes", "No", facts={"languages": {"German": level}}) is None


def test_years_are_typed_as_they_are_told() -> None:
    assert answer("How many years of Python experience do you have?") == "7"


def test_years_go_into_a_list_of_bands() -> None:
    bands = ("0-2", "3–5", "5–10", "10+")
    chosen = answer("How many years of experience with Python do you have?", *bands)
    assert chosen == "7"
    assert choose(bands, chosen) == bands.index("5–10")
    assert choose(bands, "5") is None


@pytest.mark.parametrize(
    ("label", "options", "expected"),
    [
        ("What is your citizenship?", (), "france"),
        ("Citizenship status", ("Canada", "France", "Other"), "france"),
        ("Nationality", ("Canada", "France", "Other"), "france"),
        ("What is your country of citizenship?", (), "france"),
        ("Are you a citizen?", ("Yes", "No"), None),
        ("Are you a citizen of France?", ("Yes", "No"), "yes"),
        ("Are you a U.S. citizen?", ("Yes", "No"), None),
    ],
)
def test_a_citizenship_answers_what_asks_for_it(label: str, options: tuple[str, ...], expected: str | None) -> None:
    assert answer(label, *options, facts={"citizenships": ["France"]}) == expected


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("Are you willing to travel up to 25% of the time?", "yes"),
        ("Can you travel 40 percent of the time?", "yes"),
        ("Are you willing to travel up to 75% of the time?", "no"),
        ("Are you unwilling to travel up to 25% of the time?", None),
        ("Are you willing to travel?", "yes"),
    ],
)
def test_who_travels_so_much_travels_less_as_well(label: str, said: str | None) -> None:
    assert answer(label, "Yes", "No") == said
    assert answer("Are you willing to travel up to 25% of the time?", "Yes", "No", facts={"travel": True}) is None


STATUSES = ("U.S. Citizen", "Lawful Permanent Resident", "H-1B visa", "Other")


@pytest.mark.parametrize(
    ("standing", "label", "expected"),
    [
        ("citizen", "What is your U.S. work authorization status?", "U.S. Citizen"),
        ("citizen", "What is your immigration status in the US?", "U.S. Citizen"),
        ("permanent", "What is your visa status in the United States?", "Lawful Permanent Resident"),
        ("permit", "What is your U.S. work authorization status?", None),
        ("citizen", "What is your work authorization status in Canada?", None),
        ("citizen", "What is your work authorization status?", None),
    ],
)
def test_what_somebody_is_in_a_country_is_the_option_that_says_so(
    standing: str, label: str, expected: str | None
) -> None:
    said = answer(label, *STATUSES, facts={"work_permission": {"United States": standing}})
    assert (said and STATUSES[choose(STATUSES, said) or 0]) == expected


@pytest.mark.parametrize(
    "label",
    [
        "Haben Sie einen Staplerschein?",
        "¿Tiene el carnet de carretillero?",
        "Har du truckkort?",
        "Czy masz uprawnienia na wózki widłowe?",
        "フォークリフト免許をお持ちですか。",
        "您有叉车证吗？",
    ],
)
def test_a_licence_is_the_same_in_every_language(label: str) -> None:
    assert answer(label, "Yes", "No", facts={"licences": {"forklift": True}}) == "yes"
    assert answer(label, "Yes", "No", facts={"licences": {"nursing": True}}) is None


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("Do any of your relatives work at Contoso?", "no"),
        ("Do you have any relatives currently employed by Contoso?", "no"),
        ("Is any family member of yours employed here?", "no"),
        ("I confirm that I am not related to anyone who works for Contoso.", "yes"),
        ("¿Algún familiar suyo trabaja en Contoso?", "no"),
        ("Arbeiten Angehörige von Ihnen bei uns?", "no"),
        ("Do you have friends or relatives at Contoso?", None),
        ("Do any of your relatives work for the government?", None),
        ("Do any of your relatives work for the Government?", None),
        ("Do any of your relatives work for our Clients?", None),
        ("Do any of your relatives work at Fabrikam?", None),
        ("Is your spouse employed by Contoso?", None),
        ("Arbeiten Verwandte von Ihnen bei einer Behörde?", None),
    ],
)
@pytest.mark.parametrize("as_list", [False, True])
def test_who_has_no_relatives_where_they_apply_has_none_at_the_employer_of_the_form(
    label: str, said: str | None, *, as_list: bool
) -> None:
    """Friends, and relatives elsewhere, are another question."""
    kind = FieldKind.SELECT if as_list else FieldKind.RADIO
    assert answer(label, "Yes", "No", facts={"relatives": False}, kind=kind) == said


@pytest.mark.parametrize(
    ("url", "name", "said"),
    [
        ("https://boards.greenhouse.io/acmerobotics/jobs/1", "Acme Robotics, Inc.", "no"),
        ("https://jobs.lever.co/acme-robotics/1", "Acme Robotics", "no"),
        ("https://acme.wd5.myworkdayjobs.com/careers", "Acme", "no"),
        ("https://boards.greenhouse.io/acme/jobs/1", "Fabrikam", None),
        ("https://jobs.acme.com/government/1", "the Government", None),
        ("https://jobs.lever.co/acme/government-affairs", "the Government", None),
        ("https://jobs.acme.com/1", "Acme Clients", None),
    ],
)
def test_the_employer_of_a_form_is_whom_its_address_is_called_after(url: str, name: str, said: str | None) -> None:
    label = f"Do you have any relatives who work for {name}?"
    assert answer(label, "Yes", "No", facts={"relatives": False}, url=url) == said


def test_relatives_that_are_named_are_at_that_employer_alone() -> None:
    facts: dict[str, object] = {"relatives": ["Contoso"]}
    assert answer("Do any of your relatives work at Contoso?", "Yes", "No", facts=facts) == "yes"
    assert answer("Do any of your relatives work at Fabrikam?", "Yes", "No", facts=facts) is None
