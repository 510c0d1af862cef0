"""The small picture of a page that was filled: whatever its fields hold, it is the same."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.page import sketch

pytestmark = pytest.mark.e2e

FORM = """<!doctype html><style>
  .chosen, button, input { width: 240px; height: 32px; display: block; overflow: hidden; }
  [aria-checked=true], label:has(:checked) { background: gold; outline: 2px solid red; box-shadow: 0 0 3px red; }
  [aria-pressed=true] { background: black; color: white; }
</style>
<h1>Apply to Acme</h1>
<label for="name">Full name</label><input id="name" value="%(text)s">
<label>Country</label><div class="chosen" role="combobox">%(text)s</div><button type="button">%(text)s</button>
<label><input type="radio" name="veteran" %(radio)s> I am a veteran</label>
<div role="radio" aria-checked="%(ticked)s">Yes</div><button type="button" aria-pressed="%(ticked)s">Yes</button>
<iframe srcdoc="<p style='width: 240px; height: 20px; overflow: hidden'>%(text)s</p>"></iframe>"""


async def test_what_was_filled_in_cannot_be_told_from_it_and_the_page_can(page: Page) -> None:
    async def take(**filled: str) -> bytes:
        await page.set_content(FORM % filled)
        return await sketch(page)

    ada = await take(text="Ada", radio="checked", ticked="true")
    bob = await take(text="Wilhelmina Pyke", radio="", ticked="false")
    assert ada == bob
    assert ada.startswith(b"\xff\xd8")
    await page.set_content("<h1>Another page</h1>")
    assert await sketch(page) != ada
