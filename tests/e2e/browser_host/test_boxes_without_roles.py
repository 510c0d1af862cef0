"""Controls that a page draws of boxes without roles: told by what they say, and by what opens beside them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldKind, PageModel
from ghosthands.domain.plan import PlannedAction

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Plan = Callable[..., PlannedAction]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

#: draws a list without a role at the end of the body, under the element that it is for
LIST = """<script>
  let list = null;
  const close = () => { list?.remove(); list = null; };
  const offer = (under, labels, pick) => {
    close();
    const { left, bottom, width } = under.getBoundingClientRect();
    list = document.createElement('ul');
    const place = `left: ${left}px; top: ${bottom + scrollY}px; width: ${width}px`;
    list.style = `position: absolute; margin: 0; padding: 0; list-style: none; ${place}`;
    for (const label of labels) {
      const item = document.createElement('li');
      item.innerHTML = `<div>${label}</div>`;
      item.style.cursor = 'pointer';
      item.onmousedown = (event) => event.preventDefault();
      item.onclick = () => { pick(label); close(); };
      list.append(item);
    }
    document.body.append(list);
  };
</script>"""


def asked(model: PageModel) -> list[tuple[FieldKind, str]]:
    """What is asked: the kind and the question."""
    return [(each.kind, each.label) for each in model.fields if each.visible]


async def test_a_box_that_prompts_to_select_is_a_list(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        LIST
        + """<div><label>Highest degree</label><div style="width: 200px">
        <div id="box" tabindex="0" style="cursor: pointer"
          onclick="offer(this, ['Bachelor', 'Doctorate'], (label) => (this.textContent = label))">
          <div>Please Select</div></div></div></div>
        <div><label>Name <input></label></div>"""
    )
    assert asked(model) == [(FieldKind.COMBOBOX, "Highest degree"), (FieldKind.TEXT, "Name")]
    assert await fill(model, {"Highest degree": "Doctorate"}) == {"Highest degree": ""}
    assert await page.text_content("#box") == "Doctorate"


async def test_a_box_under_a_prompt_to_select_holds_every_option_that_was_picked(
    show: Open, fill: Fill, page: Page
) -> None:
    model = await show(
        LIST
        + """<div><label>Languages</label>
        <div class="select--multiple" style="position: relative; width: 200px; height: 20px">
        <div id="box" tabindex="0" style="cursor: pointer; height: 20px"
          onclick="offer(this, ['English', 'French', 'German'], (label) => take(label))"></div>
        <div id="prompt" style="position: absolute; top: 0; pointer-events: none">Please Select</div></div></div>
        <div><label>Name <input></label></div>
        <script>const take = (label) => {
          document.getElementById('prompt').hidden = true;
          box.insertAdjacentHTML('beforeend', `<span class="my-tag">${label}</span>`);
        };</script>"""
    )
    assert asked(model) == [(FieldKind.COMBOBOX, "Languages"), (FieldKind.TEXT, "Name")]
    assert await fill(model, {"Languages": "German, English"}) == {"Languages": ""}
    assert await page.locator(".my-tag").all_inner_texts() == ["German", "English"]


async def test_what_is_no_option_of_a_box_that_prompts_to_select_is_not_chosen(
    show: Open, fill: Fill, page: Page
) -> None:
    model = await show(
        LIST
        + """<div><label>Highest degree</label><div id="box" tabindex="0" style="cursor: pointer; width: 200px"
          onclick="offer(this, ['Bachelor', 'Doctorate'], (label) => (this.textContent = label))"
          >Please Select</div></div>
        <div><label>Name <input></label></div>
        <div style="position: fixed; bottom: 0">
        <p style="cursor: pointer" onclick="this.textContent = 'pressed'">Knighthood</p></div>"""
    )
    assert await fill(model, {"Highest degree": "Knighthood"}) == {"Highest degree": "no_such_option"}
    assert await page.text_content("#box") == "Please Select"
    assert await page.locator("text=pressed").count() == 0


BOX_OF_A_LIST = (
    LIST
    + """<p><label for="country">Country</label>
  <select id="country" name="country" style="display: none">
  <option></option><option>Niger</option><option>Nigeria</option></select>
  <span><input id="box"><a tabindex="-1" title="Show all" role="button">v</a></span></p>
<script>
  const list_ = document.getElementById('country');
  box.oninput = () => offer(box, ['Niger', 'Nigeria'].filter((each) => each.includes(box.value)), (label) => {
    box.value = label;
    list_.value = label;
  });
</script>"""
)


async def test_a_box_behind_an_unseen_list_picks_from_that(show: Open, fill: Fill, page: Page) -> None:
    model = await show(BOX_OF_A_LIST)
    assert asked(model) == [(FieldKind.COMBOBOX, "Country")]
    assert await fill(model, {"Country": "Niger"}) == {"Country": ""}
    assert await page.input_value("#country") == "Niger"


async def test_a_named_box_behind_an_unseen_list_is_a_question_of_its_own(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        '<p><label for="r">Region</label><select name="state" aria-label="State" style="display: none">'
        '<option>Ohio</option></select><input id="r" name="region"></p>'
    )
    assert asked(model) == [(FieldKind.TEXT, "Region")]
    assert await fill(model, {"Region": "Bavaria"}) == {"Region": ""}
    assert await page.input_value("#r") == "Bavaria"


async def test_a_combobox_drawn_for_an_unseen_list_is_asked_alone(show: Open) -> None:
    model = await show(
        '<p><label for="d">Department</label><select id="d" style="display: none"><option></option>'
        "<option>Sales</option></select>"
        '<span tabindex="0" role="combobox" aria-haspopup="true" aria-expanded="false">&nbsp;</span></p>'
    )
    assert [(each.kind, each.label) for each in model.fields] == [(FieldKind.COMBOBOX, "Department")]


async def test_a_box_that_empties_what_was_not_picked_gets_its_suggestion(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        LIST
        + """<p><label>City <input id="city"></label></p><script>
          let picked = false;
          const cities = ['Boston, Lincolnshire, United Kingdom', 'Boston, Massachusetts, United States'];
          city.oninput = () => {
            picked = false;
            const fitting = cities.filter((each) => each.startsWith(city.value));
            offer(city, fitting, (label) => { city.value = label; picked = true; });
          };
          city.onblur = () => { if (!picked) city.value = ''; close(); };
        </script>"""
    )
    assert await fill(model, {"City": "Boston, Massachusetts"}) == {"City": ""}
    assert await page.input_value("#city") == "Boston, Massachusetts, United States"
    assert await fill(model, {"City": "Atlantis"}) == {"City": "not_kept"}


async def test_what_is_sent_for_a_suggestion_may_be_any_word_of_the_pages_own(
    show: Open, fill: Fill, page: Page
) -> None:
    model = await show(
        """<form><p><label for="city">City</label><input id="city"><input type="hidden" name="place">
        <span id="hits"></span></p><p><label>Name <input></label></p></form><script>
          const place = document.querySelector('[name=place]');
          const cities = ['Springfield, Illinois', 'Springfield, Ohio'];
          city.oninput = () => {
            place.value = '';
            const fitting = cities.filter((each) => each.startsWith(city.value));
            hits.innerHTML = fitting.map((each) => `<i style="display: block; cursor: pointer">${each}</i>`).join('');
          };
          hits.onmousedown = ({ target }) => {
            city.value = target.textContent;
            place.value = `id-${cities.indexOf(target.textContent)}`;
          };
          city.onblur = () => { hits.innerHTML = ''; if (!place.value) city.value = ''; };
        </script>"""
    )
    assert await fill(model, {"City": "Springfield, Ohio"}) == {"City": ""}
    assert await page.input_value("[name=place]") == "id-1"


COUNTED = """<form onsubmit="window.sent = true; return false"><p><b>Years of experience</b>
  <span><button %s onclick="count(-1)">−</button><input name="years" value="0" readonly>
  <button %s onclick="count(1)">+</button></span></p><p><label>Name <input></label></p></form><script>
  const years = document.querySelector('[name=years]');
  const count = (step) => { years.value = Math.min(9, Math.max(0, Number(years.value) + step)); };
</script>"""


async def test_a_number_between_two_buttons_is_counted(show: Open, fill: Fill, page: Page) -> None:
    model = await show(COUNTED % ("type=button", "type=button"))
    assert await fill(model, {"Years of experience": "7 years"}) == {"Years of experience": ""}
    assert await page.input_value("[name=years]") == "7"
    assert await fill(model, {"Years of experience": "3 years"}) == {"Years of experience": ""}
    assert await page.input_value("[name=years]") == "3"


async def test_a_number_that_takes_its_time_to_count_is_counted(show: Open, fill: Fill, page: Page) -> None:
    slow = COUNTED.replace('"count(', '"setTimeout(count, 300, ')
    model = await show(slow % ("type=button", "type=button"))
    assert await fill(model, {"Years of experience": "3 years"}) == {"Years of experience": ""}
    assert await page.input_value("[name=years]") == "3"


async def test_a_number_that_counts_too_late_is_told_to_hold_something_else(show: Open, page: Page, plan: Plan) -> None:
    slow = COUNTED.replace('"count(', '"setTimeout(count, 2000, ')
    model = await show(slow % ("type=button", "type=button"))
    action = plan(next(each for each in model.fields if each.label == "Years of experience"))
    (result,) = await pages.run_batch(page, model, [action], {action.id: "3 years"})
    assert (result.code, result.holds_other) == ("not_kept", True)


@pytest.mark.parametrize(("buttons", "answer"), [(("type=button", "type=button"), "12 years"), (("", ""), "7 years")])
async def test_a_number_that_does_not_count_so_far_is_left_as_it_was_as_is_one_whose_buttons_may_send(
    show: Open, fill: Fill, page: Page, buttons: tuple[str, str], answer: str
) -> None:
    model = await show(COUNTED % buttons)
    assert await fill(model, {"Years of experience": answer}) == {"Years of experience": "not_kept"}
    assert await page.input_value("[name=years]") == "0"
    assert await page.evaluate("() => window.sent") is None


SHOWN_INSIDE = (
    LIST
    + """<div><label for="%(id)s__shown">%(asked)s</label><button type="button" id="%(id)s" aria-haspopup="listbox"
  aria-label="Open Drop"><input readonly tabindex="-1" id="%(id)s__shown"></button></div>
<p><label>Name <input></label></p><script>
  const opener = document.getElementById('%(id)s');
  const shown = opener.querySelector('input');
  const picked = [];
  const offered = ['English', 'French', 'German'];
  opener.onclick = () => {
    offer(opener, offered, (label) => {
      picked.push(label);
      %(then)s
    });
    list.role = 'listbox';
    list.ariaMultiSelectable = '%(several)s';
    for (const item of list.children) item.role = 'option';
  };
</script>"""
)
ONE = {"id": "tongue", "asked": "Language", "several": "false", "then": "shown.value = label;"}
SEVERAL = {
    "id": "tongues",
    "asked": "Languages",
    "several": "true",
    "then": "shown.value = 'multiple'; opener.ariaLabel = `Open Drop; Selected: ${picked.join(', ')}`;",
}


@pytest.mark.parametrize(
    ("made", "answer", "picked"),
    [(ONE, "German", ["German"]), (SEVERAL, "German, English", ["German", "English"])],
    ids=["one", "several"],
)
async def test_a_button_that_shows_its_choice_in_a_box_is_one_list(
    show: Open, fill: Fill, page: Page, made: dict[str, str], answer: str, picked: list[str]
) -> None:
    model = await show(SHOWN_INSIDE % made)
    assert asked(model) == [(FieldKind.COMBOBOX, made["asked"]), (FieldKind.TEXT, "Name")]
    assert await fill(model, {made["asked"]: answer}) == {made["asked"]: ""}
    assert await page.evaluate("() => picked") == picked


@pytest.mark.parametrize(("number", "code"), [("+49 1512 3456789", ""), ("+33 6 12 34 56 78", "not_kept")])
async def test_a_dial_code_is_picked_in_a_list_made_by_hand(
    show: Open, fill: Fill, page: Page, number: str, code: str
) -> None:
    model = await show(
        """<form><div><label for="mobile">Mobile</label>
        <div id="dial"><span>+1</span> <ul hidden><li>United States +1</li><li>Germany +49</li></ul></div>
        <input id="mobile" type="tel"><input type="hidden" name="mobile"></div><p><label>Name <input></label></p></form>
        <script>
          const sent = document.querySelector('[name=mobile]');
          const [now, codes] = dial.children;
          const tell = () => {
            const digits = mobile.value.replace(/[^0-9]/g, '');
            sent.value = digits && now.textContent + digits;
          };
          mobile.oninput = tell;
          dial.onclick = ({ target }) => {
            codes.hidden = !codes.hidden;
            if (target.localName === 'li') now.textContent = target.textContent.match(/[+].*/)[0];
            tell();
          };
        </script>"""
    )
    assert await fill(model, {"Mobile": number}) == {"Mobile": code}
    assert await page.input_value("[name=mobile]") == ("" if code else "+4915123456789")


async def test_radios_behind_their_labels_are_asked_by_what_stands_before_them(show: Open) -> None:
    answers = "".join(
        f'<label for="v{each}">{each}</label><input type="radio" name="v" id="v{each}">' for each in ("Yes", "No")
    )
    model = await show(f'<p>Are you authorized to work?</p><div role="toolbar">{answers}</div>')
    assert asked(model) == [(FieldKind.RADIO, "Are you authorized to work?")]


async def test_a_file_is_not_called_by_the_words_that_none_is_chosen(show: Open) -> None:
    model = await show(
        '<p>Resume<br><button type="button">Choose file</button> <span>No file</span>'
        '<input type="file" style="display: none"></p>'
    )
    assert [each.label for each in model.file_inputs] == ["Resume"]


CALENDAR = """<p><label>Start date <input id="start" placeholder="Select Date"></label></p><script>
  let shown = new Date(2027, 0, 1);
  let panel = null;
  const draw = () => {
    panel?.remove();
    panel = document.createElement('div');
    panel.className = 'my-calendar';
    panel.innerHTML = '<div><span class="fast-prev">«</span><span class="prev">‹</span> <b></b> ' +
      '<span class="next">›</span></div><div class="days"></div>';
    panel.querySelector('b').textContent = shown.toLocaleDateString('en', { month: 'short', year: 'numeric' });
    const move = (months) => () => { shown = new Date(shown.getFullYear(), shown.getMonth() + months, 1); draw(); };
    panel.querySelector('.fast-prev').onclick = move(-12);
    panel.querySelector('.prev').onclick = move(-1);
    panel.querySelector('.next').onclick = move(1);
    const first = new Date(shown);
    first.setDate(1 - ((shown.getDay() + 6) % 7));
    for (let index = 0; index < 42; index += 1) {
      const day = new Date(first.getFullYear(), first.getMonth(), first.getDate() + index);
      const cell = document.createElement('div');
      cell.style = 'display: inline-block; width: 20px; cursor: pointer';
      cell.innerHTML = `${day.getDate()}<i></i>`;
      cell.onclick = () => { start.value = day.toLocaleDateString('en-CA'); panel.remove(); };
      panel.querySelector('.days').append(cell);
    }
    document.body.append(panel);
  };
  start.onclick = draw;
  start.onchange = () => (start.value = '');
</script>"""


@pytest.mark.parametrize("day", ["2027-03-31", "2026-10-01"])
async def test_a_day_is_picked_from_a_calendar_of_boxes(show: Open, fill: Fill, page: Page, day: str) -> None:
    model = await show(CALENDAR)
    assert await fill(model, {"Start date": day}) == {"Start date": ""}
    assert await page.input_value("#start") == day


async def test_a_time_is_written_with_seconds_where_only_that_is_kept(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        "<p><label>Interview time <input id=time></label></p><script>"
        "time.onblur = () => { if (!/^\\d\\d:\\d\\d:\\d\\d$/.test(time.value)) time.value = ''; };</script>"
    )
    assert await fill(model, {"Interview time": "2:30 PM"}) == {"Interview time": ""}
    assert await page.input_value("#time") == "14:30:00"


SUGGESTING = """<div><label for=town>Town</label><input id=town><input type=hidden id=sent name=town>
<ul id=offered></ul></div>
<script>
  const offered = document.getElementById('offered'), town = document.getElementById('town');
  const sent = document.getElementById('sent');
  town.oninput = () => {
    sent.value = '';
    const fitting = ['San Diego', 'Sacramento'].filter((each) => town.value && each.includes(town.value));
    offered.replaceChildren(...fitting.map((each) => {
      const item = document.createElement('li');
      item.textContent = each;
      item.onmousedown = () => { town.value = sent.value = each; offered.replaceChildren(); };
      return item;
    }));
  };
  town.onblur = () => { if (!sent.value) town.value = ''; offered.replaceChildren(); };
</script>"""


async def test_a_suggestion_without_a_hand_is_picked(show: Open, fill: Fill, page: Page) -> None:
    assert await fill(await show(SUGGESTING), {"Town": "Sacramento"}) == {"Town": ""}
    assert await page.input_value("#sent") == "Sacramento"


DROPDOWN = """<div><div>Highest education *</div><div id=box style="cursor: pointer; width: 200px">
<div id=shown>{says}</div>
<div id=list hidden><div>High school</div><div>Bachelor</div><div>Master</div></div></div>
<input type=hidden id=sent name=education></div><p><label>Name <input></label>
<script>
  const list = document.getElementById('list'), shown = document.getElementById('shown');
  shown.onclick = () => (list.hidden = !list.hidden);
  for (const item of list.children) item.onclick = () => {
    document.getElementById('sent').value = shown.textContent = item.textContent;
    list.hidden = true;
  };
</script>"""


async def test_a_dropdown_of_plain_boxes_is_a_list(show: Open, fill: Fill, page: Page) -> None:
    model = await show(DROPDOWN.replace("{says}", "Please choose"))
    [(kind, label), _] = asked(model)
    assert (kind, label.rstrip(" *")) == (FieldKind.COMBOBOX, "Highest education")
    assert await fill(model, {label: "Bachelor"}) == {label: ""}
    assert await page.input_value("#sent") == "Bachelor"


async def test_boxes_that_do_not_say_to_select_are_no_list(show: Open) -> None:
    assert asked(await show(DROPDOWN.replace("{says}", "More about us"))) == [(FieldKind.TEXT, "Name")]
