"""Sliders: moved by arrow keys, whose step one press shows, and read by what they say of themselves."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from playwright.async_api import ElementHandle

from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.widgets.control import FormControl
from ghosthands.browser_host.page.widgets.goal import Unfit
from ghosthands.browser_host.page.widgets.keys import Keys
from ghosthands.domain.codes import ActionFailure

#: whether the control slides: a range of the browser's own, or one that a page draws
SLIDES = "el => el.type === 'range' || el.getAttribute('role') === 'slider'"
_MOST_PRESSES = 400
#: the most turns of press and look: a page may round where it slides to
_MOST_TURNS = 3
_STANDS = """async el => {
  await new Promise((resume) => setTimeout(resume, 40));
  const said = (name) => el[name] ?? el.getAttribute(`aria-value${name}`);
  return [el.value ?? el.getAttribute("aria-valuenow") ?? said("min") ?? "0", said("min") ?? "", said("max") ?? ""];
}"""


async def slide(control: FormControl, element: ElementHandle, wanted: Decimal) -> None:
    """Move the slider to `wanted`. Raises Unfit if it does not go there exactly."""
    now, least, most = await _stands(element)
    if (least is not None and wanted < least) or (most is not None and wanted > most):
        raise Unfit(ActionFailure.UNFIT_VALUE, final=True)
    await element.focus()
    keys = await control.keys(element)
    for _ in range(_MOST_TURNS):
        if now == wanted:
            return
        now = await _nearer(element, keys, now or Decimal(0), wanted)
    if now != wanted:
        raise Unfit(ActionFailure.UNFIT_VALUE, final=True)


async def _nearer(element: ElementHandle, keys: Keys, now: Decimal, wanted: Decimal) -> Decimal:
    """Press once to learn the slider's step, then as often as that step takes; return the place reached."""
    onward = "ArrowRight" if wanted > now else "ArrowLeft"
    await keys.press(onward)
    then = (await _stands(element))[0] or Decimal(0)
    step = then - now
    presses = int((wanted - then) / step) if step else 0
    if not 0 <= presses <= _MOST_PRESSES:
        raise Unfit(ActionFailure.NOT_KEPT, final=True)
    await keys.press(*[onward] * presses)
    return (await _stands(element))[0] or Decimal(0)


async def _stands(element: ElementHandle) -> tuple[Decimal | None, Decimal | None, Decimal | None]:
    """Return the slider's place, and its ends on both sides."""
    now, least, most = map(_number, await in_time(element.evaluate(_STANDS)))
    return now, least, most


def _number(text: object) -> Decimal | None:
    try:
        return Decimal(str(text))
    except InvalidOperation:
        return None
