"""The common part of families with steps in script: a check for each step, and one submission of them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ghosthands.practice.desk import Desk, receive
from ghosthands.practice.families.family import Visit, read_visit
from ghosthands.practice.form import Form, PostedForm, find_problems
from ghosthands.practice.switches import Switches


@dataclass(frozen=True, slots=True)
class FlowPage:
    """A step of a flow."""

    title: str
    form: Form
    #: the page's id in the family's markup
    page_id: str = ""


def join_pages(steps: Sequence[FlowPage]) -> Form:
    """Return all questions as one form."""
    return Form(tuple(section for step in steps for section in step.form.sections))


def make_routes(desk: Desk, family: str, steps: Callable[[Switches], Sequence[FlowPage]]) -> list[Route]:
    """Return the routes that check a step, and the one that takes the application."""

    async def check(request: Request) -> Response:
        here = read_visit(family, request)
        received = await receive(request)
        step = steps(here.switches)[request.path_params["step"] - 1]
        return _refuse(desk, here, received, find_problems(step.form, received)) or JSONResponse({})

    async def submit(request: Request) -> Response:
        here = read_visit(family, request)
        received = await receive(request)
        refused = _refuse(desk, here, received, find_problems(join_pages(steps(here.switches)), received))
        if refused:
            return refused
        submission = await desk.submit(here.posting, received)
        await desk.confirm(submission.application)
        return JSONResponse({}, status_code=201)

    path = f"/{family}/{{company}}/jobs/{{number:int}}"
    return [
        Route(f"{path}/steps/{{step:int}}", check, methods=["POST"]),
        Route(f"{path}/submit", submit, methods=["POST"]),
    ]


def _refuse(desk: Desk, here: Visit, received: PostedForm, found: dict[str, str]) -> Response | None:
    if not found:
        return None
    desk.ledger.refuse(here.posting, received, found)
    return JSONResponse({"errors": found}, status_code=422)
