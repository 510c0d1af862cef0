from __future__ import annotations

from collections.abc import Callable

import pytest

from ghosthands.practice.families import greenhouse, stepwise
from ghosthands.practice.form import Form, PostedForm, UploadedFile, find_problems
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import APPLICANTS, ASA, JORDAN, SampleApplicant
from ghosthands.practice.switches import Switches

RESUME = UploadedFile("resume.pdf", "application/pdf", 900, "aa")
FORMS = {
    "greenhouse": greenhouse.form(Posting("greenhouse", "acme", 1001), Switches()),
    "greenhouse with widgets": greenhouse.form(Posting("greenhouse", "acme", 1001), Switches(widgets=True)),
    "stepwise, first step": stepwise.FIRST,
    "stepwise, second step": stepwise.make_second_form(Switches()),
}

Answer = Callable[..., dict[str, str]]


def as_received(values: dict[str, str]) -> PostedForm:
    return PostedForm({name: [value] for name, value in values.items()}, {"resume": RESUME})


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("applicant", APPLICANTS, ids=lambda applicant: applicant.name)
def test_a_profile_answers_every_required_question(form: Form, applicant: SampleApplicant, answer: Answer) -> None:
    assert find_problems(form, as_received(answer(form, applicant))) == {}


@pytest.mark.parametrize("applicant", APPLICANTS, ids=lambda applicant: applicant.name)
def test_no_profile_answers_the_unknown_question(applicant: SampleApplicant, answer: Answer) -> None:
    form = stepwise.make_second_form(Switches(unknown=True))
    assert list(find_problems(form, as_received(answer(form, applicant)))) == ["parrot"]


def test_the_two_applicants_are_asked_different_questions(answer: Answer) -> None:
    jordan, asa = answer(stepwise.FIRST, JORDAN), answer(stepwise.FIRST, ASA)
    assert jordan.keys() ^ asa.keys() == {"state", "visa_status"}


@pytest.mark.parametrize("applicant", APPLICANTS, ids=lambda applicant: applicant.name)
def test_a_profile_has_every_part_of_the_contract(applicant: SampleApplicant) -> None:
    request = applicant.request()
    assert set(request) == {"profile", "qa_answers"}
    assert set(request["profile"]) == {
        "first_name",
        "last_name",
        "email",
        "phone",
        "linkedin_url",
        "portfolio_url",
        "location",
        "work_authorization",
        "salary_expectation",
        "years_of_experience",
        "education",
        "work_history",
        "skills",
    }
