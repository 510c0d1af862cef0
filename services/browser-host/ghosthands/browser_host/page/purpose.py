"""Forms and buttons that send something else than an application.

A withdrawal, a deletion of one's data or the name of a friend is asked for with the labels of an application, so that
nothing but the heading tells. What only some such headings say, as "Contact us", may still be over an application: it
is one where the form takes a file, asks for a career, or has a button that says that it applies. So may what sells or
lets something, which also asks what no employer does. A short form with no sign of an application is none either where
a button of the page leads to one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from ghosthands.browser_host.page import openings, twins
from ghosthands.browser_host.page.file_purpose import purpose_of
from ghosthands.browser_host.page.inventory import RawButton, RawControl
from ghosthands.domain.page import WAYS_ON, ButtonModel, ButtonRole, FilePurpose
from ghosthands.planning.asking import REACHES, ask_for
from ghosthands.planning.cards import Form
from ghosthands.planning.rules import address_words, form_words
from ghosthands.planning.signals import words

#: What only employers ask for: a CV, a letter, where somebody worked, and for how long.
_CAREER = re.compile(
    r"r[eé]sum[eé]|\bcv\b|(?:^|[_\-\s])cv(?:$|[_\-\s])|curr[ií]cul|lebenslauf|życiorys|životopis|[oö]nelet|özgeçmiş"
    r"|резюме|履歴書|職務経歴|简历|簡歷|履歷|이력서|cover(?:ing)?[ _-]?letter|anschreiben|lettre de motivation"
    r"|work[ _-]?experience|years of experience|employment history|work history|motivationsschreiben|berufserfahrung"
    r"|exp[ée]riences? professionnelle|experiencia (?:laboral|profesional)|esperienz[ae] (?:lavorativ|profession)"
    r"|werkervaring|arbetslivserfarenhet",
    re.IGNORECASE,
)
#: a form that asks more than a message with who writes it may be the application
_MOST_OF_A_MESSAGE = 6
_REACHED_BY = frozenset({"email", "tel"})


@dataclass(frozen=True)
class _SentForm:
    """What a form asks, the buttons that send it or lead on, and the headings over all of it, the nearest first."""

    controls: Sequence[RawControl]
    senders: Sequence[ButtonModel]
    headings: Sequence[str]
    #: those of the headings that are over no other form
    own: Set[str]

    def is_unrelated(self, *, is_elsewhere: bool) -> bool:
        """Whether it sends something else than an application."""
        if self.is_sent and self.never_applies:
            return True
        if self.applies:
            return False
        if self.is_sent and self.arranges_else:
            return True
        if self.takes_file or not self.is_message:
            return False
        return any(map(form_words.SENDS_ELSE.search, self.own)) or (is_elsewhere and not _is_opened(self.controls))

    @property
    def said(self) -> Sequence[str]:
        """The words of the buttons that send it or lead on."""
        return [words(button.text) for button in self.senders]

    @property
    def is_sent(self) -> bool:
        """Whether one of its buttons sends it, and not all of them lead on."""
        return any(button.role is ButtonRole.SUBMIT for button in self.senders)

    @property
    def never_applies(self) -> bool:
        """Whether it takes back what was sent, or a button or the nearest heading that tells names somebody else."""
        if any(map(form_words.TAKES_BACK.search, self.headings)) or any(map(form_words.NAMES_OTHERS.search, self.said)):
            return True
        for heading in self.headings:
            if form_words.NAMES_OTHERS.search(heading):
                return True
            if form_words.APPLIES.search(heading):
                return False
        return False

    @property
    def arranges_else(self) -> bool:
        """Whether a heading or a question of it is of what orders, gives, rents or arranges something."""
        asked = (words(control.label) for control in self.controls)
        return any(map(form_words.ARRANGES_ELSE.search, self.headings)) or any(
            map(form_words.NEVER_ASKED.search, asked)
        )

    @property
    def applies(self) -> bool:
        """Whether it says or asks what only an application does."""
        return (
            form_words.tell_of_applying(self.own, self.said)
            or any(each.kind == "file" and purpose_of(each) is not FilePurpose.OTHER for each in self.controls)
            or is_application(self.controls)
        )

    @property
    def applies_by_name(self) -> bool:
        """Whether a heading of its own says that one applies there."""
        return any(map(form_words.APPLIES.search, self.own))

    @property
    def takes_file(self) -> bool:
        """Whether it takes any file, which may be a resume."""
        return any(control.kind == "file" for control in self.controls)

    @property
    def is_message(self) -> bool:
        """Whether it is as short as a message, tells who writes it, and is sent at once."""
        is_signed = any(
            control.kind in _REACHED_BY or ask_for(words(control.label)) in REACHES for control in self.controls
        )
        is_sent = all(button.role is ButtonRole.SUBMIT for button in self.senders)
        return is_sent and is_signed and len(self.controls) <= _MOST_OF_A_MESSAGE


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


def is_application(controls: Sequence[RawControl]) -> bool:
    """Whether the page is an application form: it asks about a career and for no password."""
    asked = [control for control in controls if control.reachable]
    if any(control.kind == "password" for control in asked):
        return False
    return any(_CAREER.search(" ".join((control.label, control.name, control.section))) for control in asked)


def judge(
    asked: Sequence[tuple[Form, RawControl]],
    buttons: Iterable[tuple[RawButton, ButtonModel]],
    *,
    at: str,
    title: str = "",
) -> PagePurpose:
    """Return what the page at that address is for, by all that it asks and its buttons, each as read and as known."""
    read = list(buttons)
    controls = defaultdict[Form, list[RawControl]](list)
    for form, control in asked:
        controls[form].append(control)
    senders = [(_form_of(each), raw, each) for raw, each in read if each.role in WAYS_ON]
    away = openings.find_ways_away(
        [raw for raw, each in read if each.role is ButtonRole.APPLY],
        at,
        has_opened=any(map(_is_opened, controls.values())),
    )
    sent = _list_sent(controls, [(form, button) for form, _, button in senders])
    named = frozenset(words(f"{title} {unquote(urlsplit(at)._replace(scheme='', netloc='').geturl())}").split())
    unrelated = _find_unrelated(sent, named, is_elsewhere=bool(away))
    apart = [button.id for form, _, button in senders if form in unrelated]
    takes_file = any(control.kind == "file" for _, control in asked)
    leads_away = any(raw.leads_to for raw in away) and not takes_file
    if leads_away and not senders:  # nothing that stands beside the link is sent
        unrelated = frozenset(controls)
    rivals = (button.id for button in find_rivals(senders))
    is_all_unrelated = bool(apart) and len(apart) == len(senders)
    return PagePurpose(unrelated, frozenset((*apart, *rivals)), is_all_unrelated, leads_away)


def _form_of(button: ButtonModel) -> Form:
    return button.locator.frame, button.form


def _is_opened(controls: Sequence[RawControl]) -> bool:
    """Whether the page showed none of a form at first: a press may have opened it, as that on "Apply"."""
    return len(controls) > 1 and all(control.late for control in controls)


def _list_sent(
    controls: Mapping[Form, Sequence[RawControl]], senders: Iterable[tuple[Form, ButtonModel]]
) -> Mapping[Form, _SentForm]:
    """Return the forms that are sent by these buttons, of those that ask this."""
    sending = defaultdict[Form, list[ButtonModel]](list)
    for form, button in senders:
        if form in controls:
            sending[form].append(button)
    headings = {form: _list_headings(controls[form]) for form in sending}
    others = {form: {text for other in headings if other != form for text in headings[other]} for form in headings}
    return {
        form: _SentForm(controls[form], sending[form], headings[form], frozenset(headings[form]) - others[form])
        for form in sending
    }


def _find_unrelated(sent: Mapping[Form, _SentForm], named: Set[str], *, is_elsewhere: bool) -> frozenset[Form]:
    """Return the forms that send something else, or another application than that for what these words name.

    `is_elsewhere`: another button of the page leads to the application.
    """
    unrelated = frozenset(form for form, each in sent.items() if each.is_unrelated(is_elsewhere=is_elsewhere))
    applying = {
        form: twins.JobForm(each.controls, [*each.own, *each.said], each.applies_by_name)
        for form, each in sent.items()
        if form not in unrelated
    }
    return unrelated | twins.find_unasked(applying, named)


def find_rivals(senders: Iterable[tuple[Form, RawButton, ButtonModel]]) -> Iterator[ButtonModel]:
    """Yield the buttons that send their form to another address than the plainest of them does.

    "Submit now" sends what the form is for, "Submit to all our partners" beside it something else.
    """
    of_form = defaultdict[Form, list[tuple[RawButton, ButtonModel]]](list)
    for form, raw, button in senders:
        if button.role is ButtonRole.SUBMIT and button.enabled:
            of_form[form].append((raw, button))
    for beside in of_form.values():
        _, plainest = min(beside, key=lambda each: _plainness(*each))
        yield from (button for _, button in beside if button.target != plainest.target)


def _plainness(raw: RawButton, button: ButtonModel) -> tuple[bool, bool, int]:
    """Return what orders buttons by how plainly they send an application.

    First by its name, then by whether they send the form where the form says itself, then by the fewest words.
    """
    said = words(button.text)
    return not address_words.OF_AN_APPLICATION.search(said), raw.strays, len(said.split())


def _list_headings(controls: Sequence[RawControl]) -> Sequence[str]:
    """Return the headings that stand over all of the controls, as words, the nearest first."""
    over = [[words(text) for text in (each.section, *each.around)] for each in controls]
    nearest, *others = over
    return [heading for heading in nearest if heading and all(heading in each for each in others)]
