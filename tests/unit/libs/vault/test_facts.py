"""What follows from an applicant's facts, and what does not."""

from __future__ import annotations

import pytest

from ghosthands.vault.facts import list_answers
from ghosthands.vault.profile import ApplicantData


def test_a_citizen_may_work_and_needs_no_sponsor() -> None:
    told = list_answers({"work_permission": {"United States": "citizen"}})
    assert told["Are you authorized to work in United States?"] == "Yes"
    assert told["Do you now or in the future require sponsorship to work?"] == "No"
    assert told["Are you a citizen of United States?"] == "Yes"


def test_of_two_countries_neither_answers_a_question_that_names_none() -> None:
    told = list_answers({"work_permission": {"France": "citizen", "Canada": "needs sponsorship"}})
    assert "Are you authorized to work?" not in told
    assert told["Do you require sponsorship to work in Canada?"] == "Yes"


@pytest.mark.parametrize(
    "facts",
    [
        None,
        "citizen",
        [],
        {},
        {"work_permission": "citizen"},
        {"work_permission": {"US": "perhaps"}},
        {"weekends": "?"},
    ],
)
def test_what_is_not_stated_plainly_answers_nothing(facts: object) -> None:
    assert list_answers(facts) == {}


def test_a_permit_says_nothing_of_a_sponsor_later() -> None:
    assert not [
        question for question in list_answers({"work_permission": {"Spain": "permit"}}) if "sponsor" in question
    ]


def test_an_answer_of_ones_own_goes_before_the_same_question_of_a_fact() -> None:
    question = "Are you willing to work weekends?"
    data = ApplicantData.of({"profile": {"facts": {"weekends": True}}, "qa_answers": {question: "Never"}}, {}, {})
    (key,) = data.own_questions
    assert data.value(key) == "Never"
