"""Cookies and storage, taken from one real browser and put into another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.driving.driven import DrivenBrowser

if TYPE_CHECKING:
    from conftest import House, Pages

pytestmark = [pytest.mark.integration, pytest.mark.slow]

#: remembers its visitor in every way there is, and its frame on another site does too
REMEMBERS = """<!doctype html><title>Apply</title>
<form><label>First name <input name="first_name"></label></form>
<iframe src="{frame}"></iframe>
<script>
  document.title = [document.cookie, localStorage.getItem("draft"), sessionStorage.getItem("step")].join("|");
  window.visit = () => {{
    document.cookie = "known=yes; path=/";
    localStorage.setItem("draft", "half a form");
    sessionStorage.setItem("step", "2");
  }};
</script>"""
FRAME = """<!doctype html><title>Frame</title><script>
  document.title = String(localStorage.getItem("embedded"));
  localStorage.setItem("embedded", "here too");
</script>"""


async def titles(browser: DrivenBrowser) -> list[str]:
    page = browser.live_page
    await page.wait_for_load_state()
    return [await frame.title() for frame in page.frames]


@pytest.fixture
def remembering(site: Pages) -> str:
    site.html["/form"] = REMEMBERS.format(frame=site.url("/frame", "frame.localhost"))
    site.html["/frame"] = FRAME
    return site.url("/form")


async def test_another_browser_is_to_the_site_the_same_one(house: House, remembering: str) -> None:
    house.allowed = frozenset({"127.0.0.1", "frame.localhost"})
    house.provider = house.new_provider()
    first = await house.at(remembering)
    assert await titles(first) == ["||", "null"]
    await first.live_page.evaluate("visit()")
    storage = await first.read_storage()
    await house.discard()

    second = await house.launch()
    await second.visit(remembering, storage)
    assert await titles(second) == ["known=yes|half a form|2", "here too"]

    await second.live_page.evaluate("localStorage.clear()")
    await second.visit(remembering)
    assert (await titles(second))[0] == "known=yes||2", "what a page takes away stays away"


async def test_what_a_page_wrote_itself_is_not_overwritten(house: House, remembering: str) -> None:
    browser = await house.at(remembering)
    await browser.live_page.evaluate("visit()")
    storage = await browser.read_storage()
    await browser.live_page.evaluate("localStorage.setItem('draft', 'newer')")
    await browser.visit(remembering, storage)
    assert "newer" in (await titles(browser))[0]


async def test_a_page_that_lets_nothing_be_stored_keeps_nothing(house: House, site: Pages) -> None:
    browser = await house.at(site.url("/form"))
    assert not await browser.read_storage()
