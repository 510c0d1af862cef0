"""An applicant's facts answer questions in whatever words, and what they do not state goes to a human."""

from __future__ import annotations

import pytest

from ghosthands.domain.keys import CONSTANTS
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from ghosthands.vault.profile import ApplicantData

FACTS = {
    "work_permission": {"United States": "citizen"},
    "years": {"Python": 7},
    "languages": {"German": "C1", "French": "B1"},
    "licences": {"CPA": False},
    "driving_licence": True,
    "night_shifts": False,
}
DATA = ApplicantData.of({"target_url": "https://jobs.example", "profile": {"facts": FACTS}}, {}, {})


def answer(label: str, *options: str) -> str | None:
    """What goes into the field: the value, turned round where the plan says so."""
    field = FieldModel(
        id="f",
        locator=Locator("#f"),
        kind=FieldKind.RADIO if options else FieldKind.TEXT,
        label=label,
        required=True,
        options=tuple(map(OptionModel, options)),
    )
    keys, values = DATA.for_planning("jobs.example")
    known = Known(keys, values=values, own=DATA.own_questions)
    actions = plan(page_model(field), known, action_id=str).actions
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
        ("Will you need visa sponsorship?", "no"),
        ("Are you able to work in the US without sponsorship?", "yes"),
        ("¿Requiere patrocinio de visa?", "no"),
        ("Are you a U.S. citizen?", "yes"),
        ("Are you authorized to work in Canada?", None),
        ("Do you have at least 5 years of experience with Python?", "yes"),
        ("At least 5 years of Python?", "yes"),
        ("Do you have at least 10 years of experience with Python?", "no"),
        ("Do you have at least 5 years of experience with Java?", None),
        ("Do you speak German fluently?", "yes"),
        ("Do you speak French fluently?", None),
        ("Do you speak French?", "yes"),
        ("Haben Sie einen Führerschein?", "yes"),
        ("Do you have a valid driver's license?", "yes"),
        ("Do you hold a CPA license?", "no"),
        ("Do you hold a PMP license?", None),
        ("Can you work on Saturdays?", None),
    ],
)
def test_what_follows_from_a_fact_is_answered_and_nothing_else(label: str, expected: str | None) -> None:
    assert answer(label, "Yes", "No") == expected


def test_years_are_typed_as_they_are_told() -> None:
    assert answer("How many years of Python experience do you have?") == "7"
