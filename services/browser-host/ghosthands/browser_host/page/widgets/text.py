"""Controls into which one types: text, number, editable areas."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, ClassVar

from playwright.async_api import ElementHandle

from ghosthands.browser_host.page import values
from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.pace import Pace
from ghosthands.browser_host.page.widgets import sliding, tags
from ghosthands.browser_host.page.widgets.combobox import pick_suggested
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.counting import count_to
from ghosthands.browser_host.page.widgets.day_by_trial import enter_day
from ghosthands.browser_host.page.widgets.goal import Beside, Reading, Unfit, Written
from ghosthands.browser_host.page.widgets.keys import Keys, insert, paste
from ghosthands.browser_host.page.widgets.widget import Strategy, Types, Widget
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.plan import ActionKind
from ghosthands.planning.choosing import code_of, dates, separated
from ghosthands.planning.choosing.quantities import CountedIn, is_quantity, measure_of, number_for, number_in

_KEY_DELAY_MS = 15
#: the type under which a text's number is kept
_DIGITS = "number"
_IS_LINE = "el => el.localName === 'input' && !el.readOnly"
#: a time as shown by a control with seconds
_SECONDS = re.compile(r"\d{1,2}:\d{2}:\d{2}")


class TextBox(Widget[Written]):
    """A box for plain text of any length."""

    types: ClassVar[Types] = {
        "text": FieldKind.TEXT,
        "email": FieldKind.EMAIL,
        "url": FieldKind.URL,
        "textarea": FieldKind.TEXTAREA,
    }
    hears_keys: ClassVar[bool] = True
    tells_key: ClassVar[bool] = True

    def goal(self, field: FieldModel, value: str | None, kind: ActionKind) -> Written:
        """Return the text as it is."""
        if not value:
            raise Unfit(ActionFailure.NO_VALUE)
        return self.written(field, value)

    def written(self, field: FieldModel, value: str) -> Written:
        """Return how the value is written in this kind of control: as its code if there is no room. Raises Unfit."""
        code, clock = code_of(value), values.clock_time(value)
        number = number_for(field.label, value) if is_quantity(value) else None
        forms = {"time": clock, _DIGITS: number and f"{number:f}"}
        return Written(value, (code,) if code else (), {name: form for name, form in forms.items() if form})

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Return the arguments of the script that reads its value."""
        return {"how": "text", "css": field.locator.css}

    def put(self, field: FieldModel, goal: Written) -> dict[str, Any] | None:
        """Return the arguments of the script that sets it by the native setter."""
        return {
            **self.probe(field),
            "text": goal.text,
            "alternatives": list(goal.alternatives),
            "by_type": goal.by_type,
        }

    def holds(self, goal: Written, reading: Reading) -> bool:
        """Whether it shows the same text, or its meaning as the page writes it."""
        if reading.half and "time" in goal.by_type:
            return values.is_told_in_two(goal.by_type["time"], reading.text, reading.half)
        written = (goal.text, *goal.alternatives, *filter(None, [goal.by_type.get(_DIGITS)]))
        return any(values.same_meaning(each, reading.text) for each in written) or reading.text in goal.by_type.values()

    def sends(self, goal: Written, beside: Beside) -> bool | None:
        """Whether the hidden input would submit the text; what was picked may be sent by any word of the page's own."""
        return super().sends(goal, beside) or (goal.picked and beside.changed) or None

    @property
    def strategies(self) -> Sequence[Strategy[Written]]:
        """The text inserted, as a time, typed, as a number, typed and left; counted; to the second; a day; a pick."""
        return (*_WRITTEN, _as_count, _as_clock_in_seconds, _as_day, _as_suggested)


class Secret(TextBox):
    """A box for a password: its text is never matched with the applicant's values."""

    types: ClassVar[Types] = {"password": FieldKind.PASSWORD}
    tells_key: ClassVar[bool] = False

    @property
    def strategies(self) -> Sequence[Strategy[Written]]:
        """The text inserted or typed: nothing suggests it."""
        return _WRITTEN


class NumberBox(TextBox):
    """A box for a number, which is compared by value."""

    types: ClassVar[Types] = dict.fromkeys(("number", "range", "slider"), FieldKind.NUMBER)

    def written(self, field: FieldModel, value: str) -> Written:
        """Return the number that the value states, in what the field counts in. Raises Unfit.

        Whether it is a number of thousands where these are asked for, the plan has seen to.
        """
        number = number_for(field.label, value, said=CountedIn(scale=measure_of(field.label).scale))
        if number is None:
            raise Unfit(ActionFailure.UNFIT_VALUE)
        return Written(f"{number:f}")

    def is_known(self, value: str, text: str) -> bool:
        """Whether it is that value, where the value is nothing but a number."""
        return value.replace(".", "", 1).isdecimal() and values.same_number(value, text)

    def holds(self, goal: Written, reading: Reading) -> bool:
        """Whether it shows the same number."""
        return values.same_number(goal.text, reading.text)

    @property
    def strategies(self) -> Sequence[Strategy[Written]]:
        """The number slid to if it is a slider, again if the focus was taken; else filled in as any text."""
        return tuple(map(_slide_or, (fill, type_in, _retype)))

    def sends(self, goal: Written, beside: Beside) -> bool | None:
        """Whether the same number is sent; a changed and different one is another answer."""
        if number_in(beside.text) is None or not beside.changed:
            return None
        return values.same_number(goal.text, beside.text)


class Editable(TextBox):
    """An area of the page that is edited in place."""

    types: ClassVar[Types] = {"contenteditable": FieldKind.CONTENTEDITABLE}
    tells_key: ClassVar[bool] = False

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Return the arguments of the script that reads its text."""
        return {"how": "editable", "css": field.locator.css}

    async def enter(self, control: FormControl) -> ElementHandle:
        """Click it, as an editor puts its cursor where it is clicked, and return the element."""
        element = await control.element()
        await element.click()
        return element

    def put(self, field: FieldModel, goal: Written) -> dict[str, Any] | None:
        """Return None: an editor must be set alone, as it believes only the browser's own input events."""
        return None

    @property
    def strategies(self) -> Sequence[Strategy[Written]]:
        """The text pasted, or typed key by key."""
        return (_insert, type_in)


async def _insert(control: FormControl, goal: Written) -> Written:
    """Paste over the selected text. Raises Unfit if the editor does not take the focus."""
    if control.pace is Pace.HUMAN:
        return await type_in(control, goal)
    element = await control.element()
    await element.click(timeout=TOUCH_MS)
    await (await control.keys(element)).press("ControlOrMeta+a")
    await paste(element, goal.text)
    return goal


def _slide_or(write: Strategy[Written]) -> Strategy[Written]:
    async def put(control: FormControl, goal: Written) -> Written:
        element = await control.element()
        if not await in_time(element.evaluate(sliding.SLIDES)):
            return await write(control, goal)
        await sliding.slide(control, element, Decimal(goal.text))
        return goal

    return put


async def enter_tags(control: FormControl, goal: Written) -> Written:
    """Enter each text by itself by key; those that are there stay."""
    held = {text.casefold() for text in separated((await control.read(_probe(control))).text)}
    element = await control.element()
    for text in separated(goal.text):
        if text.casefold() in held:
            continue
        await element.focus()
        keys = await control.keys(element)
        await keys.type(text)
        await tags.enter(control, keys)
    return goal


def _probe(control: FormControl) -> dict[str, Any]:
    return {"how": "text", "css": control.field.locator.css}


async def fill(control: FormControl, goal: Written) -> Written:
    """Insert the text as if pasted; at a human pace type it key by key."""
    if await _takes_tags(control):
        return await enter_tags(control, goal)
    if control.pace is Pace.HUMAN:
        return await type_in(control, goal)
    element = await control.element()
    kind = await in_time(element.get_attribute("type")) if goal.by_type else None
    if kind in goal.by_type:
        await element.fill(goal.by_type[kind], timeout=TOUCH_MS)  # such controls take no typed text
        return goal
    await element.wait_for_element_state("editable", timeout=TOUCH_MS)
    await insert(element, goal.text)
    return goal


async def _takes_tags(control: FormControl) -> bool:
    """Whether texts are entered into it one by one."""
    return bool(await control.act("takes_tags", control.field.locator.css))


async def type_in(control: FormControl, goal: Written) -> Written:
    """Type key by key into the emptied control. Raises Unfit if that enters no text."""
    if await _takes_tags(control):
        raise Unfit(ActionFailure.NOT_KEPT, final=True)
    element = await control.element()
    await element.click(timeout=TOUCH_MS)
    keys = await control.keys(element)
    await keys.press("ControlOrMeta+a", "Delete")
    await keys.type(goal.text)
    return goal


async def _as_clock(control: FormControl, goal: Written) -> Written:
    """Write the time by the 24-hour clock, or by the 12-hour clock beside a list of halves. Raises Unfit."""
    clock = goal.by_type.get("time")
    if clock is None:
        raise Unfit(ActionFailure.NOT_KEPT)
    if await control.act("half_beside", {"css": control.field.locator.css, "half": values.half_of(clock)}):
        await _retype(control, dataclasses.replace(goal, text=values.without_half(clock)))
        return goal
    if clock == goal.text:
        raise Unfit(ActionFailure.NOT_KEPT)
    return await _retype(control, dataclasses.replace(goal, text=clock))


async def _as_number(control: FormControl, goal: Written) -> Written:
    """Write the number alone, for a mask that takes nothing else. Raises Unfit."""
    number = goal.by_type.get(_DIGITS)
    if number is None or number == goal.text:
        raise Unfit(ActionFailure.NOT_KEPT)
    return await _retype(control, dataclasses.replace(goal, text=number))


async def _as_count(control: FormControl, goal: Written) -> Written:
    """Count the number by the buttons beside it. Raises Unfit."""
    number = goal.by_type.get(_DIGITS)
    if number is None:
        raise Unfit(ActionFailure.NOT_KEPT)
    await count_to(control, Decimal(number))
    return dataclasses.replace(goal, text=number)


async def _as_confirmed_clock(control: FormControl, goal: Written) -> Written:
    """Write the time in a panel that wants a press on OK; with seconds if it shows them. Raises Unfit."""
    clock = goal.by_type.get("time")
    if clock is None:
        raise Unfit(ActionFailure.NOT_KEPT)
    await _confirm(control, clock)
    if _SECONDS.fullmatch((await control.read(_probe(control))).text):
        await _confirm(control, f"{clock}:00")
    return dataclasses.replace(goal, text=clock)


async def _confirm(control: FormControl, clock: str) -> None:
    await type_over(control, clock)
    await (await control.found("clock_done", control.field.locator.css)).click(timeout=TOUCH_MS)


async def _retype(control: FormControl, goal: Written) -> Written:
    await (await type_over(control, goal.text)).leave()
    return goal


async def _as_clock_in_seconds(control: FormControl, goal: Written) -> Written:
    """Write the time by the 24-hour clock, to the second. Raises Unfit."""
    clock = goal.by_type.get("time")
    if clock is None:
        raise Unfit(ActionFailure.NOT_KEPT)
    return await _retype(control, dataclasses.replace(goal, text=f"{clock}:00"))


async def _as_day(control: FormControl, goal: Written) -> Written:
    """Enter the day that the text states as the box takes it. Raises Unfit."""
    [day, *others] = {dates.parse(goal.text, order) for order in dates.ORDERS}
    if day is None or others:
        raise Unfit(ActionFailure.NOT_KEPT)
    shown, _ = await enter_day(control, day)
    return Written(shown)


async def _as_suggested(control: FormControl, goal: Written) -> Written:
    """Pick the suggestion that says the text, in a box that keeps no other. Raises Unfit."""
    element = await control.element()
    if not await in_time(element.evaluate(_IS_LINE)) or await _takes_tags(control):
        raise Unfit(ActionFailure.NOT_KEPT)
    label = await pick_suggested(control, goal.text)
    if label is None:
        raise Unfit(ActionFailure.NOT_KEPT)
    return Written(label, picked=True)


#: how a text is written
_WRITTEN: Sequence[Strategy[Written]] = (fill, _as_clock, _as_confirmed_clock, type_in, _as_number, _retype)


async def type_over(control: FormControl, text: str) -> Keys:
    """Type key by key over the selected text, and return the keys."""
    element = await control.element()
    await element.focus()
    await in_time(element.evaluate("el => el.select?.()"))
    keys = await control.keys(element)
    await keys.type(text, delay_ms=_KEY_DELAY_MS)
    return keys
