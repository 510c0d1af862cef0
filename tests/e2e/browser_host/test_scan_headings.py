"""The scan in a real Chromium: what labels, headings and titled boxes say of the questions below them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ghosthands.domain.page import (
    PageModel,
)

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]


HEADED = """
<script>
class Headed extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: "open" }).innerHTML = `<x-title>${this.title}</x-title><slot></slot>`;
  }
}
class Title extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<h2><slot></slot></h2>"; }
}
class Field extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = `<label>${this.title}<input></label>`; }
}
for (const [name, kind] of Object.entries({ "x-title": Title, "x-headed": Headed, "x-field": Field })) {
  customElements.define(name, kind);
}
</script>
<x-headed title="Education"><x-field title="Name"></x-field></x-headed>
<x-headed title="Experience"><x-field title="Company"></x-field></x-headed>
<x-title>Links</x-title><label>Website <input></label>
"""


async def test_a_heading_in_a_component_is_the_section_of_what_stands_in_and_after_it(show: Open) -> None:
    model = await show(HEADED)
    assert [(field.label, field.section) for field in model.fields] == [
        ("Name", "Education"),
        ("Company", "Experience"),
        ("Website", "Links"),
    ]


TITLED = """
<style>.starred::after { content: " *" }</style>
<div><label class="_title_1x _required_101oc_92" for="n">Name</label><input id="n"></div>
<div><label class="_title_1x _required_101oc_92" for="place">Place</label>
<div><input role="combobox" aria-autocomplete="list"></div></div>
<fieldset><label class="_title_1x _required_101oc_92" for="shift">Shift</label>
<div><span><input type="radio" name="s" id="a"></span><label for="a">Early</label></div>
<div><span><input type="radio" name="s" id="b"></span><label for="b">Late</label></div></fieldset>
<div><label class="_title_1x _required_101oc_92" for="visa">Visa?</label><div class="_yesno_1">
<button type="button">Yes</button><button type="button">No</button>
<input type="checkbox" style="position: absolute; opacity: 0"></div></div>
<fieldset><legend class="starred">Mode</legend><label><input type="radio" name="m"> Remote</label>
<label><input type="radio" name="m"> Office</label></fieldset>
<div><label class="_title_1x not-required" for="c">City</label><input id="c"></div>
<div><label class="_title_1x" for="f">Fax</label><input id="f"></div>
"""


async def test_the_box_of_one_date_is_no_heading_of_its_parts(show: Open) -> None:
    parts = "".join(f'<input role="spinbutton" aria-label="{part}">' for part in ("Month", "Year"))
    date = f'<div role="group" aria-labelledby="from"><div id="from">From<abbr>*</abbr></div>{parts}</div>'
    model = await show(f"<form><h3>Work Experience 1</h3><label>Company <input></label>{date}</form>")
    assert {each.label: each.section for each in model.fields} == dict.fromkeys(
        ("Company", "From Month", "From Year"), "Work Experience 1"
    )


async def test_a_question_is_told_with_the_headings_and_titled_boxes_around_it(show: Open) -> None:
    model = await show(
        """<form><h1>Apply</h1><h2>About you</h2><h3>Address</h3><input aria-label=a>
        <div><h2>Emergency contact</h2>
        <fieldset><legend>Address</legend><input aria-label=b><input aria-label=c></fieldset></div>
        <div role=group aria-label=Referee><h3>Where they work</h3><input aria-label=d><input aria-label=e></div>
        <fieldset><legend>Yourself</legend><input aria-label=f><input aria-label=g></fieldset></form>"""
    )
    assert {each.label: (each.section, *each.around) for each in model.fields} == {
        "a": ("Address", "About you", "Apply"),
        "b": ("Address", "Emergency contact"),
        "c": ("Address", "Emergency contact"),
        "d": ("Where they work", "Referee"),
        "e": ("Where they work", "Referee"),
        "f": ("Yourself",),
        "g": ("Yourself",),
    }


async def test_the_title_of_a_part_is_its_heading_by_its_class_too(show: Open) -> None:
    model = await show(
        """<form><h2>Report</h2>
        <div><div class=form-section-title><i>1</i> Employer Information</div><input aria-label=a></div>
        <div class=card><div class=card-header>About you</div><input aria-label=b></div>
        <div class=card><div class=card-header>Search <input aria-label=c></div><input aria-label=d></div>
        <nav><div class=section-title>Jobs</div></nav><input aria-label=e>
        <h3>Declarations</h3><input aria-label=f></form>"""
    )
    assert {each.label: (each.section, *each.around) for each in model.fields} == {
        "a": ("1 Employer Information", "Report"),
        **dict.fromkeys("bcde", ("About you", "Report")),
        "f": ("Declarations", "Report"),
    }


async def test_of_the_labels_that_point_at_one_id_each_control_has_its_own(show: Open) -> None:
    model = await show(
        """<form><div><label for=same>First name</label><input id=same></div>
        <div><label for=same>Last name</label><input id=same></div>
        <div><div><input id=same placeholder=Phone></div></div></form>"""
    )
    assert [each.label for each in model.fields] == ["First name", "Last name", "Phone"]


async def test_a_label_copied_with_the_id_that_it_points_at_is_the_name_of_what_it_stands_with(show: Open) -> None:
    model = await show(
        """<form><div><label for=a>First name</label><input id=a></div>
        <div><label for=a>Last name</label><input id=b></div>
        <div><label for=a>Phone</label><input id=c></div></form>"""
    )
    assert [each.label for each in model.fields] == ["First name", "Last name", "Phone"]


async def test_a_placeholder_that_many_boxes_of_a_form_have_names_none_of_them(show: Open) -> None:
    row = "<li><span>{0}</span><input name={0} placeholder=Add></li>"
    asked = ["Street", "City", "Phone"]
    model = await show(f"<form><ul>{''.join(map(row.format, asked))}</ul></form>")
    assert [each.label for each in model.fields] == asked
    two = await show(f"<form><ul>{''.join(map(row.format, asked[:2]))}</ul></form>")
    assert [each.label for each in two.fields] == ["Add", "Add"]


async def test_in_a_row_of_a_table_the_cell_before_a_box_names_it_rather_than_what_stands_in_it(show: Open) -> None:
    model = await show(
        """<table><tr><td>Name of the project</td><td><input placeholder=Name></td>
        <td>Its city</td><td><input placeholder=City></td></tr>
        <tr><td>Logo</td><td><input placeholder=From> <input placeholder=To></td></tr></table>"""
    )
    assert [each.label for each in model.fields] == ["Name of the project", "Its city", "From", "To"]


async def test_a_heading_by_where_it_stands_heads_what_follows(show: Open) -> None:
    model = await show(
        """<form><h2>About you</h2><table><tr><td>Name</td><td><input></td></tr>
        <tr><th colspan=2>In an emergency</th></tr><tr><td>Phone</td><td><input></td></tr></table>
        <p><b>Your referee</b></p><div><label>E-mail <input></label><label>Fax <input></label></div>
        <p><b>Note</b> Think twice.</p><div><b>Web</b></div><div><label>Site <input></label></div>
        <fieldset><p>Address of the company</p>
        <label>City <input></label><label>Street <input></label></fieldset></form>"""
    )
    assert {each.label: each.section for each in model.fields} == {
        "Name": "About you",
        "Phone": "In an emergency",
        **dict.fromkeys(("E-mail", "Fax", "Site"), "Your referee"),
        **dict.fromkeys(("City", "Street"), "Address of the company"),
    }


async def test_a_question_is_required_by_a_class_or_star_of_its_title(show: Open) -> None:
    model = await show(TITLED)
    assert {field.label: field.required for field in model.fields} == {
        "Name": True,
        "Place": True,
        "Shift": True,
        "Visa?": True,
        "Mode": True,
        "City": False,
        "Fax": False,
    }
