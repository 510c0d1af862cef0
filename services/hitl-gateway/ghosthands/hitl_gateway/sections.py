"""What a question is told with beside its label: of two "Name"s in one form, one may be a referee's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from msgspec.structs import replace

from ghosthands.domain.page import AnyField, FieldModel, PageModel
from ghosthands.domain.questions import normalise
from ghosthands.domain.quotes import quote
from ghosthands.planning import context
from ghosthands.planning.context import OF_OTHERS, FormPart
from ghosthands.planning.question import Questions
from ghosthands.planning.signals import Signals

#: most characters of a heading; a longer one is a text
_LONGEST = 80


def find_sections(page: PageModel | None) -> dict[str, str]:
    """Return the headings that each field is told with, by the field's id: the nearest first, separated by commas.

    Headings over the whole page tell no question from another, and are left out unless they say that the question is
    about somebody else. Questions that are still told alike are counted: "1 of 2". A field without any of this, or
    whose headings only repeat its label, has nothing here.
    """
    if page is None:
        return {}
    found = _find_headings(page)
    for alike in _list_told_alike(page, found):
        for at, question in enumerate(alike, start=1):
            found |= {field_id: [*found.get(field_id, []), f"{at} of {len(alike)}"] for field_id in question}
    return {field_id: ", ".join(told) for field_id, told in found.items() if told}


def _list_told_alike(page: PageModel, found: Mapping[str, list[str]]) -> list[list[list[str]]]:
    """Return the questions, as the ids of their fields, that are told by the same words and headings as others."""
    questions = Questions(page)
    every: tuple[AnyField, ...] = (*(field for field in page.fields if field.visible), *page.file_inputs)
    alike: defaultdict[tuple[str, ...], defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for field in every:
        alike[normalise(field.label), *found.get(field.id, [])][questions.key(field)].append(field.id)
    return [list(each.values()) for each in alike.values() if len(each) > 1]


def _find_headings(page: PageModel) -> dict[str, list[str]]:
    paths = [{field.section, *field.around} for field in page.fields if field.is_shown]
    everywhere = set[str]().union(*paths).intersection(*paths)
    parts = context.read(page, {field.id: Signals.of(field) for field in page.fields})
    told = {field.id: _list_told(field, everywhere, parts[field.id]) for field in page.fields}
    return {field_id: [quote(each, _LONGEST) for each in headings] for field_id, headings in told.items()}


def _list_told(field: FieldModel, everywhere: set[str], part: FormPart) -> list[str]:
    headings = _list_headings(field)
    own = [heading for heading in headings if heading not in everywhere]
    if part not in OF_OTHERS:
        return own
    section, *around = own or [""]
    is_said = context.stand(Signals.of(replace(field, section=section, around=tuple(around)))) in OF_OTHERS
    return own if is_said else headings


def _list_headings(field: FieldModel) -> list[str]:
    label = normalise(field.label)
    return [text for text in (field.section, *field.around) if normalise(text) not in ("", label)]
