"""A recap: a page that asks nothing, shows what was filled in before, and has one button that sends it.

It counts as a form, so that a job goes on to it from a press whose button led on. A page of thanks may repeat the
answers too, beside an offer to apply for something else: it has no such button (`buttons`).
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page import calls, realms
from ghosthands.domain.page import ButtonRole, PageModel, PageType

_TEXT = "() => document.body?.innerText ?? ''"
#: a shorter answer stands in any text
_SHORTEST = 4
#: so many answers must be shown, and this share of all that were given
_FEWEST, _SHARE = 2, 0.5
#: an HTTP status from which on it is an error
_ERRORS = 400


async def as_recap(page: Page, model: PageModel, given: Collection[str]) -> PageModel:
    """Return the model as a form's if the page is a recap of the texts that were `given`; else as it is."""
    sending = model.buttons_for(ButtonRole.SUBMIT)
    complains = model.page_error or model.denial is not None or model.answered >= _ERRORS or model.blockers
    if model.page_type is not PageType.OTHER or len(sending) != 1 or complains:
        return model
    frame = realms.frame_at(page, sending[0].locator.frame)
    try:
        text = str(await calls.ask(frame, _TEXT)) if frame is not None else ""
    except PlaywrightError:  # it left meanwhile
        return model
    return replace(model, page_type=PageType.FORM) if _repeats(text, given) else model


def _repeats(text: str, given: Collection[str]) -> bool:
    shown, known = " ".join(text.split()), {" ".join(one.split()) for one in given}
    known = {one for one in known if len(one) >= _SHORTEST}
    repeated = sum(one in shown for one in known)
    return repeated >= max(_FEWEST, _SHARE * len(known))
