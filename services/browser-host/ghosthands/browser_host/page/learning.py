"""The options of comboboxes that show them only when open: each is opened once, read and closed again.

Without that nobody knows whether a question can be declined, and a human who is asked sees nothing to choose from. Only
comboboxes that are empty and in view are opened; nothing is chosen. Lists that have to be searched, and those of which
only a part is drawn, stay unknown: a part of the answers is worse than none.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec.structs import replace
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page import calls, frames, scripts
from ghosthands.browser_host.page.inventory import RawOption
from ghosthands.browser_host.page.widgets import widget_of
from ghosthands.domain.page import FieldModel, FieldState, OptionModel, PageModel, PageType

#: for all the lists of a frame; the script itself stops opening them earlier
_LIMIT_SECONDS = 10.0

_decode = partial(msgspec.convert, type=list[tuple[RawOption, ...]])


async def with_options(page: Page, model: PageModel) -> PageModel:
    """Return the model with the options of its lists; unchanged if they cannot be read."""
    closed: dict[str, list[FieldModel]] = defaultdict(list)
    for field in model.fields:
        if _is_closed(field):
            closed[field.locator.frame].append(field)
    if not closed or model.page_type is not PageType.FORM:
        return model
    learnt = await asyncio.gather(*(_learn_in_frame(page, path, fields) for path, fields in closed.items()))
    options = {field_id: labels for each in learnt for field_id, labels in each.items()}
    fields = (replace(field, options=options.get(field.id, field.options)) for field in model.fields)
    return replace(model, fields=tuple(fields))


def _is_closed(field: FieldModel) -> bool:
    is_empty = field.visible and field.state is FieldState.EMPTY and not field.options
    return is_empty and widget_of(field.kind).opens


async def _learn_in_frame(page: Page, path: str, fields: Sequence[FieldModel]) -> dict[str, tuple[OptionModel, ...]]:
    frame = frames.at(page, path)
    if frame is None:
        return {}
    script = scripts.action("listbox", "options_learnt")
    try:
        learnt = await calls.ask(frame, script, [field.locator.css for field in fields], seconds=_LIMIT_SECONDS)
    except PlaywrightError:  # the frame left meanwhile, or does not answer: its lists stay closed
        return {}
    return {field.id: tuple(map(_option, each)) for field, each in zip(fields, _decode(learnt), strict=True)}


def _option(raw: RawOption) -> OptionModel:
    return OptionModel(raw.label, placeholder=raw.placeholder)
