"""Times of day told in several controls, in a real Chromium: none is held that the form would send as another time."""

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

BOX = "<label>Time <input name='time' maxlength='5'></label>"
HALVES = "<select name='half' aria-label='Half'><option>AM</option><option>PM</option></select>"
HOURS = f"<select name='hour' aria-label='Hour'>{''.join(f'<option>{hour}</option>' for hour in range(1, 13))}</select>"
MINUTES = "<select name='minute' aria-label='Minute'><option>00</option><option>30</option></select>"
OTHER = "<label>Name <input name='who'></label>"


async def sent(page: Page) -> dict[str, str]:
    held: dict[str, str] = await page.evaluate("() => Object.fromEntries(new FormData(document.forms[0]))")
    return held


@pytest.mark.parametrize("answer", ["2:30 PM", "14:30"])
async def test_a_time_beside_a_list_of_halves_is_told_with_its_half(
    show: Open, fill: Fill, page: Page, answer: str
) -> None:
    assert await fill(await show(f"<form>{BOX}{HALVES}</form>"), {"Time": answer}) == {"Time": ""}
    assert await sent(page) == {"time": "2:30", "half": "PM"}


async def test_a_list_of_halves_further_down_belongs_to_no_time_above(show: Open, fill: Fill, page: Page) -> None:
    assert await fill(await show(f"<form>{BOX}{OTHER}{HALVES}</form>"), {"Time": "2:30 PM"}) == {"Time": ""}
    assert await sent(page) == {"time": "14:30", "who": "", "half": "AM"}


async def test_a_time_is_not_held_once_the_half_beside_it_is_another(show: Open, page: Page, plan: Plan) -> None:
    model = await show(f"<form>{BOX}{HALVES}</form>")
    action = plan(model.fields[0])
    assert [result.ok for result in await pages.run_batch(page, model, [action], {action.id: "2:30 PM"})] == [True]
    assert [result.ok for result in await pages.read_back(page, model, [action], {action.id: "2:30 PM"})] == [True]
    await page.select_option("[name=half]", "AM")
    assert [result.ok for result in await pages.read_back(page, model, [action], {action.id: "2:30 PM"})] == [False]


async def test_an_hour_of_twelve_is_told_with_its_half(show: Open, fill: Fill, page: Page) -> None:
    model = await show(f"<form>{HOURS}{MINUTES}{HALVES}</form>")
    assert await fill(model, {"Hour": "2:30 PM", "Minute": "2:30 PM"}) == {"Hour": "", "Minute": ""}
    assert await sent(page) == {"hour": "2", "minute": "30", "half": "PM"}


async def test_twelve_numbers_that_no_half_stands_beside_take_no_hour(show: Open, fill: Fill, page: Page) -> None:
    model = await show(f"<form>{HOURS}{OTHER}</form>")
    assert await fill(model, {"Hour": "2:30 PM"}) == {"Hour": "no_such_option"}
    assert await sent(page) == {"who": ""}
