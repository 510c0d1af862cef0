"""The applicant's values that a page's controls show: told by key, never by value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec.structs import replace
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page import realms
from ghosthands.browser_host.page.dating import is_written
from ghosthands.browser_host.page.realms import FrameChanged
from ghosthands.browser_host.page.widgets import control as controls
from ghosthands.browser_host.page.widgets import widget_of
from ghosthands.domain.page import FieldKind, FieldModel, FieldState, PageModel

#: what is shown in these is chosen or counted: no text that a request could be known by
_NO_TEXTS = (FieldKind.SELECT, FieldKind.MULTI_SELECT, FieldKind.RADIO, FieldKind.NUMBER, FieldKind.DATE)


def list_texts(model: PageModel) -> set[str]:
    """Return the keys of the applicant's values that the page's text boxes hold."""
    return {field.equals_key for field in model.fields if field.equals_key and field.kind not in _NO_TEXTS}


async def with_known_values(page: Page, model: PageModel, values: Mapping[str, str]) -> PageModel:
    """Return the model with, for each filled control, the key of the value that it shows, if it does."""
    filled: dict[str, list[FieldModel]] = defaultdict(list)
    for field in model.fields:
        if field.state is FieldState.FILLED and widget_of(field.kind).tells_key:
            filled[field.locator.frame].append(field)
    keys, search = dict[str, str | None](), KeySearch(values)
    for path, fields in filled.items():
        held = await _held(page, path, fields)
        keys |= {field.id: search.find_key(field.kind, text) for field, text in zip(fields, held, strict=True)}
    return replace(model, fields=tuple(replace(field, equals_key=keys.get(field.id)) for field in model.fields))


async def holds_the_same(page: Page, model: PageModel, values: Mapping[str, str]) -> bool:
    """Whether each control still shows the value it was read to show, as far as that is among `values`."""
    known: dict[str, list[FieldModel]] = defaultdict(list)
    for field in model.fields:
        if field.equals_key in values:
            known[field.locator.frame].append(field)
    for path, fields in known.items():
        for field, text in zip(fields, await _held(page, path, fields), strict=True):
            if not _is_known(field.kind, values[field.equals_key or ""], text):
                return False
    return True


async def _held(page: Page, path: str, fields: Sequence[FieldModel]) -> list[str]:
    probes = [widget_of(field.kind).probe(field) for field in fields]
    try:
        readings = await controls.readings(await realms.at(page, path), fields, probes)
    except (PlaywrightError, FrameChanged):  # the frame left meanwhile: nothing is known of what it held
        return [""] * len(fields)
    return [widget_of(field.kind).shown(field, reading) for field, reading in zip(fields, readings, strict=True)]


class KeySearch:
    """The search for the value that a control shows, by its key; the same text in controls of a kind is one search."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self._found: dict[tuple[FieldKind, str], str | None] = {}

    def find_key(self, kind: FieldKind, held: str) -> str | None:
        """Return the value's key; None if the control shows none of them, and where that cannot be told."""
        if not held or not widget_of(kind).tells_key:
            return None
        if (kind, held) not in self._found:
            fitting = (key for key, value in self._values.items() if _is_known(kind, value, held))
            self._found[kind, held] = next(fitting, None)
        return self._found[kind, held]


def _is_known(kind: FieldKind, value: str, held: str) -> bool:
    return widget_of(kind).is_known(value, held) or is_written(value, held)
