"""A dial code that is printed before the box of a phone number: only what is dialled behind it is typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.page import Value
from ghosthands.domain.page import PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

PLAIN = "<p><label for=p>Phone</label> <span>{code}</span> <input id=p type=tel>"
GROUPED = """<p><label for=p>Phone</label><div style="display: flex"><span><b>🇺🇸</b> {code}</span>
<div><input id=p type=tel></div></div>"""
LAID_OVER = """<p><label for=p>Phone</label><div style="position: relative"><i style="position: absolute; left: 4px">
{code}</i><input id=p type=tel style="padding-left: 50px"></div>"""
HEARD = "<p><label>Phone ({code}) <input id=p type=tel></label>"
ABOVE = "<p><label for=p>Phone</label><p>{code}<p><input id=p type=tel>"
ELSEWHERE = "<p><label for=p>Phone</label> {code} <input aria-label=Extension size=4> <input id=p type=tel>"


@pytest.mark.parametrize("html", [PLAIN, GROUPED, LAID_OVER])
@pytest.mark.parametrize(
    ("code", "number", "typed"),
    [
        ("+1", "+1 415 555 0134", "4155550134"),
        ("(+1)", "(415) 555-0134", "4155550134"),
        ("+49", "+49 (0)151 12345678", "15112345678"),
        ("+ 49", "0151 12345678", "15112345678"),
    ],
)
async def test_the_number_goes_on_behind_its_own_code(
    show: Open, fill: Fill, page: Page, html: str, code: str, number: str, typed: str
) -> None:
    assert await fill(await show(html.format(code=code)), {"Phone": number}) == {"Phone": ""}
    assert await page.input_value("#p") == typed


@pytest.mark.parametrize("html", [PLAIN, GROUPED, LAID_OVER])
@pytest.mark.parametrize("number", ["+49 151 12345678", "0151 12345678", "+1 415 555 0134 ext. 12"])
async def test_nothing_is_typed_behind_another_countrys_code(
    show: Open, fill: Fill, page: Page, html: str, number: str
) -> None:
    assert await fill(await show(html.format(code="+1")), {"Phone": number}) == {"Phone": "unfit_value"}
    assert await page.input_value("#p") == ""


@pytest.mark.parametrize("html", [HEARD, ABOVE, ELSEWHERE])
async def test_a_code_that_does_not_lead_into_the_box_changes_nothing(
    show: Open, fill: Fill, page: Page, html: str
) -> None:
    model = await show(html.format(code="+1"))
    asked = next(each.label for each in model.fields if "Phone" in each.label)
    assert await fill(model, {asked: "+49 151 12345678"}) == {asked: ""}
    assert await page.input_value("#p") == "+49 151 12345678"
