"""Comboboxes a page builds itself: opened, searched where they have to be, and picked from by a real click.

The text typed into one is never its answer; only an option that was picked is. Takes one option; a combobox that
takes several gets the first that fits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from playwright.async_api import ElementHandle

from ghosthands.browser_host.page import scripts
from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.choosing import choose, same_option
from ghosthands.browser_host.page.traffic import watch
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, Control
from ghosthands.browser_host.page.widgets.goal import Chosen, Reading, Unfit
from ghosthands.browser_host.page.widgets.widget import Strategy, Widget
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.plan import ActionKind

#: for a list that is there to be drawn
_DRAWN_MS = 600
#: for a list that is fetched to arrive, while the page is still asking for it
_FETCHED_SECONDS = 4.0
_KEY_DELAY_MS = 20


class Combobox(Widget[Chosen]):
    """react-select, ARIA listboxes behind a button, type-ahead boxes."""

    kinds = frozenset({FieldKind.COMBOBOX})

    def goal(self, field: FieldModel, value: str | None, kind: ActionKind) -> Chosen:
        """The value; its option is chosen when the list is open."""
        if not value:
            raise Unfit("no_value")
        return Chosen(value)

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """What it shows as chosen."""
        return {"how": "combobox", "css": field.locator.css}

    def holds(self, goal: Chosen, reading: Reading) -> bool:
        """It shows the option that was picked."""
        shown = [reading.text, *reading.text.split(", ")]
        return bool(goal.labels) and any(same_option(goal.labels[0], each) for each in shown)

    @property
    def strategies(self) -> Sequence[Strategy[Chosen]]:
        """Pick from the open list; search for it; search with a pause after each key."""
        return (_pick, _search, _search_slowly)


async def _pick(control: Control, goal: Chosen) -> Chosen:
    await _open(control)
    try:
        return await _choose(control, goal)
    except Unfit:
        await control.page.keyboard.press("Escape")
        raise


async def _search(control: Control, goal: Chosen) -> Chosen:
    return await _type_and_choose(control, goal, delay=0)


async def _search_slowly(control: Control, goal: Chosen) -> Chosen:
    return await _type_and_choose(control, goal, delay=_KEY_DELAY_MS)


async def _type_and_choose(control: Control, goal: Chosen, *, delay: float) -> Chosen:
    element = await control.element()
    if not await _is_input(element):
        raise Unfit("no_such_option")
    await element.focus()
    await in_time(element.evaluate("el => el.select()"))
    await control.page.keyboard.type(goal.text, delay=delay)
    try:
        return await _choose(control, goal)
    except Unfit:
        await control.page.keyboard.press("ControlOrMeta+a")
        await control.page.keyboard.press("Delete")
        await control.page.keyboard.press("Escape")
        raise


async def _open(control: Control) -> None:
    """By keyboard where the list opens with it, which no overlay can catch; else by a click."""
    element = await control.element()
    if await _shown(control, 0):
        return
    if await _is_input(element):
        await element.focus()
        await control.page.keyboard.press("ArrowDown")
        if await _shown(control, _DRAWN_MS // 2):
            return
    await element.click(timeout=TOUCH_MS)


async def _is_input(element: ElementHandle) -> bool:
    return bool(await in_time(element.evaluate("el => el.localName === 'input'")))


async def _shown(control: Control, limit_ms: int) -> list[str]:
    task = {"css": control.field.locator.css, "limit": limit_ms}
    labels: list[str] = await control.ask(scripts.action("listbox", "options_shown"), task)
    return labels


async def _awaited(control: Control) -> list[str]:
    """The options, as soon as there are any; none once the page is no longer asking for some."""
    traffic, clock = watch(control.page), asyncio.get_running_loop().time
    started = clock()
    while True:
        labels = await _shown(control, _DRAWN_MS)
        if labels or traffic.is_quiet or clock() - started > _FETCHED_SECONDS:
            return labels


async def _choose(control: Control, goal: Chosen) -> Chosen:
    labels = await _awaited(control)
    index = choose(labels, goal.text)
    if index is None:
        raise Unfit("no_such_option")
    task = {"css": control.field.locator.css, "label": labels[index]}
    option = await control.found("option_element", task, beside="listbox")
    await option.click(timeout=TOUCH_MS)
    return Chosen(goal.text, (labels[index],))
