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
        (_form(label="Start (TT.MM.JJJJ)", language="de"), "04.03.2027"),
        (_form('aria-describedby="how"') + '<p id="how">Format: TT.MM.JJJJ</p>', "04.03.2027"),
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
