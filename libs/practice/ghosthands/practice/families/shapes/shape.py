"""A family that is data: its questions, and a template in its platform's markup; everything else is shared.

Its template, `templates/shapes/<name>.html`, has a macro for each part that it draws in its own way: a kind of control,
the surroundings of one, the navigation, the thanks. Parts without a macro are drawn as `plain.html` does.
`static/shapes.js` goes from page to page, has each checked, sends it all once, and shows problems; a family that is
`native` leaves that to the browser.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ghosthands.practice import pages, walls
from ghosthands.practice.desk import Desk, receive
from ghosthands.practice.families import flow
from ghosthands.practice.families.family import Family, Visit, find_places, read_visit
from ghosthands.practice.families.flow import FlowPage, join_pages
from ghosthands.practice.form import Choice, ControlKind, Field, Form, PostedForm, Section, find_problems
from ghosthands.practice.questions import UNKNOWN
from ghosthands.practice.switches import Switches


def ask(
    name: str,
    label: str,
    kind: ControlKind = ControlKind.TEXT,
    choices: tuple[Choice, ...] = (),
    *,
    required: bool = True,
) -> Field:
    """Return a question; most of a shape's questions are required."""
    return Field(name=name, label=label, kind=kind, choices=choices, required=required)


def page(title: str, *sections: tuple[str, tuple[Field, ...]]) -> FlowPage:
    """Return a page of sections, each a heading and its questions."""
    return FlowPage(title, Form(tuple(Section(heading, fields) for heading, fields in sections)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A posting in the shape of one platform's markup."""

    #: the first segment of its postings' addresses, and the name of its template
    name: str
    title: str
    #: its description for the front page
    description: str
    #: its questions, page by page
    pages: tuple[FlowPage, ...]
    #: the platform whose record knows it, if its name differs
    of: str = ""
    #: whether the form is on the posting's own page
    on_posting: bool = False
    #: whether the browser itself sends the form, which has one page
    native: bool = False
    #: the last part of the address of the thank-you page; empty where the thanks replace the form
    thanks: str = ""
    #: the name of an input that no person sees
    honeypot: str = ""

    @property
    def platform(self) -> str:
        """The platform whose record knows it."""
        return self.of or self.name

    @property
    def family(self) -> Family:
        """The family whose postings have this shape."""
        return Family(self.name, self.title, self.description, self._routes)

    def form(self, switches: Switches) -> Form:
        """Return the whole application as one form."""
        return replace(join_pages(self._steps(switches)), honeypot=self.honeypot)

    def _steps(self, switches: Switches) -> tuple[FlowPage, ...]:
        if not switches.unknown:
            return self.pages
        *before, last = self.pages
        more = Section("One more question", (UNKNOWN,))
        return (*before, replace(last, form=replace(last.form, sections=(*last.form.sections, more))))

    def _routes(self, desk: Desk) -> list[Route]:
        async def posting(request: Request) -> Response:
            here = read_visit(self.name, request)
            wall = walls.stand_before(here.posting, here.switches, request)
            return wall or self._render("form" if self.on_posting else "posting", here)

        async def show(request: Request) -> Response:
            here = read_visit(self.name, request)
            return walls.stand_before(here.posting, here.switches, request) or self._render("form", here)

        async def send(request: Request) -> Response:
            here = read_visit(self.name, request)
            received = _keep_last(await receive(request))
            found = find_problems(self.form(here.switches), received)
            if found:
                desk.ledger.refuse(here.posting, received, found)
                return self._render("form", here, received, found)
            await desk.submit(here.posting, received)
            return RedirectResponse(f"{here.posting.path}/{self.thanks}{here.switches.query}", status_code=303)

        async def thank(request: Request) -> Response:
            return self._render("thanks", read_visit(self.name, request))

        path = f"/{self.name}/{{company}}/jobs/{{number:int}}"
        own = [
            Route(path, posting, methods=["GET"]),
            Route(f"{path}/apply", show, methods=["GET"]),
            Route(f"{path}/places", find_places),
        ]
        if self.thanks:
            own.append(Route(f"{path}/{self.thanks}", thank))
        if self.native:
            return [*own, Route(f"{path}/send", send, methods=["POST"])]
        return [*own, *flow.make_routes(desk, self.name, self._steps)]

    def _render(
        self, part: str, here: Visit, received: PostedForm | None = None, found: dict[str, str] | None = None
    ) -> Response:
        received, found = received or PostedForm(), found or {}
        steps = self._steps(here.switches)
        return pages.render(
            f"shapes/{part}_page.html",
            status=422 if found else 200,
            shape=self,
            posting=here.posting,
            switches=here.switches,
            steps=steps,
            values={field.name: received.first(field.name) for step in steps for field in step.form},
            errors=found,
        )


def _keep_last(received: PostedForm) -> PostedForm:
    """Keep the last value of each name, as most frameworks do: a ticked box follows its hidden twin."""
    return replace(received, values={name: values[-1:] for name, values in received.values.items()})
