"""A form in two server-rendered steps: the server checks each POST, and the second one is the application.

A valid first step starts a draft, kept on the server under an id in the address; an invalid one gets the same page
again, with the typed values and the problems. Some answers reveal further questions, which the server then requires
too. After the draft was sent its pages lead to the confirmation, but another POST counts again.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ghosthands.practice import pages, walls
from ghosthands.practice.desk import Desk, receive
from ghosthands.practice.families.family import Family, Visit, add_echo, list_echoes, read_visit
from ghosthands.practice.form import (
    ControlKind,
    Field,
    Form,
    PostedForm,
    Reveal,
    Section,
    check_international_phone,
    find_problems,
    list_shown,
)
from ghosthands.practice.places import COUNTRIES, US_STATES
from ghosthands.practice.questions import MOTIVATION, UNKNOWN, WORK_MODE, YES_NO, number_choices
from ghosthands.practice.switches import Switches

NAME = "stepwise"

ABOUT_YOU = (
    Field(name="full_name", label="Full name", required=True, autocomplete="name"),
    Field(name="email", label="Email address", kind=ControlKind.EMAIL, required=True, autocomplete="email"),
    Field(
        name="phone",
        label="Phone number",
        kind=ControlKind.TEL,
        required=True,
        autocomplete="tel",
        hint="With the country code, like +1 415 555 0100.",
        check=check_international_phone,
    ),
)

ADDRESS = (
    Field(name="address", label="Street address", required=True, autocomplete="address-line1"),
    Field(name="city", label="City", required=True, autocomplete="address-level2"),
    Field(name="postal_code", label="Postal code", required=True, autocomplete="postal-code"),
    Field(
        name="country",
        label="Country",
        kind=ControlKind.SELECT,
        required=True,
        choices=COUNTRIES,
        autocomplete="country",
    ),
    Field(
        name="state",
        label="State",
        kind=ControlKind.SELECT,
        required=True,
        choices=US_STATES,
        autocomplete="address-level1",
        shown_when=Reveal("country", ("US",)),
    ),
)

VISA = (
    Field(
        name="sponsorship",
        label="Do you need visa sponsorship to work in the United States, now or in the future?",
        kind=ControlKind.RADIO,
        required=True,
        choices=YES_NO,
    ),
    Field(
        name="visa_status",
        label="What is your current visa status?",
        kind=ControlKind.SELECT,
        required=True,
        choices=number_choices("I have no visa yet", "H-1B", "L-1", "F-1 with OPT", "TN", "Another visa"),
        shown_when=Reveal("sponsorship", ("yes",)),
    ),
)

DETAILS = (
    Field(name="resume", label="Resume", kind=ControlKind.FILE, required=True, hint="PDF, Word or text, up to 5 MB."),
    Field(name="years_of_experience", label="Years of professional experience", kind=ControlKind.NUMBER, required=True),
    Field(name="start_date", label="Earliest start date", kind=ControlKind.DATE, required=True),
    Field(name="salary", label="Expected annual salary in US dollars", kind=ControlKind.NUMBER, required=True),
    MOTIVATION,
    Field(
        name="worked_here",
        label="Have you worked for us before?",
        kind=ControlKind.RADIO,
        required=True,
        choices=YES_NO,
    ),
    WORK_MODE,
)

CONSENT = (
    Field(
        name="consent",
        label="I confirm that my answers are true and agree to the processing of my data for this application.",
        kind=ControlKind.CHECKBOX,
        required=True,
    ),
)


FIRST = Form(
    (
        Section("About you", ABOUT_YOU),
        Section("Where you live", ADDRESS),
        Section("Working in the United States", VISA),
    )
)


def make_second_form(switches: Switches) -> Form:
    """Return the form of the application's second step."""
    details = (*DETAILS, UNKNOWN) if switches.unknown else DETAILS
    return Form((Section("Your application", details), Section("Declaration", CONSENT)))


@dataclass(slots=True)
class ApplicationDraft:
    """An application between its first step and its confirmation."""

    first: PostedForm
    #: the second step as it was last sent, acceptable or not
    second: PostedForm = field(default_factory=PostedForm)
    #: the application's key, once it was accepted
    sent: str = ""

    def whole(self) -> PostedForm:
        """Return the application that both steps make together."""
        return PostedForm({**self.first.values, **self.second.values}, self.second.uploads)

    def echoed(self, switches: Switches) -> dict[str, str]:
        """Return every answer so far, if the echo switch is on."""
        return (
            list_echoes(FIRST, self.first) | list_echoes(make_second_form(switches), self.second)
            if switches.echo
            else {}
        )


@dataclass(frozen=True, slots=True)
class Handlers:
    """The family's pages and the drafts they share."""

    desk: Desk
    drafts: dict[str, ApplicationDraft]

    async def show_start(self, request: Request) -> Response:
        """Return the posting with the first step, empty."""
        here = read_visit(NAME, request)
        return walls.stand_before(here.posting, here.switches, request) or _render_first(here, PostedForm())

    async def start(self, request: Request) -> Response:
        """Take the first step of a new draft."""
        here = read_visit(NAME, request)
        draft_id = secrets.token_urlsafe(9)
        return await self._take_first(request, here, draft_id)

    async def show_first(self, request: Request) -> Response:
        """Return the first step again, with its answers."""
        here, draft = self._find(request)
        return _render_first(here, draft.first) if draft else _render_expired(here)

    async def first(self, request: Request) -> Response:
        """Take the first step of a known draft again."""
        here, draft = self._find(request)
        return await self._take_first(request, here, _read_draft_id(request)) if draft else _render_expired(here)

    async def show_second(self, request: Request) -> Response:
        """Return the second step; the confirmation once it was sent."""
        here, draft = self._find(request)
        if draft is None:
            return _render_expired(here)
        if draft.sent:
            return _go(here, _read_draft_id(request), "thanks")
        return _render_second(here, _read_draft_id(request), draft)

    async def submit(self, request: Request) -> Response:
        """Take the second step, which completes the application."""
        here, draft = self._find(request)
        if draft is None:
            return _render_expired(here)
        draft.second = await receive(request)
        found = find_problems(make_second_form(here.switches), draft.second)
        application = draft.whole()
        if found:
            self.desk.ledger.refuse(here.posting, application, found)
            return _render_second(here, _read_draft_id(request), draft, found)
        submission = await self.desk.submit(here.posting, application)
        draft.sent = submission.application
        return _go(here, _read_draft_id(request), "thanks")

    async def thanks(self, request: Request) -> Response:
        """Return the confirmation; the second step while it was not sent."""
        here, draft = self._find(request)
        if draft is None:
            return _render_expired(here)
        if not draft.sent:
            return _go(here, _read_draft_id(request), "2")
        await self.desk.confirm(draft.sent)
        return pages.render(
            "stepwise/thanks.html", posting=here.posting, switches=here.switches, echoed=draft.echoed(here.switches)
        )

    async def _take_first(self, request: Request, here: Visit, draft_id: str) -> Response:
        received = await receive(request)
        found = find_problems(FIRST, received)
        if found:
            self.desk.ledger.refuse(here.posting, received, found)
            return _render_first(here, received, found)
        self.desk.ledger.begin(here.posting)
        self.drafts.setdefault(draft_id, ApplicationDraft(received)).first = received
        return _go(here, draft_id, "2")

    def _find(self, request: Request) -> tuple[Visit, ApplicationDraft | None]:
        return read_visit(NAME, request), self.drafts.get(_read_draft_id(request))


def routes(desk: Desk) -> list[Route]:
    """Return the routes of the posting with its first step, the draft's two steps, and the confirmation."""
    on = Handlers(desk, {})
    posting = f"/{NAME}/{{company}}/jobs/{{number:int}}"
    draft = f"{posting}/apply/{{draft}}"
    return [
        Route(posting, on.show_start, methods=["GET"]),
        Route(posting, on.start, methods=["POST"]),
        Route(f"{draft}/1", on.show_first, methods=["GET"]),
        Route(f"{draft}/1", on.first, methods=["POST"]),
        Route(f"{draft}/2", on.show_second, methods=["GET"]),
        Route(f"{draft}/2", on.submit, methods=["POST"]),
        Route(f"{draft}/thanks", on.thanks, methods=["GET"]),
    ]


def _read_draft_id(request: Request) -> str:
    draft_id: str = request.path_params["draft"]
    return draft_id


def _render_first(here: Visit, received: PostedForm, found: dict[str, str] | None = None) -> Response:
    echoed = list_echoes(FIRST, received) if here.switches.echo else {}
    return _render_step(here, 1, FIRST, received, found or {}, back="", echoed=echoed)


def _render_second(
    here: Visit, draft_id: str, draft: ApplicationDraft, found: dict[str, str] | None = None
) -> Response:
    back = f"{here.posting.path}/apply/{draft_id}/1{here.switches.query}"
    echoed = draft.echoed(here.switches)
    return _render_step(here, 2, make_second_form(here.switches), draft.second, found or {}, back, echoed)


def _render_step(
    here: Visit,
    step: int,
    form: Form,
    received: PostedForm,
    found: dict[str, str],
    back: str,
    echoed: dict[str, str],
) -> Response:
    """Return the step's page, with status 422 when something is wrong with it."""
    return pages.render(
        "stepwise/step.html",
        status=422 if found else 200,
        posting=here.posting,
        switches=here.switches,
        step=step,
        form=form,
        shown={field.name for field in list_shown(form, received)},
        values={field.name: received.first(field.name) for field in form},
        errors=add_echo(found, form, received) if found and here.switches.echo else found,
        back=back,
        echoed=echoed,
    )


def _render_expired(here: Visit) -> Response:
    return pages.render("stepwise/expired.html", status=404, posting=here.posting, switches=here.switches)


def _go(here: Visit, draft_id: str, page: str) -> Response:
    target = f"{here.posting.path}/apply/{draft_id}/{page}{here.switches.query}"
    return RedirectResponse(target, status_code=303)


FAMILY = Family(NAME, "Stepwise", "Two steps, checked on the server, with revealed questions", routes)
