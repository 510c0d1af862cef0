"""Controls that only their role tells, or that a script draws beside a list: each is asked, and once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldKind, PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]


def asked(model: PageModel) -> list[tuple[FieldKind, str, int]]:
    """What is asked: the kind, the question, how many options."""
    return [(each.kind, each.label, len(each.options)) for each in model.fields if each.visible]


async def test_buttons_that_are_options_are_the_choices_of_their_list(show: Open, fill: Fill, page: Page) -> None:
    model = await show(
        "<p id=q>Shifts</p><div role=listbox aria-multiselectable=true aria-labelledby=q>"
        + "".join(
            f"<span><button role=option aria-selected=false onclick='this.ariaSelected = true'>{each}</button></span>"
            for each in ("Morning", "Evening", "Night")
        )
        + "</div><p><label>Name <input></label></p>"
    )
    assert (FieldKind.CHECKBOX_GROUP, "Shifts", 3) in asked(model)
    assert await fill(model, {"Shifts": "Morning, Night"}) == {"Shifts": ""}
    assert await page.locator("[aria-selected=true]").all_inner_texts() == ["Morning", "Night"]


async def test_a_switch_without_words_is_called_by_the_label_before_it(show: Open) -> None:
    model = await show("<div><label>Willing to relocate</label><div role=switch tabindex=0>&nbsp;</div></div>")
    assert asked(model) == [(FieldKind.CHECKBOX, "Willing to relocate", 0)]


async def test_tick_boxes_under_a_label_of_no_control_answer_one_question(show: Open) -> None:
    boxes = "".join(f"<div role=checkbox tabindex=0><span>{each}</span></div>" for each in ("Morning", "Night"))
    assert asked(await show(f"<div><label>Shifts</label><div><div>{boxes}</div></div></div>")) == [
        (FieldKind.CHECKBOX_GROUP, "Shifts", 2)
    ]


DRAWN = """<label for="s">Department</label>
<select id="s" style="display: none">{options}</select>
<div class="ts-wrapper"><div><input role="combobox" aria-label="Department"></div></div>"""


@pytest.mark.parametrize(
    ("options", "kind"),
    [("<option value=''></option><option value=a>Sales</option>", FieldKind.SELECT), ("", FieldKind.COMBOBOX)],
    ids=["all-options", "no-options"],
)
async def test_a_list_and_what_a_script_draws_for_it_are_asked_once(show: Open, options: str, kind: FieldKind) -> None:
    assert [(found, label) for found, label, _ in asked(await show(DRAWN.format(options=options)))] == [
        (kind, "Department")
    ]


async def test_a_combobox_that_calls_itself_one_is_called_by_the_list_behind_it(show: Open) -> None:
    model = await show(
        '<label for="o">Office</label><br><select id="o" style="display: none"><option value=a>Berlin</option></select>'
        '<div role="combobox" aria-label="Combobox" tabindex="0">Select a value</div>'
    )
    assert (FieldKind.COMBOBOX, "Office", 0) in asked(model)


async def test_a_text_that_is_left_in_a_set_of_chips_is_not_held(show: Open, fill: Fill, page: Page) -> None:
    model = await show('<label for="t">Skills</label><div class="chip-grid"><input id="t"></div>')
    assert await fill(model, {"Skills": "Python"}) != {"Skills": ""}


COVERED = """<div style="position: relative"><label for="d" style="position: absolute; inset: 0">Start date</label>
<input id="d" readonly class="hasDatepicker"><button type="button" aria-label="Open calendar" style="position: relative"
 onclick="cal.hidden = false">▾</button></div>
<div id="cal" role="dialog" hidden><button aria-label="Next month">›</button><b>March 2027</b><table role="grid"><tr>
%s</tr></table></div>
<script>
cal.onclick = ({ target }) => { if (target.localName === "td") d.value = `2027-03-${target.textContent}`; };
</script>
"""


async def test_a_box_that_its_label_lies_over_is_filled_by_the_button_beside_it(
    show: Open, fill: Fill, page: Page
) -> None:
    cells = "".join(f"<td role=gridcell>{day:02}</td>" for day in range(1, 32))
    model = await show(COVERED % cells)
    assert await fill(model, {"Start date": "2027-03-04"}) == {"Start date": ""}
    assert await page.input_value("#d") == "2027-03-04"
