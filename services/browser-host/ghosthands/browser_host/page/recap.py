"""A recap: a page that asks nothing, shows what was filled in before, and has one button that sends it.

It counts as a form, so that a job goes on to it from a press whose button led on. A page of thanks may repeat the
answers too, beside a button that withdraws what was sent or sends something else. So a recap shows no thanks, and its
button says that it sends the application and nothing else. It proves by more than a name and an e-mail address that it
repeats what was filled in; or it says itself that nothing is sent yet: by a heading that tells the applicant to review
it, or by words such as "almost done". What is less plain is asked of a human.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page import calls, realms, recap_words
from ghosthands.browser_host.page.told_since import told_since
from ghosthands.browser_host.page.way_words import plain
from ghosthands.domain.codes import Doubt
from ghosthands.domain.page import ButtonRole, PageModel, PageType
from ghosthands.planning.choosing import dialling

_TEXT = "() => document.body?.innerText ?? ''"
_HEADINGS = "() => [...document.querySelectorAll('h1,h2,h3,[role=heading]')].map((each) => each.innerText ?? '')"
#: a shorter answer stands in any text
_SHORTEST = 4
_PHONE, _SHORTEST_NUMBER = "profile.phone", 7
#: digits with what groups them, in one line
_NUMBER = re.compile(r"\+?\(?\d(?:[ \u00a0\u2011\u2013().\-/]*\d)*")
#: so many answers must be shown, and this share of all that were given
_FEWEST, _SHARE = 2, 0.5
#: the answers that any letter to the applicant repeats
_OF_A_LETTER = frozenset(
    f"profile.{name}"
    for name in ("first_name", "last_name", "full_name", "full_name_last_first", "preferred_name", "email")
)
_SENDS = re.compile(recap_words.SENDS)
_TO_REVIEW = re.compile(recap_words.TO_REVIEW)
_UNSENT = re.compile(recap_words.UNSENT)
#: an HTTP status from which on it is an error
_ERRORS = 400


async def as_recap(page: Page, model: PageModel, given: Mapping[str, str]) -> PageModel:
    """Return the model as a form's if the page is a recap of the texts that were `given`, by key; else as it is."""
    is_denied = model.denial not in (None, Doubt.NOTHING_SENT)  # the step before may have needed no request
    complains = model.page_error or is_denied or model.answered >= _ERRORS or model.blockers
    if not given or model.page_type is not PageType.OTHER or complains or told_since(page).shows_thanks:
        return model
    sending = model.buttons_for(ButtonRole.SUBMIT)
    if len(sending) != 1 or not _SENDS.fullmatch(plain(sending[0].text)):
        return model
    frame = realms.frame_at(page, sending[0].locator.frame)
    if frame is None:
        return model
    try:
        text, headings = str(await calls.ask(frame, _TEXT)), await calls.ask(frame, _HEADINGS)
    except PlaywrightError:  # it left meanwhile
        return model
    is_told = any(_TO_REVIEW.fullmatch(plain(str(each))) for each in headings)
    is_recap = is_told or _UNSENT.search(plain(text)) or _repeats(text, given)
    return replace(model, page_type=PageType.FORM) if is_recap else model


def _repeats(text: str, given: Mapping[str, str]) -> bool:
    """Whether the text shows enough of what was given that no other page is likely to show."""
    known = {_tidy(said): key for key, said in given.items() if key not in _OF_A_LETTER}
    shown = [_is_shown(said, key, text) for said, key in known.items() if len(said) >= _SHORTEST]
    return sum(shown) >= max(_FEWEST, _SHARE * len(shown))


def _is_shown(said: str, key: str, text: str) -> bool:
    """Whether the text shows it; a phone number in any grouping, with or without the dial code."""
    if said in _tidy(text):
        return True
    number = dialling.read(said)
    if key != _PHONE or len(number.national) < _SHORTEST_NUMBER:
        return False
    shown = [dialling.read(each) for each in _NUMBER.findall(text)]
    return any(number.is_same(each) or (number.digits == each.digits and not number.extension) for each in shown)


def _tidy(text: str) -> str:
    return " ".join(text.split())
