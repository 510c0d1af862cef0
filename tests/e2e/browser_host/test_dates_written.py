"""Dates in boxes for text are written as the page says: by a format, a pattern, or its language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Value
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import PlannedAction

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Plan = Callable[..., PlannedAction]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]


def _form(more: str = "", label: str = "Start", language: str = "en") -> str:
    other = "<p><label>Name <input></label></p>"
    return f'<form lang="{language}"><p><label>{label} <input id="box" {more}></label></p>{other}</form>'


@pytest.mark.parametrize(
    ("form", "written"),
    [
        (_form('placeholder="TT.MM.JJJJ"', language="de"), "04.03.2027"),
        (_form('placeholder="TT.MM.JJJJ"'), "04.03.2027"),
        (_form('placeholder="jj/mm/aaaa"', language="fr"), "04/03/2027"),
        (_form('placeholder="GG.AA.YYYY"', language="tr"), "04.03.2027"),
        (_form('placeholder="JJJJ-MM-TT"', language="de"), "2027-03-04"),
        (_form('placeholder="MM/JJJJ"', language="de"), "03/2027"),
        (_form('placeholder="YYYYMMDD"'), "20270304"),
        (_form('pattern="[0-9]{8}"', label="Start (YYYYMMDD)"), "20270304"),
        (_form('maxlength="8"', label="Start (ddmmyyyy)"), "04032027"),
        (_form(label="Start (TT.MM.JJJJ)", language="de"), "04.03.2027"),
        (_form('aria-describedby="how"') + '<p id="how">Format: TT.MM.JJJJ</p>', "04.03.2027"),
        (_form('placeholder="Please input date (M/d/yyyy)"'), "03/04/2027"),
        (_form('placeholder="Format: TT.MM.JJJJ"'), "04.03.2027"),
        (_form(language="de"), "04.03.2027"),
        (_form(language="de-AT"), "04.03.2027"),
        (_form(r'pattern="\d{2}\.\d{2}\.\d{4}"'), "04.03.2027"),
        (_form(r'pattern="\d{2}/\d{2}/\d{4}"', language="fr"), "04/03/2027"),
        (_form(r'pattern="\d{4}-\d{2}-\d{2}"', language="de"), "2027-03-04"),
    ],
)
async def test_a_date_is_written_as_the_page_says(show: Open, fill: Fill, page: Page, form: str, written: str) -> None:
    model = await show(form)
    [label] = [each.label for each in model.fields if each.dom_id == "box"]
    assert label.startswith("Start")
    assert await fill(model, {label: "2027-03-04"}) == {label: ""}
    assert await page.input_value("#box") == written


@pytest.mark.parametrize(
    "form",
    [
        _form(),
        _form(language="fr"),  # a slashed day may be a month, where the language is told wrongly
        _form(language="sv"),
        _form(language="no language"),
        _form('placeholder="XX.XX.XXXX"'),
    ],
)
async def test_a_date_is_written_with_its_year_first_where_the_page_says_nothing(
    show: Open, fill: Fill, page: Page, form: str
) -> None:
    assert await fill(await show(form), {"Start": "2027-03-04"}) == {"Start": ""}
    assert await page.input_value("#box") == "2027-03-04"


SHOWN = {
    "e.g. 31.12.2026": "04.03.2027",
    "z. B. 31.12.1990": "04.03.2027",
    "ex : 31/12/1990": "04/03/2027",
    "like 12/31/2026": "03/04/2027",
    "For example 2026/12/31": "2027/03/04",
    "bijv. 31-12-1990": "04-03-2027",
    "Example: 31 Dec 1990": "04 Mar 2027",
}
PLACES = {
    "in it": '<p><label for="box">Start</label><input id="box" placeholder="{}"></p>',
    "in its label": '<p><label for="box">Start ({})</label><input id="box"></p>',
    "in its description": '<p><label>Start <input id="box" aria-describedby="how"></label></p><p id="how">{}</p>',
    "behind it": '<p><label for="box">Start</label><input id="box"><small>{}</small></p>',
    "below it": '<label for="box">Start</label><input id="box"><p>{}</p><p><label>Name <input></label></p>',
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("shown", SHOWN)
async def test_a_date_is_written_as_an_example_shows_it(
    show: Open, fill: Fill, page: Page, shown: str, place: str
) -> None:
    model = await show(f"<form lang=en>{place.format(shown)}</form>")
    [label] = [each.label for each in model.fields if each.dom_id == "box"]
    assert await fill(model, {label: "2027-03-04"}) == {label: ""}
    assert await page.input_value("#box") == SHOWN[shown]


async def test_a_date_alone_in_a_box_is_an_example(show: Open, fill: Fill, page: Page) -> None:
    model = await show(f"<form lang=en>{PLACES['in it'].format('31.12.1990')}</form>")
    assert await fill(model, {"Start": "2027-03-04"}) == {"Start": ""}
    assert await page.input_value("#box") == "04.03.2027"


@pytest.mark.parametrize("shown", ["e.g. 05/06/2026", "Closes on 31.12.2026", "E.g. 31.12.2026 or 12/31/2026"])
async def test_an_example_that_does_not_show_how_a_date_is_written_changes_nothing(
    show: Open, fill: Fill, page: Page, shown: str
) -> None:
    await fill(await show(f"<form lang=en>{PLACES['behind it'].format(shown)}</form>"), {"Start": "2027-03-04"})
    assert await page.input_value("#box") == "2027-03-04"


@pytest.mark.parametrize("text", ["2027-03-04 to 2027-04-01", "4711-08-15-3", "Project 2027-03-04", "2027-13-04"])
async def test_what_is_no_date_is_written_as_it_is(show: Open, fill: Fill, page: Page, text: str) -> None:
    assert await fill(await show(_form(language="de")), {"Start": text}) == {"Start": ""}
    assert await page.input_value("#box") == text


async def test_a_date_written_in_the_page_s_language_is_read_back(show: Open, page: Page, plan: Plan) -> None:
    model = await show(_form(language="de"))
    action = plan(model.fields[0])
    values = {action.id: "2027-03-04"}
    assert [result.ok for result in await pages.run_batch(page, model, [action], values)] == [True]
    assert [result.ok for result in await pages.read_back(page, model, [action], values)] == [True]
    await page.fill("#box", "03.04.2027")
    assert [result.ok for result in await pages.read_back(page, model, [action], values)] == [False]
    await page.fill("#box", "2027-03-04")
    assert [result.ok for result in await pages.read_back(page, model, [action], values)] == [True]


@pytest.mark.parametrize(
    ("language", "code", "shown"),
    [("de", "", "04.03.2027"), ("en-GB", "not_kept", ""), ("fr", "not_kept", ""), ("en", "", "03/04/2027")],
)
async def test_a_day_for_a_calendar_that_cannot_be_used_is_written_in_the_pages_language_or_not_at_all(
    show: Open, fill: Fill, page: Page, language: str, code: str, shown: str
) -> None:
    model = await show(_form('aria-haspopup="dialog"', label="Start date", language=language))
    assert await fill(model, {"Start date": "2027-03-04"}) == {"Start date": code}
    assert await page.input_value("#box") == shown


#: a box that takes a date by Enter alone, as `read` understands it (a list of year, month and day, or null), shows it
#: as `write` does, and takes anything else back
TAKES_BY_ENTER = """<form id="form"><p><label>Start <input id="box"></label></p>
<p><label>Name <input></label></p></form>
<script>
  let held = null;
  const digits = (text, shape) => text.match(shape)?.slice(1).map(Number) ?? null;
  const exists = (day) => day && new Date(...[day[0], day[1] - 1, day[2]]).getMonth() === day[1] - 1 ? day : null;
  const pad = (number) => String(number).padStart(2, '0');
  const read = %s;
  const write = %s;
  const show = () => { box.value = held ? write(held) : ''; };
  box.onkeydown = ({ key }) => { if (key === 'Enter') { held = exists(read(box.value)); show(); } };
  box.onblur = show;
  form.onsubmit = (event) => { event.preventDefault(); window.sent = true; };
</script>"""
PLAIN = "(text) => digits(text, /^(\\d{4})-(\\d\\d)-(\\d\\d)$/)"
DAY_FIRST = "(text) => digits(text, /^(\\d\\d)\\/(\\d\\d)\\/(\\d{4})$/)?.reverse() ?? null"
MONTH_FIRST = """(text) => {
    const [m, d, y] = digits(text, /^(\\d\\d)\\/(\\d\\d)\\/(\\d{4})$/) ?? [];
    return m ? [y, m, d] : null;
  }"""
#: whichever part comes first, where the other would be no month
GUESSED = f"(text) => exists(({DAY_FIRST})(text)) ?? ({MONTH_FIRST})(text)"
IN_FULL = "([y, m, d]) => [y, pad(m), pad(d)].join('-')"
SLASHED = "([y, m, d]) => [pad(d), pad(m), y].join('/')"
AMERICAN = "([y, m, d]) => [pad(m), pad(d), y].join('/')"
SHORT = "([y, m, d]) => [d, m, y].join('/')"


@pytest.mark.parametrize(
    ("read", "write", "shown"),
    [
        (PLAIN, IN_FULL, "2027-03-04"),
        (DAY_FIRST, SLASHED, "04/03/2027"),
        (MONTH_FIRST, AMERICAN, "03/04/2027"),
        (PLAIN, SHORT, "4/3/2027"),
    ],
    ids=["year first", "day first", "month first", "in its own way"],
)
async def test_a_box_that_shows_no_format_gets_the_day_as_it_takes_it(
    show: Open, fill: Fill, page: Page, read: str, write: str, shown: str
) -> None:
    model = await show(TAKES_BY_ENTER % (read, write))
    assert await fill(model, {"Start": "2027-03-04"}) == {"Start": ""}
    assert await page.input_value("#box") == shown
    assert await page.evaluate("() => held") == [2027, 3, 4]
    assert await page.evaluate("() => window.sent") is None


async def test_a_box_that_guesses_which_part_of_a_date_comes_first_gets_none(
    show: Open, fill: Fill, page: Page
) -> None:
    model = await show(
        TAKES_BY_ENTER % (GUESSED, "() => box.value") + "<script>box.oninput = () => { held = null; };</script>"
    )
    assert await fill(model, {"Start": "2027-03-04"}) == {"Start": "not_kept"}
    assert await page.input_value("#box") == ""


@pytest.mark.parametrize("language", ["de", "hr", "hu"])
async def test_a_date_written_in_the_page_s_language_is_known_as_the_applicant_s(
    show: Open, fill: Fill, page: Page, language: str
) -> None:
    values = {"profile.available_start_date": "2027-03-04", "profile.date_of_birth": "1990-03-04"}
    assert await fill(await show(_form(language=language)), {"Start": "2027-03-04"}) == {"Start": ""}
    assert await page.input_value("#box") != "2027-03-04"
    told = await pages.with_known_values(page, await pages.scan(page), values)
    assert {each.label: each.equals_key for each in told.fields} == {
        "Start": "profile.available_start_date",
        "Name": None,
    }


@pytest.mark.parametrize(("held", "is_clicked"), [("04.03.2027", True), ("04.03.2028", False)])
async def test_another_date_than_was_read_is_not_sent(show: Open, page: Page, held: str, *, is_clicked: bool) -> None:
    values = {"profile.available_start_date": "2027-03-04"}
    changes = f"<button type=button onmouseover=\"box.value = '{held}'\">Send application</button>"
    model = await show(_form('value="04.03.2027"', language="de").replace("</form>", f"{changes}</form>"))
    [send] = model.buttons
    model = await pages.with_known_values(page, model, values)
    assert (await pages.press(page, model, send.id, values=values)).clicked is is_clicked
