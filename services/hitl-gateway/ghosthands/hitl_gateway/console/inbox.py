"""The inbox: the requests that wait for a human, the nearest deadline first, and the form that answers them.

An answer goes the same way as one over NATS: `HumanGateway.resolve`. It is in no log line and no address, and on no
page after it was given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ghosthands.contract.answer import HumanAnswer
from ghosthands.contract.body import Invalid, read
from ghosthands.domain.codes import CODES, LOGINS, Refusal
from ghosthands.domain.doubts import has_page
from ghosthands.domain.errors import CommandRejected, Permanent, StreamUnavailable, Transient
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Job, JobRequested, find_doubt, open_request
from ghosthands.domain.sentences import begin_sentence
from ghosthands.hitl_gateway import requests
from ghosthands.hitl_gateway.console.means import ConsoleMeans, Form, go_to, now
from ghosthands.hitl_gateway.console.posting import KnownPosting
from ghosthands.hitl_gateway.console.questions import OpenAsk, describe_ask, word_headline
from ghosthands.hitl_gateway.together import Together
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.readmodel.rows import RequestRow
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased

#: most lines shown; the rest are only counted
MOST_SHOWN = 50

#: shown while another answer to the same request is being taken
_BUSY = "Somebody else is answering it just now: look again in a moment."

#: prefixes of an answer's fields in the form
_VALUE, _USE, _FILE = "value.", "use.", "file."
#: the kinds that are answered in the list itself, without taking over
_ANSWERED_HERE = (AskKind.FIELDS, AskKind.REVIEW, AskKind.SUBMIT_UNCLEAR)


class WaitingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the inbox."""

    row: RequestRow
    posting: KnownPosting
    headline: str
    #: whether a form answers it, without the live page
    is_answered_here: bool
    #: whether its page is there, or can be opened again
    has_page: bool


class InboxList(NamedTuple):
    """The rendered list, and how many requests wait, shown or not."""

    waiting: int
    lines: Markup


class Inbox:
    """The pages that list what waits for a human, and take answers."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means
        #: the list is the same for every operator, and wanted by all of them at once when something comes up
        self._list = Together(self._make_list)

    async def show(self, request: Request) -> Response:
        """Show the inbox's page."""
        waiting, lines = await self._list.make_shared()
        return self._means.pages.show(request, "inbox.html", waiting=waiting, lines=lines)

    async def show_list(self, _request: Request) -> Response:
        """Return the list alone, for a page that is open."""
        return HTMLResponse((await self._list.make_shared()).lines)

    async def show_question(self, request: Request) -> Response:
        """Show a job's question with its form; within the list, or as a page of its own on a phone."""
        found = await self._find_ask(request)
        template = "question.html" if "hx-request" in request.headers else "answer.html"
        if found is None:
            return await self._show_answered(request)
        asked, posting, state = found
        await self._means.say_who_came(state)
        known: dict[str, Any] = {"asked": asked, "posting": posting, "has_browser": state.browser.session is not None}
        return self._means.pages.show(request, template, job_id=state.id, fault="", **known)

    async def answer(self, request: Request, form: Form) -> Response:
        """Take an answer, and show the outcome."""
        found = await self._find_ask(request)
        if found is None:
            return await self._show_answered(request)
        asked, posting, state = found
        body = _make_answer(form, asked, state.accepted_request)
        try:
            answer = read(HumanAnswer, body)
            await self._means.gateway.resolve(answer, given_at=now())
        except CommandRejected as refusal:
            if isinstance(unfit := refusal.__cause__, Invalid):
                return self._show_fault(request, found, _word_fault(unfit))
            return self._means.pages.show(request, "answered.html", posting=posting, what=_word_refusal(refusal))
        except Transient as busy:
            if isinstance(busy, StreamUnavailable):
                raise
            return self._means.pages.show(request, "answered.html", posting=posting, what=_BUSY)
        except (Invalid, Permanent) as invalid:
            return self._show_fault(request, found, _word_fault(invalid))
        if "hx-request" not in request.headers:
            return go_to(f"/jobs/{state.id}")
        thanks = _word_thanks(answer.resolution, asked)
        return self._means.pages.show(request, "answered.html", posting=posting, what=thanks)

    async def cancel(self, request: Request, form: Form) -> Response:
        """Cancel the job that asks."""
        loaded = await self._means.load_job(request)
        if loaded is None:
            return self._means.show_no_job(request)
        _, state, requested = loaded
        posting = await self._means.find_posting(state.id, requested)
        if not requests.may_be_cancelled(state):
            found = await self._find_ask(request)
            if found is not None:
                return self._show_fault(request, found, "It is too late to cancel: it may have been sent.")
            what = f"It is {state.phase} already." if state.ended else "Too late: its submission has begun."
            return self._means.pages.show(request, "answered.html", posting=posting, what=what)
        body = {"tenant": requested.tenant, "job_id": state.id}
        await self._means.bus.publish(Outgoing("job.cancel", msgspec.json.encode(body)))
        if "hx-request" not in request.headers:
            return go_to(f"/jobs/{state.id}")
        return self._means.pages.show(request, "answered.html", posting=posting, what="It is being cancelled.")

    def _show_fault(self, request: Request, found: tuple[OpenAsk, KnownPosting, Job], fault: str) -> Response:
        """Show the question again, with what is wrong."""
        asked, posting, state = found
        known: dict[str, Any] = {"asked": asked, "posting": posting, "has_browser": state.browser.session is not None}
        template = "question.html" if "hx-request" in request.headers else "answer.html"
        return self._means.pages.show(request, template, job_id=state.id, fault=fault, **known)

    async def _show_answered(self, request: Request) -> Response:
        loaded = await self._means.load_job(request)
        if loaded is None:
            return self._means.show_no_job(request)
        posting = await self._means.find_posting(loaded[1].id, loaded[2])
        template = "answered.html" if "hx-request" in request.headers else "answered_page.html"
        return self._means.pages.show(
            request, template, posting=posting, what="It asks nothing now.", job_id=loaded[1].id, job=loaded[1]
        )

    async def _find_ask(self, request: Request) -> tuple[OpenAsk, KnownPosting, Job] | None:
        loaded = await self._means.load_job(request)
        if loaded is None:
            return None
        _, state, requested = loaded
        ask = open_request(state) or find_doubt(state)
        if ask is None:
            return None
        page = await self._means.postings.find_page(ask.model_ref)
        drafts = await self._read_drafts(state.id, requested) if ask.kind is AskKind.REVIEW else None
        asked = describe_ask(state, ask, page, drafts)
        return asked, await self._means.find_posting(state.id, requested), state

    async def _read_drafts(self, job_id: str, requested: JobRequested) -> Mapping[str, str]:
        try:
            return await self._means.gateway.vault.get_drafts(Applicant(requested.tenant, requested.applicant), job_id)
        except Erased:
            return {}

    async def _make_list(self) -> InboxList:
        rows = await (await self._means.tables.reader()).inbox()
        shown = rows[:MOST_SHOWN]
        postings = await asyncio.gather(*(self._find_posting(row) for row in shown))
        lines = [_describe_line(row, posting) for row, posting in zip(shown, postings, strict=True)]
        known = {"lines": lines, "waiting": len(rows), "more": len(rows) - len(shown)}
        return InboxList(len(rows), self._means.pages.draw("inbox_list.html", **known))

    async def _find_posting(self, row: RequestRow) -> KnownPosting:
        return await self._means.postings.find(row.tenant or "", row.applicant, row.job_id)


_THANKS: Mapping[Resolution, str] = {
    Resolution.VALUE: "Answered. The job goes on.",
    Resolution.REVIEWED: "Read. The job goes on.",
    Resolution.DONE: "Thank you. The job looks at the page again, and goes on.",
    Resolution.CREDENTIALS: "They lie in the vault now. The job signs in, and goes on.",
    Resolution.CODE: "It lies in the vault, for this once. The job enters it, and goes on.",
    Resolution.SKIP: "Left as it is. The job goes on without.",
}


def _word_thanks(resolution: Resolution, asked: OpenAsk) -> str:
    if not asked.is_unclear:
        return _THANKS[resolution]
    return "It counts as submitted." if resolution is Resolution.DONE else "It counts as not submitted."


def _describe_line(row: RequestRow, posting: KnownPosting) -> WaitingLine:
    fields = len(msgspec.json.decode(row.fields or "[]"))
    kind = row.kind or ""
    here = kind in _ANSWERED_HERE or row.code in LOGINS | CODES
    headline = word_headline(kind, row.code, fields)
    return WaitingLine(row=row, posting=posting, headline=headline, is_answered_here=here, has_page=has_page(row.code))


def _make_answer(form: Form, asked: OpenAsk, requested: JobRequested) -> dict[str, Any]:
    """Turn the form into a human's answer as it comes over NATS; an empty field is not answered."""
    body = {"tenant": requested.tenant, "job_id": asked.job_id, "request_id": form.get("request_id") or None}
    resolution = form.get("resolution", Resolution.VALUE)
    typed = {name.removeprefix(_VALUE): text.strip() for name, text in form.items() if name.startswith(_VALUE)}
    files = _list_files(form, asked)
    if asked.is_review and resolution == Resolution.VALUE:
        return body | _judge_drafts(form, asked, typed) | {"files": files}
    if asked.wants_login and resolution == Resolution.CREDENTIALS:
        credentials = {"username": form.get("username", ""), "password": form.get("password", "")}
        return body | {"resolution": resolution, "credentials": credentials}
    if asked.takes_code and resolution == Resolution.CODE:
        return body | {"resolution": resolution, "code": form.get("code", "").strip() or None}
    if resolution == Resolution.VALUE:
        values = {key: text for key, text in typed.items() if text}
        return body | {"resolution": resolution, "values": values, "files": files}
    return body | {"resolution": resolution}


def _list_files(form: Form, asked: OpenAsk) -> dict[str, dict[str, str]]:
    """Return the files in the form, by question key."""
    chosen = {field.key: f"{_FILE}{field.key}" for field in asked.fields if f"{_FILE}{field.key}.name" in form}
    return {
        key: {
            "content_base64": form.get(place, ""),
            "file_name": form.get(f"{place}.name", ""),
            "media_type": form.get(f"{place}.type", ""),
        }
        for key, place in chosen.items()
    }


def _judge_drafts(form: Form, asked: OpenAsk, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return each draft as approved, changed or rejected."""
    used = {field.key: form.get(f"{_USE}{field.key}") != "no" for field in asked.fields}
    changed = {
        field.key: typed[field.key]
        for field in asked.fields
        if used[field.key] and typed.get(field.key, "") not in ("", field.draft.strip())
    }
    rejected = [key for key, is_used in used.items() if not is_used]
    return {"resolution": Resolution.REVIEWED, "values": changed, "rejected": rejected}


_UNFIT = "The answer does not fit what was asked: look it over."


def _word_refusal(refusal: CommandRejected) -> str:
    words: dict[str, str] = {
        Refusal.ALREADY_ANSWERED: "Somebody else has answered it meanwhile; their answer is used.",
        Refusal.TIMED_OUT: "The time to answer was over.",
    }
    return words.get(refusal.code, "It is not asked any more.")


def _word_fault(error: Invalid | Permanent) -> str:
    reasons = error.reasons if isinstance(error, Invalid) else ()
    if not reasons:
        return _UNFIT
    return " ".join(f"{begin_sentence(reason.message)}." for reason in reasons[:3])
