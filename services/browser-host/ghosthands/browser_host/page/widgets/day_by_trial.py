"""A date in a box that shows no format: the box itself says how it takes dates, by what it makes of some.

First the day goes in as `2027-02-01`, which nobody mistakes. A box that writes it in its own way is shown the 25th of
the month, which can't be a month, and says by that which part it puts first; a box that refuses it is shown the 25th in
one format after the other. What takes any text, or the 25th whichever part comes first, says nothing of how it reads
dates, and is left. Each date is entered by Enter, for nothing else, as some boxes take back what is only typed.
"""

from __future__ import annotations

from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.goal import Unfit
from ghosthands.domain.codes import ActionFailure
from ghosthands.planning.choosing import dates

_PLAIN = "yyyy-mm-dd"
#: a day that can't be a month
_TELLING_DAY = 25
#: what is no day, however it is read
_NO_DAY = "{year}-19-39"
#: formats that are tried, each with its twin that has the other part first
_TWINS = (
    ("mm/dd/yyyy", "dd/mm/yyyy"),
    ("dd/mm/yyyy", "mm/dd/yyyy"),
    ("dd.mm.yyyy", "mm.dd.yyyy"),
    ("dd-mm-yyyy", "mm-dd-yyyy"),
    ("mm-dd-yyyy", "dd-mm-yyyy"),
    ("yyyy/mm/dd", "yyyy/dd/mm"),
)
#: what takes no day: the month can't be mistaken
_MONTHS = ("yyyy-mm", "mm/yyyy")
_TAKES_TEXT = (
    "el => el.localName === 'input' && ['text', 'tel'].includes(el.type) && !el.readOnly && el.role !== 'spinbutton'"
)
_SELECT = "el => el.select()"


async def enter_day(control: FormControl, day: dates.Day) -> tuple[str, str]:
    """Enter the day, and return how the box shows it, with the order of the parts. Raises Unfit."""
    element = await control.element()
    if day.month is None or not await in_time(element.evaluate(_TAKES_TEXT)):
        raise Unfit(ActionFailure.NOT_KEPT)
    shown = await _entered(control, day.written(_PLAIN)) if day.day else ""
    if shown == day.written(_PLAIN):
        if await _entered(control, _NO_DAY.format(year=day.year)) == _NO_DAY.format(year=day.year):
            raise Unfit(ActionFailure.NOT_KEPT)
        return await _proven(control, day, _PLAIN, dates.MONTH_FIRST)
    if any(dates.same_day(day.written(_PLAIN), shown, order) for order in dates.ORDERS):
        return await _proven(control, day, _PLAIN, await _order_shown(control, day))
    pattern = await _format_taken(control, day)
    return await _proven(control, day, pattern, dates.order_of(pattern))


async def _entered(control: FormControl, text: str) -> str:
    """Enter a text, and return what the box shows once it was left. Raises Unfit."""
    try:
        await _enter(control, text)
    except Unfit as unfit:  # what the text before had opened may take the focus as it closes
        if unfit.final:
            raise
        await _enter(control, text)
    await control.leave_opened()
    return (await control.read({"how": "text", "css": control.field.locator.css})).text


async def _enter(control: FormControl, text: str) -> None:
    element = await control.element()
    await element.click(timeout=TOUCH_MS)  # what opens of itself at the first key may swallow that
    await in_time(element.evaluate(_SELECT))
    keys = await control.keys(element)
    await keys.type(text)
    async with keys.sending_nothing():
        await keys.press("Enter")
    await keys.leave()


async def _proven(control: FormControl, day: dates.Day, pattern: str, order: str) -> tuple[str, str]:
    shown = await _entered(control, day.written(pattern))
    if not dates.same_day(day.first.isoformat(), shown, order):
        raise Unfit(ActionFailure.NOT_KEPT)
    return shown, order


def _telling(day: dates.Day) -> dates.Day:
    return day._replace(day=_TELLING_DAY)


async def _order_shown(control: FormControl, day: dates.Day) -> str:
    """Return the order in which the box writes the parts of a date by itself. Raises Unfit."""
    telling = _telling(day).written(_PLAIN)
    shown = await _entered(control, telling)
    orders = [order for order in dates.ORDERS if dates.same_day(telling, shown, order)]
    if not orders:
        raise Unfit(ActionFailure.NOT_KEPT)
    return _order_of(shown) or orders[0]


def _order_of(shown: str) -> str:
    """Return the order of a date that says the telling day in numbers; empty where its month is a word."""
    first = shown.strip().partition("/")[0].partition(".")[0].partition("-")[0]
    if not first.isdigit():
        return ""
    return dates.DAY_FIRST if int(first) == _TELLING_DAY else dates.MONTH_FIRST


async def _format_taken(control: FormControl, day: dates.Day) -> str:
    """Return the one format that the box takes and whose twin it refuses. Raises Unfit."""
    telling = _telling(day)
    for pattern, twin in _TWINS if day.day else ():
        if not await _takes(control, telling, pattern):
            continue
        if await _takes(control, telling, twin):
            break
        return pattern
    for pattern in _MONTHS:
        if await _takes(control, day, pattern):
            return pattern
    raise Unfit(ActionFailure.NOT_KEPT)


async def _takes(control: FormControl, day: dates.Day, pattern: str) -> bool:
    return await _entered(control, day.written(pattern)) == day.written(pattern)
