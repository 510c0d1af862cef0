"""A number that nobody types: two buttons beside it count it up and down.

Each press is waited for before the next, as a page may take its time over it. A number that moves later still is not
counted on: the field has failed then, and holds something else.
"""

from __future__ import annotations

import time
from decimal import Decimal

from ghosthands.browser_host.page import scripts
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.goal import Unfit
from ghosthands.domain.codes import ActionFailure
from ghosthands.planning.choosing.quantities import number_in

_MOST_PRESSES = 60
#: milliseconds without a change of the page, and the most that is waited for that
_WRITTEN = {"quiet": 20, "limit": 200}
#: seconds for the number to move at all: a page may ask its server first, or draw it moving
_MOVED_SECONDS = 1.0


async def count_to(control: FormControl, wanted: Decimal) -> None:
    """Press the buttons until the number says `wanted`. Raises Unfit after counting back if it does not come there."""
    begun = await _stands(control)
    if await _count(control, wanted) != wanted:
        await _count(control, begun)
        raise Unfit(ActionFailure.NOT_KEPT)


async def _count(control: FormControl, wanted: Decimal) -> Decimal:
    """Count as near to `wanted` as it goes, and return the number that is shown then."""
    now = await _stands(control)
    for _ in range(_MOST_PRESSES):
        if now == wanted:
            break
        button = await control.found("count_button", {"css": control.field.locator.css, "up": wanted > now})
        await button.click(timeout=TOUCH_MS)
        before, now = now, await _moved(control, now)
        if abs(wanted - now) >= abs(wanted - before):
            break  # it counts otherwise, no further, or past it
    return now


async def _moved(control: FormControl, before: Decimal) -> Decimal:
    """Return the number that is shown once it is another than `before`; `before` if it stays."""
    pressed = time.monotonic()
    while True:
        await control.ask(scripts.bare("quiet"), _WRITTEN)
        now = await _stands(control)
        if now != before or time.monotonic() - pressed > _MOVED_SECONDS:
            return now


async def _stands(control: FormControl) -> Decimal:
    text = (await control.read({"how": "text", "css": control.field.locator.css})).text
    number = number_in(text) if text.strip() else Decimal(0)
    if number is None:
        raise Unfit(ActionFailure.NOT_KEPT)
    return number
