"""A job's questions to a human in the words of its page, and the answer that is sent back over NATS.

The words come from hitl-gateway, which alone may read the page; until it has sent some, the keys stand for them. It
returns drafts on request, while they are under review.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from ghosthands.cli.client import ANSWERING, Client
from ghosthands.domain import job
from ghosthands.domain.blocked_words import word_blocked
from ghosthands.domain.codes import CODES, LOGINS
from ghosthands.domain.drafts import DraftsOf, ShownDraft
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.message import Event
from ghosthands.domain.page import OF_SEVERAL
from ghosthands.domain.quotes import name_question
from ghosthands.domain.wording import word_reasons
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Ack
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.work import micro

#: the kind of a question that a file answers
FILE = "file"

#: how often to look for hitl-gateway's words, and the seconds between
LOOKS, PAUSE = 50, 0.2


class AskedField(msgspec.Struct, frozen=True, kw_only=True):
    """A question of a form that a human is asked."""

    question_key: str
    label: str = ""
    #: the headings that say whose it is; empty where none is needed
    section: str = ""
    #: its control, a FieldKind or `file`; None where the page cannot be read any more
    kind: str | None = None
    #: the answers a form takes; empty where anything may be typed
    options: list[str] = []
    #: the model's draft, for a review
    draft: str = ""
    #: why it is asked although an answer is known
    why: str = ""

    @property
    def takes_file(self) -> bool:
        """Whether a file answers it, not a text."""
        return self.kind == FILE

    @property
    def text(self) -> str:
        """The question itself with what it stands under, or a placeholder with its key."""
        return name_question(self.label or f"question {self.question_key}", self.section)

    def meant(self, typed: str) -> str | None:
        """Return the answer meant: an option by its words or number, with some controls several, separated by commas.

        Anything where there are no options; None for what is none of them.
        """
        if not typed or not self.options:
            return typed
        whole = self._option(typed)
        if whole is not None or self.kind not in OF_SEVERAL:
            return whole
        parts = [self._option(part.strip()) for part in typed.split(",")]
        return None if None in parts else ", ".join(part for part in parts if part)

    def _option(self, typed: str) -> str | None:
        by_words = {option.casefold(): option for option in self.options}
        by_number = {str(number): option for number, option in enumerate(self.options, start=1)}
        return by_words.get(typed.casefold()) or by_number.get(typed)


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """The question that a job waits for a human to answer."""

    tenant: str
    job_id: str
    request_id: str
    kind: AskKind
    #: the blocker's type, the reason why the job is stuck, or the sign beside which it is asked if it was submitted
    code: str | None
    #: the HTTP status with which the form was answered; 0 if unknown
    status: int = 0
    page_url: str | None
    #: the page's own words, without the applicant's values
    page_says: list[str] = []
    #: the request that the page tried to send by itself, in words; empty if it is not about one
    blocked: str = ""
    #: the time at which the job gives up waiting
    due: datetime
    fields: list[AskedField]
    #: the job ended in doubt whether it was submitted, and takes the answer still
    has_ended: bool = False

    @property
    def wants_login(self) -> bool:
        """Whether credentials would answer it."""
        return self.kind is AskKind.BLOCKER and self.code in LOGINS

    @property
    def wants_code(self) -> bool:
        """Whether the code that was sent to the applicant would answer it."""
        return self.kind is AskKind.BLOCKER and self.code in CODES


class _Blocked(msgspec.Struct):
    """What hitl-gateway tells of a request that was blocked."""

    method: str
    address: str
    fields: list[str]
    others: int
    file: bool

    @property
    def words(self) -> str:
        """The sentence that tells of it."""
        return word_blocked(self.method, self.address, self.fields, others=self.others, file=self.file)


class _Told(msgspec.Struct):
    """The parts of hitl-gateway's request that matter here."""

    request_id: str
    page_url: str | None = None
    page_says: list[str] = []
    request: _Blocked | None = None
    fields: list[AskedField] = []


class _Status(msgspec.Struct):
    """The body of a `gh.out.….status` message."""

    status: str = ""
    interaction: _Told | None = None
    #: a dry run's questions, once it has ended
    questions: list[AskedField] = []
    #: the data read from a page: `{data}`
    result: dict[str, Any] | None = None


async def read_question(client: Client, requested: job.JobRequested, job_id: str, ask: job.HumanRequested) -> Question:
    """Return the question, as soon as hitl-gateway has sent its words; without them when that takes too long."""
    told = await _wait_for_words(client, subjects.out(requested.tenant, requested.task, "status"), ask.request_id)
    known = {field.question_key: field for field in told.fields}
    drafts = await _read_drafts(client, requested.tenant, job_id) if ask.kind is AskKind.REVIEW else {}
    why = word_reasons(ask)
    asked = (known.get(one.question_key, AskedField(question_key=one.question_key)) for one in ask.fields)
    return msgspec.structs.replace(
        _describe(requested, job_id, ask),
        page_url=told.page_url,
        page_says=told.page_says,
        blocked=told.request.words if told.request else "",
        due=ask.at + timedelta(seconds=ask.timeout_seconds),
        fields=[
            msgspec.structs.replace(
                field, draft=drafts.get(field.question_key, ""), why=why.get(field.question_key, "")
            )
            for field in asked
        ],
    )


def describe_doubt(requested: job.JobRequested, job_id: str, ask: job.HumanRequested) -> Question:
    """Return the question whether it was submitted, as a job that ended in doubt leaves it."""
    return msgspec.structs.replace(_describe(requested, job_id, ask), has_ended=True)


def _describe(requested: job.JobRequested, job_id: str, ask: job.HumanRequested) -> Question:
    """Return the question without words and fields, due when it was asked."""
    return Question(
        tenant=requested.tenant,
        job_id=job_id,
        request_id=ask.request_id,
        kind=ask.kind,
        code=ask.code,
        status=ask.status,
        page_url=None,
        due=ask.at,
        fields=[],
    )


async def _read_drafts(client: Client, tenant: str, job_id: str) -> dict[str, str]:
    """Return a model's drafts for the questions, by key; no stored message holds them."""
    asked = DraftsOf(tenant=tenant, job_id=job_id)
    shown = await micro.ask_for(client.bus, subjects.DRAFTS, asked, list[ShownDraft], timeout=ANSWERING)
    return {draft.question_key: draft.text for draft in shown}


async def read_labels(client: Client, dry: job.Job) -> dict[str, str]:
    """Return the words of a dry run's questions, by question key, as far as they come in time."""
    requested, told = dry.accepted_request, list[_Status]()
    subject = subjects.out(requested.tenant, requested.task, "status")
    for _ in range(LOOKS):
        told = await _read_statuses(client, subject)
        if dry.phase is not job.Phase.COMPLETED or any(one.status == job.Phase.COMPLETED for one in told):
            break
        await asyncio.sleep(PAUSE)
    asked = [field for one in told for field in (*(one.interaction.fields if one.interaction else ()), *one.questions)]
    return {field.question_key: field.text for field in asked if field.label}


async def read_page_words(client: Client, history: Sequence[Recorded[Event]], asked: job.Job) -> list[str]:
    """Return the page's own words, as they were told with the last of the job's questions that had any."""
    doubt, requested = job.find_doubt(asked), asked.accepted_request
    own = {one.event.request_id for one in history if isinstance(one.event, job.HumanRequested)}
    own |= {doubt.request_id} if doubt is not None else set()
    told = await _read_words(client, subjects.out(requested.tenant, requested.task, "status"))
    return next((one.page_says for one in reversed(told) if one.request_id in own and one.page_says), [])


async def read_data(client: Client, requested: job.JobRequested) -> Any:
    """Return what the job read from its page, once hitl-gateway has sent it; None when that takes too long."""
    subject = subjects.out(requested.tenant, requested.task, "status")
    for _ in range(LOOKS):
        for status in await _read_statuses(client, subject):
            if status.result is not None:
                return status.result.get("data")
        await asyncio.sleep(PAUSE)
    return None


async def _wait_for_words(client: Client, subject: str, request_id: str) -> _Told:
    for _ in range(LOOKS):
        for told in reversed(await _read_words(client, subject)):
            if told.request_id == request_id:
                return told
        await asyncio.sleep(PAUSE)
    return _Told(request_id)


async def _read_words(client: Client, subject: str) -> list[_Told]:
    statuses = await _read_statuses(client, subject)
    return [status.interaction for status in statuses if status.interaction is not None]


async def _read_statuses(client: Client, subject: str) -> list[_Status]:
    said = await client.bus.read_back(streams.OUT, subject, after=0)
    return [msgspec.json.decode(message.data, type=_Status) for message in said]


async def send_answer(
    client: Client,
    asked: Question,
    resolution: Resolution,
    values: Mapping[str, str] | None = None,
    credentials: Mapping[str, Any] | None = None,
    rejected: Sequence[str] = (),
    code: str | None = None,
    files: Mapping[str, Mapping[str, str]] | None = None,
) -> Ack:
    """Send the answer: values, files and rejected drafts by question key, `credentials` or the `code` for the page."""
    body: dict[str, Any] = {
        "tenant": asked.tenant,
        "job_id": asked.job_id,
        "request_id": asked.request_id,
        "resolution": resolution.value,
        "values": dict(values or {}),
    }
    if credentials is not None:
        body["credentials"] = dict(credentials)
    if files:
        body["files"] = {key: dict(file) for key, file in files.items()}
    if rejected:
        body["rejected"] = list(rejected)
    if code is not None:
        body["code"] = code
    return await client.publish("human.resolved", body)
