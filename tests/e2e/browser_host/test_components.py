"""What component libraries draw and say by roles, each in its smallest form, in a real Chromium."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldKind, PageModel
from ghosthands.testkit import story

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

_CITIES = ("Berlin", "Hamburg", "Munich")
#: a combobox that opens `#list`, where a press on what says a city takes that one
_PICKS = """<script>const [box, list] = [document.getElementById('box'), document.getElementById('list')];
    const open = (is) => { list.hidden = !is; box.setAttribute('aria-expanded', is); };
    box.addEventListener('click', () => open(true));
    box.addEventListener('keydown', ({ key }) => key === 'ArrowDown' && open(true));
    list.addEventListener('click', ({ target }) => { box.value = target.textContent; open(false); });</script>"""
_BOX = "<label for=box>City</label><input id=box role=combobox aria-controls=list aria-expanded=false>"


async def test_a_combobox_may_open_a_grid_of_rows(show: Open, fill: Fill, page: Page) -> None:
    rows = "".join(f"<div role=row><div role=gridcell>{city}</div></div>" for city in _CITIES)
    model = await show(f"<form>{_BOX}<div id=list hidden><div role=grid>{rows}</div></div>{_PICKS}</form>")
    assert await fill(model, {"City": "Hamburg"}) == {"City": ""}
    assert await page.input_value("#box") == "Hamburg"


async def test_what_has_no_box_of_its_own_cuts_nothing_off(show: Open, fill: Fill) -> None:
    options = "".join(f"<div role=option>{city}</div>" for city in _CITIES)
    around = f"<div style='display:contents;overflow:auto'><div>{options}</div></div>"
    model = await show(f"<form>{_BOX}<div id=list role=listbox hidden>{around}</div>{_PICKS}</form>")
    assert await fill(model, {"City": "Hamburg"}) == {"City": ""}


async def test_a_combobox_may_hand_the_focus_on_to_a_box_for_the_same_list(show: Open, fill: Fill, page: Page) -> None:
    options = "".join(f"<div role=option>{city}</div>" for city in _CITIES)
    search = "<input id=search role=combobox aria-label=' ' aria-controls=list style='display:none'>"
    hands_on = """<script>const search = document.getElementById('search');
        box.addEventListener('focus', () => { search.style.display = 'block'; search.focus(); });
        search.addEventListener('input', () => {
          for (const each of list.children) each.hidden = !each.textContent.startsWith(search.value);
          open(true);
        });</script>"""
    model = await show(f"<form>{_BOX}{search}<div id=list role=listbox hidden>{options}</div>{_PICKS}{hands_on}</form>")
    assert await fill(model, {"City": "Hamburg"}) == {"City": ""}
    assert await page.input_value("#box") == "Hamburg"


async def test_a_combobox_does_not_hold_the_label_that_stands_in_it(show: Open, fill: Fill) -> None:
    box = """<div id=box role=combobox tabindex=0 aria-controls=list aria-expanded=false>
        <label>City</label> <span id=chosen></span></div>"""
    options = "".join(f"<div role=option>{city}</div>" for city in _CITIES)
    shows = """<script>list.addEventListener('click', ({ target }) =>
        (document.getElementById('chosen').textContent = target.textContent));</script>"""
    model = await show(f"<form>{box}<div id=list role=listbox hidden>{options}</div>{_PICKS}{shows}</form>")
    assert await fill(model, {"City": "Hamburg"}) == {"City": ""}


async def test_a_button_by_its_role_may_open_a_list_and_shows_what_is_chosen(show: Open) -> None:
    model = await show("""<form><label id=l>Degree</label>
        <div role=button tabindex=0 aria-haspopup=listbox aria-labelledby='l v'><span id=v>Select one</span></div>
        </form>""")
    assert [(field.label, field.kind) for field in model.fields] == [("Degree", FieldKind.COMBOBOX)]


async def test_a_picture_drawn_for_a_word_is_not_said(show: Open) -> None:
    model = await show("""<form><label for=a>Degree <i class=material-icons>arrow_drop_down</i></label><input id=a>
        <label for=b>Email <i>address</i></label><input id=b></form>""")
    assert [field.label for field in model.fields] == ["Degree", "Email address"]


async def test_what_stands_before_a_group_of_boxes_is_its_question(show: Open) -> None:
    boxes = "".join(f"<label><input type=checkbox>{each}</label>" for each in ("Morning", "Night"))
    model = await show(f"<form><div>Preferred shifts</div><div role=group>{boxes}</div></form>")
    assert [(field.label, field.kind) for field in model.fields] == [("Preferred shifts", FieldKind.CHECKBOX_GROUP)]


async def test_a_radio_nobody_sees_is_chosen_where_its_name_is_seen(show: Open) -> None:
    hidden = "style='position:absolute;width:1px;height:1px;overflow:hidden;opacity:0'"
    cards = "".join(
        f"<div><input type=radio name=m {hidden} aria-labelledby={each}><span id={each}>{each}</span></div>"
        for each in ("Office", "Home")
    )
    model = await show(f"<form><fieldset><legend>Work mode</legend>{cards}</fieldset></form>")
    assert [(field.label, field.visible) for field in model.fields] == [("Work mode", True)]


async def test_a_time_put_behind_a_date_becomes_the_one_that_was_asked_for(show: Open, fill: Fill, page: Page) -> None:
    adds = """<script>const box = document.getElementById('box');
        box.addEventListener('change', () => { if (!box.value.includes(':')) box.value += ', 12:00 AM'; });</script>"""
    model = await show(f"""<form><label for=box>Earliest interview</label>
        <input id=box role=combobox aria-haspopup=dialog aria-describedby=help>
        <p id=help>Press Key down for access to the calendar.</p>{adds}</form>""")
    assert await fill(model, {"Earliest interview": "2027-03-04 14:30"}) == {"Earliest interview": ""}
    assert await page.input_value("#box") == "03/04/2027, 2:30 PM"


_DEFINED = """<script>customElements.define('date-box', class extends HTMLElement {
    value = '';
    connectedCallback() { this.addEventListener('%s', ({ target }) => (this.value = target.value)); }
});</script>"""


@pytest.mark.parametrize(("hears", "code"), [("change", ""), ("never", "not_kept")])
async def test_a_date_is_held_only_if_the_component_around_it_took_it(
    show: Open, fill: Fill, hears: str, code: str
) -> None:
    box = "<date-box><label for=box>Start date</label><input id=box aria-haspopup=dialog role=combobox></date-box>"
    model = await show(f"<form>{_DEFINED % hears}{box}</form>")
    assert await fill(model, {"Start date": "2027-03-04"}) == {"Start date": code}


async def test_a_box_to_drop_a_file_on_within_another_is_the_same_one(show: Open) -> None:
    model = await show("""<form><p>Resume</p><div role=button tabindex=0 class=dropzone-outer>
        <div class=dropzone-inner>Drag and drop your file here</div></div></form>""")
    assert len(model.file_inputs) == 1


async def test_a_file_is_named_by_what_stands_before_the_component_that_takes_it(show: Open) -> None:
    model = await show("""<form><p>Resume</p><file-box><template><button type=button>Upload
        file</button> Drop file here <input type=file></template></file-box></form>
        <script>const box = document.querySelector('file-box');
        box.attachShadow({ mode: 'open' }).innerHTML = box.querySelector('template').innerHTML;</script>""")
    assert [each.label for each in model.file_inputs] == ["Resume"]


STALE = """<form><fieldset><legend>Preferred shifts</legend>
<label><input type="checkbox" value="Morning">Morning</label>
<label><input type="checkbox" value="Evening">Evening</label>
<label><input type="checkbox" value="Night">Night</label></fieldset><input type="hidden" name="shifts" id="sent"></form>
<script>
let painted = [];
document.querySelector("fieldset").addEventListener("change", ({ target }) => {
  const told = painted.filter((each) => each !== target.value).concat(target.checked ? target.value : []);
  setTimeout(() => setTimeout(() => { painted = told; sent.value = told; }));
});
</script>"""


async def test_each_box_of_a_group_is_heard_before_the_next_is_ticked(show: Open, fill: Fill, page: Page) -> None:
    assert await fill(await show(STALE), {"Preferred shifts": "Morning, Night"}) == {"Preferred shifts": ""}
    assert await page.evaluate("sent.value") == "Morning,Night"


async def test_a_page_with_a_promise_of_its_own_has_its_boxes_ticked_all_the_same(
    show: Open, fill: Fill, page: Page
) -> None:
    model = await show(STALE.replace("<script>", "<script>window.Promise = class extends Promise {};"))
    assert await fill(model, {"Preferred shifts": "Morning, Night"}) == {"Preferred shifts": ""}
    assert await page.evaluate("sent.value") == "Morning,Night"


async def test_a_box_that_the_page_takes_back_by_itself_is_not_ticked_again(show: Open, fill: Fill, page: Page) -> None:
    ticks = "for (const each of document.querySelectorAll('[value=Night]')) each.checked = target === each;"
    model = await show(f"""{STALE.partition("<script>")[0]}<script>
    const night = document.querySelector('[value=Night]');
    night.checked = true;
    document.querySelector('fieldset').addEventListener('change', ({{ target }}) => {{ {ticks} }});</script>""")
    assert await fill(model, {"Preferred shifts": "Morning, Evening"}) == {"Preferred shifts": ""}
    assert await page.evaluate("[...document.querySelectorAll(':checked')].map((each) => each.value)") == [
        "Morning",
        "Evening",
    ]


async def test_each_box_of_a_group_is_heard_before_the_next_is_taken_back(show: Open, page: Page) -> None:
    model = await show(STALE)
    for each in ("Morning", "Night"):
        await page.get_by_label(each).check()
        await page.wait_for_function("each => sent.value.includes(each)", arg=each)
    action = story.fill(model.fields[0].id, key="answers.x")
    assert await pages.take_out(page, model, [action]) == [False]
    assert await page.evaluate("sent.value") == ""


async def test_a_group_of_buttons_is_named_by_the_set_that_asks_nothing_else(show: Open) -> None:
    days = "".join(
        f"<button type='button' aria-pressed='false'>{day}</button>" for day in ("Monday", "Friday", "Sunday")
    )
    group = f"<div role='group'>{days}</div>"
    model = await show(f"<form><fieldset><legend>Days available</legend>{group}</fieldset><input></form>")
    assert (model.fields[0].label, model.fields[0].kind) == ("Days available", FieldKind.CHECKBOX_GROUP)
    beside = await show(f"<form><fieldset><legend>Your letter</legend>{group}<textarea></textarea></fieldset></form>")
    assert [each.kind for each in beside.fields] == [FieldKind.TEXTAREA]


async def test_tags_that_are_there_are_no_options_nor_are_anothers(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        """<form><div role="listbox"><span role="option">German<i class="tag-dismiss"></i></span></div>
        <div><label for="skills">Skills</label><div class="tags"><div role="listbox" id="tags"></div>
        <input role="combobox" id="skills" aria-expanded="false" aria-multiselectable="true"></div></div>
        <input type="hidden" name="skills" id="sent">
        </form><script>
        skills.addEventListener("keydown", (event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (!skills.value) return;
          const tag = "<span role='option' class='tag'>" + skills.value + "<i class='tag-dismiss'></i></span>";
          tags.insertAdjacentHTML("beforeend", tag);
          sent.value += (sent.value && ",") + skills.value;
          skills.value = "";
        });</script>"""
    )
    assert await fill(model, {"Skills": "Python, NATS"}) == {"Skills": ""}
    assert await page.evaluate("sent.value") == "Python,NATS"
