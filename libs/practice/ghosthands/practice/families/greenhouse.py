"""Greenhouse's new job boards: posting and form on one page, a controlled React-like form, one POST by script.

The page keeps its answers in script and draws the DOM from them, so a value set past the script is gone with the next
drawing (`static/greenhouse.js`). The POST is answered in JSON: 201 with the address to go on to, or 422 with the
problems. The submit button stays enabled while sending, so that a second click is a second application.
"""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ghosthands.practice import pages, walls
from ghosthands.practice.desk import Desk, receive
from ghosthands.practice.families.family import Family, Visit, add_echo, list_echoes, read_visit
from ghosthands.practice.form import (
    REQUIRED,
    ControlKind,
    Field,
    Form,
    PostedForm,
    Reveal,
    Section,
    find_problems,
)
from ghosthands.practice.places import CITIES, COUNTRIES
from ghosthands.practice.postings import Posting
from ghosthands.practice.questions import (
    AUTHORIZED,
    DECLINE,
    DISABILITY,
    HISPANIC,
    PRIVACY,
    SOURCE,
    SPONSORSHIP,
    UNKNOWN,
    VETERAN,
    number_choices,
)
from ghosthands.practice.switches import Switches

NAME = "greenhouse"

CONTACT = (
    Field(name="first_name", label="First Name", required=True, autocomplete="given-name"),
    Field(name="last_name", label="Last Name", required=True, autocomplete="family-name"),
    Field(name="email", label="Email", kind=ControlKind.EMAIL, required=True, autocomplete="email"),
    Field(name="phone", label="Phone", kind=ControlKind.TEL, required=True, autocomplete="tel"),
    Field(name="country", label="Country", kind=ControlKind.SELECT, required=True, choices=COUNTRIES),
    Field(name="resume", label="Resume/CV", kind=ControlKind.FILE, required=True),
    Field(name="cover_letter_text", label="Cover Letter", kind=ControlKind.TEXTAREA),
)

#: questions with generated ids, `question_<number>`
QUESTIONS = (
    Field(name="linkedin", label="LinkedIn Profile", kind=ControlKind.URL),
    replace(AUTHORIZED, name="work_authorization"),
    replace(SPONSORSHIP, kind=ControlKind.SELECT),
    SOURCE,
)

#: questions in comboboxes, if the switch is on
WIDGETS = (
    Field(
        name="candidate-location",
        label="Location (City)",
        kind=ControlKind.COMBOBOX,
        required=True,
        choices=CITIES,
    ),
    Field(
        name="relocation",
        label="Are you willing to relocate for this role?",
        kind=ControlKind.COMBOBOX,
        required=True,
        choices=number_choices("Yes", "No"),
    ),
)

EEO = (
    Field(name="gender", label="Gender", kind=ControlKind.SELECT, choices=number_choices("Male", "Female", DECLINE)),
    replace(HISPANIC, name="hispanic_ethnicity"),
    Field(
        name="race",
        label="Please identify your race",
        kind=ControlKind.SELECT,
        choices=number_choices(
            "American Indian or Alaskan Native",
            "Asian",
            "Black or African American",
            "White",
            "Native Hawaiian or Other Pacific Islander",
            "Two or More Races",
            DECLINE,
        ),
        shown_when=Reveal("hispanic_ethnicity", ("2",)),
    ),
    replace(VETERAN, name="veteran_status"),
    replace(DISABILITY, name="disability_status"),
)

CONSENT = (
    replace(PRIVACY, name="gdpr_processing_consent"),
    Field(
        name="marketing_opt_in",
        label="Email me about future jobs, events and company news.",
        kind=ControlKind.CHECKBOX,
    ),
)


def form(posting: Posting, switches: Switches) -> Form:
    """Return the posting's form; its own questions have ids no other posting has."""
    asked = (*QUESTIONS, UNKNOWN) if switches.unknown or switches.unmarked else QUESTIONS
    numbered = tuple(
        replace(field, name=make_question_id(posting, number)) for number, field in enumerate(asked, start=1)
    )
    return Form(
        (
            Section("Apply for this job", (*CONTACT, *WIDGETS) if switches.widgets else CONTACT),
            Section("Additional questions", numbered),
            Section("Voluntary self-identification", EEO),
            Section("Privacy", CONSENT),
        ),
        honeypot="personal_site",
    )


def make_question_id(posting: Posting, number: int) -> str:
    """Return the id of the posting's question `number`, counted from 1."""
    return f"question_{posting.number}{number:03}"


def routes(desk: Desk) -> list[Route]:
    """Return the routes of the posting with its form, the POST, and the confirmation."""

    async def show(request: Request) -> Response:
        here = read_visit(NAME, request)
        return walls.stand_before(here.posting, here.switches, request) or _render(here)

    async def submit(request: Request) -> Response:
        here = read_visit(NAME, request)
        received = await receive(request)
        found = find_problems(form(here.posting, here.switches), received)
        if found:
            desk.ledger.refuse(here.posting, received, found)
            return JSONResponse({"errors": _show_problems(found, received, here)}, status_code=422)
        submission = await desk.submit(here.posting, received)
        if here.switches.garbled:
            return PlainTextResponse("Internal Server Error", status_code=500)
        if here.switches.nonsense_error:
            return JSONResponse({"errors": {"email": "We cannot write to this address."}}, status_code=422)
        if here.switches.thanks_inline:
            return _thank(here)
        return _send_on(here, submission.number)

    async def confirmation(request: Request) -> Response:
        here = read_visit(NAME, request)
        sent = desk.ledger.numbered(request.cookies.get("submission", ""))
        if sent:
            await desk.confirm(sent.application)
        echoed = list_echoes(form(here.posting, here.switches), sent.received) if sent else {}
        return _render_confirmation(here, echoed)

    path = f"/{NAME}/{{company}}/jobs/{{number:int}}"
    return [
        Route(f"/{NAME}/places", _find_places),
        Route(path, show, methods=["GET"]),
        Route(path, submit, methods=["POST"]),
        Route(f"{path}/confirmation", confirmation),
    ]


async def _find_places(request: Request) -> Response:
    """Return what the location search finds: cities with a word that begins with the typed text."""
    typed = request.query_params.get("q", "").casefold()
    found = [city.label for city in CITIES if typed and f" {typed}" in f" {city.label.casefold()}"]
    return JSONResponse(found)


def _render(here: Visit) -> Response:
    return pages.render(
        "greenhouse/posting.html",
        posting=here.posting,
        switches=here.switches,
        form=_mark(form(here.posting, here.switches), here.switches),
        submit_path=f"{here.posting.path}{here.switches.query}",
    )


def _mark(form: Form, switches: Switches) -> Form:
    """Return the form as it is drawn, which may leave required fields unmarked."""
    if not switches.unmarked:
        return form
    drawn = tuple(
        Section(section.title, tuple(replace(field, required=_says_required(field)) for field in section.fields))
        for section in form.sections
    )
    return replace(form, sections=drawn)


def _says_required(field: Field) -> bool:
    return field.required and field.label != UNKNOWN.label


def _show_problems(found: dict[str, str], received: PostedForm, here: Visit) -> dict[str, str]:
    return add_echo(found, form(here.posting, here.switches), received) if here.switches.echo else found


def _thank(here: Visit) -> Response:
    """Return 201 with unusual words of thanks, and a mark for every required field."""
    missing = {field.name: REQUIRED for field in form(here.posting, here.switches) if field.required}
    return JSONResponse({"thanks": "Thanks, that is all for now.", "errors": missing}, status_code=201)


def _send_on(here: Visit, submission: int) -> Response:
    """Return 201 with the confirmation's address; the cookie says whose confirmation it will be."""
    target = f"{here.posting.path}/confirmation{here.switches.query}"
    response = JSONResponse({"confirmationPath": target}, status_code=201)
    response.set_cookie("submission", str(submission), path=here.posting.path, httponly=True)
    return response


def _render_confirmation(here: Visit, echoed: dict[str, str]) -> Response:
    return pages.render(
        "greenhouse/confirmation.html",
        posting=here.posting,
        switches=here.switches,
        echoed=echoed if here.switches.echo else {},
    )


FAMILY = Family(NAME, "Greenhouse", "One page, a controlled form, sent by script", routes)
