"""Emptying fields that do not hold what they should: a wrong answer is worse than none.

First all controls of a frame in one call, then those that only react to keys, one by one. What counts is what is read
once the field was left and the page had time to put something back: a mask without digits is empty, half a date is not.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page import realms
from ghosthands.browser_host.page.realms import FrameChanged, Realm
from ghosthands.browser_host.page.rest import leave
from ghosthands.browser_host.page.widgets import widget_of
from ghosthands.browser_host.page.widgets.control import FormControl
from ghosthands.browser_host.page.widgets.goal import Unfit
from ghosthands.domain.page import FieldModel

#: presses of Backspace for what can only be taken back piece by piece
_MOST_PIECES = 12


async def empty(page: Page, fields: Sequence[FieldModel]) -> list[bool]:
    """Empty the fields; return whether each is empty. A missing field is empty, one that does not answer is not."""
    grouped: dict[str, list[FieldModel]] = defaultdict(list)
    for field in fields:
        grouped[field.locator.frame].append(field)
    blank: dict[str, bool] = {}
    for path, group in grouped.items():
        try:
            states = await _empty_in_frame(page, path, group)
        except PlaywrightError:
            states = [False] * len(group)
        blank |= {field.id: state for field, state in zip(group, states, strict=True)}
    return [blank[field.id] for field in fields]


async def _empty_in_frame(page: Page, path: str, fields: Sequence[FieldModel]) -> list[bool]:
    try:
        realm = await realms.at(page, path)
    except FrameChanged:
        return [True] * len(fields)
    await realm.recognise(fields)
    await _ask(realm, fields, look=False)
    await leave(page)
    states = await _ask(realm, fields, look=True, rested=True)
    left = [field for field, state in zip(fields, states, strict=True) if not state]
    for field in left:
        if widget_of(field.kind).hears_keys:
            with contextlib.suppress(PlaywrightError, Unfit):
                await _empty_by_keys(FormControl(page, field), realm)
    if left:
        await leave(page)
        states = await _ask(realm, fields, look=True, rested=True)
    return states


async def _ask(realm: Realm, fields: Sequence[FieldModel], *, look: bool, rested: bool = False) -> list[bool]:
    """Empty the fields, or only `look`, also a moment later (`rested`); return whether they are empty."""
    task = {"look": look, "probes": [_probe(field) for field in fields]}
    states: list[bool] = await realm.act("rested_empty" if rested else "empty", task)
    return states


def _probe(field: FieldModel) -> dict[str, Any]:
    return widget_of(field.kind).probe(field)


async def _empty_by_keys(control: FormControl, realm: Realm) -> None:
    field = control.field
    assert isinstance(field, FieldModel)  # noqa: S101  a file input is never emptied
    element = await widget_of(field.kind).enter(control)
    keys = await control.keys(element)
    await keys.press("ControlOrMeta+a", "Delete")
    for _ in range(_MOST_PIECES):
        (is_blank,) = await _ask(realm, [field], look=True)
        if is_blank:
            break
        await element.focus()
        await keys.press("Backspace")
    await keys.leave()
