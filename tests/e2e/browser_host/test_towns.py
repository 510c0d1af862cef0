"""A box that searches for places gets the town where the applicant lives, and no namesake of it.

Judged by what the form would send.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Page, Route

from ghosthands.browser_host.page import Value
from ghosthands.domain.page import PageModel
from ghosthands.domain.residence import Residence

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

ILLINOIS = {"region": "Illinois", "country": "United States"}
BARE = Residence("Springfield", town="Springfield", **ILLINOIS)
WHOLE = Residence("Springfield, Illinois, United States", town="Springfield", **ILLINOIS)
FAMOUS = ("Springfield, Missouri, United States", "Springfield, Massachusetts, United States")
OURS = "Springfield, Illinois, United States"

#: A location box in the markup of Greenhouse's job boards: it asks its server once the keys rest, in a list at the end
#: of the body, and forgets what was typed and not picked. The form sends a hidden input.
LOCATION = """<form><label>First name <input name="first"></label>
<div class="select"><div class="select__container">
<label id="candidate-location-label" for="candidate-location" class="label select__label">Location (City)*</label>
<div class="select-shell"><div class="select__control"><div class="select__value-container">
<div class="select__placeholder" id="placeholder">Select...</div>
<div class="select__input-container"><input id="candidate-location" class="select__input" type="text" role="combobox"
 aria-autocomplete="list" aria-expanded="false" aria-haspopup="true" aria-labelledby="candidate-location-label"
 aria-required="true" autocomplete="off"></div></div>
<div class="select__indicators"><button type="button" aria-label="Toggle flyout" tabindex="-1"></button></div></div>
</div></div></div><input type="hidden" name="location"><button>Submit application</button></form>
<script>
const box = document.getElementById('candidate-location');
const shown = document.getElementById('placeholder');
let menu = null, timer = 0;
const close = () => { menu?.remove(); menu = null; box.setAttribute('aria-expanded', 'false'); };
const offer = (labels) => {
  close();
  menu = document.createElement('div');
  menu.className = 'select__menu';
  menu.id = 'react-select-candidate-location-listbox';
  menu.style = 'position: absolute; top: 150px';
  menu.innerHTML = '<div class="select__menu-list" role="listbox"></div>';
  for (const label of labels) {
    const option = document.createElement('div');
    option.className = 'select__option';
    option.setAttribute('role', 'option');
    option.textContent = label;
    option.onmousedown = (event) => event.preventDefault();
    option.onclick = () => {
      document.forms[0].location.value = label;
      shown.className = 'select__single-value';
      shown.textContent = label;
      box.value = '';
      close();
    };
    menu.firstChild.append(option);
  }
  document.body.append(menu);
  box.setAttribute('aria-expanded', 'true');
  box.setAttribute('aria-controls', menu.id);
};
box.oninput = () => {
  clearTimeout(timer);
  close();
  const typed = box.value;
  if (typed) timer = setTimeout(async () => {
    const answer = await fetch(`http://places.test/?q=${encodeURIComponent(typed)}`);
    const labels = await answer.json();
    if (box.value === typed) offer(labels);
  }, 300);
};
box.onblur = () => { box.value = ''; close(); };
</script>"""
SENT = "() => new FormData(document.forms[0]).get('location')"


async def offering(page: Page, *places: str, most: int = 10) -> list[str]:
    """Answers the page's searches with the places that begin like the text; what was searched for."""
    searched: list[str] = []

    async def answer(route: Route) -> None:
        [typed] = parse_qs(urlsplit(route.request.url).query)["q"]
        searched.append(typed)
        found = [each for each in places if each.casefold().startswith(typed.casefold())][:most]
        await route.fulfill(body=json.dumps(found), headers={"Access-Control-Allow-Origin": "*"})

    await page.route("http://places.test/**", answer)
    return searched


@pytest.mark.parametrize("residence", [BARE, WHOLE], ids=["bare", "whole"])
async def test_a_town_is_found_among_its_namesakes(show: Open, fill: Fill, page: Page, residence: Residence) -> None:
    await offering(page, *FAMOUS, OURS)
    assert await fill(await show(LOCATION), {"First name": "Jane", "Location (City)": residence}) == {
        "First name": "",
        "Location (City)": "",
    }
    assert await page.evaluate(SENT) == OURS


@pytest.mark.parametrize("residence", [BARE, WHOLE], ids=["bare", "whole"])
async def test_a_namesake_is_left_though_it_is_all_there_is(
    show: Open, fill: Fill, page: Page, residence: Residence
) -> None:
    await offering(page, *FAMOUS[:1])
    assert await fill(await show(LOCATION), {"Location (City)": residence}) == {"Location (City)": "no_such_option"}
    assert await page.evaluate(SENT) == ""


async def test_of_two_towns_that_agree_neither_is_picked(show: Open, fill: Fill, page: Page) -> None:
    await offering(page, "Springfield, Bond County, Illinois, United States", "Springfield, Cook County, Illinois, USA")
    assert await fill(await show(LOCATION), {"Location (City)": BARE}) == {"Location (City)": "no_such_option"}
    assert await page.evaluate(SENT) == ""


async def test_a_text_that_is_no_residence_chooses_no_place(show: Open, fill: Fill, page: Page) -> None:
    await offering(page, OURS)
    assert await fill(await show(LOCATION), {"Location (City)": "Springfield"}) == {"Location (City)": "no_such_option"}
    assert await page.evaluate(SENT) == ""


COLUMNS = """<form><div id="label">City</div>
<div role="combobox" aria-labelledby="label" aria-haspopup="listbox" aria-expanded="false" tabindex="0" id="box"
 aria-controls="list" style="border: 1px solid; width: 300px">Select</div><input type="hidden" name="location"></form>
<ul id="list" role="listbox" hidden><li role="option">Springfield, Missouri</li><li role="option">Chicago, Illinois</li>
</ul><script>
box.onclick = () => { list.hidden = false; box.setAttribute('aria-expanded', 'true'); };
for (const option of list.children) option.onclick = () => {
  box.textContent = document.forms[0].location.value = option.textContent;
  list.hidden = true;
  box.setAttribute('aria-expanded', 'false');
};
</script>"""


@pytest.mark.parametrize(("town", "picked"), [("Chicago", "Chicago, Illinois"), ("Springfield", "")])
async def test_a_town_is_picked_from_a_list_that_names_its_state(
    show: Open, fill: Fill, page: Page, town: str, picked: str
) -> None:
    codes = await fill(await show(COLUMNS), {"City": Residence(town, town=town, **ILLINOIS)})
    assert codes == {"City": "" if picked else "no_such_option"}
    assert await page.evaluate(SENT) == picked


async def test_a_list_of_the_browsers_own_is_chosen_from_alike(show: Open, fill: Fill, page: Page) -> None:
    options = "".join(f"<option>{each}</option>" for each in ("", "Springfield, MO", "Springfield, IL"))
    model = await show(f"<form><label>City <select name='location'>{options}</select></label></form>")
    assert await fill(model, {"City": BARE}) == {"City": ""}
    assert await page.evaluate(SENT) == "Springfield, IL"


async def test_a_box_for_text_gets_the_town_as_it_is(show: Open, fill: Fill, page: Page) -> None:
    model = await show("<form><label>City <input name='location'></label></form>")
    assert await fill(model, {"City": BARE}) == {"City": ""}
    assert await page.evaluate(SENT) == "Springfield"
