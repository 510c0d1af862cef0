"""Ashby: a form kept by script, sent as one GraphQL mutation that always gets status 200.

Yes and no are a pair of buttons, a date is typed by keys or picked, a place is picked from a list at the end of the
document, and the resume may be dropped. A second file input fills the form from a resume, badly. With the `suspicious`
switch every application is taken for spam.
"""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ghosthands.practice import pages, walls
from ghosthands.practice.desk import Desk, receive
from ghosthands.practice.families.family import Family, Visit, find_places, read_visit
from ghosthands.practice.form import ControlKind, Field, Form, Section, find_problems
from ghosthands.practice.places import CITIES
from ghosthands.practice.postings import Posting
from ghosthands.practice.questions import (
    AUTHORIZED,
    DECLINE,
    MOTIVATION,
    PRIVACY,
    SPONSORSHIP,
    UNKNOWN,
    VETERAN,
    WORK_MODE,
    number_choices,
)
from ghosthands.practice.switches import Switches

NAME = "ashby"

SYSTEM = (
    Field(name="_systemfield_name", label="Name", required=True),
    Field(name="_systemfield_email", label="Email", kind=ControlKind.EMAIL, required=True),
    Field(name="_systemfield_phone", label="Phone Number", kind=ControlKind.TEL, required=True),
    Field(name="_systemfield_location", label="Location", kind=ControlKind.COMBOBOX, required=True, choices=CITIES),
    Field(name="_systemfield_resume", label="Resume", kind=ControlKind.FILE, required=True),
)

#: questions with ids of their own
QUESTIONS = (
    Field(name="linkedin", label="LinkedIn Profile", kind=ControlKind.URL),
    replace(AUTHORIZED, kind=ControlKind.BUTTONS),
    replace(SPONSORSHIP, kind=ControlKind.BUTTONS),
    Field(name="start", label="Earliest start date", kind=ControlKind.SPIN_DATE, required=True),
    replace(WORK_MODE, name="mode"),
    MOTIVATION,
    replace(PRIVACY, name="consent"),
)

EEO = (
    Field(
        name="_systemfield_eeoc_gender",
        label="Gender",
        kind=ControlKind.RADIO,
        choices=number_choices("Male", "Female", DECLINE),
    ),
    replace(VETERAN, name="_systemfield_eeoc_veteran_status", kind=ControlKind.RADIO),
)


def form(posting: Posting, switches: Switches) -> Form:
    """Return the posting's form; its own questions have ids no other posting has."""
    asked = (*QUESTIONS, UNKNOWN) if switches.unknown else QUESTIONS
    own = tuple(
        replace(field, name=f"{number:08x}-5b1d-4f6e-9d2c-{posting.number:012}")
        for number, field in enumerate(asked, start=0x5B1D0)
    )
    return Form((Section("", (*SYSTEM, *own)), Section("Equal Employment Opportunity", EEO)))


def routes(desk: Desk) -> list[Route]:
    """Return the routes of the posting, its form, the search for places, and the submission."""

    async def overview(request: Request) -> Response:
        here = read_visit(NAME, request)
        return walls.stand_before(here.posting, here.switches, request) or _render("overview", here)

    async def application(request: Request) -> Response:
        here = read_visit(NAME, request)
        asked = form(here.posting, here.switches)
        return walls.stand_before(here.posting, here.switches, request) or _render("application", here, form=asked)

    async def submit(request: Request) -> Response:
        here = read_visit(NAME, request)
        received = await receive(request)
        asked = form(here.posting, here.switches)
        found = find_problems(asked, received)
        if here.switches.suspicious:
            desk.ledger.refuse(here.posting, received, {"": "spam"})
            return _answer("blocked")
        if found:
            desk.ledger.refuse(here.posting, received, found)
            return _answer(
                "errors", errors={field.name: _word_problem(field, found) for field in asked if field.name in found}
            )
        submission = await desk.submit(here.posting, received)
        await desk.confirm(submission.application)
        return _answer("success")

    path = f"/{NAME}/{{company}}/jobs/{{number:int}}"
    return [
        Route(path, overview, methods=["GET"]),
        Route(f"{path}/application", application, methods=["GET"]),
        Route(f"{path}/places", find_places),
        Route(f"{path}/non-user-graphql", submit, methods=["POST"]),
    ]


def _word_problem(field: Field, found: dict[str, str]) -> str:
    missing = found[field.name] == "This field is required."
    return f"Missing entry for required field: {field.label}" if missing else found[field.name]


def _answer(outcome: str, **data: object) -> Response:
    """Return GraphQL's answer, whose status is always 200."""
    return JSONResponse({"data": {"submitSingleApplicationFormAction": {"outcome": outcome, **data}}})


def _render(name: str, here: Visit, form: Form | None = None) -> Response:
    return pages.render(f"ashby/{name}.html", posting=here.posting, switches=here.switches, form=form)


FAMILY = Family(NAME, "Ashby", "One page by script, buttons for yes and no, status 200 for everything", routes)
