"""The folded parts of a form are unfolded; nothing else that a page folds is pressed."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages

pytestmark = pytest.mark.e2e

FORM = """<form onsubmit="document.title = 'sent'; return false"><label>First name <input required></label>{part}
<button>Submit application</button></form>
<script>for (const each of document.querySelectorAll("[aria-expanded]")) each.addEventListener("click", () => {{
  const part = document.getElementById(each.getAttribute("aria-controls"));
  part.hidden = !part.hidden;
  each.setAttribute("aria-expanded", !part.hidden);
  document.title += "pressed";
}});</script>"""
BOX = "<div id=b hidden><label>E-mail <input type=email {more}></label></div>"
REQUIRED = BOX.format(more="required")
OPTIONAL = BOX.format(more="")


@pytest.mark.parametrize(
    "part",
    [
        f"<h2><button type=button aria-expanded=false aria-controls=b>Contact</button></h2>{OPTIONAL}",
        f"<h2 aria-expanded=false aria-controls=b>Contact</h2>{OPTIONAL}",
        f"<div tabindex=0 aria-expanded=false aria-controls=b>2. Contact</div>{REQUIRED}",
        f"<a href='#b' aria-expanded=false aria-controls=b>Contact</a>{REQUIRED}",
        "<details><summary>Contact</summary><label>E-mail <input type=email></label></details>",
    ],
)
async def test_a_folded_part_of_a_form_is_unfolded_once(page: Page, part: str) -> None:
    await page.set_content(FORM.format(part=part))
    assert await pages.unfold(page)
    assert await page.locator("input[type=email]").is_visible()
    assert not await pages.unfold(page)


@pytest.mark.parametrize(
    "part",
    [
        f"<h2><button aria-expanded=false aria-controls=b>Contact</button></h2>{REQUIRED}",
        f"<a href='/elsewhere' aria-expanded=false aria-controls=b>Contact</a>{REQUIRED}",
        f"<h2><button type=button aria-expanded=false aria-controls=b>+ Add a referee</button></h2>{REQUIRED}",
        f"<div tabindex=0 aria-expanded=false aria-controls=b>More</div>{OPTIONAL}",
        f"<div tabindex=0 aria-expanded=false aria-haspopup=listbox aria-controls=b>Country</div>{REQUIRED}",
        f"<nav><h2 aria-expanded=false aria-controls=b>Search</h2></nav>{REQUIRED}",
        "<h2 aria-expanded=false aria-controls=b>Country</h2><div id=b hidden><input><p role=listbox></div>",
        "<details><summary>Referral code (optional)</summary><label>Code <input></label></details>",
    ],
)
async def test_what_sends_leads_away_adds_or_opens_a_list_is_not_pressed(page: Page, part: str) -> None:
    await page.set_content(FORM.format(part=part))
    assert not await pages.unfold(page)
    assert not await page.title()


async def test_a_part_that_closes_another_is_folded_again(page: Page) -> None:
    one = "<h2 id=h1 aria-expanded=true aria-controls=a>Name</h2><div id=a><label>Name <input></label></div>"
    other = f"<h2 id=h2 aria-expanded=false aria-controls=b>Contact</h2>{OPTIONAL}"
    closes = """<script>for (const [each, at] of [[h1, b], [h2, a]]) each.addEventListener("click", () => {
      at.hidden = true;
      document.querySelector(`[aria-controls=${at.id}]`).setAttribute("aria-expanded", "false");
    });</script>"""
    await page.set_content(FORM.format(part=one + other) + closes)
    assert await pages.unfold(page)
    assert await page.locator("#a input").is_visible()
    assert not await page.locator("#b input").is_visible()
