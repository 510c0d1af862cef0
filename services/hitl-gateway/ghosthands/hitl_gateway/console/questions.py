"""A job's request to a human as a form: the page's questions, each with its control."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from ghosthands.domain.codes import CODES, LOGINS, to_do_of, why_of
from ghosthands.domain.doubts import has_page, word_doubt, word_if_not, word_where_to_look
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested, Job, find_awaited_wall, may_be_denied
from ghosthands.domain.page import (
    OF_SEVERAL,
    AccountPurpose,
    AnyField,
    FieldKind,
    FileInputModel,
    PageModel,
)
from ghosthands.domain.quotes import name_question, quote_page
from ghosthands.domain.sentences import begin_sentence
from ghosthands.domain.wording import word_reasons
from ghosthands.hitl_gateway import requests
from ghosthands.hitl_gateway.ask_wording import list_options, list_said, name_object, name_questions
from ghosthands.hitl_gateway.sections import find_sections

#: most options shown as buttons; more are shown as a list to search
_BUTTONS = 6


class AskField(msgspec.Struct, frozen=True, kw_only=True):
    """A question, with the control that answers it."""

    key: str
    #: in the page's words, with what says whose it is
    label: str
    #: the form's control: `choice`, `several`, `list`, `text`, `long` or `file`
    control: str
    #: the kinds of file it takes, as a page says it
    accept: str = ""
    options: tuple[str, ...] = ()
    required: bool = False
    #: the model's draft, for a review
    draft: str = ""
    #: why it is asked although an answer is known
    why: str = ""


class OpenAsk(msgspec.Struct, frozen=True, kw_only=True):
    """The open request of one job, in words."""

    job_id: str
    request_id: str
    kind: AskKind
    code: str
    #: None where the job has ended and the question is left
    due: datetime | None
    headline: str
    what_to_do: str
    #: the page's own words, as a sentence; empty if it says nothing
    page_says: str = ""
    fields: tuple[AskField, ...] = ()
    #: whether the page has one clear field for the code
    takes_code: bool = False
    #: whether the job can still be cancelled
    may_cancel: bool = True

    @property
    def takes_file(self) -> bool:
        """Whether a question is answered by a file."""
        return any(field.control == "file" for field in self.fields)

    @property
    def is_review(self) -> bool:
        """Whether the human reviews drafts."""
        return self.kind is AskKind.REVIEW

    @property
    def is_unclear(self) -> bool:
        """Whether the human says if the application was sent."""
        return self.kind is AskKind.SUBMIT_UNCLEAR

    @property
    def wants_login(self) -> bool:
        """Whether credentials would answer the request."""
        return self.kind is AskKind.BLOCKER and self.code in LOGINS

    @property
    def is_answered_here(self) -> bool:
        """Whether it can be answered without looking at the page."""
        return bool(self.fields) or self.wants_login or self.takes_code or self.is_unclear


def describe_ask(
    state: Job, ask: HumanRequested, page: PageModel | None, drafts: Mapping[str, str] | None = None
) -> OpenAsk:
    """Return the request in words; where the page cannot be read any more, keys stand for its questions."""
    sections = find_sections(page)
    reasons = word_reasons(ask)
    fields = tuple(
        replace(
            _describe_field(
                field.question_key,
                page.field(field.field_id) if page else None,
                sections.get(field.field_id, ""),
                drafts or {},
            ),
            why=begin_sentence(reasons.get(field.question_key, "")),
        )
        for field in ask.fields
    )
    return OpenAsk(
        job_id=state.id,
        request_id=ask.request_id,
        kind=ask.kind,
        code=ask.code or "",
        due=requests.due(state),
        headline=word_headline(ask.kind, ask.code, len(ask.fields)),
        what_to_do=_word_what_to_do(state, ask, fields, page),
        page_says=quote_page(list_said(ask, page)),
        fields=fields if ask.kind in (AskKind.FIELDS, AskKind.REVIEW) else (),
        takes_code=_takes_code(ask, page),
        may_cancel=requests.may_be_cancelled(state),
    )


def _takes_code(ask: HumanRequested, page: PageModel | None) -> bool:
    account = page.account if page else None
    is_asked = ask.kind is AskKind.BLOCKER and ask.code in CODES
    return is_asked and account is not None and account.purpose is AccountPurpose.VERIFY


def word_headline(kind: str, code: str | None, fields: int) -> str:
    """Return the request in a few words."""
    match kind:
        case AskKind.FIELDS:
            return "1 question" if fields == 1 else f"{fields} questions"
        case AskKind.REVIEW:
            return "1 draft to read" if fields == 1 else f"{fields} drafts to read"
        case AskKind.SUBMIT_UNCLEAR:
            return "Was it submitted?"
        case _:
            return begin_sentence(why_of(code))


def _word_what_to_do(state: Job, ask: HumanRequested, fields: Sequence[AskField], page: PageModel | None) -> str:
    match ask.kind:
        case AskKind.FIELDS:
            return (
                "Only the applicant knows. What you answer is filled in, and kept for later forms where it fits them."
            )
        case AskKind.REVIEW:
            return "A model wrote these from the profile and the resume. Nothing of it is filled in before you say so."
        case AskKind.SUBMIT_UNCLEAR:
            known = begin_sentence(word_doubt(ask.code, ask.status, name_questions(ask, page)))
            look = word_where_to_look(at_page=has_page(ask.code) and not state.ended)
            goes_on = not state.ended and may_be_denied(state)
            then = word_if_not(ask.code, is_refused=bool(ask.fields), goes_on=goes_on)
            return f"{known}. {look}. {then}".rstrip()
        case _:
            about = f"{', '.join(field.label for field in fields)}. " if fields else ""
            then = " The application then continues by itself." if find_awaited_wall(state) is not None else ""
            return about + to_do_of(ask.code) + name_object(ask, page) + then


def _describe_field(key: str, field: AnyField | None, section: str, drafts: Mapping[str, str]) -> AskField:
    draft = drafts.get(key, "")
    if field is None:
        return AskField(key=key, label=f"Question {key}", control="long" if draft else "text", draft=draft)
    label = name_question(field.label or f"Question {key}", section)
    if isinstance(field, FileInputModel):
        return AskField(key=key, label=label, control="file", accept=field.accept_types, required=field.required)
    options = tuple(list_options(field))
    return AskField(
        key=key,
        label=label,
        control=_choose_control(field.kind, len(options), draft),
        options=options,
        required=field.required,
        draft=draft,
    )


def _choose_control(kind: FieldKind, options: int, draft: str) -> str:
    if options:
        if kind in OF_SEVERAL:
            return "several"
        return "choice" if options <= _BUTTONS else "list"
    return "long" if draft or kind is FieldKind.TEXTAREA else "text"
