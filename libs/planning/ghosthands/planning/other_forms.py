"""The forms that stand beside an application: a newsletter's, a comment's, one to sign in with, to call back, to share.

They are known by what they ask, not by their words: one form of the page takes the resume, a name and a way to reach
the applicant, and asks the most; another one asks for the applicant's e-mail address or phone again, and for nothing
that such forms do not ask. Nobody is asked that twice to apply once, so that form sends something else, and nothing of
the applicant's belongs in any of its fields. A form that asks what an employer wants to know goes on with the
application, whatever it repeats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence

from ghosthands.domain.page import AnyField, FieldKind, FieldModel, FilePurpose, PageModel
from ghosthands.planning.asking import NAMES, ask_for
from ghosthands.planning.signals import Signals

#: A phone and its code are one way to reach somebody.
_REACHES = {"profile.email": "email", "profile.phone": "phone", "profile.phone_country_code": "phone"}
#: What any form may ask beside: where somebody is found, a password, a message, consent.
_FINDS = ("profile.website_url", "profile.address_", "profile.location.")
_ASKED_ANYWHERE = frozenset({FieldKind.PASSWORD, FieldKind.TEXTAREA, FieldKind.CHECKBOX})
_OF_KIND = {FieldKind.EMAIL: "profile.email", FieldKind.TEL: "profile.phone"}

#: A form by its frame and its number there; the number is 0 for what is in none.
_Form = tuple[str, int]


def list_fields(page: PageModel, signals: Mapping[str, Signals], applicants: Container[str]) -> Iterator[str]:
    """Yield the fields of other forms than the application's; none where it is unclear which that is.

    `applicants` has the ids of the fields that are about the applicant by their own words.
    """
    forms: defaultdict[_Form, list[FieldModel]] = defaultdict(list)
    for field in page.fields:
        if field.is_shown:
            forms[_form_of(field)].append(field)
    application = _find_application(page, forms, signals)
    if application is None:
        return
    asked = _ways_to_reach(forms[application], signals)
    for form, fields in forms.items():
        if form[1] == 0 or form == application or not _is_asked_anywhere(fields, signals):
            continue
        if _ways_to_reach([field for field in fields if field.id in applicants], signals) & asked:
            yield from (field.id for field in fields)


def _find_application(
    page: PageModel, forms: Mapping[_Form, Sequence[FieldModel]], signals: Mapping[str, Signals]
) -> _Form | None:
    """Return the one form that takes the resume of somebody it asks about, if none asks more."""
    taking = {_form_of(file) for file in page.file_inputs if file.purpose is FilePurpose.RESUME} & forms.keys()
    asking = [
        form for form in taking if _asks_for_a_name(forms[form], signals) and _ways_to_reach(forms[form], signals)
    ]
    if len(asking) != 1:
        return None
    most = max(map(len, forms.values()))
    return asking[0] if len(forms[asking[0]]) == most else None


def _form_of(field: AnyField) -> _Form:
    return field.locator.frame, field.form


def _is_asked_anywhere(fields: Sequence[FieldModel], signals: Mapping[str, Signals]) -> bool:
    keys = [_find_key(field, signals[field.id]) for field in fields if field.kind not in _ASKED_ANYWHERE]
    return all(key in NAMES or key in _REACHES or key.startswith(_FINDS) for key in keys)


def _asks_for_a_name(fields: Sequence[FieldModel], signals: Mapping[str, Signals]) -> bool:
    return any(_find_key(field, signals[field.id]) in NAMES for field in fields)


def _ways_to_reach(fields: Sequence[FieldModel], signals: Mapping[str, Signals]) -> set[str]:
    return {_REACHES[key] for field in fields if (key := _find_key(field, signals[field.id])) in _REACHES}


def _find_key(field: FieldModel, signals: Signals) -> str:
    """Return the key of contact data that a field asks for by its words, or by the kind of its control."""
    return ask_for(signals.title or signals.placeholder) or _OF_KIND.get(field.kind, "")
