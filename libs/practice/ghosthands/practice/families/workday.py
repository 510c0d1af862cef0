"""Workday: the posting, the choice of how to apply, then five steps in script and a review, checked by the server.

Dropdowns are buttons whose options appear at the end of the document, dates are spin buttons that react to keys alone,
and searches take several picks. Choosing a country draws the address again. With the `login` switch the tenant wants an
account first, as Workday does: one page to make it or to sign in. Without it guests may apply.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ghosthands.practice import pages, walls
from ghosthands.practice.desk import Desk, receive
from ghosthands.practice.families import flow
from ghosthands.practice.families.family import Family, Visit, read_visit
from ghosthands.practice.families.flow import FlowPage, join_pages
from ghosthands.practice.form import ControlKind, Field, Form, PostedForm, Reveal, Section
from ghosthands.practice.holds import HoldPoint
from ghosthands.practice.ledger import make_application_key
from ghosthands.practice.places import COUNTRIES, US_STATES
from ghosthands.practice.postings import Posting
from ghosthands.practice.questions import (
    AUTHORIZED,
    DECLINE,
    DISABILITY,
    HISPANIC,
    MOTIVATION,
    PRIVACY,
    SOURCE,
    SPONSORSHIP,
    UNKNOWN,
    VETERAN,
    YES_NO,
    number_choices,
)
from ghosthands.practice.switches import Switches

NAME = "workday"

#: the cookie of a signed-in visitor
_MARK = "wd_session"
_CREATE, _SIGN_IN = "create", "sign-in"

HERE = (
    replace(SOURCE, name="source--source", label="How Did You Hear About Us?", kind=ControlKind.MULTI),
    Field(
        name="previousWorker--candidateIsPreviousWorker",
        label="Have you worked for us before?",
        kind=ControlKind.RADIO,
        required=True,
        choices=YES_NO,
    ),
    Field(name="country--country", label="Country", kind=ControlKind.LISTBOX, required=True, choices=COUNTRIES),
)

LEGAL_NAME = (
    Field(name="name--legalName--firstName", label="First Name", required=True),
    Field(name="name--legalName--lastName", label="Last Name", required=True),
)

ADDRESS = (
    Field(name="address--addressLine1", label="Address Line 1", required=True),
    Field(name="address--city", label="City", required=True),
    Field(
        name="address--countryRegion",
        label="State",
        kind=ControlKind.LISTBOX,
        required=True,
        choices=US_STATES,
        shown_when=Reveal("country--country", ("US",)),
    ),
    Field(name="address--postalCode", label="Postal Code", required=True),
)

REACH = (
    Field(name="email", label="Email Address", kind=ControlKind.EMAIL, required=True),
    Field(
        name="phoneNumber--phoneType",
        label="Phone Device Type",
        kind=ControlKind.LISTBOX,
        required=True,
        choices=number_choices("Home", "Mobile", "Work"),
    ),
    Field(name="phoneNumber--phoneNumber", label="Phone Number", kind=ControlKind.TEL, required=True),
    Field(name="phoneNumber--extension", label="Phone Extension"),
)

JOB = (
    Field(name="workExperience-1--jobTitle", label="Job Title", required=True),
    Field(name="workExperience-1--companyName", label="Company", required=True),
    Field(name="workExperience-1--startDate", label="From", kind=ControlKind.SPIN_MONTH, required=True),
    Field(name="workExperience-1--roleDescription", label="Role Description", kind=ControlKind.TEXTAREA),
)

SCHOOL = (
    Field(name="education-1--schoolName", label="School or University", required=True),
    Field(
        name="education-1--degree",
        label="Degree",
        kind=ControlKind.LISTBOX,
        required=True,
        choices=number_choices(
            "High School Diploma",
            "Associate's Degree",
            "Bachelor of Arts",
            "Bachelor of Science",
            "Master of Arts",
            "Master of Science",
            "Doctorate",
        ),
    ),
    Field(name="education-1--fieldOfStudy", label="Field of Study"),
)

SKILLS = (
    Field(
        name="skills--skills",
        label="Skills",
        kind=ControlKind.MULTI,
        choices=number_choices(
            "Accessibility",
            "Figma",
            "Interaction design",
            "Java",
            "JavaScript",
            "Kubernetes",
            "NATS",
            "PostgreSQL",
            "Python",
            "Python (scientific)",
            "Technical writing",
            "User research",
        ),
    ),
)

RESUME = (Field(name="resume", label="Resume/CV", kind=ControlKind.FILE, required=True),)

LINKS = (Field(name="socialNetworkAccounts--linkedInAccount", label="LinkedIn", kind=ControlKind.URL),)

QUESTIONS = (
    replace(AUTHORIZED, name="primaryQuestionnaire--1", kind=ControlKind.LISTBOX),
    replace(SPONSORSHIP, name="primaryQuestionnaire--2", kind=ControlKind.LISTBOX),
    Field(name="primaryQuestionnaire--3", label="Earliest start date", kind=ControlKind.SPIN_DATE, required=True),
    replace(MOTIVATION, name="primaryQuestionnaire--4"),
)

DISCLOSURES = (
    Field(
        name="personalInfoUS--gender",
        label="Gender",
        kind=ControlKind.LISTBOX,
        choices=number_choices("Female", "Male", DECLINE),
    ),
    replace(HISPANIC, name="personalInfoUS--hispanicOrLatino", kind=ControlKind.LISTBOX),
    replace(VETERAN, name="personalInfoUS--veteranStatus", kind=ControlKind.LISTBOX),
)

TERMS = (replace(PRIVACY, name="termsAndConditions--acceptTermsAndAgreements"),)

SELF_IDENTIFIED = (replace(DISABILITY, name="selfIdentifiedDisabilityData--disabilityStatus", kind=ControlKind.RADIO),)


def steps(switches: Switches) -> tuple[FlowPage, ...]:
    """Return the steps before the review, in order."""
    questions = (*QUESTIONS, UNKNOWN) if switches.unknown else QUESTIONS
    information = (
        Section("My Information", HERE),
        Section("Legal Name", LEGAL_NAME),
        Section("Address", ADDRESS),
        Section("Phone", REACH),
    )
    experience = (
        Section("Work Experience 1", JOB),
        Section("Education 1", SCHOOL),
        Section("Skills", SKILLS),
        Section("Resume/CV", RESUME),
        Section("Social Network URLs", LINKS),
    )
    disclosures = (Section("Voluntary Disclosures", DISCLOSURES), Section("Terms and Conditions", TERMS))
    return (
        FlowPage("My Information", Form(information), "applyFlowMyInfoPage"),
        FlowPage("My Experience", Form(experience), "applyFlowMyExpPage"),
        FlowPage("Application Questions", Form((Section("Questions", questions),)), "applyFlowPrimaryQuestionsPage"),
        FlowPage("Voluntary Disclosures", Form(disclosures), "applyFlowVoluntaryDisclosuresPage"),
        FlowPage("Self Identify", Form((Section("Disability", SELF_IDENTIFIED),)), "applyFlowSelfIdentifyPage"),
    )


def form(posting: Posting, switches: Switches) -> Form:
    """Return the whole application as one form."""
    return join_pages(steps(switches))


def routes(desk: Desk) -> list[Route]:
    """Return the routes of the posting, the flow, its steps' checks, and the submission."""

    async def posting(request: Request) -> Response:
        here = read_visit(NAME, request)
        free = Switches() if here.switches.login else here.switches
        return walls.stand_before(here.posting, free, request) or _render("posting", here)

    async def apply(request: Request) -> Response:
        here = read_visit(NAME, request)
        is_in = desk.accounts.is_in(here.posting.slug, request.cookies.get(_MARK, ""))
        if here.switches.login and not is_in:
            return _render("account", here, view=_CREATE, problem="")
        return _render("flow", here, steps=steps(here.switches))

    async def account(request: Request) -> Response:
        here, given = read_visit(NAME, request), await receive(request)
        company, email, password = here.posting.slug, given.first("email"), given.first("password")
        again, agreed = given.first("verifyPassword"), bool(given.first("agreed"))
        problem = desk.accounts.create(company, email, password, again=again, agreed=agreed)
        await desk.holds.pass_through(HoldPoint.AFTER_COUNT, make_application_key(here.posting.key, email))
        return _answer(desk, here, given, _CREATE, problem)

    async def sign_in(request: Request) -> Response:
        here, given = read_visit(NAME, request), await receive(request)
        problem = desk.accounts.sign_in(here.posting.slug, given.first("email"), given.first("password"))
        return _answer(desk, here, given, _SIGN_IN, problem)

    path = f"/{NAME}/{{company}}/jobs/{{number:int}}"
    return [
        Route(path, posting, methods=["GET"]),
        Route(f"{path}/apply", apply, methods=["GET"]),
        Route(f"{path}/account", account, methods=["POST"]),
        Route(f"{path}/sign-in", sign_in, methods=["POST"]),
        *flow.make_routes(desk, NAME, steps),
    ]


def _answer(desk: Desk, here: Visit, given: PostedForm, view: str, problem: str) -> Response:
    """Return the way on to the application, or the same page again with the problem."""
    if problem:
        echoed = {"Email": given.first("email"), "Password": given.first("password")}
        return _render("account", here, view=view, problem=problem, echoed=echoed if here.switches.echo else {})
    onward = RedirectResponse(f"{here.posting.path}/apply{here.switches.query}", status_code=303)
    onward.set_cookie(_MARK, desk.accounts.let_in(here.posting.slug), path=here.posting.path, httponly=True)
    return onward


def _render(name: str, here: Visit, **context: Any) -> Response:
    return pages.render(f"workday/{name}.html", posting=here.posting, switches=here.switches, **context)


FAMILY = Family(NAME, "Workday", "Six steps by script, dropdowns and dates of its own", routes)
