"""The scan in a real Chromium: names in columns and rows of their own, and what a note says is required."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ghosthands.domain.page import PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]

NAMES = ["First name", "Last name", "E-mail"]
BOXES = "<input name=a>", "<input name=b>", "<input name=c>"


def labels(model: PageModel) -> list[str]:
    return [field.label for field in model.fields]


def required(model: PageModel) -> list[str]:
    return [field.label for field in model.fields if field.required]


@pytest.mark.parametrize(
    "form",
    [
        f"<table><tr><td>{'<br>'.join(NAMES)}</td><td>{'<br>'.join(BOXES)}</td></tr></table>",
        f"<table><tr><td><p>{'<p>'.join(NAMES)}</td><td><p>{'<p>'.join(BOXES)}</td></tr></table>",
        f"<div style='display: flex'><div><div>{'</div><div>'.join(NAMES)}</div></div>"
        f"<div><div>{'</div><div>'.join(BOXES)}</div></div></div>",
        f"<table><tr><td>{'</td><td>'.join(NAMES)}</td></tr><tr><td>{'</td><td>'.join(BOXES)}</td></tr></table>",
    ],
    ids=["lines", "paragraphs", "boxes", "rows"],
)
async def test_names_in_a_column_or_row_of_their_own_name_the_boxes_beside_them(show: Open, form: str) -> None:
    assert labels(await show(f"<form>{form}</form>")) == NAMES


async def test_each_row_of_boxes_has_the_row_of_names_above_it(show: Open) -> None:
    def row(*cells: str) -> str:
        return f"<tr><td>{'</td><td>'.join(cells)}</td></tr>"

    rows = row("First name", "City"), row(*BOXES[:2]), row("Last name", "Phone"), row("<input>", "<select></select>")
    assert labels(await show(f"<form><table>{''.join(rows)}</table></form>")) == [
        "First name",
        "City",
        "Last name",
        "Phone",
    ]


@pytest.mark.parametrize(
    "form",
    [
        f"<table><tr><td>One<br>Two</td><td>{'<br>'.join(BOXES)}</td></tr></table>",
        f"<table><tr><td>One<br>Two<br>Three</td><td>{' '.join(BOXES)}</td></tr></table>",
        f"<h2>One<br>Two<br>Three</h2><div>{'<br>'.join(BOXES)}</div>",
    ],
    ids=["fewer", "in one line", "heading"],
)
async def test_lines_that_are_no_column_name_no_box(show: Open, form: str) -> None:
    assert not {"Two", "Three"} & {*labels(await show(f"<form>{form}</form>"))}


@pytest.mark.parametrize(
    ("note", "sign"),
    [
        ("Fields marked with † are required.", "†"),
        ("† = Pflichtfeld", "†"),
        ("Mit # gekennzeichnete Felder sind Pflichtfelder", "#"),
        ("Les champs marqués d'un • sont obligatoires.", "•"),
        ("Los campos marcados con ° son obligatorios", "°"),
        ("I campi contrassegnati con • sono obbligatori", "•"),
        ("(•) Required", "•"),
    ],
)
async def test_a_note_says_by_which_sign_a_form_marks_what_it_requires(show: Open, note: str, sign: str) -> None:
    fields = (
        f"<p><label>Name {sign} <input></label><p><span>{sign}</span> <label for=c>City</label> <input id=c>"
        f"<p><label for=z>Zip</label> <input id=z> {sign}<p><label>Phone <input></label>"
    )
    found = required(await show(f"<form><p>{note}</p>{fields}</form>"))
    assert [label.rstrip(f" {sign}") for label in found] == ["Name", "City", "Zip"]
    assert required(await show(f"<form><p>All about you</p>{fields}</form>")) == []


@pytest.mark.parametrize(
    "note",
    [
        "All fields are required.",
        "Alle Felder sind Pflichtfelder.",
        "Tous les champs sont obligatoires.",
        "Todos los campos son obligatorios.",
        "Tutti i campi sono obbligatori.",
        "Alle velden zijn verplicht.",
        "Wszystkie pola są wymagane.",
    ],
)
async def test_a_note_may_say_that_everything_is_required(show: Open, note: str) -> None:
    fields = "<label>Name <input></label><label><input type=checkbox> News</label>"
    assert required(await show(f"<p>{note}</p><form>{fields}</form>")) == ["Name"]
    fields = "<label>Name * <input></label><label>Site (optional) <input></label><label>Phone <input></label>"
    assert required(await show(f"<p>{note}</p><form>{fields}</form>")) == ["Name", "Phone"]


@pytest.mark.parametrize(
    "note",
    [
        "All fields marked with * are required.",
        "All fields are required except the phone.",
        "All required fields must be filled in.",
        "• A driving licence is required for this job and for all others",
        "<script>const message = 'All fields are required.';</script>",
        "<p style='display: none'>All fields are required.</p>",
    ],
)
async def test_other_notes_require_nothing_more(show: Open, note: str) -> None:
    fields = "<label>Name <input></label><label>• Phone <input></label>"
    assert required(await show(f"<form><div>{note}</div>{fields}</form>")) == []


async def test_a_star_behind_a_box_or_beside_its_label_makes_it_required(show: Open) -> None:
    form = (
        "<p>Name <input> *</p><p><label for=c>City</label> <span>*</span> <input id=c></p>"
        "<p><label for=e>E-mail</label> <input id=e> <label for=p>Phone</label> <input id=p></p>"
    )
    assert required(await show(f"<form>{form}</form>")) == ["Name", "City"]
