"""Dates: written into native controls and boxes that show their format, typed part by part, or picked from a calendar.

A box that does not show how it writes dates is filled from its calendar, where `03/04` can't be mistaken; typing comes
last there. A month is enough for what asks for a month.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import re
from collections.abc import Sequence
from typing import Any, ClassVar

from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import values
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.day_by_trial import enter_day
from ghosthands.browser_host.page.widgets.goal import Beside, Reading, Unfit, Written
from ghosthands.browser_host.page.widgets.text import TextBox, fill, type_over
from ghosthands.browser_host.page.widgets.widget import Strategy, Types
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planning.choosing import dates

#: presses of an arrow on the way to a month
_MOST_STEPS = 60
#: milliseconds for a calendar to be drawn
_DRAWN_MS = 600
_KEY_DELAY_MS = 15
#: the format where nothing shows one, and the languages of pages on which it is typed as it is
_USUAL = "mm/dd/yyyy"
_USUAL_IN = ("", "en", "en-us")
_FORMAT = re.compile(r"[dmy]{1,4}(?:\W*[dmy]{1,4})*", re.IGNORECASE)
_IS_OPEN = "el => el.getAttribute('aria-expanded') === 'true'"
_IS_SECTION = "el => el.getAttribute('role') === 'spinbutton'"
_IS_CALENDAR = "el => el.getAttribute('role') === 'grid'"
_IS_READ_ONLY = f"el => Boolean(el.readOnly) || el.localName === 'button' || ({_IS_CALENDAR})(el)"
#: parts of a time of day that have a control of their own, by their names in `js/labels.js`
_HALF = "AM/PM"
_OF_A_CLOCK = ("hh", "HH", "--:mm", _HALF)
_NATIVE = ("date", "month", "week", "datetime-local")


class Date(TextBox):
    """A box for a date, in the format that it wants."""

    types: ClassVar[Types] = dict.fromkeys(_NATIVE, FieldKind.DATE)

    def written(self, field: FieldModel, value: str) -> Written:
        """Return the day as the control's type, or else its placeholder, wants it. Raises Unfit."""
        if field.placeholder in _OF_A_CLOCK:
            return _part_of_clock(field.placeholder, value)
        day = dates.parse(value)
        if day is None:
            raise Unfit(ActionFailure.UNFIT_VALUE)
        first = day.first
        week = first.isocalendar()
        clock = values.clock_time_in(value) or ""
        native = {
            "date": first.isoformat(),
            "month": f"{first:%Y-%m}",
            "week": f"{week.year}-W{week.week:02}",
            "datetime-local": f"{first.isoformat()}T{clock or '00:00'}",
        }
        shown = _format_of(field) or _USUAL
        return Written(day.written(shown), (), native, (dates.order_of(shown),), clock)

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Return the arguments of the script that reads it, with whether its format is known."""
        return {"how": "date", "css": field.locator.css, "formatted": _format_of(field) is not None}

    def holds(self, goal: Written, reading: Reading) -> bool:
        """Whether it shows the same day, as precisely as the control shows days."""
        if goal.text.isdigit():  # a part of a date that has a control of its own
            return any(dates.same_part(part, reading.text) for part in (goal.text, *goal.alternatives))
        if not goal.by_type:  # a half of the day
            return goal.text == reading.text
        if reading.text in (goal.text, *goal.by_type.values()):
            return True
        if goal.clock and values.clock_time_in(reading.text) not in (None, goal.clock):
            return False
        day = values.drop_clock(reading.text)
        return any(dates.same_day(goal.by_type["date"], day, order) for order in goal.orders)

    def sends(self, goal: Written, beside: Beside) -> bool | None:
        """Whether the same day is sent, however it is written for a server; another day is another answer."""
        day = dates.parse(beside.text.partition("T")[0])
        if day is None or "date" not in goal.by_type:
            return None
        return any(dates.same_day(goal.by_type["date"], beside.text.partition("T")[0], order) for order in dates.ORDERS)

    @property
    def strategies(self) -> Sequence[Strategy[Written]]:
        """The date written, or picked if the format is not known, or as the box takes it; typed key by key; picked."""
        return (_write, _by_trial, _type, _pick)


def _part_of_clock(part: str, value: str) -> Written:
    clock = values.clock_time(value) or values.clock_time_in(value)
    if clock is None:
        raise Unfit(ActionFailure.UNFIT_VALUE)
    hour, minute = clock.split(":")
    if part == _HALF:
        return Written("PM" if int(hour) >= 12 else "AM")
    if part == "--:mm":
        return Written(minute)
    return Written(hour if part == "HH" else f"{(int(hour) - 1) % 12 + 1:02}", (hour,))


def _format_of(field: FieldModel) -> str | None:
    """Return the format that a control shows, such as `MM/DD/YYYY`; None if it shows none."""
    shown = field.placeholder.strip()
    return shown if _FORMAT.fullmatch(shown) else dates.spell_format(shown) or None


async def _write(control: FormControl, goal: Written) -> Written:
    element = await control.element()
    kind = await element.get_attribute("type") or "text"
    if kind in _NATIVE:
        await element.fill(goal.by_type[kind], timeout=TOUCH_MS)
        return goal
    if await element.evaluate(_IS_SECTION):
        await element.click(timeout=TOUCH_MS)
        await (await control.keys(element)).type(goal.text, delay_ms=_KEY_DELAY_MS)
        return goal
    assert isinstance(control.field, FieldModel)  # noqa: S101  a file input takes no date
    if _format_of(control.field) is None or await element.evaluate(_IS_READ_ONLY):
        return await _pick(control, goal)
    return await fill(control, goal)


async def _by_trial(control: FormControl, goal: Written) -> Written:
    """Enter the day in a box that shows no format, as it takes it. Raises Unfit."""
    day = dates.parse(goal.by_type.get("date", ""))
    assert isinstance(control.field, FieldModel)  # noqa: S101  a file input takes no date
    if day is None or goal.clock or _format_of(control.field) is not None:
        raise Unfit(ActionFailure.NOT_KEPT)
    shown, order = await enter_day(control, day)
    return dataclasses.replace(goal, text=shown, orders=(order,))


async def _type(control: FormControl, goal: Written) -> Written:
    element = await control.element()
    if await element.evaluate(_IS_READ_ONLY):
        raise Unfit(ActionFailure.NOT_KEPT)
    is_section = await element.evaluate(_IS_SECTION)
    if not is_section:
        goal = await _write_locally(control, goal)
    await element.focus()
    keys = await control.keys(element)
    if not is_section:
        await keys.press("ControlOrMeta+a", "Delete")
    await keys.type(goal.text, delay_ms=_KEY_DELAY_MS)
    if await element.evaluate(_IS_OPEN):  # what opened while it was typed takes it over by that key
        async with keys.sending_nothing():
            await keys.press("Enter")
    await keys.leave()
    await _set_clock(control, goal)
    return goal


async def _write_locally(control: FormControl, goal: Written) -> Written:
    """Return the day in the page's language, if the control shows no format. Raises Unfit where it is mistakable."""
    assert isinstance(control.field, FieldModel)  # noqa: S101  a file input takes no date
    day = dates.parse(goal.by_type.get("date", ""))
    if day is None or _format_of(control.field) is not None:
        return goal
    [said] = await control.act("written_dates", [{"css": control.field.locator.css, "forms": []}])
    if said["language"].casefold() in _USUAL_IN:
        return goal
    shown = dates.format_of(said["language"])
    if not shown or dates.is_mistakable(day.written(shown)):
        raise Unfit(ActionFailure.NOT_KEPT)
    return dataclasses.replace(goal, text=day.written(shown))


async def _pick(control: FormControl, goal: Written) -> Written:
    """Press through the calendar to the day; its parts may then be shown in any order. Raises Unfit."""
    day = datetime.date.fromisoformat(goal.by_type["date"])
    task = {"css": control.field.locator.css, "year": day.year, "month": day.month, "day": day.day}
    step = await _opened(control, task)
    for _ in range(_MOST_STEPS):
        if step == "none":
            await control.press_here("Escape")
            raise Unfit(ActionFailure.NOT_KEPT)
        if step in ("pick", "move"):
            await (await control.found("calendar_element", task)).click(timeout=TOUCH_MS)
        if step == "pick":
            break
        step = await _next_step(control, task)
    await _confirm(control, task)
    await _set_clock(control, goal)
    return dataclasses.replace(goal, orders=dates.ORDERS)


async def _set_clock(control: FormControl, goal: Written) -> None:
    """Write the time of day over the one that the control put behind the day."""
    shown = (await control.read({"how": "date", "css": control.field.locator.css})).text
    wanted = values.replace_clock(shown, goal.clock) if goal.clock else shown
    if wanted != shown:
        await (await type_over(control, wanted)).leave()


async def _opened(control: FormControl, task: dict[str, Any]) -> str:
    """Return the first step in the calendar, opened by a click, its button or a key unless always open."""
    element = await control.element()
    if await element.evaluate(_IS_CALENDAR):
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
