"""A box to pick from that shows nothing itself: an unseen input beside it has what the form sends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldState, PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

FORM = """<form><p><label>Name <input></label></p>
<div><span id="asked">Country</span> {box} <em id="aside"></em><ul id="list" role="listbox" hidden></ul>
<input type="hidden" name="country" id="sent"></div><p><label>City <input></label></p></form>
<script>
  const box = document.getElementById('box');
  const CODES = {{ Germany: 'DE', 'United States': 'US', Austria: 'AT' }};
  const open = (isOpen) => {{ list.hidden = !isOpen; box.setAttribute('aria-expanded', isOpen); }};
  for (const [label, code] of Object.entries(CODES)) {{
    list.insertAdjacentHTML('beforeend', `<li role="option" {value}>${{label}}</li>`);
    list.lastChild.onmousedown = (event) => event.preventDefault();
    list.lastChild.onclick = () => {{ pick(label, code); open(false); }};
  }}
  const pick = (label, code) => {{ {pick} }};
  if (box.localName === 'input') {{ box.onfocus = () => open(true); box.onblur = () => open(false); }}
  else box.onclick = () => open(list.hidden);
</script>"""
NAMED = 'id="box" role="combobox" aria-controls="list" aria-labelledby="asked" aria-expanded="false"'
INPUT, BUTTON = f"<input {NAMED}>", f'<button type="button" {NAMED}>Select</button>'
CODED = 'data-value="${code}"'


@pytest.mark.parametrize("box", [INPUT, BUTTON], ids=["input", "button"])
@pytest.mark.parametrize(
    ("value", "shows"),
    [("", "aside.textContent = label;"), (CODED, ""), (CODED, "aside.textContent = code;")],
    ids=["said beside it", "said by the option's value", "said beside it in other words"],
)
async def test_what_was_picked_is_told_by_what_is_sent_for_it(
    show: Open, fill: Fill, page: Page, box: str, value: str, shows: str
) -> None:
    model = await show(FORM.format(box=box, value=value, pick=f"sent.value = code; box.value = ''; {shows}"))
    assert await fill(model, {"Country": "United States"}) == {"Country": ""}
    assert await page.input_value("#sent") == "US"
    [country] = [each for each in (await pages.scan(page)).fields if each.label == "Country"]
    assert country.state is FieldState.FILLED


@pytest.mark.parametrize(
    ("value", "pick"),
    [
        (CODED, "sent.value = 'AT';"),
        ("", "sent.value = 'AT'; aside.textContent = 'Austria';"),
        ("", "aside.textContent = label;"),
        ("", "sent.value = code;"),
    ],
    ids=["another one is sent", "another one is said", "nothing is sent", "nothing is said"],
)
async def test_what_was_picked_does_not_hold_where_it_is_not_told(
    show: Open, fill: Fill, page: Page, value: str, pick: str
) -> None:
    model = await show(FORM.format(box=INPUT, value=value, pick=f"box.value = ''; {pick}"))
    assert await fill(model, {"Country": "United States"}) == {"Country": "not_kept"}


async def test_what_stood_beside_a_box_before_it_was_answered_does_not_tell_what_it_holds(
    show: Open, fill: Fill, page: Page
) -> None:
    form = FORM.format(box=INPUT, value="", pick="sent.value = code; box.value = '';")
    model = await show(form.replace('<em id="aside">', '<em id="aside">United States'))
    assert await fill(model, {"Country": "United States"}) == {"Country": "not_kept"}
