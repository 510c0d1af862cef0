"""A job's request to a human in words: one sentence, and a longer description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ghosthands.domain.codes import BlockerType, Stuck
from ghosthands.domain.doubts import word_doubt
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested
from ghosthands.domain.page import PageModel

#: most questions or options that are listed one by one
_SHOWN = 12


class AskWords(NamedTuple):
    """The request in words: the sentence, and a description of several lines."""

    message: str
    description: str


_WALLS: Mapping[str, AskWords] = {
    BlockerType.CAPTCHA: AskWords("Solve the captcha.", "The site shows a captcha before the application form."),
    BlockerType.LOGIN: AskWords(
        "Sign in to the site.", "The site asks for a login. Enter a user name and a password, or sign in on the page."
    ),
    BlockerType.TWO_FACTOR: AskWords(
        "Enter the code that the site sent.", "The site asks for a code that it sent to the applicant."
    ),
    BlockerType.BOT_CHECK: AskWords(
        "Show the site that a person is there.", "The site checks for a person before it shows the form."
    ),
    BlockerType.RATE_LIMITED: AskWords(
        "Wait a while, then continue.", "The site asks to come back later. Continue once it lets you, or skip."
    ),
    Stuck.CREDENTIALS_REFUSED: AskWords(
        "Check the user name and the password.",
        "The site refused the user name or password. Enter others, or sign in on the page.",
    ),
    Stuck.CODE_REFUSED: AskWords(
        "Enter the code again.", "The site refused the code. Enter the one that was sent last."
    ),
    Stuck.SUBMISSIONS_STOPPED: AskWords(
        "Submissions are stopped.",
        "The application is ready to be sent, and continues by itself once submissions are allowed.",
    ),
    Stuck.NO_WAY_ON: AskWords(
        "Go to the next page of the form.", "No button was found that leads to the next page. Press it yourself."
    ),
    Stuck.BUTTON_DISABLED: AskWords(
        "Get the page to enable its button.",
        "The form is filled in, but its button stays disabled. See what the page waits for, and press it yourself.",
    ),
    Stuck.PAGE_ERROR: AskWords(
        "See why the form is not accepted.", "The site did not accept the form and does not say why."
    ),
    Stuck.VALIDATION_ERROR: AskWords(
        "Correct what the form refuses.", "The form does not accept what was filled in. Correct it on the page."
    ),
    Stuck.FIELDS_LOST: AskWords(
        "Fill in what the page empties.", "The page empties or overwrites these fields after they are filled in:"
    ),
    Stuck.REQUEST_HELD: AskWords(
        "The page tried to send what was filled in.",
        "The request was blocked, as nobody pressed. Continue without it, send it on the page yourself, or skip.",
    ),
    Stuck.UNEXPECTED_PAGE: AskWords("Look at an unexpected page.", "The page that came next is not part of the form."),
}
_SUBMITTED = AskWords(
    "Was the application submitted?",
    "It is not clear whether the application arrived: {known}. Look at the page, or at the applicant's mail, and say"
    " whether it was submitted.",
)
_HELP = AskWords("Help with the page.", "The application cannot continue by itself. Continue by hand, or skip.")


def word_ask(ask: HumanRequested, page: PageModel | None) -> AskWords:
    """Return the words for a request, by its page where that can be read."""
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
            known = word_doubt(ask.code, ask.status)
            return _SUBMITTED._replace(description=_SUBMITTED.description.format(known=known))
        case _:
            words = _WALLS.get(ask.code or "", _HELP)
            if ask.code == Stuck.BUTTON_DISABLED and page is not None and page.disabled_button is not None:
                return words._replace(description=f"{words.description} The button is “{page.disabled_button.text}”.")
            listed = f"\n{_list_questions(ask, page)}" if ask.fields else ""
            return words._replace(description=words.description + listed)


def _list_questions(ask: HumanRequested, page: PageModel | None) -> str:
    """List the questions in the page's words; only their number where the page cannot be read any more."""
    found = [page.field(field.field_id) for field in ask.fields] if page else []
    labels = list(dict.fromkeys(field.label for field in found if field is not None and field.label))
    more = [f"… and {len(labels) - _SHOWN} more"] if len(labels) > _SHOWN else []
    return "\n".join([*labels[:_SHOWN], *more]) or "The questions can no longer be shown."
