"""A list, radios, a number or a date that a page overwrites after its reading are seen to show something else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.domain.page import FieldModel, PageModel
from ghosthands.domain.plan import PlannedAction

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Ask = Callable[[PageModel, str], FieldModel]
Plan = Callable[..., PlannedAction]

VALUES = {
    "profile.first_name": "Jane",
    "profile.location.country": "Germany",
    "profile.years_of_experience": "9",
    "profile.available_start_date": "2027-03-04",
    "profile.willing_to_relocate": "yes",
}
OPTIONS = "<option value=''>Select</option><option>Austria</option><option>Germany</option>"
RADIOS = "".join(f"<label><input type=radio name=country value={at}>{at}</label>" for at in ("Austria", "Germany"))
CONTROLS = {
    "a list": (f"<label>Country <select id=it>{OPTIONS}</select></label>", "profile.location.country"),
    "radios": (f"<fieldset><legend>Country</legend>{RADIOS}</fieldset>", "profile.location.country"),
    "a number": ("<label>Years of experience <input type=number id=it></label>", "profile.years_of_experience"),
    "a date": ("<label>Start <input type=date id=it></label>", "profile.available_start_date"),
}
OVERWRITTEN = {
    "a list": "it.value = 'Austria'",
    "radios": "document.forms[0].elements.country[0].checked = true",
    "a number": "it.value = '5'",
    "a date": "it.value = '2020-01-01'",
}


@pytest.mark.parametrize("control", CONTROLS)
async def test_what_a_control_was_read_to_show_is_told_by_its_key_until_the_page_overwrites_it(
    show: Open, plan: Plan, page: Page, control: str
) -> None:
    asked, key = CONTROLS[control]
    model = await show(f"<form>{asked}<label>Name <input></label><button>Send application</button></form>")
    action = plan(model.fields[0])
    [result] = await pages.run_batch(page, model, [action], {action.id: VALUES[key]}, known=VALUES)
    assert (result.ok, result.equals_key) == (True, key)
    seen = await pages.with_known_values(page, await pages.scan(page), VALUES)
    assert seen.fields[0].equals_key == key
    await page.evaluate(OVERWRITTEN[control])
    assert (await pages.with_known_values(page, await pages.scan(page), VALUES)).fields[0].equals_key is None
    [send] = seen.buttons
    assert not (await pages.press(page, seen, send.id, values=VALUES)).clicked


async def test_a_mere_yes_is_not_told_as_one_of_the_applicants_values(show: Open, plan: Plan, page: Page) -> None:
    options = "<option value=''>Select</option><option>Yes</option><option>No</option>"
    model = await show(f"<form><label>Would you relocate? <select>{options}</select></label></form>")
    action = plan(model.fields[0])
    [result] = await pages.run_batch(page, model, [action], {action.id: "yes"}, known=VALUES)
    assert (result.ok, result.equals_key) == (True, None)


async def test_what_is_chosen_is_no_text_that_a_request_could_be_known_by(show: Open, page: Page) -> None:
    asked = "".join(asked for asked, _ in CONTROLS.values()).replace("option>Germany", "option selected>Germany")
    model = await show(f"<form>{asked}<label>First name <input value=Jane></label></form>")
    told = await pages.with_known_values(page, model, VALUES)
    assert "profile.location.country" in {field.equals_key for field in told.fields}
    assert pages.list_texts(told) == {"profile.first_name"}


async def test_a_box_to_tick_tells_nothing(show: Open, plan: Plan, page: Page) -> None:
    model = await show("<form><label><input type=checkbox> I have read the privacy notice</label></form>")
    action = plan(model.fields[0])
    [result] = await pages.run_batch(page, model, [action], {action.id: "yes"}, known=VALUES)
    assert (result.ok, result.equals_key) == (True, None)
