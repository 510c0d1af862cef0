"""The roles of buttons: what pressing one is for, by its words, its platform's marker, its place and its surroundings.

A button whose words could mean either is judged by its form: "Apply" at the end of a filled form sends it, "Apply" on a
posting only opens one. Buttons of menus, search boxes, newsletters and cookie banners are `other`, whatever they say;
so are those that pay. Where no words tell, the only button that sends the page's form leads on, and so does "OK" at the
end of the questions, or of the one question that a screen shows, unless it may answer a notice of cookies or another
button begins to apply. "Register" says nothing where the form asks for a career and for no password, as applicants
register there, and no account is made. What a page makes a button of by a hand and by words alone counts where no
button of HTML or of a role leads on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ghosthands.browser_host.page import openings, words
from ghosthands.browser_host.page.inventory import RawButton
from ghosthands.browser_host.page.way_words import cut, find, is_joined, plain
from ghosthands.domain.page import WAYS_ON, ButtonRole

#: a platform's marker of a button that leads on and never sends
STEP = "step"
#: a longer text is a sentence, not a button's
_MOST_WORDS = 14
_MOST_LETTERS = 90
#: a page that asks less has no form whose button could be known by its place
_FEWEST_FIELDS = 2

#: what a press costs: no pay of a job, which is for some time or in thousands
_PRICE = re.compile(
    r"(?<![\d.,])(?:[£$€]\s?(?!0+(?:[.,]0+)?\b)\d{1,3}(?:[.,]\d\d)?|(?!0+(?:[.,]0+)?\b)\d{1,3}(?:[.,]\d\d)?\s?[£$€])"
    r"(?!\s?(?:[\d.,kK/\-–+]|per\b|an?\b|p\.|ph\b|pa\b|pro\b|to\b))"
)
_UPLOAD = re.compile(words.UPLOAD, re.IGNORECASE)
_READY = re.compile(words.READY, re.IGNORECASE)


@dataclass(frozen=True)
class _Words:
    """The meaning of a button's words; `role` is None if they say nothing."""

    role: ButtonRole | None = None
    #: whether the words count only at the end of a form
    at_end: bool = False
    #: whether the words open an application, and never send one
    begins: bool = False


def roles_of(
    buttons: Sequence[RawButton],
    *,
    most_fields: int,
    at: str = "",
    is_application: bool = False,
    is_thanking: bool = False,
) -> list[ButtonRole]:
    """Return the role of each of a page's buttons; its largest form asks `most_fields` questions.

    `at`: the page's address. `is_application`: what the page asks shows that it is one, whatever its buttons are
    called. `is_thanking`: it says that an application has arrived, so that no button needs to begin one.
    """
    said = [_role_of(button, most_fields) for button in buttons]
    roles = [ButtonRole.OTHER if button.drawn else role for button, role in zip(buttons, said, strict=True)]
    if not _lead_on(roles):
        roles = _lead_on_without_words(buttons, roles, most_fields, is_application=is_application)
    if most_fields == 0 and not is_thanking and not _lead_on(roles) and ButtonRole.APPLY not in said:
        roles = _begin_by_only_words(buttons, roles)
    made = {*roles, *WAYS_ON} if _lead_on(roles) else set(roles)
    drawn = [button.drawn and role not in made for button, role in zip(buttons, said, strict=True)]
    roles = [told if is_drawn else role for told, role, is_drawn in zip(said, roles, drawn, strict=True)]
    opening = [button for button, role in zip(buttons, roles, strict=True) if role is ButtonRole.APPLY]
    others = list(openings.find_others(opening, at))
    return [ButtonRole.OTHER if button in others else role for button, role in zip(buttons, roles, strict=True)]


def _lead_on(roles: Sequence[ButtonRole]) -> bool:
    return any(role in WAYS_ON for role in roles)


def _begin_by_only_words(buttons: Sequence[RawButton], roles: Sequence[ButtonRole]) -> list[ButtonRole]:
    """Return the roles with that of what leads from a start page to its form: "I'm ready", "Let's go"."""
    ready = [bool(_READY.search(button.text)) and not (button.aside or button.over) for button in buttons]
    said = {plain(button.text) for button, is_ready in zip(buttons, ready, strict=True) if is_ready}
    if len(said) != 1:
        return list(roles)
    return [ButtonRole.APPLY if is_ready else role for role, is_ready in zip(roles, ready, strict=True)]


def _lead_on_without_words(
    buttons: Sequence[RawButton], roles: Sequence[ButtonRole], most_fields: int, *, is_application: bool
) -> list[ButtonRole]:
    """Return the roles with that of the one button that leads on though no words of it tell, if there is one."""
    found = list(roles)
    agreeing = [index for index, button in enumerate(buttons) if _agrees_to_answers(button)]
    if len(agreeing) == 1 and ButtonRole.APPLY not in roles:
        found[agreeing[0]] = ButtonRole.NEXT
    elif most_fields >= _FEWEST_FIELDS:
        way_on = _find_only_way(buttons, roles, most_fields, is_application=is_application)
        if way_on is not None:
            found[way_on] = ButtonRole.SUBMIT
    return found


def _role_of(button: RawButton, most_fields: int) -> ButtonRole:
    if _pays(button):
        return ButtonRole.OTHER
    said = _read(button.text)
    said = said if said.role else _read(button.name)
    role = said.role or ButtonRole.OTHER
    if button.hint == STEP:
        return ButtonRole.NEXT
    if button.hint:
        return _weigh_hint(ButtonRole(button.hint), role, plain(button.text))
    if button.aside or _is_other_form(button, role, most_fields):
        return ButtonRole.OTHER
    if role is ButtonRole.NEXT and (button.link or button.form_fields < 1) and find("as_guest", plain(button.text)):
        return ButtonRole.APPLY if _applies_as_guest(plain(button.text)) else ButtonRole.OTHER
    if role is ButtonRole.APPLY and button.form_fields > 1 and not button.link:
        return ButtonRole.NEXT if said.begins else ButtonRole.SUBMIT
    if role is ButtonRole.SUBMIT and (button.link or (said.at_end and button.form_fields <= 1)):
        return ButtonRole.OTHER
    if role in (*WAYS_ON, ButtonRole.APPLY) and _opens_another(button, most_fields):
        return ButtonRole.OTHER
    if role is ButtonRole.NEXT and most_fields == 0 and _names_a_part(plain(button.text)):
        return ButtonRole.OTHER
    return role


def _applies_as_guest(said: str) -> bool:
    """Whether what goes on as a guest, outside any form, opens the application: "Browse jobs as a guest" does not."""
    rest = cut("as_guest", said) or ""
    return not rest.strip() or any(find(kind, rest) for kind in ("apply", "application", "next", "begin", "send"))


def leads_to_paying(button: RawButton) -> bool:
    """Whether it is a button of the page's content, and no link or menu's, that pays or leads to it."""
    return _pays(button) and not (button.aside or button.link)


def _pays(button: RawButton) -> bool:
    """Whether pressing pays or leads to it, whatever a platform's marker or the button's place says."""
    said = (button.text, button.name)
    return any(find("paying", _without_title(plain(text))) or _PRICE.search(text) for text in said)


def _read(text: str) -> _Words:
    """Return what the words say that pressing is for."""
    whole = plain(text)
    said = _without_title(whole)
    if not said or len(whole.split()) > _MOST_WORDS or len(whole) > _MOST_LETTERS:
        return _Words()
    if find("paying", said):
        return _Words(ButtonRole.OTHER)
    if find("as_guest", whole):
        return _Words(ButtonRole.NEXT)
    if _UPLOAD.search(text if said == whole else said) and not _goes_on_to(said):
        return _Words(ButtonRole.UPLOAD)
    if find("elsewhere", said) or (find("amend", said) and not _goes_on_to(said)):
        return _Words(ButtonRole.OTHER)
    if find("back", said):
        return _Words(ButtonRole.BACK)
    return _read_onward(said)


def _without_title(said: str) -> str:
    """Return what is said without the title of the job applied for, which says nothing of what a press does."""
    applies = find("apply", said)
    names = find("title", said[applies.start() :]) if applies else None
    return said[: applies.start() + names.start()].strip() if applies and names else said


def _goes_on_to(said: str) -> bool:
    """Whether the button also sends or leads on: "Upload and submit"."""
    onward = find("send", said) or find("next", said)
    return onward is not None and is_joined(said, onward.start())


def _read_onward(said: str) -> _Words:
    sends, leads, shows = find("send", said), find("next", said), find("review", said)
    first = min((each.start() for each in (leads, shows) if each), default=None)
    if sends and first is not None and first < sends.start() and not is_joined(said, sends.start()):
        return _Words(ButtonRole.NEXT)  # "continue to submission"
    if sends:
        return _Words(ButtonRole.SUBMIT)
    if first is not None:
        return _Words(ButtonRole.OTHER if _leads_astray(said, first) else ButtonRole.NEXT)
    if _begins(said):
        return _Words(ButtonRole.APPLY, begins=True)
    if find("apply", said):
        return _Words(ButtonRole.APPLY)
    return _Words(ButtonRole.SUBMIT, at_end=not find("application", said)) if find("confirm", said) else _Words()


def _leads_astray(said: str, at: int) -> bool:
    """Whether the word at that place leads on in something other than an application: "next month", "mois suivant"."""
    *_, before = said[:at].split() or [""]
    return find("astray", f"{before} {said[at:]}") is not None


def _begins(said: str) -> bool:
    """Whether the button opens an application: "Start", "Start your application", not "Start date"."""
    begins = find("begin", said)
    return begins is not None and (len(said.split()) == 1 or bool(find("application", said)))


def _weigh_hint(marked: ButtonRole, said: ButtonRole, text: str) -> ButtonRole:
    """Return a platform's marker, or the words' role if both lead on or send: one footer button may do either.

    A button that is marked as leading on and sends a mere part, "Submit Profile", leads on: what it sends is still
    judged.
    """
    if marked is ButtonRole.NEXT and find("part", text):
        return marked
    return said if marked in WAYS_ON and said in WAYS_ON else marked


def _opens_another(button: RawButton, most_fields: int) -> bool:
    """Whether the button opens another application after one has arrived, and sends no questions itself."""
    return (button.form_fields == 0 or most_fields <= 1) and bool(find("anew", plain(button.text)))


def _names_a_part(said: str) -> bool:
    """Whether one word shows something, where nothing was filled in: the tabs of a posting are called "Overview"."""
    return len(said.split()) == 1 and bool(find("review", said))


def _is_other_form(button: RawButton, said: ButtonRole, most_fields: int) -> bool:
    """Whether the button is a newsletter's or a login's beside the application's form."""
    onward = said in (*WAYS_ON, ButtonRole.APPLY)
    return onward and 0 <= button.form_fields <= 1 and most_fields >= 3


def _find_only_way(
    buttons: Sequence[RawButton], roles: Sequence[ButtonRole], most_fields: int, *, is_application: bool
) -> int | None:
    """Return the one button that could send the form that asks most; None if there is none, or more than one."""
    wordless = [
        index
        for index, (button, role) in enumerate(zip(buttons, roles, strict=True))
        if role is ButtonRole.OTHER
        and not (button.aside or button.link or button.drawn or _pays(button))
        and (not _is_spoken_for(button) or (is_application and _registers(button)))
    ]
    of_form = [index for index in wordless if buttons[index].submits and buttons[index].form_fields * 2 >= most_fields]
    below = [index for index in wordless if buttons[index].last and not _answers_cookies(buttons[index])]
    return next((found[0] for found in (of_form, below) if len(found) == 1), None)


def _agrees_to_answers(button: RawButton) -> bool:
    """Whether the button ends the questions and says no more than that they are answered: "OK ✓"."""
    agrees = find("okay", plain(button.text))
    is_theirs = button.ends and not (button.aside or button.over or button.link)
    return is_theirs and agrees is not None and agrees.start() == 0 and not _answers_cookies(button)


def _answers_cookies(button: RawButton) -> bool:
    """Whether the button stands below the questions in a box of its own that speaks of cookies."""
    told = plain(button.told_there)
    return bool(find("cookies", told) or find("privacy", told))


def _registers(button: RawButton) -> bool:
    """Whether the button sends its form by a word for making an account that may also mean applying."""
    return button.submits and bool(find("register", plain(button.text)))


def _is_spoken_for(button: RawButton) -> bool:
    """Whether the button's words say that it is for something else."""
    said = _read(button.text)
    return said.role is not None and not said.at_end
