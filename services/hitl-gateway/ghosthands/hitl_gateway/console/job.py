"""The page of one job: its posting, person, state and cost; its pages in order, its fields, its raw events."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ghosthands.domain import session
from ghosthands.domain.codes import words_of
from ghosthands.domain.job import (
    Job,
    JobContinued,
    Phase,
    can_be_continued,
    find_doubt,
    find_lost_keys,
    list_since_begun,
    open_request,
)
from ghosthands.domain.page import PageModel
from ghosthands.domain.wording import describe
from ghosthands.hitl_gateway import requests
from ghosthands.hitl_gateway.console import course
from ghosthands.hitl_gateway.console.means import ConsoleMeans, now
from ghosthands.hitl_gateway.console.questions import word_headline
from ghosthands.hitl_gateway.console.values import may_be_shown
from ghosthands.hitl_gateway.reading import read_picture
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.recorded import History
from ghosthands.readmodel.status import of_phase

_codec = Codec()


class JobPages:
    """The pages that show one job."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means

    async def show(self, request: Request) -> Response:
        """Show the job's page."""
        return await self._show(request, "job.html")

    async def show_live(self, request: Request) -> Response:
        """Return the changing part of the job's page, for a page that is open."""
        return await self._show(request, "job_live.html")

    async def show_events(self, request: Request) -> Response:
        """Return the job's events as they are on the log, a JSON document a line."""
        loaded = await self._means.load_job(request)
        if loaded is None:
            return self._means.show_no_job(request)
        history, state, _ = loaded
        headers = {"content-disposition": f'attachment; filename="job-{state.id}.jsonl"'}
        return Response(tell_lines(history), media_type="application/x-ndjson", headers=headers)

    async def show_picture(self, request: Request) -> Response:
        """Return a picture of the job's page, its fields veiled."""
        loaded = await self._means.load_job(request)
        if loaded is None:
            return self._means.show_no_job(request)
        history, _, requested = loaded
        sequence = request.path_params["sequence"]
        taken = next((one.event for one in history.recorded if one.sequence == sequence), None)
        if not isinstance(taken, session.ScreenshotTaken):
            return self._means.pages.refuse(request, 404, "No such picture", "The job has no picture there.")
        picture = await read_picture(self._means.gateway.vault, requested, taken.ref)
        if picture is None:
            return self._means.pages.refuse(request, 404, "No such picture", "It cannot be read any more.")
        headers = {"cache-control": "private, max-age=3600"}
        return Response(picture.data, media_type=picture.media_type, headers=headers)

    async def _show(self, request: Request, template: str) -> Response:
        loaded = await self._means.load_job(request)
        if loaded is None:
            return self._means.show_no_job(request)
        history, state, requested = loaded
        traced = course.trace(history.recorded, await self._read_pages(history), now())
        moment = _choose_moment(
            request.query_params.get("page", ""), traced, has_succeeded=state.phase is Phase.COMPLETED
        )
        known: dict[str, Any] = {
            "job": state,
            "requested": requested,
            "status": of_phase(state.phase).value,
            "posting": await self._means.find_posting(state.id, requested),
            "course": traced,
            "moment": moment,
            "view": request.query_params.get("view", "fields"),
            "events": [(one, describe(one.event), one.service) for one in history.recorded],
            "began_at": history.recorded[0].at,
            "updated_at": history.recorded[-1].at,
            "waits_for": _word_wait(state),
            "lost": find_lost_keys(list_since_begun(history.events)),
            "in_doubt": find_doubt(state) is not None,
            "due": requests.due(state) if open_request(state) else None,
            "failure": words_of(state.failure) if state.failure else "",
            "may_cancel": requests.may_be_cancelled(state),
            "may_continue": can_be_continued(state),
            "said": next((describe(one) for one in reversed(history.events) if isinstance(one, JobContinued)), ""),
            "has_browser": state.browser.session is not None,
            "may_be_shown": may_be_shown,
        }
        return self._means.pages.show(request, template, **known)

    async def _read_pages(self, history: History) -> dict[str, PageModel]:
        refs = {one.event.page.model_ref for one in history.recorded if isinstance(one.event, session.PageObserved)}
        found = await asyncio.gather(*(self._means.postings.find_page(ref) for ref in refs))
        return {ref: page for ref, page in zip(refs, found, strict=True) if page is not None}


def tell_lines(history: History) -> bytes:
    """Return every event of the history with its head, a line each."""
    return b"".join(
        msgspec.json.encode(
            {
                "sequence": one.sequence,
                "id": one.id,
                "at": one.at,
                "service": one.service,
                "event": one.name,
                "epoch": one.epoch,
                "causation": one.causation,
                "payload": msgspec.Raw(_codec.encode(one.event)),
            }
        )
        + b"\n"
        for one in history.recorded
    )


def _choose_moment(page: str, traced: course.Course, *, has_succeeded: bool) -> course.PageStop | None:
    """Return the page to show: the one asked for, the first that failed, else the last one.

    Of a job that succeeded, it is the last one with fields.
    """
    if not traced.visits:
        return None
    if page.isdecimal() and 1 <= int(page) <= len(traced.visits):
        return traced.visits[int(page) - 1]
    failed = next((visit for visit in traced.visits if visit.failed), None)
    asking = next((visit for visit in reversed(traced.visits) if visit.fields), None)
    return failed or (asking if has_succeeded else None) or traced.visits[-1]


def _word_wait(state: Job) -> str:
    ask = open_request(state)
    return word_headline(ask.kind, ask.code, len(ask.fields)) if ask else ""
