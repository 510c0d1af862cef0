"""Days and numbers in what a page draws of boxes without roles: calendars, sliders, buttons that count."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldKind, PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

#: a table of days under the name of their month, and what it tells the box that opened it
CALENDAR = """<script>
  const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
    'November', 'December'];
  const calendar = (input, put, written) => {
    let shown = new Date(2026, 10, 1);
    const box = document.createElement('div');
    const draw = () => {
      const first = new Date(shown.getFullYear(), shown.getMonth(), 1 - shown.getDay());
      const day = (index) => new Date(first.getFullYear(), first.getMonth(), first.getDate() + index).getDate();
      const week = (row) => [0, 1, 2, 3, 4, 5, 6].map((column) => `<td>${day(row * 7 + column)}</td>`).join('');
      box.innerHTML = `<b>‹</b> ${MONTHS[shown.getMonth()]} ${shown.getFullYear()} <i>›</i>
        <table>${[0, 1, 2, 3, 4, 5].map((row) => `<tr>${week(row)}</tr>`).join('')}</table>`;
      [...box.querySelectorAll('td')].forEach((cell, index) => {
        cell.onclick = () => {
          input.value = written(new Date(first.getFullYear(), first.getMonth(), first.getDate() + index));
          box.remove();
        };
      });
      box.querySelector('b').onclick = () => move(-1);
      box.querySelector('i').onclick = () => move(1);
    };
    const move = (months) => { shown = new Date(shown.getFullYear(), shown.getMonth() + months, 1); draw(); };
    box.onmousedown = (event) => event.preventDefault();
    input.onfocus = () => { draw(); put(box); };
    input.onblur = () => box.remove();
  };
</script>"""


@pytest.mark.parametrize("day", ["2027-01-31", "2026-10-01", "2026-11-30"])
async def test_a_day_is_picked_from_a_table_that_has_no_role(show: Open, fill: Fill, page: Page, day: str) -> None:
    model = await show(
        CALENDAR
        + """<form><p><label for="start">Start date</label><input id="start" readonly placeholder="Click to choose"></p>
        <p><label>Name <input></label></p></form>
        <script>calendar(start, (box) => start.after(box), (day) => day.toLocaleDateString('en-CA'));</script>"""
    )
    assert (model.fields[0].kind, model.fields[0].label) == (FieldKind.DATE, "Start date")
    assert await fill(model, {"Start date": day}) == {"Start date": ""}
    assert await page.input_value("#start") == day


async def test_a_day_is_picked_where_a_text_box_keeps_no_other(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        CALENDAR
        + """<p><label>First working day <input id="start"></label></p><script>
        const written = (day) => [day.getDate(), day.getMonth() + 1, day.getFullYear()].join('/');
        start.onchange = () => (start.value = '');
        calendar(start, (box) => {
          const { left, bottom } = start.getBoundingClientRect();
          box.style = `position: absolute; left: ${left}px; top: ${bottom}px`;
          document.body.append(box);
        }, written);</script>"""
    )
    assert await fill(model, {"First working day": "2027-01-12"}) == {"First working day": ""}
    assert await page.input_value("#start") == "12/1/2027"


async def test_a_calendar_that_takes_other_days_than_were_pressed_is_given_up(
    show: Open, fill: Fill, page: Page
) -> None:
    model = await show(
        CALENDAR
        + """<p><label>Start date <input id="start" readonly></label></p>
        <script>calendar(start, (box) => start.after(box), () => '2026-12-24');</script>"""
    )
    assert await fill(model, {"Start date": "2027-01-12"}) == {"Start date": "not_kept"}


async def test_the_calendar_of_another_box_is_not_pressed(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        CALENDAR
        + """<p><label>Start date <input id="start" readonly></label></p>
        <p><label>End date <input id="end" readonly></label></p>
        <script>calendar(end, (box) => end.after(box), (day) => day.toLocaleDateString('en-CA'));
        end.onfocus(); end.onblur = null;</script>"""
    )
    assert await fill(model, {"Start date": "2027-01-12"}) == {"Start date": "not_kept"}
    assert await page.input_value("#end") == ""


async def test_the_way_on_beside_a_calendar_is_not_pressed(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        CALENDAR
        + """<form onsubmit="document.title = 'sent'; return false"><p><label>Start date
        <input id="start" readonly></label></p><button class="next">›</button></form>
        <script>calendar(start, (box) => { box.querySelector('i').remove(); start.parentElement.after(box); }, String);
        </script>"""
    )
    assert await fill(model, {"Start date": "2027-01-12"}) == {"Start date": "not_kept"}
    assert await page.title() == ""


#: a bar of 200 pixels with a knob
BAR = """<style>
  .bar { width: 200px; height: 8px; background: #ccc; position: relative; margin: 20px 0 }
  .knob { position: absolute; width: 14px; height: 14px; top: -3px; left: 0; background: #246 }
</style>"""
DRAGGED = """<script>
  const dragged = (bar, steps, tell) => {
    const knob = bar.firstElementChild;
    const follow = ({ clientX }) => {
      const { left, width } = bar.getBoundingClientRect();
      const step = Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * steps);
      knob.style.left = `${(step * 100) / steps}%`;
      tell(step);
    };
    bar.onmousedown = (event) => {
      follow(event);
      document.onmousemove = follow;
      document.onmouseup = () => (document.onmousemove = null);
    };
  };
</script>"""
OF_A_BAR = (
    BAR
    + DRAGGED
    + """<form><div><span>Willing to travel</span><div class="bar" id="bar"><div class="knob"></div></div>
  <span id="said">0 %</span><input type="hidden" name="travel" value="0"></div>
  <div><label>Name <input></label></div></form>"""
)


@pytest.mark.parametrize("share", ["25%", "0%", "100%"])
async def test_a_knob_is_dragged_to_the_number_that_is_sent(show: Open, fill: Fill, page: Page, share: str) -> None:
    model = await show(
        OF_A_BAR
        + """<script>dragged(bar, 20, (step) => {
          document.querySelector('[name=travel]').value = step * 5;
          said.textContent = `${step * 5} %`;
        });</script>"""
    )
    assert [(each.kind, each.label) for each in model.fields] == [
        (FieldKind.NUMBER, "Willing to travel"),
        (FieldKind.TEXT, "Name"),
    ]
    assert await fill(model, {"Willing to travel": share}) == {"Willing to travel": ""}
    assert await page.input_value("[name=travel]") == share.removesuffix("%")


async def test_a_knob_that_does_not_stop_at_the_number_is_moved_back(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        OF_A_BAR
        + "<script>dragged(bar, 4, (step) => (document.querySelector('[name=travel]').value = step * 25));</script>"
    )
    assert await fill(model, {"Willing to travel": "30%"}) == {"Willing to travel": "unfit_value"}
    assert await page.input_value("[name=travel]") == "0"


async def test_a_handle_is_moved_by_keys_to_what_the_box_before_it_shows(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        BAR
        + """<p><label for="amount">Willing to travel (%)</label> <input id="amount" name="travel" readonly></p>
        <div class="bar"><span class="knob" tabindex="0" id="knob"></span></div><script>
          let at = 0;
          knob.onkeydown = ({ key }) => {
            at += { ArrowRight: 5, ArrowLeft: -5 }[key] ?? 0;
            amount.value = at;
          };
        </script>"""
    )
    assert [(each.kind, each.label) for each in model.fields] == [(FieldKind.NUMBER, "Willing to travel (%)")]
    assert await fill(model, {"Willing to travel (%)": "25%"}) == {"Willing to travel (%)": ""}
    assert await page.input_value("#amount") == "25"


#: by name: a bar, and what is sent beside it
NO_SLIDERS = {
    "no number is sent": ("<div class='knob'></div>", "a1"),
    "it has two handles": ("<div class='knob'></div><div class='knob' style='left: 50px'></div>", "1"),
    "it is filled as steps are done": ("<div style='position: absolute; width: 20px; height: 8px'></div>", "1"),
}


@pytest.mark.parametrize(("inner", "sent"), NO_SLIDERS.values(), ids=NO_SLIDERS)
async def test_a_bar_that_is_no_slider_of_one_number_asks_nothing(show: Open, inner: str, sent: str) -> None:
    model = await show(
        f"{BAR}<form><div><span>Step</span><div class='bar'>{inner}</div>"
        f"<input type='hidden' name='step' value='{sent}'></div></form>"
    )
    assert model.fields == ()


COUNTER = """<p><span class="label">Years of experience</span><span>
  <button type="button" onclick="count(-1)">−</button><input id="years" name="years" value="0" readonly size="3">
  <button type="button" onclick="count(1)">+</button></span></p>
  <script>const count = (by) => (years.value = Math.min(MOST, Math.max(0, Number(years.value) + by)));</script>"""


async def test_a_number_behind_two_buttons_is_counted_to(show: Open, fill: Fill, page: Page) -> None:
    model = await show(COUNTER.replace("MOST", "60"))
    assert await fill(model, {"Years of experience": "7 years"}) == {"Years of experience": ""}
    assert await page.input_value("#years") == "7"


async def test_a_number_that_two_buttons_do_not_reach_is_counted_back(show: Open, fill: Fill, page: Page) -> None:
    model = await show(COUNTER.replace("MOST", "5"))
    assert await fill(model, {"Years of experience": "7 years"}) == {"Years of experience": "unfit_value"}
    assert await page.input_value("#years") == "0"
