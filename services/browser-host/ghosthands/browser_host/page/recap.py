"""A recap: a page that asks nothing, shows what was filled in before, and has one button that sends it.

It counts as a form, so that a job goes on to it from a press whose button led on. A page of thanks may repeat the
answers too, beside a button that withdraws what was sent or sends something else. So a recap shows no thanks, proves by
more than a name and an e-mail address that it repeats what was filled in, and its button says that it sends the
application and nothing else; what is less plain is asked of a human.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page import calls, realms
from ghosthands.browser_host.page.told_since import told_since
from ghosthands.browser_host.page.way_words import plain
from ghosthands.domain.page import ButtonRole, PageModel, PageType

_TEXT = "() => document.body?.innerText ?? ''"
#: a shorter answer stands in any text
_SHORTEST = 4
#: so many answers must be shown, and this share of all that were given
_FEWEST, _SHARE = 2, 0.5
#: the answers that any letter to the applicant repeats
_OF_A_LETTER = frozenset(
    {"profile.first_name", "profile.last_name", "profile.full_name", "profile.preferred_name", "profile.email"}
)
_APPLICATION = r"(?: (?:my|your|the|this))?(?: job)? application"
#: all that a button may say which sends an application, as `plain` makes it
_SENDS = re.compile(
    rf"(?:(?:confirm|accept|finish) and )?(?:submit|send)(?: now)?(?:{_APPLICATION})?(?: now)?"
    r"|(?:meine |ihre )?bewerbung (?:jetzt |verbindlich )?(?:absenden|abschicken|einreichen|senden)"
    r"|(?:jetzt |verbindlich )?(?:absenden|abschicken|einreichen|bewerben)"
    r"|(?:envoyer|soumettre|transmettre)(?: (?:ma|votre|la) candidature)?"
    r"|enviar(?: (?:(?:mi|su|la) )?(?:solicitud|candidatura))?|enviar (?:a minha |a sua |minha )?candidatura"
    r"|invia(?: (?:la )?(?:mia |tua )?candidatura)?|(?:sollicitatie )?(?:verzenden|versturen|indienen)"
)
#: an HTTP status from which on it is an error
_ERRORS = 400


async def as_recap(page: Page, model: PageModel, given: Mapping[str, str]) -> PageModel:
    """Return the model as a form's if the page is a recap of the texts that were `given`, by key; else as it is."""
    sending = model.buttons_for(ButtonRole.SUBMIT)
    complains = model.page_error or model.denial is not None or model.answered >= _ERRORS or model.blockers
    if model.page_type is not PageType.OTHER or len(sending) != 1 or complains or told_since(page).shows_thanks:
        return model
    if not _SENDS.fullmatch(plain(sending[0].text)):
        return model
    frame = realms.frame_at(page, sending[0].locator.frame)
    try:
        text = str(await calls.ask(frame, _TEXT)) if frame is not None else ""
    except PlaywrightError:  # it left meanwhile
        return model
    return replace(model, page_type=PageType.FORM) if _repeats(text, given) else model


def _repeats(text: str, given: Mapping[str, str]) -> bool:
    shown = " ".join(text.split())
    telling = {" ".join(said.split()) for key, said in given.items() if key not in _OF_A_LETTER}
    known = {one for one in telling if len(one) >= _SHORTEST}
    repeated = sum(one in shown for one in known)
    return repeated >= max(_FEWEST, _SHARE * len(known))
