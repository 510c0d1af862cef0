"""What a recipe remembers of a field: what it asks, and by what it is found again."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from ghosthands.domain.generated import is_generated
from ghosthands.domain.page import AnyField, FieldModel, PageModel
from ghosthands.domain.questions import normalise
from ghosthands.domain.recipe import FILE, FieldLocator, LocatorKind

#: How much it says that a locator finds the field, 0–1; the most stable first.
WEIGHTS = {
    LocatorKind.ID: 0.95,
    LocatorKind.NAME: 0.9,
    LocatorKind.LABEL: 0.85,
    LocatorKind.ROLE: 0.8,
    LocatorKind.STRUCTURE: 0.4,
}
#: Longer texts are no labels. Characters.
MAX_LABEL = 300
_OPTIONS_CHARACTERS = 16


def fields_of(page: PageModel) -> tuple[AnyField, ...]:
    """All that the page asks of a person."""
    return (*(field for field in page.fields if field.visible), *page.file_inputs)


def kind_of(field: AnyField) -> str:
    """The kind of the control, as a step has it."""
    return field.kind.value if isinstance(field, FieldModel) else FILE


def section_of(field: AnyField) -> str:
    """The heading above the field."""
    return field.section if isinstance(field, FieldModel) else ""


def options_of(field: AnyField) -> str:
    """A hash of what the field may be answered with, in whatever order; empty where anything goes in."""
    if not isinstance(field, FieldModel):
        return ""
    offered = sorted({normalise(option.label) for option in field.options if not option.placeholder} - {""})
    return hashlib.sha256("\n".join(offered).encode()).hexdigest()[:_OPTIONS_CHARACTERS] if offered else ""


def locators_of(field: AnyField) -> tuple[FieldLocator, ...]:
    """All that the field can be found by, the most stable first; what a machine named, it names anew."""
    return tuple(FieldLocator(by, value) for by, value in _found_by(field) if value)


def _found_by(field: AnyField) -> Iterator[tuple[LocatorKind, str]]:
    dom_id, hint = (field.dom_id, field.placeholder) if isinstance(field, FieldModel) else ("", "")
    said = normalise(field.label or hint)
    yield LocatorKind.ID, "" if is_generated(dom_id) else dom_id
    yield LocatorKind.NAME, "" if is_generated(field.name) else field.name
    yield LocatorKind.LABEL, normalise(field.label)
    yield LocatorKind.ROLE, f"{kind_of(field)} {said}" if said else ""
    yield LocatorKind.STRUCTURE, f"{field.locator.frame} {field.locator.css}".strip()


def count_locators(fields: Iterable[AnyField]) -> Counter[FieldLocator]:
    """How many of the fields each locator finds."""
    return Counter(locator for field in fields for locator in locators_of(field))


def identity_of(locators: Iterable[FieldLocator], found: Counter[FieldLocator]) -> float:
    """How surely the locators together single out the field, 0–1; one that finds several says the less."""
    doubt = 1.0
    for locator in locators:
        doubt *= 1 - WEIGHTS[locator.by] / max(1, found[locator])
    return round(1 - doubt, 4)
