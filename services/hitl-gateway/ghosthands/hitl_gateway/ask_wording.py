"""A job's request to a human in words: one sentence, and a longer description."""

from __future__ import annotations

from typing import NamedTuple

from ghosthands.domain.blocked_words import word_blocked
from ghosthands.domain.codes import Stuck, to_do_of, why_of
from ghosthands.domain.doubts import has_page, word_doubt, word_if_not, word_where_to_look
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import BlockedRequest, HumanRequested, Job, may_be_denied
from ghosthands.domain.page import AnyField, FieldKind, FieldModel, PageModel
from ghosthands.domain.quotes import name_question
from ghosthands.domain.sentences import begin_sentence
from ghosthands.domain.wording import word_reasons
from ghosthands.hitl_gateway.sections import find_sections

#: most questions or options that are listed one by one
_SHOWN = 12


class AskWords(NamedTuple):
    """The request in words: the sentence, and a description of several lines."""

    message: str
    description: str


_SUBMITTED = AskWords(
    "Was the application submitted?",
    "It is not clear whether the application arrived: {known}. {look}, and say whether it was submitted.",
)


def word_ask(ask: HumanRequested, page: PageModel | None, state: Job) -> AskWords:
    """Return the words for the job's request, by its page where that can be read, without the page's own words."""
    match ask.kind:
        case AskKind.FIELDS:
            count = len(ask.fields)
            what = "a question" if count == 1 else f"{count} questions"
            return AskWords(f"Answer {what} that only you can answer.", _list_questions(ask, page))
        case AskKind.REVIEW:
            count = len(ask.fields)
            what = "an answer" if count == 1 else f"{count} answers"
            return AskWords(f"Read {what} that a model drafted, before use.", _list_questions(ask, page))
        case AskKind.SUBMIT_UNCLEAR:
            known = word_doubt(ask.code, ask.status, name_questions(ask, page))
            look = word_where_to_look(at_page=has_page(ask.code) and not state.ended)
            goes_on = not state.ended and may_be_denied(state)
            then = word_if_not(ask.code, is_refused=bool(ask.fields), goes_on=goes_on)
            told = f"{_SUBMITTED.description.format(known=known, look=look)} {then}"
            return _SUBMITTED._replace(description=told.rstrip())
        case _:
            listed = f":\n{_list_questions(ask, page)}" if ask.fields else "."
            return AskWords(to_do_of(ask.code), begin_sentence(why_of(ask.code)) + listed + name_object(ask, page))


def list_said(ask: HumanRequested, page: PageModel | None) -> tuple[str, ...]:
    """Return what the page itself says about what is asked; of questions that it does not refuse it says nothing."""
    if page is None:
        return ()
    asked = [page.field(each.field_id) for each in ask.fields]
    is_refused = any(field is not None and field.error for field in asked)
    return page.said if is_refused or ask.kind not in (AskKind.FIELDS, AskKind.REVIEW) else ()


def name_object(ask: HumanRequested, page: PageModel | None) -> str:
    """Return a sentence that names what a human is asked about: a button that stays disabled, or a blocked request."""
    if (request := ask.request) is not None:
        labels, address = list_blocked(request, page), request.site + request.path
        return f" {word_blocked(request.method, address, labels, others=request.others, file=request.file)}"
    button = page.disabled_button if page is not None and ask.code == Stuck.BUTTON_DISABLED else None
    return f" The button is “{button.text}”." if button is not None else ""


def list_blocked(request: BlockedRequest, page: PageModel | None) -> list[str]:
    """Return the questions whose answers the request carries, in the page's words, as far as they can be read."""
    found = [page.field(field_id) for field_id in request.fields] if page else []
    return list(dict.fromkeys(field.label for field in found if field is not None and field.label))


def list_options(field: FieldModel) -> list[str]:
    """Return the answers to choose from; a box that is ticked or not takes a yes or a no."""
    offered = [option.label for option in field.options if not option.placeholder and option.label]
    return ["Yes", "No"] if field.kind is FieldKind.CHECKBOX and not offered else offered


def _word_question(field: AnyField, section: str) -> str:
    is_box = isinstance(field, FieldModel) and field.kind is FieldKind.CHECKBOX
    named = name_question(field.label, section)
    return f"{named} (yes ticks the box)" if is_box else named


def name_questions(ask: HumanRequested, page: PageModel | None) -> list[str]:
    """Return the questions in the page's words, each once, as far as they can be read."""
    found, sections = [page.field(each.field_id) for each in ask.fields] if page else [], find_sections(page)
    named = (name_question(field.label, sections.get(field.id, "")) for field in found if field and field.label)
    return list(dict.fromkeys(named))


def _list_questions(ask: HumanRequested, page: PageModel | None) -> str:
    """List the questions in the page's words; only their number where the page cannot be read any more."""
    found = [(each.question_key, page.field(each.field_id)) for each in ask.fields] if page else []
    sections, reasons = find_sections(page), word_reasons(ask)
    asked = (
        (key, _word_question(field, sections.get(field.id, "")) + (f": {reasons[key]}" if key in reasons else ""))
        for key, field in found
        if field and field.label
    )
    told = [words for _, words in dict.fromkeys(asked)]
    more = [f"… and {len(told) - _SHOWN} more"] if len(told) > _SHOWN else []
    return "\n".join([*told[:_SHOWN], *more]) or "The questions can no longer be shown."
