"""The parts of a field that a recipe remembers: what it asks, and the locators that find it again."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from ghosthands.domain.generated import is_generated
from ghosthands.domain.page import AnyField, FieldModel, PageModel
from ghosthands.domain.questions import normalise
from ghosthands.domain.recipe import FILE, FieldLocator, LocatorKind

#: How surely a locator of each kind identifies the field, 0–1; the most stable first.
WEIGHTS = {
    LocatorKind.ID: 0.95,
    LocatorKind.NAME: 0.9,
    LocatorKind.LABEL: 0.85,
    LocatorKind.ROLE: 0.8,
    LocatorKind.STRUCTURE: 0.4,
}
#: Most characters of a label; longer texts are none.
MAX_LABEL = 300
_OPTIONS_CHARACTERS = 16


def fields_of(page: PageModel) -> tuple[AnyField, ...]:
    """Return every field and file input that the page shows to a person."""
    return (*(field for field in page.fields if field.visible), *page.file_inputs)


def kind_of(field: AnyField) -> str:
    """Return the kind of the control, as a recipe step names it."""
    return field.kind.value if isinstance(field, FieldModel) else FILE


def section_of(field: AnyField) -> str:
    """Return the heading above the field."""
    return field.section if isinstance(field, FieldModel) else ""


def options_of(field: AnyField) -> str:
    """Return a hash of the field's options, in any order; empty where the field takes any text."""
    if not isinstance(field, FieldModel):
        return ""
    offered = sorted({normalise(option.label) for option in field.options if not option.placeholder} - {""})
    return hashlib.sha256("\n".join(offered).encode()).hexdigest()[:_OPTIONS_CHARACTERS] if offered else ""


def locators_of(field: AnyField) -> tuple[FieldLocator, ...]:
    """Return all locators of the field, the most stable first, without generated names, which change."""
    return tuple(FieldLocator(by, value) for by, value in _list_locators(field) if value)


def _list_locators(field: AnyField) -> Iterator[tuple[LocatorKind, str]]:
    dom_id, hint = (field.dom_id, field.placeholder) if isinstance(field, FieldModel) else ("", "")
    said = normalise(field.label or hint)
    yield LocatorKind.ID, "" if is_generated(dom_id) else dom_id
    yield LocatorKind.NAME, "" if is_generated(field.name) else field.name
    yield LocatorKind.LABEL, normalise(field.label)
    yield LocatorKind.ROLE, f"{kind_of(field)} {said}" if said else ""
    yield LocatorKind.STRUCTURE, f"{field.locator.frame} {field.locator.css}".strip()


def count_locators(fields: Iterable[AnyField]) -> Counter[FieldLocator]:
    """Count the fields that each locator finds."""
    return Counter(locator for field in fields for locator in locators_of(field))


def identity_of(locators: Iterable[FieldLocator], found: Counter[FieldLocator]) -> float:
    """Return how surely the locators together identify the field, 0-1; a locator that finds several counts less."""
    doubt = 1.0
    for locator in locators:
        doubt *= 1 - WEIGHTS[locator.by] / max(1, found[locator])
    return round(1 - doubt, 4)
