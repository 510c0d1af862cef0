"""Calendars: opened from the control they belong to, and pressed through to a day, where `03/04` can't be mistaken."""

from __future__ import annotations

import contextlib
import datetime
from typing import Any

from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.goal import Unfit
from ghosthands.domain.codes import ActionFailure

#: whether the control is itself a calendar that stands on the page
IS_CALENDAR = "el => el.getAttribute('role') === 'grid'"
#: presses of an arrow on the way to a month
_MOST_STEPS = 60
#: milliseconds for a calendar to be drawn
_DRAWN_MS = 600


async def pick(control: FormControl, day: datetime.date) -> None:
    """Press through the control's calendar to the day. Raises Unfit if it has none, or no such day in it."""
    task = {"css": control.field.locator.css, "year": day.year, "month": day.month, "day": day.day}
    step = await _opened(control, task)
    for _ in range(_MOST_STEPS):
        if step == "none":
            await control.press_here("Escape")
            await control.leave_opened()
            raise Unfit(ActionFailure.NOT_KEPT)
        if step in ("pick", "move"):
            await (await control.found("calendar_element", task)).click(timeout=TOUCH_MS)
        if step == "pick":
            break
        step = await _next_step(control, task)
    await _confirm(control, task)


async def _opened(control: FormControl, task: dict[str, Any]) -> str:
    """Return the first step in the calendar, opened by a click, its button or a key unless always open."""
    element = await control.element()
    if await element.evaluate(IS_CALENDAR):
        return await _next_step(control, task)
    with contextlib.suppress(PlaywrightError):  # its label may lie over it
        await element.click(timeout=TOUCH_MS)
    step = await _next_step(control, task)
    if step != "none":
        return step
    try:
        button = await control.found("calendar_button", control.field.locator.css)
    except Unfit:
        await control.press_here("ArrowDown")
    else:
        await button.click(timeout=TOUCH_MS)
    return await _next_step(control, task)


async def _next_step(control: FormControl, task: dict[str, Any]) -> str:
    step = await control.act("calendar_step", {**task, "limit": _DRAWN_MS})
    return str(step)


async def _confirm(control: FormControl, task: dict[str, Any]) -> None:
    """Confirm the day if the calendar wants that."""
    try:
        button = await control.found("calendar_element", {**task, "done": True})
    except Unfit:
        return
    await button.click(timeout=TOUCH_MS)
