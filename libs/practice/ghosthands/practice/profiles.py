"""Two fictional people, complete enough to answer every required question the site asks (except `unknown`).

They are in the form of VALET's contract. Their telephone numbers are reserved for fiction, their mail goes to
example.com.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ghosthands.practice.resume import make_resume


@dataclass(frozen=True, slots=True)
class SampleApplicant:
    """A fictional applicant: profile, answers and facts."""

    #: `profile` of VALET's apply request
    profile: Mapping[str, Any]
    #: `qa_answers` of the same: answers by question
    answers: Mapping[str, str]

    @property
    def name(self) -> str:
        """The applicant's first and last name."""
        return f"{self.profile['first_name']} {self.profile['last_name']}"

    def request(self) -> dict[str, Any]:
        """Return the part of an apply request that is about the person."""
        return {"profile": dict(self.profile), "qa_answers": dict(self.answers)}

    def resume(self) -> bytes:
        """Return their resume as a PDF; the same bytes every time."""
        return make_resume(self.name, list(_write_resume_lines(self.profile)))


def _write_resume_lines(profile: Mapping[str, Any]) -> list[str]:
    place = profile["location"]
    work = [
        line
        for job in profile["work_history"]
        for line in (
            "",
            f"{job['title']}, {job['company']}, {job['start_date']} to {job.get('end_date', 'today')}",
            job["description"],
        )
    ]
    education = [
        f"{each['degree']} in {each['field']}, {each['institution']}, {each['graduation_year']}"
        for each in profile["education"]
    ]
    return [
        f"{profile['email']}   {profile['phone']}   {place['city']}, {place['country']}",
        *work,
        "",
        *education,
        "",
        "Skills: " + ", ".join(profile["skills"]),
    ]


#: lives and may work in the United States
JORDAN = SampleApplicant(
    profile={
        "first_name": "Jordan",
        "last_name": "Ellsworth",
        "email": "jordan.ellsworth@example.com",
        "phone": "+1 415 555 0134",
        "linkedin_url": "https://www.linkedin.com/in/jordan-ellsworth-example",
        "portfolio_url": "https://jordan-ellsworth.example.com",
        "location": {"city": "Sacramento", "state": "California", "country": "United States", "zip": "95814"},
        "work_authorization": "US citizen",
        "salary_expectation": "168000",
        "years_of_experience": 9,
        "education": [
            {
                "institution": "University of Oregon",
                "degree": "Bachelor of Science",
                "field": "Computer Science",
                "graduation_year": 2016,
            }
        ],
        "work_history": [
            {
                "company": "Larkspur Logistics",
                "title": "Senior Software Engineer",
                "start_date": "2020-03",
                "description": "Owns the routing service: a billion stops a year, four nines, a team of five.",
            },
            {
                "company": "Quillfeather Software",
                "title": "Software Engineer",
                "start_date": "2016-08",
                "end_date": "2020-02",
                "description": "Built the import pipeline and the on-call handbook everyone still uses.",
            },
        ],
        "skills": ["Python", "PostgreSQL", "NATS", "Kubernetes", "Technical writing"],
    },
    answers={
        "Are you legally authorized to work in the country in which this job is located?": "Yes",
        "Will you now or in the future require sponsorship for employment visa status?": "No",
        "How did you hear about this job?": "Company website",
        "Location (City)": "Sacramento, California, United States",
        "Are you willing to relocate for this role?": "Yes",
        "Gender": "I don't wish to answer",
        "Are you Hispanic/Latino?": "I don't wish to answer",
        "Veteran Status": "I don't wish to answer",
        "Disability Status": "I don't wish to answer",
        "Street address": "1420 Juniper Lane",
        "Do you need visa sponsorship to work in the United States, now or in the future?": "No",
        "How Did You Hear About Us?": "LinkedIn",
        "Address Line 1": "1420 Juniper Lane",
        "Phone Device Type": "Mobile",
        "Phone country code": "United States (+1)",
        "Earliest start date": "2027-02-01",
        "Why would you like to work with us?": (
            "You own what you ship, and you write things down. I have spent nine years working that way and would "
            "like to do it with people who care about the same things."
        ),
        "Have you worked for us before?": "No",
        "How would you prefer to work?": "Hybrid",
        "I have read the privacy notice and agree that my data is processed for this application.": "Yes",
        "I confirm that my answers are true and agree to the processing of my data for this application.": "Yes",
    },
)

#: lives abroad and needs a visa, which reveals other questions
ASA = SampleApplicant(
    profile={
        "first_name": "Åsa",
        "last_name": "Lindqvist-Øyen",
        "email": "asa.lindqvist@example.com",
        "phone": "+46 70 174 06 05",
        "linkedin_url": "https://www.linkedin.com/in/asa-lindqvist-example",
        "portfolio_url": "https://asa-lindqvist.example.com",
        "location": {"city": "Göteborg", "state": "Västra Götaland", "country": "Sweden", "zip": "411 05"},
        "work_authorization": "Requires visa sponsorship",
        "salary_expectation": "142500",
        "years_of_experience": 6,
        "education": [
            {
                "institution": "Chalmers tekniska högskola",
                "degree": "Master of Science",
                "field": "Interaction Design",
                "graduation_year": 2019,
            }
        ],
        "work_history": [
            {
                "company": "Havsbris Digital",
                "title": "Product Designer",
                "start_date": "2019-09",
                "description": "Designed the ferry booking that a million people use each summer.",
            }
        ],
        "skills": ["Interaction design", "Figma", "User research", "Accessibility"],
    },
    answers={
        "Are you legally authorized to work in the country in which this job is located?": "No",
        "Will you now or in the future require sponsorship for employment visa status?": "Yes",
        "Expected annual salary in US dollars": "142500",
        "How did you hear about this job?": "LinkedIn",
        "Location (City)": "Göteborg, Västra Götaland, Sweden",
        "Are you willing to relocate for this role?": "Yes",
        "Street address": "Kungsportsavenyn 21",
        "Do you need visa sponsorship to work in the United States, now or in the future?": "Yes",
        "What is your current visa status?": "I have no visa yet",
        "How Did You Hear About Us?": "A friend or colleague",
        "Address Line 1": "Kungsportsavenyn 21",
        "Phone Device Type": "Mobile",
        "Phone country code": "Sweden (+46)",
        "Earliest start date": "2027-04-15",
        "Why would you like to work with us?": (
            "I want to design for people who are in a hurry, and you have millions of them."
        ),
        "Have you worked for us before?": "No",
        "How would you prefer to work?": "On-site",
        "I have read the privacy notice and agree that my data is processed for this application.": "Yes",
        "I confirm that my answers are true and agree to the processing of my data for this application.": "Yes",
    },
)

APPLICANTS = (JORDAN, ASA)
