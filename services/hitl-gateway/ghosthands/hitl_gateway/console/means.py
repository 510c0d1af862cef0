"""The objects that every page of the console uses, and the checks before a page: access, and the form."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ghosthands.contract.request import MAX_RESUME_BYTES
from ghosthands.domain.doubts import has_page
from ghosthands.domain.errors import NewerMessage, StreamUnavailable
from ghosthands.domain.job import Job, JobRequested, open_request
from ghosthands.hitl_gateway.console.access import ConsoleAccess, Visitor
from ghosthands.hitl_gateway.console.multipart import find_boundary, split_parts
from ghosthands.hitl_gateway.console.news import News
from ghosthands.hitl_gateway.console.pages import Pages
from ghosthands.hitl_gateway.console.posting import KnownPosting, KnownPostings
from ghosthands.hitl_gateway.console.sign_outs import SignOuts
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.tables import Tables
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History
from ghosthands.readmodel import ReadModelUnavailable

#: without the files in it
MOST_FORM_BYTES = 512 * 1024

#: seconds in which a form has to arrive, also with a file over a slow line
FORM_SECONDS = 120.0

#: a form's values by name; a file is its content in base64, and its name and media type under `<name>.name` and `.type`
Form = Mapping[str, str]
Shows = Callable[[Request], Awaitable[Response]]
Acts = Callable[[Request, Form], Awaitable[Response]]


@dataclass(frozen=True)
class ConsoleMeans:
    """The console's connections to everything else."""

    gateway: HumanGateway
    tables: Tables
    bus: Bus
    access: ConsoleAccess
    sign_outs: SignOuts
    news: News
    pages: Pages
    postings: KnownPostings
    #: the file with the address of live views, and the key to them
    live_plate: Path | None = None

    def for_operators(self, show: Shows) -> Shows:
        """Wrap the page so that only operators get it."""

        async def guarded(request: Request) -> Response:
            visitor: Visitor | None = request.state.visitor
            if visitor is None:
                return self._ask_to_sign_in(request)
            if not visitor.is_operator:
                return self._refuse_guest(request)
            return await self._try_to_show(request, show)

        return guarded

    def for_visitors(self, show: Shows) -> Shows:
        """Wrap the page so that every signed-in visitor gets it."""

        async def guarded(request: Request) -> Response:
            if request.state.visitor is None:
                return self._ask_to_sign_in(request)
            return await self._try_to_show(request, show)

        return guarded

    def for_the_job(self, show: Shows) -> Shows:
        """Wrap the page of one job so that operators and the job's guest get it."""

        async def guarded(request: Request) -> Response:
            visitor: Visitor | None = request.state.visitor
            if visitor is None:
                return self._ask_to_sign_in(request)
            if not visitor.may_see(request.path_params["job_id"]):
                return self._refuse_guest(request)
            return await self._try_to_show(request, show)

        return guarded

    def for_own_forms(self, act: Acts) -> Shows:
        """Wrap a form's handler so that it runs only for a form from the visitor's own pages."""

        async def checked(request: Request) -> Response:
            form = await read_form(request)
            token = request.headers.get("x-form-token") or (form or {}).get("form_token", "")
            if form is None or not self.access.is_form_token(request.state.visitor, token):
                most = f"files may have {MAX_RESUME_BYTES} bytes together, all else {MOST_FORM_BYTES}"
                what = f"The form is not from a page of this session, took too long to arrive, or is too large: {most}."
                return self.pages.refuse(request, 403, "Not done", what, "Load the page again, and send it from there.")
            return await act(request, form)

        return checked

    async def load_job(self, request: Request) -> tuple[History, Job, JobRequested] | None:
        """Return the job in the address with its whole history; None where there is none."""
        history = await self.gateway.events.load(subjects.job(request.path_params["job_id"]))
        state = job_of(history)
        return (history, state, state.request) if state.request is not None else None

    async def find_posting(self, job_id: str, requested: JobRequested) -> KnownPosting:
        """Return the posting that was requested."""
        return await self.postings.find(requested.tenant, requested.applicant, job_id)

    async def say_who_came(self, state: Job) -> None:
        """Open the job's browser again, where it was put away, because a visitor looks at its question."""
        ask = open_request(state)
        is_away = ask is not None and has_page(ask.code) and state.browser.session is None
        if is_away and state.request is not None:
            body = {"tenant": state.request.tenant, "job_id": state.id}
            await self.bus.publish(Outgoing("human.came", msgspec.json.encode(body)))

    def show_no_job(self, request: Request) -> Response:
        """Return the page that says that there is no such job."""
        return self.pages.refuse(request, 404, "No such job", "No job has this id.", "The jobs there are: /jobs")

    async def _try_to_show(self, request: Request, show: Shows) -> Response:
        try:
            return await show(request)
        except ReadModelUnavailable as error:
            return self.pages.refuse(
                request, 503, "The tables cannot be read", str(error), "They are tried again when you load the page."
            )
        except NewerMessage as error:
            mend = "If no release will ever know it, an operator ends the job: ghosthands cancel JOB --unread"
            return self.pages.refuse(request, 503, "This job waits for a newer release", str(error), mend)
        except StreamUnavailable as error:
            return self.pages.refuse(
                request, 503, "The event log cannot be read", str(error), "It is tried again when you load the page."
            )

    def _ask_to_sign_in(self, request: Request) -> Response:
        return self.pages.show(request, "signed_out.html", code=401)

    def _refuse_guest(self, request: Request) -> Response:
        what = "Your link opens the one job it was made for, and nothing else."
        return self.pages.refuse(request, 403, "Not for this link", what)


async def read_form(request: Request) -> Form | None:
    """Return the form's values, several of one name joined by commas; None for an invalid, too large or slow form."""
    boundary = find_boundary(request.headers.get("content-type", ""))
    most = MOST_FORM_BYTES + (MAX_RESUME_BYTES if boundary else 0)
    data = bytearray()
    try:
        async with asyncio.timeout(FORM_SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > most:
                    return None
        pairs = split_parts(bytes(data), boundary) if boundary else _split_pairs(data.decode())
    except (ValueError, TimeoutError):
        return None
    form: dict[str, str] = {}
    for name, value in pairs:
        form[name] = f"{form[name]}, {value}" if name in form else value
    return form


def _split_pairs(text: str) -> list[tuple[str, str]]:
    return parse_qsl(text, keep_blank_values=True, max_num_fields=1000)


def go_to(path: str) -> Response:
    """Return a redirect to another page, after something was done."""
    return RedirectResponse(path, 303)


def now() -> datetime:
    """Return the present moment, with its time zone."""
    return datetime.now(UTC)
