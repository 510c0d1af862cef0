"""The forms that stand beside an application: a newsletter's, a comment's, one to sign in with, to call back, to share.

The application asks for a name and a way to reach who has it. Of several such forms it is

- the only one whose heading or button says that it applies, unless another takes the resume;
- else, where headings say of other forms that they send something else, the only one of which none does;
- else the one that takes the resume, if none asks more.

Where none of these holds, no form is another's. Beside the application, nothing of the applicant's belongs in a form

- whose heading says that it sends something else;
- that asks for the applicant's e-mail address or phone again, and for nothing that an employer wants to know: nobody is
  asked that twice to apply once;
- that a button of its own sends elsewhere, where the application said that it applies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from ghosthands.domain.page import (
    WAYS_ON,
    AnyField,
    ButtonModel,
    FieldKind,
    FieldModel,
    FilePurpose,
    PageModel,
    PageType,
)
from ghosthands.planning.asking import NAMES, ask_for
from ghosthands.planning.rules import form_words
from ghosthands.planning.signals import Signals, words

#: A phone and its code are one way to reach somebody.
_REACHES = {"profile.email": "email", "profile.phone": "phone", "profile.phone_country_code": "phone"}
#: What any form may ask beside: where somebody is found, a password, a message, consent.
_FINDS = ("profile.website_url", "profile.address_", "profile.location.")
_ASKED_ANYWHERE = frozenset({FieldKind.PASSWORD, FieldKind.TEXTAREA, FieldKind.CHECKBOX})
_OF_KIND = {FieldKind.EMAIL: "profile.email", FieldKind.TEL: "profile.phone"}

#: The place of a form: its frame and its number there; the number is 0 for what is in none.
_Place = tuple[str, int]


@dataclass(frozen=True)
class _Form:
    """One form of the page: what it asks, what stands over all of it and over no other, and its buttons."""

    place: _Place
    fields: Sequence[FieldModel]
    headings: Set[str]
    buttons: Sequence[ButtonModel]
    takes_resume: bool

    @property
    def applies(self) -> bool:
        """Whether its heading or a button that sends it says that it is the application."""
        return form_words.tell_of_applying(self.headings, (words(button.text) for button in self._ways_on))

    @property
    def sends_else(self) -> bool:
        """Whether its heading says that it sends something else, and a button of its own does."""
        if self.takes_resume or not self.buttons or self.applies:
            return False
        return any(map(form_words.SENDS_ELSE.search, self.headings))

    def is_sent_apart(self, other: _Form) -> bool:
        """Whether both have a button that sends them, and each sends it elsewhere."""
        mine, others = ({button.target for button in form._ways_on} for form in (self, other))
        return bool(mine and others) and mine.isdisjoint(others)

    @property
    def _ways_on(self) -> Sequence[ButtonModel]:
        return [button for button in self.buttons if button.role in WAYS_ON]


def list_fields(page: PageModel, signals: Mapping[str, Signals], applicants: Container[str]) -> Iterator[str]:
    """Yield the fields of other forms than the application's; none where it is unclear which that is.

    `applicants` has the ids of the fields that are about the applicant by their own words. Where the page has
    something else too, those of the forms that it was read to be unrelated are none of the application's.
    """
    if page.page_type is not PageType.UNRELATED:
        yield from (field.id for field in page.fields if _place_of(field) in page.unrelated)
    forms = _list_forms(page, signals)
    asking = [form for form in forms if _asks_who_applies(form.fields, signals) and not form.sends_else]
    applying = _find_only([form for form in asking if form.applies])
    if any(form.takes_resume for form in asking if form is not applying):
        applying = None
    besides = any(form.sends_else for form in forms)
    application = applying or (_find_only(asking) if besides else None) or _find_by_resume(forms, asking)
    if application is None:
        return
    asked = _ways_to_reach(application.fields, signals)
    for form in forms:
        if form.place[1] == 0 or form is application:
            continue
        mine = [field for field in form.fields if field.id in applicants]
        asks_again = _is_asked_anywhere(form.fields, signals) and _ways_to_reach(mine, signals) & asked
        if asks_again or form.sends_else or (applying and form.is_sent_apart(applying)):
            yield from (field.id for field in form.fields)


def _list_forms(page: PageModel, signals: Mapping[str, Signals]) -> list[_Form]:
    fields: defaultdict[_Place, list[FieldModel]] = defaultdict(list)
    buttons: defaultdict[_Place, list[ButtonModel]] = defaultdict(list)
    for field in page.fields:
        if field.is_shown:
            fields[_place_of(field)].append(field)
    for button in page.buttons:
        buttons[_place_of(button)].append(button)
    paths = {place: [set(signals[each.id].path) for each in asked] for place, asked in fields.items()}
    sent = {place: set().union(*paths[place]) for place in fields if buttons[place]}
    taking = {_place_of(file) for file in page.file_inputs if file.purpose is FilePurpose.RESUME}
    return [
        _Form(
            place,
            asked,
            set.intersection(*paths[place]).difference(*(over for other, over in sent.items() if other != place)),
            buttons[place],
            place in taking,
        )
        for place, asked in fields.items()
    ]


def _find_only(forms: Sequence[_Form]) -> _Form | None:
    return forms[0] if len(forms) == 1 else None


def _find_by_resume(forms: Sequence[_Form], asking: Sequence[_Form]) -> _Form | None:
    """Return the one form that takes the resume of somebody it asks about, if none asks more."""
    found = _find_only([form for form in asking if form.takes_resume])
    most = max((len(form.fields) for form in forms), default=0)
    return found if found and len(found.fields) == most else None


def _place_of(one: AnyField | ButtonModel) -> _Place:
    return one.locator.frame, one.form


def _asks_who_applies(fields: Sequence[FieldModel], signals: Mapping[str, Signals]) -> bool:
    """Whether a name is asked for, and a way to reach who has it."""
    is_named = any(_find_key(field, signals[field.id]) in NAMES for field in fields)
    return is_named and bool(_ways_to_reach(fields, signals))


def _is_asked_anywhere(fields: Sequence[FieldModel], signals: Mapping[str, Signals]) -> bool:
    keys = [_find_key(field, signals[field.id]) for field in fields if field.kind not in _ASKED_ANYWHERE]
    return all(key in NAMES or key in _REACHES or key.startswith(_FINDS) for key in keys)


def _ways_to_reach(fields: Sequence[FieldModel], signals: Mapping[str, Signals]) -> set[str]:
    return {_REACHES[key] for field in fields if (key := _find_key(field, signals[field.id])) in _REACHES}


def _find_key(field: FieldModel, signals: Signals) -> str:
    """Return the key of contact data that a field asks for by its words, or by the kind of its control."""
    return ask_for(signals.title or signals.placeholder) or _OF_KIND.get(field.kind, "")
