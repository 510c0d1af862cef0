"""Ratings of numbered buttons, and grids with one question a row, are asked and answered as people see them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldKind, PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

SENT = "() => Object.fromEntries(new FormData(document.forms[0]))"
NAME = "<p><label>Name <input></label></p>"
AGREES = ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"]
ROWS = {"team": "I like working in a team", "alone": "I prefer working alone"}


def _table() -> str:
    heads = "".join(f"<th>{each}</th>" for each in AGREES)
    ticks = "".join(f"<td><input type=radio name={{name}} value={number}></td>" for number in range(5))
    rows = "".join(f"<tr><td>{asked}</td>{ticks.format(name=name)}</tr>" for name, asked in ROWS.items())
    return f"<table><tr><td></td>{heads}</tr>{rows}</table>"


def _boxes() -> str:
    heads = "".join(f"<span>{each}</span>" for each in ["", *AGREES])
    ticks = "".join(f"<span><input type=radio name={{name}} value={number}></span>" for number in range(5))
    rows = "".join(f"<div class=row><span>{each}</span>{ticks.format(name=name)}</div>" for name, each in ROWS.items())
    style = "<style>.row { display: flex } .row > * { width: 120px }</style>"
    return f"{style}<div><div class=row>{heads}</div>{rows}</div>"


@pytest.mark.parametrize("grid", [_table(), _boxes()], ids=["table", "rows of boxes"])
async def test_what_stands_over_a_column_is_what_a_tick_in_it_says(
    show: Open, fill: Fill, page: Page, grid: str
) -> None:
    model = await show(f"<form>{NAME}{grid}</form>")
    asked = {field.label: [option.label for option in field.options] for field in model.fields[1:]}
    assert asked == dict.fromkeys(ROWS.values(), AGREES)
    answers = {"I like working in a team": "Agree", "I prefer working alone": "Strongly disagree"}
    assert await fill(model, answers) == dict.fromkeys(answers, "")
    assert await page.evaluate(SENT) == {"team": "3", "alone": "0"}


LIKELY = "How likely are you to recommend us?"
RATED = """<script>
for (const row of document.querySelectorAll('.row')) {
  const buttons = [...row.querySelectorAll('button')];
  for (const button of buttons) button.onclick = () => {
    row.querySelector('input').value = buttons.indexOf(button);
    const isOn = (each) => each === button || (row.dataset.stars && buttons.indexOf(each) < buttons.indexOf(button));
    for (const each of buttons) each.classList.toggle('selected', Boolean(isOn(each)));
  };
}
</script>"""


def _rating(buttons: str, more: str = "") -> str:
    return (
        f"<form>{NAME}<p>{LIKELY}</p><div class=row {more}><input type=hidden name=rated>{buttons}</div></form>{RATED}"
    )


@pytest.mark.parametrize(
    ("form", "offered"),
    [
        (_rating("".join(f"<button type=button>{n}</button>" for n in range(11))), [str(n) for n in range(11)]),
        (
            _rating(
                "".join(f"<button type=button aria-label='{n} stars'>★</button>" for n in range(6)), "data-stars=1"
            ),
            [f"{n} stars" for n in range(6)],
        ),
    ],
    ids=["from 0 to 10", "stars"],
)
async def test_buttons_that_count_are_one_question(
    show: Open, fill: Fill, page: Page, form: str, offered: list[str]
) -> None:
    model = await show(form)
    [rating] = [field for field in model.fields if field.label == LIKELY]
    assert (rating.kind, [option.label for option in rating.options]) == (FieldKind.RADIO, offered)
    assert await fill(model, {LIKELY: "4"}) == {LIKELY: ""}
    assert await page.evaluate(SENT) == {"rated": "4"}


@pytest.mark.parametrize(
    "row",
    [
        "".join(f"<button type=button>{n}</button>" for n in range(1, 6)) + "<button type=button>Next</button>",
        "<div class=pagination>" + "".join(f"<button type=button>{n}</button>" for n in range(1, 6)) + "</div>",
        "".join(f"<button>{n}</button>" for n in range(11)),
        "".join(f"<button type=button>{n}</button>" for n in (10, 25, 50, 100)),
    ],
    ids=["a way on beside them", "pages of results", "buttons that send", "how many to show"],
)
async def test_numbered_buttons_that_are_for_something_else_ask_nothing(show: Open, row: str) -> None:
    model = await show(_rating(row))
    assert [field.label for field in model.fields if field.visible] == ["Name"]


async def test_a_hint_between_a_question_and_its_box_is_not_the_question(show: Open, fill: Fill, page: Page) -> None:
    asked = (("Geburtsdatum", "Format: TT.MM.JJJJ"), ("Telefonnummer", "Bitte mit Vorwahl"))
    rows = "".join(f"<p>{label}</p><p class='field-hint'>{hint}</p><input id={label}>" for label, hint in asked)
    model = await show(f"<form lang=en>{rows}<h3>Mehr</h3><p class='field-hint'>Was noch?</p><input></form>")
    assert [field.label for field in model.fields] == ["Geburtsdatum", "Telefonnummer", "Was noch?"]
    assert await fill(model, {"Geburtsdatum": "1990-03-04"}) == {"Geburtsdatum": ""}
    assert await page.input_value("#Geburtsdatum") == "04.03.1990"
