"""What a page makes of boxes and words alone, in a real Chromium: no control where a press may be another thing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.page import Value
from ghosthands.domain.page import PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

_HAND = "style='cursor:pointer'"
_ICON = "<svg width='20' height='20'></svg>"
#: by name: what a press on it would send, leave or only explain
NO_CONTROLS = {
    "a way on without words": f"Step 1 of 3 <button type='submit' aria-label='Next' {_HAND}>{_ICON}</button>",
    "a way on of no type": f"Step 1 of 3 <button aria-label='Weiter' {_HAND}>{_ICON}</button>",
    "what stands in a button that sends": f"<button>Step 1 <i {_HAND}>{_ICON}</i></button>",
    "what holds a button that sends": f"Step 1 <span {_HAND}><button>{_ICON}</button></span>",
    "a way on that is no button": f"Step 1 of 3 <span aria-label='Next' {_HAND}>{_ICON}</span>",
}
HELPS = {
    "a question mark": f"Salary <span {_HAND}>?</span>",
    "a cross": f"Filter <span {_HAND}>×</span>",
}
LISTS = "<ul hidden><li data-value='a'>Alpha</li><li data-value='b'>Beta</li></ul>"


@pytest.mark.parametrize("inner", NO_CONTROLS.values(), ids=NO_CONTROLS)
async def test_what_a_press_may_send_is_no_switch(show: Open, inner: str) -> None:
    model = await show(f"<form><div><input type='hidden' name='step' value='1'>{inner}</div></form>")
    assert model.fields == ()


@pytest.mark.parametrize("inner", HELPS.values(), ids=HELPS)
async def test_a_lone_icon_beside_an_input_that_holds_nothing_is_no_switch(show: Open, inner: str) -> None:
    model = await show(f"<form><div><input type='hidden' name='token' value=''>{inner}</div></form>")
    assert model.fields == ()


async def test_a_switch_is_one_where_its_input_or_a_mark_says_so(show: Open) -> None:
    model = await show(f"""<form><div><input type='hidden' name='a' value='0'>Move <span {_HAND}>{_ICON}</span></div>
        <div><input type='hidden' name='b' value=''>Travel <span data-on='false' {_HAND}>{_ICON}</span></div></form>""")
    assert [(field.label, field.kind) for field in model.fields] == [("Move", "checkbox"), ("Travel", "checkbox")]


async def test_a_button_that_may_send_opens_no_list(show: Open) -> None:
    one = f"<div><input type='hidden' name='a'><button {_HAND}>Choose</button>{LISTS}</div>"
    whole = f"<div {_HAND}><input type='hidden' name='b'><button>Choose</button>{LISTS}</div>"
    assert (await show(f"<form>{one}{whole}</form>")).fields == ()


async def test_a_button_that_may_send_is_still_a_button(show: Open) -> None:
    inner = NO_CONTROLS["a way on without words"]
    model = await show(f"<form><div><input type='hidden' name='step' value='1'>{inner}</div></form>")
    assert [button.text for button in model.buttons] == ["Next"]


async def test_an_unseen_box_that_lies_over_nothing_stays_unseen(show: Open) -> None:
    aside = "position:absolute; left:-9999px; opacity:0; width:120px; height:20px"
    over = "position:absolute; inset:0; opacity:0; width:120px; height:20px"
    model = await show(f"""<form><style>div {{ position: relative; width: 100px; height: 20px }}</style>
        <div>.<input name='a' aria-label='Aside' style='{aside}'></div>
        <div>.<select name='b' aria-label='List aside' style='{aside}'><option>1<option>2</select></div>
        <div>.<input name='c' aria-label='Typed' style='{over}'></div>
        <div>.<select name='d' aria-label='Passed' tabindex='-1' style='{over}'><option>1<option>2</select></div>
        <div>.<select name='e' aria-label='Unheard' aria-hidden='true' style='{over}'><option>1<option>2</select></div>
        <div>.<select name='f' aria-label='Laid over' style='{over}'><option>1<option>2</select></div></form>""")
    assert [field.label for field in model.fields if field.visible] == ["Laid over"]


_HOURS = "".join(f"<li>{hour:02}</li>" for hour in range(24))
#: takes a time only once its panel's OK was pressed
CLOCK = """<form onsubmit="pressed.push('sent'); return false">
<label for="t">Interview time</label><input id="t" onblur="if (!taken) setTimeout(() => (t.value = ''))"></form>
<div role="dialog">{before}</div>
<div role="dialog" onclick="event.target.id === 'ok' && (taken = t.value)">{panel}</div>
<script>let taken = ""; const pressed = [];
const buttonOf = ({{ target }}) => target.closest("button");
document.onclick = (event) => buttonOf(event) && pressed.push(buttonOf(event).id);</script>"""
_NOTICE = "We use cookies <button id='notice' type='button'>OK</button>"


async def pressed_for_a_time(show: Open, fill: Fill, page: Page, before: str, panel: str) -> list[str]:
    model = await show(CLOCK.format(before=before, panel=panel))
    await fill(model, {"Interview time": "2:30 PM"})
    pressed: list[str] = await page.evaluate("() => pressed")
    return pressed


async def test_a_notice_is_not_pressed_for_a_time(show: Open, fill: Fill, page: Page) -> None:
    apply = "Quick apply <button id='apply' type='button'>Apply</button>"
    assert await pressed_for_a_time(show, fill, page, _NOTICE, apply) == []


async def test_what_may_send_is_not_pressed_for_a_time(show: Open, fill: Fill, page: Page) -> None:
    panel = f"<ul>{_HOURS}</ul><button id='sends'>OK</button>"
    assert await pressed_for_a_time(show, fill, page, _NOTICE, panel) == []


async def test_a_time_is_taken_over_in_the_panel_that_shows_the_hours(show: Open, fill: Fill, page: Page) -> None:
    panel = f"<ul>{_HOURS}</ul><button id='ok' type='button'>OK</button>"
    assert set(await pressed_for_a_time(show, fill, page, _NOTICE, panel)) == {"ok"}
