"""No false statement: screening questions that were written to get one get the truth, or a human."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.domain.keys import CONSTANTS
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.domain.polarity import Polarity, answered, opposite
from ghosthands.planning.choosing import choose
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from ghosthands.vault.profile import ApplicantData

URL = "https://jobs.acme.example/1"
#: An applicant whose profile tempts: every question of the corpus resembles one that it answers.
PROFILE = {
    "first_name": "Ada",
    "last_name": "Byron",
    "email": "ada@byron.example",
    "phone": "+1 512 555 0134",
    "location": {"city": "Austin", "state": "Texas", "country": "United States"},
    "current_company": "Initech",
    "current_title": "Engineer",
    "work_authorization": "Yes",
    "requires_sponsorship": False,
    "willing_to_relocate": True,
    "over_18": True,
    "previously_employed": False,
    "security_clearance": True,
    "non_compete": False,
    "background_check_consent": True,
    "sms_consent": True,
    "years_of_experience": 8,
    "salary_expectation": "120000",
    "salary_currency": "USD",
    "notice_period": "4 weeks",
    "how_did_you_hear": "LinkedIn",
    "degree_type": "Bachelor of Science",
    "education": [{"institution": "University of California", "degree": "Bachelor of Science"}],
    "work_history": [{"company": "Initech", "title": "Engineer"}],
}
KINDS = {
    "[ ]": FieldKind.CHECKBOX,
    "( )": FieldKind.RADIO,
    "<v>": FieldKind.SELECT,
    "___": FieldKind.TEXT,
    "===": FieldKind.TEXTAREA,
}


def lines() -> list[str]:
    text = (Path(__file__).parent / "screening.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def said(kind: FieldKind, label: str, *options: str) -> str | None:
    """What a required field is given; None where it is left to a human."""
    data = ApplicantData.of({"target_url": URL, "profile": PROFILE, "qa_answers": {}}, {}, {})
    keys, values = data.for_planning("jobs.acme.example")
    field = FieldModel(
        id="f", locator=Locator("#f"), kind=kind, label=label, options=tuple(map(OptionModel, options)), required=True
    )
    planned = plan(page_model(field, url=URL), Known(keys, values=values, own=data.own_questions), action_id=str)
    if not planned.actions:
        return None
    (action,) = planned.actions
    value = CONSTANTS.get(action.key) or data.value(action.key)
    value = opposite(value) or value if action.negated else value
    if kind is FieldKind.CHECKBOX:
        return "ticked" if answered(value, label) is Polarity.YES else None
    at = choose(options, value)
    return value if not options else None if at is None else options[at]


@pytest.mark.parametrize("line", lines())
def test_a_screening_question_gets_the_truth_or_a_human(line: str) -> None:
    asked, _, truth = line.partition(" -> ")
    label, *options = asked[3:].split("|")
    assert said(KINDS[asked[:3]], label.strip(), *map(str.strip, options)) == (truth or None)


@pytest.mark.parametrize("line", [line for line in lines() if line.startswith("( )")])
def test_a_list_gets_no_more_than_buttons_do(line: str) -> None:
    asked, _, truth = line.partition(" -> ")
    label, *options = asked[3:].split("|")
    assert said(FieldKind.SELECT, label.strip(), *map(str.strip, options)) == (truth or None)
