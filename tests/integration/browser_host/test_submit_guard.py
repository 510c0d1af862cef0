"""The submit guard on real pages: closed, nothing leaves; open, everything does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest
from playwright.async_api import Page

from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.errors import PageTrouble
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.domain.requests import Hand

if TYPE_CHECKING:
    from conftest import House, Pages, Visit

pytestmark = pytest.mark.integration

PROFILE = SessionKey("job-1", "session-1")
#: a successor takes a second or two; what keeps it waiting would for half a minute
PATIENCE = 25.0

SHADOW = """<div id="host"></div><script>
  const root = document.getElementById("host").attachShadow({mode: "open"});
  root.innerHTML = '<form method="post" action="/sent"><input name="a"><button id="go">Go on</button></form>';
</script>"""
MENU = """<form method="post" action="/sent"><input name="a">
<button id="menu">Choose a country</button><ul id="list" hidden><li>Utopia</li></ul></form>
<script>document.getElementById("menu").onclick = () => { document.getElementById("list").hidden = false; };</script>"""
FETCHING = """<form><input name="a"><button type="button" id="send">Submit application</button></form>
<script>document.getElementById("send").onclick = () => fetch("/sent", {method: "POST"});</script>"""
LATER = """<form method="post" action="/sent"><input name="a"></form><iframe name="elsewhere"></iframe>"""

Attempt = Callable[[Page], Awaitable[Any]]


def closed(browser: DrivenBrowser) -> Any:
    """Within the block the guard is closed, as it is while fields are filled."""
    assert browser.tab is not None
    return browser.tab.submits.closed()


@asynccontextmanager
async def quiet(page: Page) -> Any:
    """Whatever was begun within the block has happened when it ends: the page answered twice since."""
    yield
    for _ in range(2):
        await page.evaluate("() => new Promise(done => setTimeout(done, 150))")


BY_HAND: dict[str, tuple[str, Attempt]] = {
    "a click on the submit button": ("form", lambda page: page.click("#send")),
    "the Enter key": ("form", lambda page: page.press("#email", "Enter")),
    "requestSubmit": ("form", lambda page: page.evaluate("document.forms[0].requestSubmit()")),
    "form.submit": ("form", lambda page: page.evaluate("document.forms[0].submit()")),
    "a form in a shadow root": ("shadow", lambda page: page.click("#go")),
    "a button that sends by script": ("fetching", lambda page: page.click("#send")),
    "a form.submit of a frame's own": (
        "later",
        lambda page: page.evaluate(
            "() => { const pure = frames.elsewhere.HTMLFormElement.prototype.submit; pure.call(document.forms[0]); }"
        ),
    ),
}


@pytest.fixture
async def pages(site: Pages) -> Pages:
    filled = site.html["/form"].replace("required", 'value="w@example.org"')
    site.html |= {"/form": filled, "/shadow": SHADOW, "/menu": MENU, "/fetching": FETCHING, "/later": LATER}
    site.html["/framed"] = f'<iframe src="{site.url("/form", host="frame.localhost")}"></iframe>'
    return site


def sending(page: Page) -> Any:
    """Within the block something is sent."""
    return page.expect_response(lambda response: response.request.method == "POST")


@pytest.mark.parametrize("way", BY_HAND)
async def test_a_closed_guard_holds_back(visit: Visit, pages: Pages, way: str) -> None:
    path, attempt = BY_HAND[way]
    await visit.to(pages.url(f"/{path}"))
    async with closed(visit.browser), quiet(visit.page):
        await attempt(visit.page)
    assert pages.sent == []
    assert visit.page.url == pages.url(f"/{path}")


@pytest.mark.parametrize("way", BY_HAND)
async def test_a_guard_that_was_opened_again_lets_pass(visit: Visit, pages: Pages, way: str) -> None:
    path, attempt = BY_HAND[way]
    await visit.to(pages.url(f"/{path}"))
    async with closed(visit.browser):
        pass
    async with sending(visit.page):
        await attempt(visit.page)
    assert len(pages.sent) == 1
    if path != "fetching":
        await visit.page.wait_for_url(pages.url("/sent"))


async def test_a_cross_site_frame_is_guarded_too(visit: Visit, pages: Pages) -> None:
    await visit.to(pages.url("/framed"))
    holder = await visit.page.wait_for_selector("iframe")
    frame = await holder.content_frame() if holder else None
    assert frame is not None
    async with closed(visit.browser), quiet(visit.page):
        await frame.click("#send")
    assert pages.sent == []
    async with sending(visit.page):
        await frame.click("#send")
    assert len(pages.sent) == 1


async def test_a_button_that_opens_a_list_still_opens_it(visit: Visit, pages: Pages) -> None:
    await visit.to(pages.url("/menu"))
    async with closed(visit.browser), quiet(visit.page):
        await visit.page.click("#menu")
    assert await visit.page.is_visible("#list")
    assert pages.sent == []


async def test_a_page_that_was_navigated_to_meanwhile_is_guarded(visit: Visit, pages: Pages) -> None:
    await visit.to(pages.url("/menu"))
    async with closed(visit.browser), quiet(visit.page):
        await visit.page.goto(pages.url("/form"))
        await visit.page.click("#send")
    assert pages.sent == []


async def test_what_a_dead_process_may_have_filled_is_held_until_its_successor_has_looked(
    visit: Visit, house: House, pages: Pages
) -> None:
    earlier = await house.at(pages.url("/form"))
    page = await house.visitor(earlier)
    await closed(earlier).__aenter__()  # and the process dies
    successor = await house.new_provider().adopt(PROFILE, earlier.process, LaunchRequest())
    assert successor is not None
    earlier._connection._tabs.clear()
    async with quiet(page):
        await page.evaluate("document.forms[0].requestSubmit()")
    assert pages.sent == []
    await successor.observe({"profile.email": "ada@example.com"})
    async with sending(page):
        await page.evaluate("document.forms[0].requestSubmit()")
    assert len(pages.sent) == 1


async def test_a_page_that_was_on_its_way_when_its_host_died_stands_where_it_stood_and_lets_the_successor_in(
    house: House, pages: Pages
) -> None:
    earlier = await house.at(pages.url("/form"))
    page = await house.visitor(earlier)
    await earlier._connection._way.shut()  # as with its process
    async with page.expect_request(pages.url("/sent")):
        await page.click("#send", no_wait_after=True)
    await earlier.leave()
    async with asyncio.timeout(PATIENCE):
        successor = await house.new_provider().adopt(PROFILE, earlier.process, LaunchRequest())
    assert successor is not None
    assert successor.live_page.url == pages.url("/form")
    assert pages.sent == []


@pytest.mark.heavy
async def test_who_works_the_page_is_cut_off_at_once_when_our_own_connection_breaks(house: House, pages: Pages) -> None:
    browser = await house.at(pages.url("/form"))
    page = await house.visitor(browser)
    await browser.guard(GuardLevel.ENGINE)
    guarded_again = asyncio.Event()

    async def on_cut_off() -> None:
        await browser.guard(GuardLevel.ENGINE)
        guarded_again.set()

    browser.on_cut_off = on_cut_off
    await house.driver.stop()
    async with asyncio.timeout(60):
        await guarded_again.wait()
    await page.goto(pages.url("/fetching"))
    async with quiet(page):
        await page.click("#send")
    assert pages.sent == []


@pytest.mark.heavy
async def test_nobody_is_cut_off_where_no_engine_works_the_page(house: House, pages: Pages) -> None:
    browser = await house.at(pages.url("/form"))
    cut_off = AsyncMock()
    browser.on_cut_off = cut_off
    await house.driver.stop()
    assert (await browser.observe()).fields
    cut_off.assert_not_called()


@pytest.mark.heavy
@pytest.mark.parametrize(
    "ask", [lambda browser: browser.guard(GuardLevel.RESTING), lambda browser: browser.count_vetoes()]
)
async def test_a_page_that_hangs_holds_up_nobody_who_asks_its_guard(
    house: House, pages: Pages, monkeypatch: pytest.MonkeyPatch, ask: Callable[[DrivenBrowser], Awaitable[Any]]
) -> None:
    monkeypatch.setattr("ghosthands.browser_host.driving.tab_connection.PROBE_SECONDS", 0.5)
    browser = await house.at(pages.url("/form"))
    page = await house.visitor(browser)
    hanging = asyncio.ensure_future(page.evaluate("() => { for (;;); }"))

    async def ask_until_it_hangs() -> None:
        while True:
            await ask(browser)

    with pytest.raises(PageTrouble):
        await asyncio.wait_for(ask_until_it_hangs(), 20)
    for level, opened_by in ((GuardLevel.OPEN, Hand.HUMAN), (GuardLevel.RESTING, None)):
        with pytest.raises(PageTrouble):
            await browser.guard(level)
        assert browser.gate.opened_by is opened_by, "what leaves such a page is judged as it was before"
    hanging.cancel()
