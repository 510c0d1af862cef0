"""Lever: a plain form, sent by the browser itself after an invisible hCaptcha passes.

The visible button only runs the captcha, which clicks a hidden one; the browser checks required fields, the server
everything. The resume is read as soon as it is chosen, and fills empty fields. A location counts only if it was picked
from the search's results, and the search reacts to keys alone. With the `suspicious` switch the captcha shows after the
click, and nothing is sent until somebody solves it.
"""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ghosthands.practice import pages, walls
from ghosthands.practice.desk import Desk, receive
from ghosthands.practice.families.family import Family, Visit, read_visit
from ghosthands.practice.form import ControlKind, Field, Form, PostedForm, Reveal, Section, find_problems
from ghosthands.practice.places import CITIES
from ghosthands.practice.postings import Posting
from ghosthands.practice.questions import (
    AUTHORIZED,
    DECLINE,
    MOTIVATION,
    PRIVACY,
    SOURCE,
    SPONSORSHIP,
    UNKNOWN,
    number_choices,
)
from ghosthands.practice.switches import Switches

NAME = "lever"

CONTACT = (
    Field(name="resume", label="Resume/CV", kind=ControlKind.FILE, required=True),
    Field(name="name", label="Full name", required=True),
    Field(name="email", label="Email", kind=ControlKind.EMAIL, required=True),
    Field(name="phone", label="Phone", kind=ControlKind.TEL, required=True),
    Field(name="location", label="Current location", kind=ControlKind.COMBOBOX, required=True, choices=CITIES),
    Field(name="org", label="Current company"),
)

LINKS = (
    Field(name="urls[LinkedIn]", label="LinkedIn URL", kind=ControlKind.URL),
    Field(name="urls[Portfolio]", label="Portfolio URL", kind=ControlKind.URL),
    Field(name="urls[Other]", label="Other website", kind=ControlKind.URL),
)

#: questions in cards, with an id of their own
QUESTIONS = (
    replace(AUTHORIZED, choices=number_choices("Yes", "No")),
    replace(SPONSORSHIP, choices=number_choices("Yes", "No")),
    SOURCE,
    MOTIVATION,
)

MORE = (Field(name="comments", label="Additional information", kind=ControlKind.TEXTAREA),)

EEO = (
    Field(
        name="eeo[gender]", label="Gender", kind=ControlKind.SELECT, choices=number_choices("Male", "Female", DECLINE)
    ),
    Field(
        name="eeo[veteran]",
        label="Veteran status",
        kind=ControlKind.SELECT,
        choices=number_choices("I am a veteran", "I am not a veteran", DECLINE),
    ),
    Field(
        name="eeo[disability]",
        label="Disability status",
        kind=ControlKind.SELECT,
        choices=number_choices("Yes, I have a disability", "No, I do not have a disability", DECLINE),
    ),
    Field(
        name="eeo[disabilitySignature]",
        label="Your name",
        required=True,
        shown_when=Reveal("eeo[disability]", ("1", "2")),
    ),
)

CONSENT = (
    replace(PRIVACY, name="consent[store]"),
    Field(
        name="consent[marketing]",
        label="Yes, Lever customers may contact me about future job opportunities.",
        kind=ControlKind.CHECKBOX,
    ),
)


def form(posting: Posting, switches: Switches) -> Form:
    """Return the posting's form; its questions are fields of one card."""
    asked = (*QUESTIONS, UNKNOWN) if switches.unknown else QUESTIONS
    card = f"cards[3f1e7c2a-0b54-4f6e-9d2c-{posting.number:012}]"
    cards = tuple(replace(field, name=f"{card}[field{number}]") for number, field in enumerate(asked))
    return Form(
        (
            Section("Submit your application", CONTACT),
            Section("Links", LINKS),
            Section("A few questions", cards),
            Section("Additional information", MORE),
            Section("U.S. Equal Employment Opportunity information", EEO),
            Section("Consent", CONSENT),
        )
    )


def routes(desk: Desk) -> list[Route]:
    """Return the routes of the posting, its form, the form's own requests, and the thanks."""

    async def posting(request: Request) -> Response:
        here = read_visit(NAME, request)
        return walls.stand_before(here.posting, here.switches, request) or _render("posting", here)

    async def show(request: Request) -> Response:
        here = read_visit(NAME, request)
        return walls.stand_before(here.posting, here.switches, request) or _render_form(here, PostedForm(), {})

    async def submit(request: Request) -> Response:
        here = read_visit(NAME, request)
        received = await receive(request)
        found = _find_problems(here, received)
        if found:
            desk.ledger.refuse(here.posting, received, found)
            return _render_form(here, received, found)
        submission = await desk.submit(here.posting, received)
        response = RedirectResponse(f"{here.posting.path}/thanks{here.switches.query}", status_code=303)
        response.set_cookie("submission", str(submission.number), path=here.posting.path, httponly=True)
        return response

    async def thanks(request: Request) -> Response:
        sent = desk.ledger.numbered(request.cookies.get("submission", ""))
        if sent:
            await desk.confirm(sent.application)
        return _render("thanks", read_visit(NAME, request))

    path = f"/{NAME}/{{company}}/jobs/{{number:int}}"
    return [
        Route(path, posting, methods=["GET"]),
        Route(f"{path}/apply", show, methods=["GET"]),
        Route(f"{path}/apply", submit, methods=["POST"]),
        Route(f"{path}/places", _find_places),
        Route(f"{path}/resume", _read_resume, methods=["POST"]),
        Route(f"{path}/thanks", thanks),
    ]


async def _find_places(request: Request) -> Response:
    typed = request.query_params.get("text", "").casefold()
    return JSONResponse([{"name": city.label} for city in CITIES if typed and typed in city.label.casefold()])


async def _read_resume(request: Request) -> Response:
    """Return what a reader of resumes makes of the resume: not much, and not always right."""
    received = await receive(request)
    return JSONResponse({"resumeStorageId": received.uploads["resume"].sha256[:24], "org": "Curriculum Vitae Ltd."})


def _find_problems(here: Visit, received: PostedForm) -> dict[str, str]:
    found = find_problems(form(here.posting, here.switches), received)
    if received.first("selectedLocation") != received.first("location"):
        found.setdefault("location", "Please choose a location from the list.")
    return found


def _render_form(here: Visit, received: PostedForm, found: dict[str, str]) -> Response:
    asked = form(here.posting, here.switches)
    return pages.render(
        "lever/apply.html",
        status=422 if found else 200,
        posting=here.posting,
        switches=here.switches,
        form=asked,
        values={field.name: received.first(field.name) for field in asked},
        picked=received.first("selectedLocation"),
        errors=found,
    )


def _render(name: str, here: Visit) -> Response:
    return pages.render(f"lever/{name}.html", posting=here.posting, switches=here.switches)


FAMILY = Family(NAME, "Lever", "One plain form behind an invisible captcha, a location that must be picked", routes)
