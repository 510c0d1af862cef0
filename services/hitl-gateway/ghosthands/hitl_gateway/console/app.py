"""The console as an ASGI application: its pages by their addresses, behind the doorkeeper."""

from __future__ import annotations

from functools import partial

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ghosthands.chassis import logging
from ghosthands.hitl_gateway.console.access import Visitor
from ghosthands.hitl_gateway.console.continuing import Continuing
from ghosthands.hitl_gateway.console.doorkeeper import Doorkeeper
from ghosthands.hitl_gateway.console.doors import Doors
from ghosthands.hitl_gateway.console.inbox import Inbox
from ghosthands.hitl_gateway.console.insight import Insight
from ghosthands.hitl_gateway.console.job import JobPages
from ghosthands.hitl_gateway.console.jobs import Jobs
from ghosthands.hitl_gateway.console.means import Acts, ConsoleMeans, Shows
from ghosthands.hitl_gateway.console.operations import Operations
from ghosthands.hitl_gateway.console.pages import STATIC
from ghosthands.hitl_gateway.console.takeover import Takeover
from ghosthands.hitl_gateway.console.values import Values
from ghosthands.messaging.location import describe_error

JOB = "/jobs/{job_id}"

#: the first parts of the console's paths; no other application has them
PLACES = frozenset({"", "inbox", "insight", "jobs", "link", "news", "operations", "sign-in", "sign-out", "static"})

log = logging.get(__name__)


def make_app(means: ConsoleMeans, *, url: str | None = None) -> ASGIApp:
    """Return the console's application; `url` is its public address."""
    routes = [*_open_routes(means), *_operator_routes(means), *_job_routes(means)]

    async def not_found(request: Request, _error: Exception) -> Response:
        return means.pages.refuse(request, 404, "No such page", "Nothing is at this address.", "The inbox is at /")

    async def failed(request: Request, error: Exception) -> Response:
        log.error("page_failed", **describe_error(error))
        what = "An error of ours, which is in the log of hitl-gateway."
        return means.pages.refuse(
            request, 500, "This page cannot be shown", what, "Load it again; if it stays, report it."
        )

    pages = Starlette(routes=routes, exception_handlers={404: not_found, 500: failed})
    return Doorkeeper(pages, means.access, means.sign_outs, url=url)


def _open_routes(means: ConsoleMeans) -> list[BaseRoute]:
    """Return the routes that need no session: signing in, and static files."""
    doors = Doors(means)
    return [
        Route("/sign-in/{token}", doors.show, methods=["GET"]),
        Route("/sign-in/{token}", doors.sign_in, methods=["POST"]),
        Route("/link/{token}", doors.show, methods=["GET"]),
        Route("/link/{token}", doors.follow_link, methods=["POST"]),
        Mount("/static", _Kept(directory=STATIC)),
    ]


def _operator_routes(means: ConsoleMeans) -> list[BaseRoute]:
    inbox, jobs, job, values, continuing = Inbox(means), Jobs(means), JobPages(means), Values(means), Continuing(means)
    operations, insight = Operations(means), Insight(means)

    def shows(path: str, show: Shows) -> Route:
        return Route(path, means.for_operators(show), methods=["GET"])

    def acts(path: str, act: Acts) -> Route:
        return Route(path, means.for_operators(means.for_own_forms(act)), methods=["POST"])

    return [
        shows("/", inbox.show),
        shows("/inbox/list", inbox.show_list),
        shows("/jobs", jobs.show),
        shows("/jobs/list", jobs.show_list),
        shows(JOB, job.show),
        shows(f"{JOB}/now", job.show_live),
        shows(f"{JOB}/events.jsonl", job.show_events),
        shows(f"{JOB}/pictures/{{sequence:int}}", job.show_picture),
        acts(f"{JOB}/values", values.show),
        acts(f"{JOB}/continue", continuing.say),
        shows("/news", _Newspaper(means, "inbox", "jobs").show),
        shows("/insight", insight.show),
        shows("/insight/{name}.json", insight.show_json),
        shows("/operations", operations.show),
        acts("/operations/stop", operations.stop),
        acts("/operations/allow", operations.allow),
        acts("/operations/hosts/{host}/drain", operations.drain),
        acts("/operations/hosts/{host}/undrain", operations.undrain),
        acts("/operations/dead/{number:int}/redrive", operations.redrive),
        acts("/operations/dead/{number:int}/drop", operations.drop),
    ]


def _job_routes(means: ConsoleMeans) -> list[BaseRoute]:
    """Return the routes that a guest may use too: to see and answer one job."""
    inbox, takeover, doors = Inbox(means), Takeover(means), Doors(means)

    def shows(path: str, show: Shows) -> Route:
        return Route(f"{JOB}{path}", means.for_the_job(show), methods=["GET"])

    def acts(path: str, act: Acts) -> Route:
        return Route(f"{JOB}{path}", means.for_the_job(means.for_own_forms(act)), methods=["POST"])

    return [
        shows("/answer", inbox.show_question),
        acts("/answer", inbox.answer),
        acts("/cancel", inbox.cancel),
        shows("/takeover", takeover.show),
        shows("/news", _Newspaper(means).show),
        WebSocketRoute(f"{JOB}/live/{{token}}/{{rest:path}}", takeover.relay_socket),
        shows("/live/{token}/{rest:path}", takeover.relay),
        Route("/sign-out", means.for_visitors(means.for_own_forms(doors.sign_out)), methods=["POST"]),
    ]


class _Newspaper:
    """The news for one page, while its visitor's session lasts: of the names it was made with, and of its job."""

    def __init__(self, means: ConsoleMeans, *names: str) -> None:
        self._means = means
        self._names = names

    async def show(self, request: Request) -> Response:
        job_id = request.path_params.get("job_id")
        names = (*self._names, f"job-{job_id}") if job_id else self._names
        visitor: Visitor = request.state.visitor
        over = partial(self._means.sign_outs.wait_for, visitor)
        return StreamingResponse(self._means.news.listen(names, over=over), media_type="text/event-stream")


class _Kept(StaticFiles):
    """Static files that a browser may cache: their addresses change with their content."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
