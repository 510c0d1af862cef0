"""What pressing a button is for, by its words, its platform's marker and where it stands.

A button whose words could mean either is judged by its form: "Apply" at the end of a filled form sends it, "Apply" on
a posting only opens one. Buttons of menus, search boxes, newsletters and cookie banners are `other`, whatever they say.
"""

from __future__ import annotations

import re

from ghosthands.browser_host.page import words
from ghosthands.browser_host.page.inventory import RawButton
from ghosthands.domain.page import ButtonRole

#: a platform's marker of a button that leads on and never sends
STEP = "step"

_NEVER = re.compile(words.NEVER, re.IGNORECASE)
_BY_WORDS = (
    (ButtonRole.BACK, re.compile(words.BACK, re.IGNORECASE)),
    (ButtonRole.UPLOAD, re.compile(words.UPLOAD, re.IGNORECASE)),
    (ButtonRole.APPLY, re.compile(words.APPLY, re.IGNORECASE)),
    (ButtonRole.NEXT, re.compile(words.NEXT, re.IGNORECASE)),
    (ButtonRole.SUBMIT, re.compile(words.SUBMIT, re.IGNORECASE)),
)


def role_of(button: RawButton, *, most_fields: int) -> ButtonRole:
    """The role of `button` on a page whose largest form asks `most_fields` questions."""
    said = _by_words(button.text) or _by_words(button.name) or ButtonRole.OTHER
    if button.hint == STEP:
        return ButtonRole.NEXT
    if button.hint:
        return _by_hint(ButtonRole(button.hint), said)
    if button.aside or _NEVER.search(button.text) or _is_other_form(button, said, most_fields):
        return ButtonRole.OTHER
    if said is ButtonRole.APPLY and button.form_fields > 1 and not button.link:
        return ButtonRole.SUBMIT
    if said is ButtonRole.SUBMIT and button.link:
        return ButtonRole.OTHER
    return said


def _by_words(text: str) -> ButtonRole | None:
    return next((role for role, pattern in _BY_WORDS if pattern.search(text)), None)


def _by_hint(marked: ButtonRole, said: ButtonRole) -> ButtonRole:
    """A platform's marker stands, but its one footer button is "Next" on one page and "Submit" on the last."""
    onward = (ButtonRole.NEXT, ButtonRole.SUBMIT)
    return said if marked in onward and said in onward else marked


def _is_other_form(button: RawButton, said: ButtonRole, most_fields: int) -> bool:
    """A newsletter's or a login's button beside the application's form."""
    onward = said in (ButtonRole.SUBMIT, ButtonRole.NEXT, ButtonRole.APPLY)
    return onward and 0 <= button.form_fields <= 1 and most_fields >= 3
