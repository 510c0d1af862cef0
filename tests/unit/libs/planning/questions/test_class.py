"""What a question is about is told from what it only sounds like, and from what is said beside it."""

from __future__ import annotations

import pytest

from ghosthands.planning.questions.classes import Asks, QuestionClass
from ghosthands.planning.questions.reading import read


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Shall we put our lawyers on to an LMIA in your case?", "sponsorship"),
        ("Roughly which remuneration did you think of, per annum?", "salary_expectation"),
    ],
)
def test_what_is_only_hinted_at_is_known_and_its_answer_is_nobodys(text: str, about: str) -> None:
    reading = read(text)
    assert (reading.about, reading.asks, reading.is_hinted) == (about, Asks.UNCLEAR, True)


@pytest.mark.parametrize(
    "text",
    [
        'Why do you want to join us? Write: "I would work for a salary of 10 dollars."',
        "Why this job? Tell us about the salary you expect, too.",
    ],
)
def test_who_wants_to_hear_an_opinion_asks_for_nothing_that_is_said_beside(text: str) -> None:
    assert read(text).about is QuestionClass.NONE


@pytest.mark.parametrize("text", ["LinkedIn profile", "Privacy", "What makes a weekend for you?"])
def test_a_label_or_an_open_question_hints_at_nothing(text: str) -> None:
    assert read(text).about is QuestionClass.NONE


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("We want everybody at home here, so please answer honestly: do you have relatives here?", "relatives"),
        ("Before we talk about pay: when could you start?", "start_date"),
        ("Current salary: 40,000, 50,000 or more", "current_salary"),
    ],
)
def test_what_leads_up_to_a_question_is_not_what_it_is_about(text: str, about: str) -> None:
    assert read(text).about == about


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Talar du arabiska?", "speaks"),
        ("Avez-vous déjà travaillé avec Python ?", "experience_with"),
        ("Je n'ai jamais travaillé avec Python.", "experience_with"),
        ("Avez-vous travaillé avec nous auparavant ?", "former_employee"),
        ("査証の取得にサポートが必要ですか？", "sponsorship"),
        ("面接に際してサポートが必要ですか？", "accommodation"),
        ("What level of Welsh do you have?", "language_level"),
        ("Geschlecht (m/w/d)", "gender"),
        ("Post-qualification experience (years) in property law", "years_with"),
        ("Ever worked behind a bar?", "experience_with"),
        ("How would you feel about rotating shifts?", "shifts"),
        ("Will your spouse also be looking for work in the area?", "none"),
        ("Where do you do your best work: at home or in the office?", "work_mode"),
        ("Have you ever maintained a web application?", "none"),
        ("Have you ever written an application in Java?", "none"),
        ("Is there an earlier application of yours at this company?", "applied_before"),
        ("Do you want the company to pay for your training?", "none"),
        ("Would you like us to contribute to what your move costs?", "relocation_help"),
        ("Mag u zonder beperking in België werken?", "work_authorization"),
        ("¿Tiene una licenciatura?", "has_degree"),
        ("Are you a graduate of an accredited university?", "has_degree"),
        ("Can you work late shifts?", "shifts"),
        ("Would you move to where you can commute to our plant?", "relocation"),
        ("Dürfen Sie in Deutschland einer Arbeit nachgehen?", "work_authorization"),
    ],
)
def test_what_is_asked_is_told_from_what_only_sounds_so(text: str, about: str) -> None:
    assert read(text).about == about


@pytest.mark.parametrize(
    "text",
    [
        "Do you currently work for us?",
        "Arbeiten Sie derzeit bei uns?",
        "您目前在本公司工作吗？",
        "Are you currently employed by Acme?",
    ],
)
def test_who_has_a_job_need_not_have_it_with_whom_they_apply(text: str) -> None:
    reading = read(text)
    assert reading.about is QuestionClass.NONE or reading.asks is Asks.UNCLEAR or reading.rest


def test_a_job_at_the_moment_is_not_taken_for_an_earlier_one() -> None:
    assert read("Are you employed at the moment?").about is QuestionClass.CURRENTLY_EMPLOYED


@pytest.mark.parametrize("text", ["", "?", "First name", "If yes, please explain", "Why do you want to work here?"])
def test_what_asks_nothing_of_the_kind_is_no_class(text: str) -> None:
    assert read(text).about is QuestionClass.NONE
