"""What a control leaves open: it takes back what was not chosen in it, and belongs to no other control."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldKind, PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

#: a box that shows what is typed while its panel is open, and what was chosen once a press beside it closes that
PANEL = """<form><p><label>{label} <input id="box" placeholder="{hint}"></label></p></form><script>
  let taken = '';
  let panel = null;
  const close = () => {{ panel?.remove(); panel = null; box.value = taken; }};
  box.oninput = box.onclick = () => {{
    if (panel) return;
    panel = document.createElement('div');
    panel.textContent = 'Pick one';
    panel.style = 'position: absolute; top: 60px; width: 200px; height: 100px';
    document.body.append(panel);
  }};
  box.onkeydown = (event) => {{
    if (event.key !== 'Enter' || !{accepts}.test(box.value)) return;
    taken = box.value;
    close();
  }};
  document.addEventListener('mousedown', ({{ target }}) => target !== box && !panel?.contains(target) && close());
</script>"""


@pytest.mark.parametrize(
    ("label", "hint", "value"),
    [("Start date", "YYYY-MM-DD", "2027-03-04"), ("Start date", "Select date", "2027-03-04"), ("Team", "", "Core")],
)
async def test_what_is_taken_back_once_its_panel_is_closed_is_not_held(
    show: Open, fill: Fill, page: Page, label: str, hint: str, value: str
) -> None:
    model = await show(PANEL.format(label=label, hint=hint, accepts="/never/"))
    assert await fill(model, {label: value}) == {label: "not_kept"}
    assert await page.input_value("#box") == ""


async def test_what_only_enter_takes_over_is_entered(show: Open, fill: Fill, page: Page) -> None:
    model = await show(PANEL.format(label="Team", hint="", accepts="/^Core$/"))
    assert await fill(model, {"Team": "Core"}) == {"Team": ""}
    assert await page.input_value("#box") == "Core"


async def test_enter_is_not_pressed_where_nothing_opens(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        """<p><label>Team <input id="box"></label></p><script>
        box.onblur = () => (box.value = '');
        box.onkeydown = ({ key }) => { if (key === 'Enter') document.title = 'entered'; };</script>"""
    )
    assert await fill(model, {"Team": "Core"}) == {"Team": "not_kept"}
    assert await page.title() == ""


async def test_a_dialog_around_the_form_is_not_closed_by_leaving_what_was_opened(
    show: Open, fill: Fill, page: Page
) -> None:
    model = await show(
        '<div role="dialog" id="dialog">'
        + PANEL.format(label="Team", hint="", accepts="/^Core$/")
        + """</div><script>document.addEventListener('pointerdown', ({ target }) => {
          if (!dialog.contains(target)) dialog.remove();
        });</script>"""
    )
    assert await fill(model, {"Team": "Core"}) == {"Team": ""}


#: lists that stay open, each drawn at the end of the body under the id that its control names
LISTS = """<form>{controls}</form><script>
  for (const control of document.querySelectorAll('[role=combobox]')) control.onclick = () => {{
    const id = control.getAttribute('aria-controls');
    if (document.getElementById(id) || !control.dataset.offers) return;
    const list = document.createElement('div');
    list.id = id;
    const options = control.dataset.offers.split(',').map((each) => `<li role="option">${{each}}</li>`);
    list.innerHTML = `<ul role="listbox">${{options.join('')}}</ul>`;
    list.onclick = ({{ target }}) => (control.textContent = target.textContent);
    document.body.append(list);
  }};
</script>"""


async def test_nothing_is_picked_in_the_open_list_of_another_control(show: Open, fill: Fill, page: Page) -> None:
    controls = "".join(
        f'<p><label id="l{name}">{name}</label><span role="combobox" tabindex="0" aria-labelledby="l{name}" '
        f'aria-controls="of-{name}" data-offers="{offers}" style="display: inline-block; width: 90px">Select</span></p>'
        for name, offers in (("Country", "Germany,Austria"), ("Office", ""))
    )
    model = await show(LISTS.format(controls=controls))
    assert [(each.kind, each.label) for each in model.fields] == [
        (FieldKind.COMBOBOX, "Country"),
        (FieldKind.COMBOBOX, "Office"),
    ]
    assert await fill(model, {"Country": "Germany", "Office": "Austria"}) == {"Country": "", "Office": "no_such_option"}
    assert await page.locator("[role=combobox]").all_inner_texts() == ["Germany", "Select"]


DISMISSING = """<p><label for="c">Country</label><input id="c" role="combobox" aria-haspopup="listbox"></p><script>
  const option = (each) => `<li role="option"><a class="menu-dismiss" tabindex="0">${each}</a></li>`;
  const list = () => `<ul role="listbox" id="list">${['Chad', 'Chile'].map(option).join('')}</ul>`;
  c.onclick = () => document.body.insertAdjacentHTML('beforeend', list());
  document.onclick = ({ target }) => {
    if (!target.closest('[role=option]')) return;
    c.value = target.textContent;
    document.getElementById('list').remove();
  };
</script>"""


async def test_an_option_whose_press_dismisses_its_list_is_no_tag(show: Open, fill: Fill, page: Page) -> None:
    model = await show(DISMISSING)
    assert await fill(model, {"Country": "Chile"}) == {"Country": ""}
    assert await page.input_value("#c") == "Chile"


async def test_a_button_in_a_box_that_says_it_opens_a_list_is_its_control(show: Open, fill: Fill, page: Page) -> None:
    model = await show("""<div><label>Highest degree</label><div>
      <div aria-haspopup="listbox" aria-controls="list" id="box">
      <button type="button" id="b"><span>Select an option</span></button></div></div></div>
      <div><label>Name <input></label></div><script>
        box.onclick = () => document.body.insertAdjacentHTML('beforeend', '<ul role="listbox" id="list">' +
          '<li role="option">Bachelor</li><li role="option">Doctorate</li></ul>');
        document.onclick = ({ target }) => {
          if (!target.matches('[role=option]')) return;
          b.firstChild.textContent = target.textContent;
          list.remove();
        };
      </script>""")
    assert (model.fields[0].kind, model.fields[0].label) == (FieldKind.COMBOBOX, "Highest degree")
    assert await fill(model, {"Highest degree": "Doctorate"}) == {"Highest degree": ""}


GROUP = """<form><div class="item"><div><label for="{of}">{label}</label></div><div><div><div><div><span>{inputs}</span>
  </div></div></div></div></div><p><label>Name <input></label></p></form>"""


@pytest.mark.parametrize(
    ("kind", "expected"), [("radio", FieldKind.RADIO), ("checkbox", FieldKind.CHECKBOX_GROUP)], ids=["radio", "ticks"]
)
async def test_a_label_of_nothing_asks_what_is_alone_beside_it(show: Open, kind: str, expected: FieldKind) -> None:
    name = "name='shift'" if kind == "radio" else ""
    inputs = "".join(
        f"<label><input type='{kind}' {name} value='{each}'><b>{each}</b></label>" for each in ("Day", "Night")
    )
    model = await show(GROUP.format(of="shift_input", label="Preferred shift", inputs=inputs))
    assert (model.fields[0].kind, model.fields[0].label) == (expected, "Preferred shift")


async def test_a_label_may_point_at_the_box_around_a_control(show: Open) -> None:
    model = await show(
        "<div><label for='of'>Country</label></div><div id='of' role='combobox'>"
        "<div><input placeholder='Please select'></div></div><p><label>Name <input></label></p>"
    )
    assert [each.label for each in model.fields] == ["Country", "Name"]
