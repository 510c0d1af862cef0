"""LinkedIn's Easy Apply: a modal over the posting, step by step in script, up to a review that sends it.

Required fields are seldom marked; a refused "Next" is the only sign. Only a percentage shows the progress. The box to
follow the company is ticked in advance, and the page behind the modal has a search of its own.
"""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ghosthands.practice import pages, walls
from ghosthands.practice.desk import Desk
from ghosthands.practice.families import flow
from ghosthands.practice.families.family import Family, read_visit
from ghosthands.practice.families.flow import FlowPage, join_pages
from ghosthands.practice.form import ControlKind, Field, Form, Section
from ghosthands.practice.postings import Posting
from ghosthands.practice.questions import AUTHORIZED, MOTIVATION, SPONSORSHIP, UNKNOWN, number_choices
from ghosthands.practice.switches import Switches

NAME = "linkedin"

CONTACT = (
    Field(name="firstName", label="First name", required=True),
    Field(name="lastName", label="Last name", required=True),
    Field(
        name="phoneCountryCode",
        label="Phone country code",
        kind=ControlKind.SELECT,
        required=True,
        choices=number_choices(
            "Germany (+49)", "India (+91)", "Sweden (+46)", "United Kingdom (+44)", "United States (+1)"
        ),
    ),
    Field(name="phone", label="Mobile phone number", kind=ControlKind.TEL, required=True),
    Field(name="email", label="Email address", kind=ControlKind.EMAIL, required=True),
)

RESUME = (Field(name="resume", label="Upload resume", kind=ControlKind.FILE, required=True),)

QUESTIONS = (
    Field(name="q1", label="Years of professional experience", kind=ControlKind.NUMBER, required=True),
    replace(AUTHORIZED, name="q2", choices=number_choices("Yes", "No")),
    replace(SPONSORSHIP, name="q3", kind=ControlKind.SELECT, choices=number_choices("Yes", "No")),
    replace(MOTIVATION, name="q4"),
)


def steps(switches: Switches) -> tuple[FlowPage, ...]:
    """Return the steps before the review, in order."""
    questions = (*QUESTIONS, UNKNOWN) if switches.unknown else QUESTIONS
    return (
        FlowPage("Contact info", Form((Section("Contact info", CONTACT),))),
        FlowPage("Resume", Form((Section("Resume", RESUME),))),
        FlowPage("Additional Questions", Form((Section("Additional Questions", questions),))),
    )


def form(posting: Posting, switches: Switches) -> Form:
    """Return the whole application as one form."""
    return join_pages(steps(switches))


def routes(desk: Desk) -> list[Route]:
    """Return the routes of the posting with its modal, its steps' checks, and the submission."""

    async def posting(request: Request) -> Response:
        here = read_visit(NAME, request)
        return walls.stand_before(here.posting, here.switches, request) or pages.render(
            "linkedin/posting.html", posting=here.posting, switches=here.switches, steps=steps(here.switches)
        )

    path = f"/{NAME}/{{company}}/jobs/{{number:int}}"
    return [Route(path, posting, methods=["GET"]), *flow.make_routes(desk, NAME, steps)]


FAMILY = Family(NAME, "LinkedIn Easy Apply", "A modal of several steps over the posting", routes)
