"""Forms and buttons that send something else than an application.

A withdrawal, a deletion of one's data or the name of a friend is asked for with the labels of an application, so that
nothing but the heading tells. What only some such headings say, as "Contact us", may still be over an application: it
is one where the form takes a file, asks for a career, or has a button that says that it applies. A short form with none
of these is no application either where a button of the page leads to one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from urllib.parse import urlsplit

from ghosthands.browser_host.page import judgement
from ghosthands.browser_host.page.inventory import RawButton, RawControl
from ghosthands.domain.page import WAYS_ON, ButtonModel, ButtonRole
from ghosthands.planning.asking import REACHES, ask_for
from ghosthands.planning.cards import Form
from ghosthands.planning.rules import address_words, form_words
from ghosthands.planning.signals import words

#: a form that asks more than a message with who writes it may be the application
_MOST_OF_A_MESSAGE = 6
_REACHED_BY = frozenset({"email", "tel"})


@dataclass(frozen=True)
class _SentForm:
    """What a form asks, the buttons that send it or lead on, and the headings over all of it."""

    controls: Sequence[RawControl]
    senders: Sequence[ButtonModel]
    headings: frozenset[str]

    @property
    def never_applies(self) -> bool:
        is_sent = any(button.role is ButtonRole.SUBMIT for button in self.senders)
        return is_sent and any(map(form_words.NEVER_APPLIES.search, self.headings))

    def may_apply(self, own: Set[str]) -> bool:
        """Whether anything says that it is an application; its own headings are over no other form."""
        said = [words(button.text) for button in self.senders]
        applies = any(map(form_words.APPLIES.search, (*own, *said)))
        takes_file = any(control.kind == "file" for control in self.controls)
        return (
            applies
            or any(map(address_words.OF_AN_APPLICATION.search, said))
            or takes_file
            or judgement.is_application(self.controls)
        )

    @property
    def is_message(self) -> bool:
        """Whether it is as short as a message, tells who writes it, and is sent at once."""
        is_signed = any(
            control.kind in _REACHED_BY or ask_for(words(control.label)) in REACHES for control in self.controls
        )
        is_sent = all(button.role is ButtonRole.SUBMIT for button in self.senders)
        return is_sent and is_signed and len(self.controls) <= _MOST_OF_A_MESSAGE

    @property
    def is_opened(self) -> bool:
        """Whether the page showed none of it at first: a press may have opened it, as that on "Apply"."""
        return all(control.late for control in self.controls)


@dataclass(frozen=True)
class PagePurpose:
    """What a page's forms and buttons are for."""

    #: the forms that send something else than an application
    unrelated: frozenset[Form]
    #: the ids of the buttons that must not be pressed
    harmful: frozenset[str]
    #: whether whatever the page sends is unrelated
    is_all_unrelated: bool
    #: whether a link of the page leads to the application, and no file is taken here
    leads_away: bool


def judge(
    asked: Sequence[tuple[Form, RawControl]], buttons: Iterable[tuple[RawButton, ButtonModel]], *, at: str
) -> PagePurpose:
    """Return what the page at that address is for, by all that it asks and its buttons, each as read and as known."""
    read = list(buttons)
    senders = [((each.locator.frame, each.form), each) for _, each in read if each.role in WAYS_ON]
    opening = [raw for raw, each in read if each.role is ButtonRole.APPLY and raw.leads_to != at]
    path = words(urlsplit(at).path)
    if "apply" in path.split() or address_words.OF_AN_APPLICATION.search(path):
        opening = []  # it is the application's own page, and the link another posting's
    takes_file = any(control.kind == "file" for _, control in asked)
    leads_away = any(raw.leads_to for raw in opening) and not takes_file
    unrelated = _find_unrelated(asked, senders, is_elsewhere=bool(opening))
    apart = [button.id for form, button in senders if form in unrelated]
    if leads_away and not senders:  # nothing that stands beside the link is sent
        unrelated = frozenset(form for form, _ in asked)
    rivals = (button.id for button in find_rivals(senders))
    is_all_unrelated = bool(apart) and len(apart) == len(senders)
    return PagePurpose(unrelated, frozenset((*apart, *rivals)), is_all_unrelated, leads_away)


def _find_unrelated(
    asked: Iterable[tuple[Form, RawControl]], senders: Iterable[tuple[Form, ButtonModel]], *, is_elsewhere: bool
) -> frozenset[Form]:
    """Return the forms that send something else, of those that ask this and are sent by these buttons.

    `is_elsewhere`: another button of the page leads to the application.
    """
    controls, sending = defaultdict[Form, list[RawControl]](list), defaultdict[Form, list[ButtonModel]](list)
    for form, control in asked:
        controls[form].append(control)
    for form, button in senders:
        sending[form].append(button)
    sent = {
        form: _SentForm(controls[form], sending[form], _list_headings(controls[form]))
        for form in sending
        if form in controls
    }
    return frozenset(form for form in sent if _is_unrelated(form, sent, is_elsewhere=is_elsewhere))


def _is_unrelated(form: Form, sent: Mapping[Form, _SentForm], *, is_elsewhere: bool) -> bool:
    asked = sent[form]
    own = asked.headings.difference(*(other.headings for number, other in sent.items() if number != form))
    if asked.never_applies or asked.may_apply(own) or not asked.is_message:
        return asked.never_applies
    return any(map(form_words.SENDS_ELSE.search, own)) or (is_elsewhere and not asked.is_opened)


def find_rivals(senders: Iterable[tuple[Form, ButtonModel]]) -> Iterator[ButtonModel]:
    """Yield the buttons that send their form to another address than the plainest of them does.

    "Submit now" sends what the form is for, "Submit to all our partners" beside it something else.
    """
    of_form = defaultdict[Form, list[ButtonModel]](list)
    for form, button in senders:
        if button.role is ButtonRole.SUBMIT and button.enabled:
            of_form[form].append(button)
    for beside in of_form.values():
        plainest = min(beside, key=_plainness)
        yield from (button for button in beside if button.target != plainest.target)


def _plainness(button: ButtonModel) -> tuple[bool, int]:
    """Return what orders buttons by how plainly they send an application: its name first, then the fewest words."""
    said = words(button.text)
    return not address_words.OF_AN_APPLICATION.search(said), len(said.split())


def _list_headings(controls: Sequence[RawControl]) -> frozenset[str]:
    """Return the headings that stand over all of the controls, as words."""
    return frozenset.intersection(
        *(frozenset(words(text) for text in (each.section, *each.around)) for each in controls)
    )
