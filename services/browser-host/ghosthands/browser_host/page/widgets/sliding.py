"""Sliders: moved by arrow keys, whose step one press shows, and read by what they say of themselves.

What a page draws without a role is told by the number it sends or shows: two buttons that count it, or a handle on a
bar, which is dragged where it hears no keys. A slider that cannot be moved to the very number is moved back.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.goal import Unfit
from ghosthands.domain.codes import ActionFailure
from ghosthands.planning.choosing.quantities import number_in

_MOST_PRESSES = 400
#: the most turns of press and look: a page may round where it slides to
_MOST_TURNS = 3
#: the most places that are tried by dragging
_MOST_DRAGS = 10
_DRAG_STEPS = 4


class _Stands(NamedTuple):
    """Where a slider stands, between which ends, and how it is moved."""

    now: Decimal
    least: Decimal | None
    most: Decimal | None
    #: by two buttons
    counted: bool
    #: by a handle that a page drew
    drawn: bool
    #: by arrow keys
    keyed: bool


#: moves a slider so many steps on, or back
Move = Callable[[bool, int], Awaitable[None]]


async def slides(control: FormControl) -> bool:
    """Whether the control slides: a range of the browser's own, or one that a page draws."""
    return await control.act("slid", control.field.locator.css) is not None


async def slide(control: FormControl, wanted: Decimal) -> None:
    """Move the slider to `wanted`. Raises Unfit if it does not go there exactly."""
    stands = await _stands(control)
    if (stands.least is not None and wanted < stands.least) or (stands.most is not None and wanted > stands.most):
        raise Unfit(ActionFailure.UNFIT_VALUE, final=True)
    if stands.keyed:
        now = await _step_to(control, stands, wanted)
        if now == wanted:
            return
        if not stands.drawn or now != stands.now:
            await _step_back(control, stands)
            raise Unfit(ActionFailure.UNFIT_VALUE, final=True)
    await _drag_to(control, stands.now, wanted)


async def _step_to(control: FormControl, stands: _Stands, wanted: Decimal) -> Decimal:
    """Move it step by step, and return where it stands then."""
    move = await _mover(control, stands)
    now = stands.now
    for _ in range(_MOST_TURNS):
        if now == wanted:
            break
        now = await _move_nearer(control, move, now, wanted)
    return now


async def _step_back(control: FormControl, stands: _Stands) -> None:
    if stands.counted or stands.drawn:
        await _step_to(control, await _stands(control), stands.now)


async def _mover(control: FormControl, stands: _Stands) -> Move:
    css = control.field.locator.css

    async def press(onward: bool, times: int) -> None:
        button = await control.found("slid_element", {"css": css, "part": "more" if onward else "less"})
        for _ in range(times):
            await button.click(timeout=TOUCH_MS)

    if stands.counted:
        return press
    handle = await control.found("slid_element", {"css": css, "part": "handle"}) if stands.drawn else None
    element = handle or await control.element()
    await element.focus()
    keys = await control.keys(element)

    async def step(onward: bool, times: int) -> None:
        await keys.press(*["ArrowRight" if onward else "ArrowLeft"] * times)

    return step


async def _move_nearer(control: FormControl, move: Move, now: Decimal, wanted: Decimal) -> Decimal:
    """Move once to learn the slider's step, then as often as that step takes; return the place reached."""
    onward = wanted > now
    await move(onward, 1)
    then = (await _stands(control)).now
    step = then - now
    presses = int((wanted - then) / step) if step else 0
    if not 0 <= presses <= _MOST_PRESSES:
        raise Unfit(ActionFailure.NOT_KEPT, final=True)
    await move(onward, presses)
    return (await _stands(control)).now


async def _drag_to(control: FormControl, before: Decimal, wanted: Decimal) -> None:
    """Drag the handle to both ends of its bar, and to where `wanted` lies between them. Raises Unfit."""
    first, last = await _drag(control, 0), await _drag(control, 1)
    if first == last:
        raise Unfit(ActionFailure.NOT_KEPT, final=True)
    if await _drag_between(control, first, last, wanted):
        return
    await _drag_between(control, first, last, before)
    raise Unfit(ActionFailure.UNFIT_VALUE, final=True)


async def _drag_between(control: FormControl, first: Decimal, last: Decimal, wanted: Decimal) -> bool:
    """Try places on the bar, each nearer to `wanted`; return whether it stands there."""
    if not min(first, last) <= wanted <= max(first, last):
        return False
    low, high = 0.0, 1.0
    place = float((wanted - first) / (last - first))
    for _ in range(_MOST_DRAGS):
        now = await _drag(control, place)
        if now == wanted:
            return True
        low, high = (place, high) if (now < wanted) == (first < last) else (low, place)
        place = (low + high) / 2
    return False


async def _drag(control: FormControl, place: float) -> Decimal:
    """Drag the handle to a place on its bar, from 0 to 1, and return the number it stands for then. Raises Unfit."""
    css = control.field.locator.css
    bar = await control.found("slid_element", {"css": css, "part": "track"})
    handle = await control.found("slid_element", {"css": css, "part": "handle"})
    await handle.hover(timeout=TOUCH_MS)
    box = await bar.bounding_box()
    if box is None:
        raise Unfit(ActionFailure.NOT_VISIBLE)
    mouse = control.page.mouse
    await mouse.down()
    try:
        await mouse.move(box["x"] + box["width"] * place, box["y"] + box["height"] / 2, steps=_DRAG_STEPS)
    finally:
        await mouse.up()
    return (await _stands(control)).now


async def _stands(control: FormControl) -> _Stands:
    told = await control.act("slid", control.field.locator.css)
    if told is None:
        raise Unfit(ActionFailure.ELEMENT_NOT_FOUND)
    least, most = _number(told["least"]), _number(told["most"])
    return _Stands(_number(told["now"]) or Decimal(0), least, most, told["counted"], told["drawn"], told["keyed"])


def _number(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return number_in(text)
