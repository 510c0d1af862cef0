"""What follows from an applicant's facts, and what does not."""

from __future__ import annotations

import pytest

from ghosthands.domain.facts import list_answers
from ghosthands.vault.profile import ApplicantData


def test_a_citizen_may_work_and_needs_no_sponsor() -> None:
    told = list_answers({"work_permission": {"United States": "citizen"}})
    assert told["Are you authorized to work in United States?"] == "Yes"
    assert told["Do you now or in the future require sponsorship to work in United States?"] == "No"
    assert told["Are you a citizen of United States?"] == "Yes"


@pytest.mark.parametrize(
    "standings", [{"France": "citizen"}, {"France": "citizen", "Canada": "needs sponsorship"}], ids=["one", "two"]
)
def test_no_standing_answers_a_question_that_names_no_country(standings: dict[str, str]) -> None:
    told = list_answers({"work_permission": standings})
    assert told
    named = (*standings, "the European Union")
    assert all(any(place in question for place in named) for question in told)


@pytest.mark.parametrize(
    "level", ["B1", " b2 ", "C1", "native", "Intermediate", "conversational", "Upper-intermediate"]
)
def test_who_can_hold_a_conversation_speaks_the_language(level: str) -> None:
    assert list_answers({"languages": {"German": level}})["Do you speak German?"] == "Yes"


@pytest.mark.parametrize("level", ["A1", "A2", "basic", "elementary", "limited working", "a little", "", True, None, 3])
def test_a_lower_or_unknown_level_does_not_say_that_somebody_speaks_it(level: object) -> None:
    assert "Yes" not in list_answers({"languages": {"German": level}}).values()


@pytest.mark.parametrize(("told", "has"), [(True, True), (False, False), ("b", True), (["B", "CE"], True)])
def test_whether_somebody_drives_follows_from_a_licence_and_from_its_classes(told: object, has: bool) -> None:
    assert list_answers({"driving_licence": told})["Do you have a driving licence?"] is has


def test_a_class_of_vehicles_is_answered_only_where_it_is_stated() -> None:
    assert list_answers({"driving_licence": True}) == {"Do you have a driving licence?": True}
    told = list_answers({"driving_licence": ["b", "CE"]})
    assert set(told) == {
        "Do you have a driving licence?",
        "Do you have a class B driving licence?",
        "Do you have a class CE driving licence?",
    }


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
        {"citizenships": ["", None]},
        {"driving_licence": ["", None]},
        {"driving_licence": "  "},
        {"languages": {"German": "", "French": True}},
    ],
)
def test_what_is_not_stated_plainly_answers_nothing(facts: object) -> None:
    assert list_answers(facts) == {}


def test_a_permit_says_nothing_of_a_sponsor_later() -> None:
    assert not [
        question for question in list_answers({"work_permission": {"Spain": "permit"}}) if "sponsor" in question
    ]


def test_who_needs_a_sponsor_may_have_one_already_and_work() -> None:
    told = list_answers({"work_permission": {"Spain": "needs sponsorship"}})
    assert told["Do you require sponsorship to work in Spain?"] == "Yes"
    assert not [question for question in told if "authorized" in question]


def test_of_several_citizenships_none_is_the_citizenship() -> None:
    assert list_answers({"citizenships": "France"})["What is your citizenship?"] == "France"
    both = list_answers({"citizenships": ["France", "Canada"]})
    citizen_of = ("France", "Canada", "the European Union")
    assert both == {f"Are you a citizen of {place}?": "Yes" for place in citizen_of}


def test_an_answer_of_ones_own_goes_before_the_same_question_of_a_fact() -> None:
    question = "Are you willing to work weekends?"
    data = ApplicantData.of({"profile": {"facts": {"weekends": True}}, "qa_answers": {question: "Never"}}, {}, {})
    (key,) = data.own_questions
    assert data.value(key) == "Never"
