"""SmartRecruiters: nested web components, each with an open shadow root, two steps and a success component.

The questions are three roots deep, so no selector of the document finds them. The first file input is for a picture of
the applicant; the resume's is in the drop zone. The e-mail address is asked twice.
"""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ghosthands.practice import pages, walls
from ghosthands.practice.desk import Desk
from ghosthands.practice.families import flow
from ghosthands.practice.families.family import Family, find_places, read_visit
from ghosthands.practice.families.flow import FlowPage, join_pages
from ghosthands.practice.form import ControlKind, Field, Form, Section
from ghosthands.practice.places import CITIES
from ghosthands.practice.postings import Posting
from ghosthands.practice.questions import AUTHORIZED, MOTIVATION, PRIVACY, SOURCE, SPONSORSHIP, UNKNOWN
from ghosthands.practice.switches import Switches

NAME = "smartrecruiters"

PERSON = (
    Field(name="avatar", label="Add a photo", kind=ControlKind.FILE),
    Field(name="first-name-input", label="First name", required=True),
    Field(name="last-name-input", label="Last name", required=True),
    Field(name="email-input", label="Email", kind=ControlKind.EMAIL, required=True),
    Field(name="confirm-email-input", label="Confirm your email", kind=ControlKind.EMAIL, required=True),
    Field(name="location-input", label="City", kind=ControlKind.COMBOBOX, required=True, choices=CITIES),
    Field(name="phone-number-input", label="Phone number", kind=ControlKind.TEL, required=True),
)

MORE = (
    Field(name="linkedin-input", label="LinkedIn", kind=ControlKind.URL),
    Field(name="resume", label="Resume", kind=ControlKind.FILE, required=True),
    MOTIVATION,
    replace(PRIVACY, name="consent"),
)

QUESTIONS = (
    replace(AUTHORIZED, name="question-1"),
    replace(SPONSORSHIP, name="question-2"),
    replace(SOURCE, name="question-3"),
)


def steps(switches: Switches) -> tuple[FlowPage, ...]:
    """Return the form's steps: the applicant, then the employer's questions."""
    questions = (*QUESTIONS, UNKNOWN) if switches.unknown else QUESTIONS
    person = Form((Section("Personal information", PERSON), Section("Your profile", MORE)))
    return (
        FlowPage("Easy apply", person, "oc-oneclick-form"),
        FlowPage(
            "Preliminary questions", Form((Section("Preliminary questions", questions),)), "oc-screening-questions"
        ),
    )


def form(posting: Posting, switches: Switches) -> Form:
    """Return the whole application as one form."""
    return join_pages(steps(switches))


def routes(desk: Desk) -> list[Route]:
    """Return the routes of the posting, the form, the search for places, and the submission."""

    async def posting(request: Request) -> Response:
        here = read_visit(NAME, request)
        return walls.stand_before(here.posting, here.switches, request) or pages.render(
            "smartrecruiters/posting.html", posting=here.posting, switches=here.switches
        )

    async def apply(request: Request) -> Response:
        here = read_visit(NAME, request)
        return walls.stand_before(here.posting, here.switches, request) or pages.render(
            "smartrecruiters/apply.html", posting=here.posting, switches=here.switches, steps=steps(here.switches)
        )

    path = f"/{NAME}/{{company}}/jobs/{{number:int}}"
    return [
        Route(path, posting, methods=["GET"]),
        Route(f"{path}/apply", apply, methods=["GET"]),
        Route(f"{path}/places", find_places),
        *flow.make_routes(desk, NAME, steps),
    ]


FAMILY = Family(NAME, "SmartRecruiters", "Two steps of web components, nested in open shadow roots", routes)
