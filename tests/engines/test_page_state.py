"""What is compared and put back around a switch, on pages that make it hard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Error, Page

from ghosthands.browser_host.driving import page_state
from ghosthands.browser_host.ports.tab import target_id

if TYPE_CHECKING:
    from conftest import Running, Site

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

FORM = """<!doctype html><html lang="en"><title>Apply</title><body style="height:3000px">
<label>E-mail <input id="email" value="half"></label> <textarea id="notes">and</textarea>
<input type="hidden" id="token" value="1"> <textarea id="captcha" style="display:none">1</textarea>
<div hidden><input id="name" value="Ada"></div> <input type="checkbox" id="agreed" style="display:none">
<select id="country"><option>France<option>Germany</select> <iframe id="frame" src="CROSS/frame"></iframe>"""
FRAME = "<!doctype html><title>Frame</title>Read this"


PAGES = {"/": FORM, "/frame": FRAME, "/elsewhere": "<title>Elsewhere</title>"}


@pytest.fixture
async def page(running: Running, site: Site) -> AsyncIterator[Page]:
    tab = await running.context.new_page()
    await tab.goto(site.url, wait_until="networkidle")
    yield tab
    await tab.close()


@pytest.mark.parametrize("change", ["token.value = '2'", "captcha.value = '03AGdBq2'"])
async def test_what_nobody_fills_in_may_change_at_any_time(page: Page, change: str) -> None:
    before = await page_state.capture(page)
    await page.evaluate(change)
    assert await page_state.find_difference(before, page) is None


FILLED = (
    "email.value = ''",
    "notes.value = ''",
    "document.getElementById('name').value = ''",
    "agreed.checked = true",
    "country.value = 'Germany'",
)


@pytest.mark.parametrize("change", FILLED)
async def test_what_somebody_fills_in_may_not(page: Page, change: str) -> None:
    before = await page_state.capture(page)
    await page.evaluate(change)
    assert before.compare(await page_state.capture(page)) == "values_changed"


async def test_a_page_on_which_no_script_works_is_known_by_its_tab_and_address(page: Page, site: Site) -> None:
    await page.evaluate("() => { scrollTo(0, 300); email.focus() }")
    await page.evaluate("Object.defineProperty(document, 'activeElement', { get() { throw new Error('no') } })")
    state = await page_state.capture(page)
    assert (state.target_id, state.url, state.title) == (await target_id(page), site.url, "Apply")
    assert (state.scroll, state.focus, state.values) == ((0.0, 0.0), "", "")
    assert await page_state.find_difference(state, page) is None
    await page.goto(f"{site.url}elsewhere")
    assert state.compare(await page_state.capture(page)) == "address_changed"


async def test_a_frame_is_given_a_moment_to_come_back(page: Page) -> None:
    before = await page_state.capture(page)
    await page.evaluate("() => { const it = frame; it.remove(); setTimeout(() => document.body.append(it), 500) }")
    assert before.compare(await page_state.capture(page)) == "frames_lost"
    assert await page_state.find_difference(before, page) is None


async def test_a_frame_that_does_not_come_back_is_lost(page: Page) -> None:
    before = await page_state.capture(page)
    await page.evaluate("frame.remove()")
    started = asyncio.get_running_loop().time()
    assert await page_state.find_difference(before, page) == "frames_lost"
    assert asyncio.get_running_loop().time() - started >= page_state.FRAMES_SECONDS


async def test_a_page_that_went_elsewhere_and_scrolled_is_put_back(page: Page, site: Site) -> None:
    await page.evaluate("() => { scrollTo(0, 300); notes.focus({preventScroll: true}) }")
    before = await page_state.capture(page)
    await page.evaluate("() => { scrollTo(0, 0); email.focus() }")
    await page_state.restore(before, page)
    assert await page_state.capture(page) == before
    await page.goto(f"{site.url}elsewhere")
    await page_state.restore(before, page)
    assert page.url == site.url
    assert await page.evaluate("scrollY") == 300


async def test_a_page_that_does_not_let_itself_be_put_back_says_so(page: Page, site: Site) -> None:
    before = await page_state.capture(page)
    await page.evaluate("() => { scrollTo(0, 300); window.scrollTo = () => { throw new Error('no') } }")
    with pytest.raises(Error):
        await page_state.restore(before, page)
    await page.goto(f"{site.url}elsewhere")
    await page.route(site.url, lambda route: route.abort())
    with pytest.raises(Error):
        await page_state.restore(before, page)
