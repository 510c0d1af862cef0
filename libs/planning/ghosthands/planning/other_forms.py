"""The forms that stand beside an application: a newsletter's, a comment's, one to sign in with, to call back, to share.

They are known by what they ask, not by their words: one form of the page takes the resume, a name and a way to reach
the applicant, and asks the most; another one asks for an e-mail address or a phone again. Nobody is asked that twice to
apply once, so that form sends something else, and nothing of the applicant's belongs in any of its fields.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ghosthands.domain.page import AnyField, FieldKind, FieldModel, FilePurpose, PageModel
from ghosthands.planning.asking import ask_for
from ghosthands.planning.signals import Signals

_NAMES = frozenset({"profile.full_name", "profile.first_name", "profile.last_name"})
#: A phone and its code are one way to reach somebody.
_REACHES = {"profile.email": "email", "profile.phone": "phone", "profile.phone_country_code": "phone"}
_OF_KIND = {FieldKind.EMAIL: "profile.email", FieldKind.TEL: "profile.phone"}

#: A form by its frame and its number there; the number is 0 for what is in none.
_Form = tuple[str, int]


def list_fields(page: PageModel, signals: Mapping[str, Signals]) -> Iterator[str]:
    """Yield the fields of other forms than the application's; none where it is unclear which that is."""
    forms: defaultdict[_Form, list[FieldModel]] = defaultdict(list)
    for field in page.fields:
        if field.is_shown:
            forms[_form_of(field)].append(field)
    application = _find_application(page, forms, signals)
    if application is None:
        return
    asked = _ways_to_reach(forms[application], signals)
    for form, fields in forms.items():
        is_a_form = form[1] > 0
        if is_a_form and form != application and _ways_to_reach(fields, signals) & asked:
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


def _asks_for_a_name(fields: Sequence[FieldModel], signals: Mapping[str, Signals]) -> bool:
    return any(_find_key(field, signals[field.id]) in _NAMES for field in fields)


def _ways_to_reach(fields: Sequence[FieldModel], signals: Mapping[str, Signals]) -> set[str]:
    return {_REACHES[key] for field in fields if (key := _find_key(field, signals[field.id])) in _REACHES}


def _find_key(field: FieldModel, signals: Signals) -> str:
    """Return the key of contact data that a field asks for by its words, or by the kind of its control."""
    return ask_for(signals.title or signals.placeholder) or _OF_KIND.get(field.kind, "")
