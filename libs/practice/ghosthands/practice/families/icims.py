"""iCIMS: a page around one frame that contains everything: the posting, an e-mail gate, a profile, the questions.

The server renders and checks it page by page. Dropdowns are links over a hidden select, ids have dots in them, and the
class of success messages also marks failures.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ghosthands.practice import pages, walls
from ghosthands.practice.desk import Desk, receive
from ghosthands.practice.families.family import Family, Visit, read_visit
from ghosthands.practice.families.flow import FlowPage, join_pages
from ghosthands.practice.form import ControlKind, Field, Form, PostedForm, Section, find_problems
from ghosthands.practice.places import COUNTRIES
from ghosthands.practice.postings import Posting
from ghosthands.practice.questions import AUTHORIZED, MOTIVATION, PRIVACY, SOURCE, SPONSORSHIP, UNKNOWN
from ghosthands.practice.switches import Switches

NAME = "icims"

GATE = (Field(name="email", label="Email", kind=ControlKind.EMAIL, required=True),)

PROFILE = (
    Field(name="PersonProfileFields.FirstName", label="First Name", required=True),
    Field(name="PersonProfileFields.LastName", label="Last Name", required=True),
    Field(name="PersonProfileFields.Phone", label="Phone", kind=ControlKind.TEL, required=True),
    Field(name="PersonProfileFields.AddressStreet", label="Street address", required=True),
    Field(name="PersonProfileFields.AddressCity", label="City", required=True),
    Field(
        name="PersonProfileFields.AddressCountry",
        label="Country",
        kind=ControlKind.LISTBOX,
        required=True,
        choices=COUNTRIES,
    ),
    Field(name="PersonProfileFields.AddressZip", label="Postal code", required=True),
    Field(name="resume", label="Resume", kind=ControlKind.FILE, required=True),
)

QUESTIONS = (
    replace(AUTHORIZED, name="rcf3101"),
    replace(SPONSORSHIP, name="rcf3102"),
    replace(SOURCE, name="rcf3103", kind=ControlKind.LISTBOX),
    replace(MOTIVATION, name="rcf3104"),
    replace(PRIVACY, name="rcf3105"),
)


def steps(switches: Switches) -> tuple[FlowPage, ...]:
    """Return the pages of the candidate, in order."""
    questions = (*QUESTIONS, UNKNOWN) if switches.unknown else QUESTIONS
    return (
        FlowPage("Enter Your Information", Form((Section("Enter Your Information", GATE),)), "enterEmailForm"),
        FlowPage("Candidate Profile", Form((Section("Candidate Profile", PROFILE),)), "cp_form"),
        FlowPage("Questions", Form((Section("Questions", questions),)), "quesp_form"),
    )


def form(posting: Posting, switches: Switches) -> Form:
    """Return the whole application as one form."""
    return join_pages(steps(switches))


@dataclass(frozen=True, slots=True)
class Handlers:
    """The family's pages, and the candidates' answers so far."""

    desk: Desk
    candidates: dict[str, dict[int, PostedForm]]

    async def outside(self, request: Request) -> Response:
        """Return the page around the frame."""
        here = read_visit(NAME, request)
        return walls.stand_before(here.posting, here.switches, request) or _render("outside", here)

    async def inside(self, request: Request) -> Response:
        """Return the posting, in the frame."""
        return _render("posting", read_visit(NAME, request), candidate=secrets.token_urlsafe(9))

    async def show(self, request: Request) -> Response:
        """Return a page of the candidate, with its answers."""
        number = request.path_params["step"]
        return _render_step(read_visit(NAME, request), number, self._answers(request).get(number, PostedForm()), {})

    async def take(self, request: Request) -> Response:
        """Take the answers of a page; with the last one the application is complete."""
        here, number, answers = read_visit(NAME, request), request.path_params["step"], self._answers(request)
        received = await receive(request)
        found = find_problems(steps(here.switches)[number - 1].form, received)
        if found:
            self.desk.ledger.refuse(here.posting, received, found)
            return _render_step(here, number, received, found)
        answers[number] = received
        if number < len(steps(here.switches)):
            return _go(here, request, str(number + 1))
        submission = await self.desk.submit(here.posting, _join(answers))
        await self.desk.confirm(submission.application)
        return _go(here, request, "dashboard")

    async def dashboard(self, request: Request) -> Response:
        """Return the outcome of the application."""
        return _render("dashboard", read_visit(NAME, request))

    def _answers(self, request: Request) -> dict[int, PostedForm]:
        return self.candidates.setdefault(request.path_params["candidate"], {})


def routes(desk: Desk) -> list[Route]:
    """Return the routes of the outer page, the posting in its frame, the candidate's pages and the dashboard."""
    on = Handlers(desk, {})
    posting = f"/{NAME}/{{company}}/jobs/{{number:int}}"
    candidate = f"{posting}/candidate/{{candidate}}"
    return [
        Route(posting, on.outside, methods=["GET"]),
        Route(f"{posting}/job", on.inside, methods=["GET"]),
        Route(f"{candidate}/{{step:int}}", on.show, methods=["GET"]),
        Route(f"{candidate}/{{step:int}}", on.take, methods=["POST"]),
        Route(f"{candidate}/dashboard", on.dashboard),
    ]


def _join(answers: dict[int, PostedForm]) -> PostedForm:
    values = {name: each for received in answers.values() for name, each in received.values.items()}
    uploads = {name: each for received in answers.values() for name, each in received.uploads.items()}
    return PostedForm(values, uploads)


def _render_step(here: Visit, number: int, received: PostedForm, found: dict[str, str]) -> Response:
    step = steps(here.switches)[number - 1]
    return pages.render(
        "icims/step.html",
        status=422 if found else 200,
        posting=here.posting,
        switches=here.switches,
        step=step,
        is_last=number == len(steps(here.switches)),
        values={field.name: received.first(field.name) for field in step.form},
        errors=found,
    )


def _render(name: str, here: Visit, candidate: str = "") -> Response:
    return pages.render(f"icims/{name}.html", posting=here.posting, switches=here.switches, candidate=candidate)


def _go(here: Visit, request: Request, page: str) -> Response:
    candidate = request.path_params["candidate"]
    return RedirectResponse(f"{here.posting.path}/candidate/{candidate}/{page}{here.switches.query}", status_code=303)


FAMILY = Family(NAME, "iCIMS", "An e-mail gate, a profile and questions, all in one frame", routes)
