"""A number that nobody types: two buttons beside it count it up and down."""

from __future__ import annotations

from decimal import Decimal

from ghosthands.browser_host.page import scripts
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.goal import Unfit
from ghosthands.domain.codes import ActionFailure
from ghosthands.planning.choosing.quantities import number_in

_MOST_PRESSES = 60
#: milliseconds without a change of the page, and the most that is waited for that
_WRITTEN = {"quiet": 20, "limit": 200}


async def count_to(control: FormControl, wanted: Decimal) -> None:
    """Press the buttons until the number says `wanted`. Raises Unfit if it does not come there exactly."""
    now = await _stands(control)
    for _ in range(_MOST_PRESSES):
        if now == wanted:
            return
        button = await control.found("count_button", {"css": control.field.locator.css, "up": wanted > now})
        await button.click(timeout=TOUCH_MS)
        await control.ask(scripts.bare("quiet"), _WRITTEN)
        then = await _stands(control)
        if abs(wanted - then) >= abs(wanted - now):
            break  # it counts otherwise, no further, or past it
        now = then
    raise Unfit(ActionFailure.NOT_KEPT)


async def _stands(control: FormControl) -> Decimal:
    text = (await control.read({"how": "text", "css": control.field.locator.css})).text
    number = number_in(text) if text.strip() else Decimal(0)
    if number is None:
        raise Unfit(ActionFailure.NOT_KEPT)
    return number
