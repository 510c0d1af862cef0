"""What a control leaves open: it takes back what was not chosen in it, and belongs to no other control."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldKind, FieldModel, PageModel
from ghosthands.domain.plan import PlannedAction

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Ask = Callable[[PageModel, str], FieldModel]
Plan = Callable[[FieldModel], PlannedAction]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

#: a box that shows what is typed while its panel is open, and what was chosen once a press beside it closes that
PANEL = """<p id="around"><label>{label} <input id="box" placeholder="{hint}"></label></p>
<p><label>Name <input></label></p>
<script>
  let panel = null;
  const close = () => {{ panel?.remove(); panel = null; box.value = ''; }};
  box.oninput = box.onclick = () => {{
    if (panel) return;
    panel = document.createElement('div');
    panel.textContent = 'Pick one';
    panel.style = 'width: 200px; height: 100px; {style}';
    {holder}.append(panel);
  }};
  document.addEventListener('{press}', ({{ target }}) => target !== box && !panel?.contains(target) && close());
</script>"""
APART = {"style": "position: absolute; top: 60px", "holder": "document.body"}
INLINE = {"style": "", "holder": "around"}
DATE = {"label": "Start date", "hint": "YYYY-MM-DD"}
PICKED = {"label": "Start date", "hint": "Select date"}
TEXT = {"label": "Team", "hint": ""}


@pytest.mark.parametrize("around", ["<form>{}</form>", "<div><div>{}</div></div>"], ids=["form", "no form"])
@pytest.mark.parametrize("drawn", [APART, INLINE], ids=["at the end of the body", "beside it"])
@pytest.mark.parametrize(
    ("asks", "value"),
    [(DATE, "2027-03-04"), (PICKED, "2027-03-04"), (TEXT, "Core")],
    ids=["date", "picked date", "text"],
)
async def test_what_is_taken_back_once_its_panel_is_closed_is_not_held(
    show: Open, fill: Fill, page: Page, asks: dict[str, str], value: str, drawn: dict[str, str], around: str
) -> None:
    model = await show(around.format(PANEL.format(press="mousedown", **asks, **drawn)))
    assert await fill(model, {asks["label"]: value}) == {asks["label"]: "not_kept"}
    assert await page.input_value("#box") == ""


@pytest.mark.parametrize("press", ["pointerdown", "mouseup", "click"])
async def test_any_part_of_a_press_beside_its_panel_may_take_it_back(
    show: Open, fill: Fill, page: Page, press: str
) -> None:
    model = await show(f"<form>{PANEL.format(press=press, **DATE, **APART)}</form>")
    assert await fill(model, {"Start date": "2027-03-04"}) == {"Start date": "not_kept"}
    assert await page.input_value("#box") == ""


async def test_one_box_that_takes_back_what_it_was_given_costs_no_other(show: Open, fill: Fill) -> None:
    model = await show(f"<form>{PANEL.format(press='mousedown', **DATE, **APART)}</form>")
    assert await fill(model, {"Start date": "2027-03-04", "Name": "Jane"}) == {"Start date": "not_kept", "Name": ""}


async def test_what_comes_back_once_its_panel_is_closed_was_not_emptied(
    show: Open, field_of: Ask, plan: Plan, page: Page
) -> None:
    taken = "box.value = '2020-01-01'"
    model = await show(
        f"<form>{PANEL.format(press='mousedown', **DATE, **APART)}</form>".replace("box.value = ''", taken)
    )
    await page.evaluate(taken)
    action = plan(field_of(model, "Start date"))
    [result] = await pages.run_batch(page, model, [action], {action.id: "2027-03-04"})
    assert (result.code, result.holds_other) == ("not_kept", True)


#: closes itself when one presses outside of it, by what is pressed or by where
DIALOG = """<div id="dialog" {role} style="position: fixed; inset: 40px 40px auto; background: white">{inner}</div>
<script>
  const isOutside = ({{ target, clientX: x, clientY: y }}) => {{
    const box = dialog.getBoundingClientRect();
    const isBeside = x < box.left || x > box.right || y < box.top || y > box.bottom;
    return !dialog.contains(target) || target === dialog || isBeside;
  }};
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {{
    document.addEventListener(type, (event) => isOutside(event) && dialog.remove());
  }}
</script>"""
FIELDS = "<div><p><label>Team <input id='box'></label></p><p><label>Name <input></label></p></div>"


@pytest.mark.parametrize("role", ["role='dialog'", "class='modal'", ""])
@pytest.mark.parametrize("inner", [f"<form>{FIELDS}</form>", FIELDS], ids=["form", "no form"])
async def test_leaving_a_box_leaves_the_dialog_around_it_open(
    show: Open, fill: Fill, page: Page, role: str, inner: str
) -> None:
    model = await show("<main><h1>Jobs</h1></main>" + DIALOG.format(role=role, inner=inner))
    assert await fill(model, {"Team": "Core", "Name": "Jane"}) == {"Team": "", "Name": ""}
    assert await page.input_value("#box") == "Core"


@pytest.mark.parametrize("role", ["role='dialog'", ""])
async def test_leaving_the_only_box_of_a_dialog_leaves_that_open(show: Open, fill: Fill, page: Page, role: str) -> None:
    inner = "<div><label>Team <input id='box'></label></div>"
    model = await show("<main><h1>Jobs</h1></main>" + DIALOG.format(role=role, inner=inner))
    assert await fill(model, {"Team": "Core"}) == {"Team": ""}
    assert await page.input_value("#box") == "Core"


async def test_leaving_a_box_opens_no_folder_where_its_form_takes_dropped_files(
    show: Open, fill: Fill, page: Page
) -> None:
    listens = "<script>document.forms[0].addEventListener('click', ({ target, currentTarget }) => "
    listens += "{ if (target === currentTarget) location.hash = 'opened'; })</script>"
    model = await show(f"<form style='cursor: pointer'>{FIELDS}</form>{listens}")
    assert await fill(model, {"Team": "Core", "Name": "Jane"}) == {"Team": "", "Name": ""}
    assert await page.evaluate("location.hash") == ""


@pytest.mark.parametrize("around", ["<a href='#set'>{}</a>", "<div onclick=\"location.hash = 'set'\">{}</div>"])
async def test_leaving_a_box_sets_nothing_off(show: Open, fill: Fill, page: Page, around: str) -> None:
    form = f"<form onsubmit=\"location.hash = 'sent'\">{FIELDS}<button>Send</button></form>"
    model = await show(around.format(form))
    assert await fill(model, {"Team": "Core", "Name": "Jane"}) == {"Team": "", "Name": ""}
    assert await page.evaluate("location.hash") == ""


#: lists that only a press on their control opens and closes, drawn beside it or at the end of the body
LISTS = """<form>{controls}</form><script>
  for (const control of document.querySelectorAll('[role=combobox]')) {{
    let list = null;
    const toggle = () => {{
      if (list) {{ list.remove(); list = null; return; }}
      if (!control.dataset.offers) return;
      list = document.createElement('ul');
      list.setAttribute('role', 'listbox');
      if (control.getAttribute('aria-controls')) list.id = control.getAttribute('aria-controls');
      list.innerHTML = control.dataset.offers.split(',').map((each) => `<li role="option">${{each}}</li>`).join('');
      list.onclick = ({{ target }}) => {{ control.textContent = target.textContent; if ({closes}) toggle(); }};
      (control.dataset.at === 'body' ? document.body : control.parentElement).append(list);
    }};
    control.onclick = toggle;
  }}
</script>"""


def _combobox(name: str, offers: str, *, at: str, named: bool) -> str:
    controls = f'aria-controls="of-{name}"' if named else ""
    return (
        f'<p><span id="l{name}">{name}</span><span role="combobox" tabindex="0" aria-labelledby="l{name}" {controls} '
        f'data-offers="{offers}" data-at="{at}" style="display: inline-block; width: 90px">Select</span></p>'
    )


@pytest.mark.parametrize("named", [True, False], ids=["named by its control", "named by nothing"])
@pytest.mark.parametrize("at", ["body", "beside"])
async def test_nothing_is_picked_in_the_list_that_another_control_left_open(
    show: Open, fill: Fill, page: Page, at: str, named: bool
) -> None:
    controls = _combobox("Country", "Germany,Austria", at=at, named=named) + _combobox("Office", "", at=at, named=named)
    model = await show(LISTS.format(controls=controls, closes="false"))
    assert [(each.kind, each.label) for each in model.fields] == [
        (FieldKind.COMBOBOX, "Country"),
        (FieldKind.COMBOBOX, "Office"),
    ]
    assert await fill(model, {"Country": "Germany", "Office": "Austria"}) == {"Country": "", "Office": "no_such_option"}
    assert await page.locator("[role=combobox]").all_inner_texts() == ["Germany", "Select"]


@pytest.mark.parametrize("named", [True, False], ids=["named by its control", "named by nothing"])
@pytest.mark.parametrize("at", ["body", "beside"])
@pytest.mark.parametrize("closes", ["true", "false"], ids=["closed by a pick", "left open"])
async def test_each_control_is_answered_in_the_list_that_it_opens_itself(
    show: Open, fill: Fill, page: Page, closes: str, at: str, named: bool
) -> None:
    controls = "".join(_combobox(name, "Yes,No", at=at, named=named) for name in ("Country", "Office"))
    model = await show(LISTS.format(controls=controls, closes=closes))
    assert await fill(model, {"Country": "Yes", "Office": "No"}) == {"Country": "", "Office": ""}
    assert await page.locator("[role=combobox]").all_inner_texts() == ["Yes", "No"]


async def test_nothing_is_picked_in_the_list_of_another_control_that_stood_open_from_the_first(
    show: Open, fill: Fill, page: Page
) -> None:
    controls = _combobox("Country", "", at="body", named=True) + _combobox("Office", "", at="body", named=False)
    options = "".join(f"<li role='option' onclick='this.remove()'>{each}</li>" for each in ("Germany", "Austria"))
    model = await show(f"<form>{controls}</form><div id='of-Country'><ul role='listbox'>{options}</ul></div>")
    assert await fill(model, {"Office": "Austria"}) == {"Office": "no_such_option"}
    assert await page.locator("[role=option]").all_inner_texts() == ["Germany", "Austria"]


#: words to be pressed, without roles, in one layer for all controls; they fade once one is picked
IN_A_LAYER = """<form>{controls}</form><div id="layer"></div><script>
  for (const control of document.querySelectorAll('[role=combobox]')) {{
    control.onclick = () => {{
      const {{ left, bottom }} = control.getBoundingClientRect();
      const offers = control.dataset.offers.split(',');
      layer.innerHTML = offers.map((each) => `<p style="cursor: pointer">${{each}}</p>`).join('');
      layer.style = `position: absolute; width: 90px; background: white; left: ${{left}}px; top: ${{bottom}}px`;
      for (const item of layer.children) item.onclick = () => {{
        control.textContent = item.textContent;
        setTimeout(() => layer.replaceChildren(), 200);
      }};
    }};
  }}
</script>"""


async def test_a_layer_that_fades_with_one_control_s_list_shows_the_next_one_s(
    show: Open, fill: Fill, page: Page
) -> None:
    controls = _combobox("Country", "Germany,Austria", at="layer", named=False)
    controls += _combobox("Office", "Berlin,Vienna", at="layer", named=False)
    model = await show(IN_A_LAYER.format(controls=controls))
    assert await fill(model, {"Country": "Germany", "Office": "Vienna"}) == {"Country": "", "Office": ""}
    assert await page.locator("[role=combobox]").all_inner_texts() == ["Germany", "Vienna"]
