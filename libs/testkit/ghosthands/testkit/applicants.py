"""The expected answers of the two practice applicants, by question, for every family of sites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ghosthands.practice.form import Field
from ghosthands.practice.profiles import ASA, JORDAN, SampleApplicant
from ghosthands.practice.questions import DECLINE

_AGREES = "I have read the privacy notice and agree that my data is processed for this application."


def _answers(applicant: SampleApplicant) -> dict[str, str]:
    profile = applicant.profile
    first, last, job, school = profile["first_name"], profile["last_name"], *_latest(applicant)
    place, email, phone = profile["location"], profile["email"], profile["phone"]
    return {
        **dict.fromkeys(("First Name", "First name"), first),
        **dict.fromkeys(("Last Name", "Last name"), last),
        **dict.fromkeys(("Full name", "Name"), applicant.name),
        **dict.fromkeys(("Email", "Email Address", "Email address", "Confirm your email"), email),
        **dict.fromkeys(("Phone", "Phone Number", "Phone number"), phone),
        "Mobile phone number": _without_code(phone),
        "City": place["city"],
        "Country": place["country"],
        **dict.fromkeys(("Postal Code", "Postal code"), place["zip"]),
        **dict.fromkeys(("LinkedIn", "LinkedIn Profile", "LinkedIn URL"), profile["linkedin_url"]),
        **dict.fromkeys(("Portfolio URL", "Other website"), profile["portfolio_url"]),
        **dict.fromkeys(("Resume", "Resume/CV", "Upload resume"), "resume.pdf"),
        "Current company": job["company"],
        "Job Title": job["title"],
        "Company": job["company"],
        "From": "/".join(reversed(job["start_date"].split("-"))),
        "Role Description": job["description"],
        "School or University": school["institution"],
        "Degree": school["degree"],
        "Field of Study": school["field"],
        "Salary expectations": profile["salary_expectation"],
        "Years of professional experience": str(profile["years_of_experience"]),
        **dict.fromkeys(("Gender", "Veteran Status", "Veteran status"), DECLINE),
        **dict.fromkeys(("Are you Hispanic/Latino?", "Disability Status", "Disability status"), DECLINE),
        **{question: answer for question, answer in applicant.answers.items() if question not in _IN_OTHER_WORDS},
        "Earliest start date": "{1}/{2}/{0}".format(*applicant.answers["Earliest start date"].split("-")),
        "Street address": applicant.answers["Street address"],
        _AGREES: "yes",
        "I agree with the terms and conditions": "yes",
    }


def _without_code(phone: str) -> str:
    """Return the digits behind the dial code, which has a list of its own beside this question."""
    return phone.partition(" ")[2].replace(" ", "")


_IN_OTHER_WORDS = ("Location (City)", "Earliest start date")


def _latest(applicant: SampleApplicant) -> tuple[dict[str, str], dict[str, str]]:
    return applicant.profile["work_history"][0], applicant.profile["education"][0]


#: each applicant's answers, by the form's labels
_ANSWERS: Mapping[str, dict[str, str]] = {
    JORDAN.name: {
        **_answers(JORDAN),
        "State": "California",
        "Skills": "Python, PostgreSQL, NATS, Kubernetes, Technical writing",
        **dict.fromkeys(("Location", "Current location"), "Sacramento, California, United States"),
    },
    ASA.name: {
        **_answers(ASA),
        "Skills": "Interaction design, Figma, User research, Accessibility",
        **dict.fromkeys(("Location", "Current location"), "Göteborg, Västra Götaland, Sweden"),
    },
}
#: families that search for the city alone
_PLACES = {"smartrecruiters": "City"}


def expected(asked: Iterable[Field], applicant: SampleApplicant, family: str) -> dict[str, str]:
    """Return the expected answers to these questions, by question; no others may arrive."""
    answers = dict(_ANSWERS[applicant.name])
    if family in _PLACES:
        answers[_PLACES[family]] = answers["Location"]
    return {field.label: answers[field.label] for field in asked if field.label in answers}
