"""The base of every family, and what their handlers share: the posting of a request, and its switches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ghosthands.practice.desk import Desk
from ghosthands.practice.form import Form, PostedForm, list_shown
from ghosthands.practice.places import CITIES
from ghosthands.practice.postings import Posting
from ghosthands.practice.switches import Switches, read_query


@dataclass(frozen=True, slots=True)
class Family:
    """A family of careers sites."""

    #: the first segment of its postings' addresses
    name: str
    title: str
    #: its description for the front page
    description: str
    routes: Callable[[Desk], list[Route]]


@dataclass(frozen=True, slots=True)
class Visit:
    """A request to a family's site: the posting it is about and the switches that are on."""

    posting: Posting
    switches: Switches


def read_visit(family: str, request: Request) -> Visit:
    """Return the posting and switches of `request`, to an address `/{family}/{company}/jobs/{number}…`."""
    posting = Posting(family, request.path_params["company"], request.path_params["number"])
    return Visit(posting, read_query(request.query_params))


async def find_places(request: Request) -> Response:
    """Return the cities that contain the typed text, as a page's own search box does."""
    typed = request.query_params.get("text", "").casefold()
    return JSONResponse([city.label for city in CITIES if typed and typed in city.label.casefold()])


def list_echoes(form: Form, received: PostedForm) -> dict[str, str]:
    """Return every received answer, by its question, which the echo switch repeats on later pages."""
    answers = {field.label: received.first(field.name) for field in list_shown(form, received)}
    files = {name: upload.filename for name, upload in received.uploads.items()}
    return {label: answer for label, answer in {**answers, **files}.items() if answer}


def add_echo(found: dict[str, str], form: Form, received: PostedForm) -> dict[str, str]:
    """Return the problems, each with the value it is about, and that of the whole form with all values."""
    repeated = {name: f"{problem} You entered “{received.first(name)}”." for name, problem in found.items()}
    everything = ", ".join(list_echoes(form, received).values())
    return {**repeated, "": f"{found.get('', 'Please check your answers.')} You entered: {everything}."}
