"""Controls one types into: text, phone, number, date, editable areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ghosthands.browser_host.page import dates, values
from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, Control
from ghosthands.browser_host.page.widgets.goal import Reading, Unfit, Written
from ghosthands.browser_host.page.widgets.widget import Strategy, Widget
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.plan import ActionKind

#: national numbers of the countries with the strictest forms
_NATIONAL_DIGITS = 10
_KEY_DELAY_MS = 15


class Text(Widget[Written]):
    """Plain text of any length."""

    kinds = frozenset({FieldKind.TEXT, FieldKind.EMAIL, FieldKind.URL, FieldKind.PASSWORD, FieldKind.TEXTAREA})

    def goal(self, field: FieldModel, value: str | None, kind: ActionKind) -> Written:
        """The text as it is."""
        if not value:
            raise Unfit("no_value")
        return self.written(field, value)

    def written(self, field: FieldModel, value: str) -> Written:
        """How the value is written in this kind of control. Raises Unfit."""
        return Written(value)

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Its value."""
        return {"how": "text", "css": field.locator.css}

    def put(self, field: FieldModel, goal: Written) -> dict[str, Any]:
        """By the native setter."""
        return {
            **self.probe(field),
            "text": goal.text,
            "alternatives": list(goal.alternatives),
            "by_type": goal.by_type,
        }

    def holds(self, goal: Written, reading: Reading) -> bool:
        """The same text."""
        return values.same_text(goal.text, reading.text)

    @property
    def strategies(self) -> Sequence[Strategy[Written]]:
        """Fill as Playwright does; type key by key; type once more over a selection, and leave with Tab."""
        return (_fill, _type, _retype)


class Phone(Text):
    """A phone number, compared by its digits."""

    kinds = frozenset({FieldKind.TEL})

    def written(self, field: FieldModel, value: str) -> Written:
        """As given, else its digits, else the national ones."""
        bare = values.digits(value)
        return Written(value, (bare, bare[-_NATIONAL_DIGITS:]))

    def holds(self, goal: Written, reading: Reading) -> bool:
        """The same digits, with or without the country code."""
        return values.same_phone(goal.text, reading.text)


class Number(Text):
    """A number, compared by value."""

    kinds = frozenset({FieldKind.NUMBER})

    def written(self, field: FieldModel, value: str) -> Written:
        """The one number the value states."""
        number = values.number_in(value)
        if number is None:
            raise Unfit("unfit_value")
        return Written(f"{number:f}")

    def holds(self, goal: Written, reading: Reading) -> bool:
        """The same number."""
        return values.same_number(goal.text, reading.text)


class Date(Text):
    """A date, in the format its control wants."""

    kinds = frozenset({FieldKind.DATE})

    def written(self, field: FieldModel, value: str) -> Written:
        """As the control's type, else its placeholder, has it."""
        day = dates.parse(value)
        if day is None:
            raise Unfit("unfit_value")
        first = day.first
        week = first.isocalendar()
        native = {
            "date": first.isoformat(),
            "month": f"{first:%Y-%m}",
            "week": f"{week.year}-W{week.week:02}",
            "datetime-local": f"{first.isoformat()}T00:00",
        }
        return Written(day.written(field.placeholder or "mm/dd/yyyy"), (), native)

    def holds(self, goal: Written, reading: Reading) -> bool:
        """The same day, as far as the control knows days."""
        if goal.text.isdigit():  # a part of a date that has a control of its own
            return values.same_number(goal.text, reading.text)
        return reading.text in goal.by_type.values() or dates.same_day(goal.by_type["date"], reading.text)

    @property
    def strategies(self) -> Sequence[Strategy[Written]]:
        """A native date control takes only its own format; any other is typed into."""
        return (_fill_date, _type, _retype)


class Editable(Text):
    """An area of the page that is edited in place."""

    kinds = frozenset({FieldKind.CONTENTEDITABLE})

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Its text."""
        return {"how": "editable", "css": field.locator.css}


async def _fill(control: Control, goal: Written) -> Written:
    await (await control.element()).fill(goal.text, timeout=TOUCH_MS)
    return goal


async def _fill_date(control: Control, goal: Written) -> Written:
    element = await control.element()
    kind = await element.get_attribute("type") or "text"
    await element.fill(goal.by_type.get(kind, goal.text), timeout=TOUCH_MS)
    return goal


async def _type(control: Control, goal: Written) -> Written:
    element = await control.element()
    await element.click(timeout=TOUCH_MS)
    await control.page.keyboard.press("ControlOrMeta+a")
    await control.page.keyboard.press("Delete")
    await control.page.keyboard.type(goal.text)
    return goal


async def _retype(control: Control, goal: Written) -> Written:
    element = await control.element()
    await element.focus()
    await in_time(element.evaluate("el => el.select?.()"))
    await control.page.keyboard.type(goal.text, delay=_KEY_DELAY_MS)
    await control.page.keyboard.press("Tab")
    return goal
