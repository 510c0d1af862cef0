"""Phone numbers, compared by their digits; the dial code of a picker, a list or a text before them counts too."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, ClassVar

from ghosthands.browser_host.page import values
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.goal import Beside, Reading, Unfit, Written
from ghosthands.browser_host.page.widgets.text import TextBox, fill, type_in
from ghosthands.browser_host.page.widgets.widget import Strategy, Types
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planning.choosing import dialling

_COUNTRIES = "listbox phone"
_NORTH_AMERICAN = "1"


class Phone(TextBox):
    """A text box for a phone number."""

    types: ClassVar[Types] = {"tel": FieldKind.TEL}

    def written(self, field: FieldModel, value: str) -> Written:
        """Return the number as given, with its digits, and those after its dial code, as alternatives.

        One with an extension has none: digits alone would join the two.
        """
        number = dialling.read(value)
        if number.extension:
            return Written(value)
        if not number.code:
            return Written(value, (number.digits,))
        return Written(value, (number.digits, number.national))

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Return the arguments of the script that reads its value, and the dial code before it."""
        return {"how": "phone", "css": field.locator.css}

    def put(self, field: FieldModel, goal: Written) -> dict[str, Any]:
        """Return the arguments of the script that sets it: behind what says its dial code, to the rest."""
        number = dialling.read_valid(goal.text)
        behind = {number.code: number.national} if number else {}
        said = {"text": goal.text, "alternatives": list(goal.alternatives), "by_type": goal.by_type, "behind": behind}
        return {**self.probe(field), **said}

    def holds(self, goal: Written, reading: Reading) -> bool:
        """Whether it shows the same digits, with or without the country code."""
        return values.same_phone(goal.text, reading.text, reading.dial)

    def sends(self, goal: Written, beside: Beside) -> bool | None:
        """Whether the same digits are sent; too few for a number are a country's."""
        if not values.is_phone(beside.text):
            return None
        return values.same_phone(goal.text, beside.text)

    def is_known(self, value: str, text: str) -> bool:
        """Whether both are the same number."""
        return values.same_phone(value, text)

    @property
    def strategies(self) -> Sequence[Strategy[Written]]:
        """The rest behind a dial code; the number inserted; its country picked; without its +1; typed."""
        return (_behind_code, fill, _with_country, _without_country, type_in)


async def _behind_code(control: FormControl, goal: Written) -> Written:
    """Fill in what follows the dial code, where a list or a text directly before it says that code. Raises Unfit.

    Behind a printed code a number that is another country's, or may be, is not filled in at all.
    """
    before = await control.read({"how": "behind_code", "css": control.field.locator.css})
    if before.printed:
        national = dialling.read_behind(before.dial, goal.text)
        if national is None:
            raise Unfit(ActionFailure.UNFIT_VALUE, final=True)
    else:
        number = dialling.read_valid(goal.text)
        if number is None or before.dial != number.code:
            raise Unfit(ActionFailure.NOT_KEPT)
        national = number.national
    await fill(control, dataclasses.replace(goal, text=national))
    return goal


async def _without_country(control: FormControl, goal: Written) -> Written:
    """Fill in the ten digits of a +1 number, as a mask without room for a dial code takes them. Raises Unfit."""
    number = dialling.read(goal.text)
    if number.code != _NORTH_AMERICAN or number.extension:
        raise Unfit(ActionFailure.NOT_KEPT)
    await fill(control, dataclasses.replace(goal, text=number.national))
    return goal


async def _with_country(control: FormControl, goal: Written) -> Written:
    number = dialling.read(goal.text)
    if not dialling.is_international(goal.text) or number.extension:
        raise Unfit(ActionFailure.NOT_KEPT)
    css, digits = control.field.locator.css, number.digits
    await (await control.found("phone_picker", css)).click(timeout=TOUCH_MS)
    option = await control.found("phone_option", {"css": css, "digits": digits})
    await option.click(timeout=TOUCH_MS)
    dial = (await control.read({"how": "phone", "css": css})).dial
    await type_in(control, dataclasses.replace(goal, text=digits.removeprefix(dial)))
    return goal
