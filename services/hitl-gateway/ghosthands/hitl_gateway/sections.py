"""The headings that a question is told with: of two "Name"s in one form, one may be a referee's."""

from __future__ import annotations

from msgspec.structs import replace

from ghosthands.domain.page import FieldModel, PageModel
from ghosthands.domain.questions import normalise
from ghosthands.domain.quotes import quote
from ghosthands.planning import context
from ghosthands.planning.context import FormPart
from ghosthands.planning.signals import Signals

#: most characters of a heading; a longer one is a text
_LONGEST = 80
#: the parts of a form whose heading is always told
_OF_OTHERS = (FormPart.OTHER_PERSON, FormPart.OTHER_THING)


def find_sections(page: PageModel | None) -> dict[str, str]:
    """Return the headings that each field is told with, by the field's id: the nearest first, separated by commas.

    Headings over the whole page tell no question from another, and are left out unless they say that the question is
    about somebody else. A field without any other, or whose headings only repeat its label, has none here.
    """
    if page is None:
        return {}
    paths = [{field.section, *field.around} for field in page.fields if field.is_shown]
    everywhere = set[str]().union(*paths).intersection(*paths)
    parts = context.read(page, {field.id: Signals.of(field) for field in page.fields})
    told = {field.id: _list_told(field, everywhere, parts[field.id]) for field in page.fields}
    return {field_id: _join(headings) for field_id, headings in told.items() if headings}


def _list_told(field: FieldModel, everywhere: set[str], part: FormPart) -> list[str]:
    headings = _list_headings(field)
    own = [heading for heading in headings if heading not in everywhere]
    if part not in _OF_OTHERS:
        return own
    section, *around = own or [""]
    is_said = context.stand(Signals.of(replace(field, section=section, around=tuple(around)))) in _OF_OTHERS
    return own if is_said else headings


def _list_headings(field: FieldModel) -> list[str]:
    label = normalise(field.label)
    return [text for text in (field.section, *field.around) if normalise(text) not in ("", label)]


def _join(headings: list[str]) -> str:
    return ", ".join(quote(each, _LONGEST) for each in headings)
