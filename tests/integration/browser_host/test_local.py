"""A real Chromium of the local provider: what it may visit, how it is lost, how it is taken over."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import ref

import pytest
from playwright.async_api import Error, Page

from ghosthands import chromium
from ghosthands.browser_host.driving.faults import parse
from ghosthands.browser_host.errors import BrowserLost, Unreachable
from ghosthands.browser_host.guard.filled import Filled
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.chromium import processes
from ghosthands.domain.page import PageType
from ghosthands.domain.plan import ActionKind
from ghosthands.testkit.story import fill
from ghosthands.vault.profile import ApplicantData

if TYPE_CHECKING:
    from conftest import House, Pages, Visit

pytestmark = pytest.mark.integration

PROFILE = SessionKey("job-1", "session-1")
DATA = ApplicantData.of({"profile": {"first_name": "Wilhelmina", "email": "w@example.org"}}, {}, {})


async def test_a_page_is_visited_read_filled_and_sent(house: House, site: Pages) -> None:
    browser = await house.at(site.url("/form"))
    model = await browser.observe()
    assert model.page_type is PageType.FORM
    first, email = (field.id for field in model.fields)
    outcomes = await browser.run(
        model,
        [fill(first, key="profile.first_name"), fill(email, key="profile.email"), fill(email, key="profile.phone")],
        DATA,
    )
    assert [outcome.code for outcome in outcomes] == [None, None, "no_value"]
    (button,) = model.buttons
    assert (await browser.press(model, button.id, ActionKind.SUBMIT)).code is None
    assert site.sent == ["first_name=Wilhelmina&email=w%40example.org"]
    assert (await browser.observe()).page_type is PageType.CONFIRMATION
    assert (await browser.screenshot() or b"").startswith(b"\x89PNG")


async def test_a_button_that_is_not_there_is_provably_not_pressed(visit: Visit, site: Pages) -> None:
    await visit.to(site.url("/form"))
    model = await visit.browser.observe()
    outcome = await visit.browser.press(model, "no such button", ActionKind.SUBMIT)
    assert outcome.code == "not_pressed"


async def test_a_private_address_is_not_visited(visit: Visit, site: Pages) -> None:
    with pytest.raises(Unreachable) as refused:
        await visit.browser.visit(site.url("/form", host="localhost"))
    assert (refused.value.code, refused.value.retryable) == ("private_target", False)
    assert site.asked == []


@pytest.mark.parametrize("url", ["file:///etc/passwd", "chrome://version", "ftp://example.org/x"])
async def test_only_web_pages_are_visited(visit: Visit, url: str) -> None:
    with pytest.raises(Unreachable):
        await visit.browser.visit(url)


async def test_a_redirect_to_a_private_address_is_not_followed(visit: Visit, site: Pages) -> None:
    site.redirects["/posting"] = site.url("/secret", host="localhost")
    assert (await visit.in_vain(site.url("/posting"))).code == "private_target"
    assert site.asked == [("GET", "/posting")]


async def test_frames_and_new_tabs_are_not_led_to_private_addresses(visit: Visit, site: Pages) -> None:
    private = site.url("/secret", host="localhost")
    site.html["/posting"] = f'<iframe src="{private}"></iframe><a id="out" target="_blank" href="{private}">out</a>'
    await visit.to(site.url("/posting"))
    async with visit.page.context.expect_page() as opened:
        await visit.page.click("#out")
    tab = await opened.value
    await tab.wait_for_load_state()
    await tab.close()
    assert site.asked == [("GET", "/posting")]


async def test_a_port_that_refuses_is_a_passing_failure_of_its_own(visit: Visit, unused_port: int) -> None:
    failed = await visit.in_vain(f"http://127.0.0.1:{unused_port}/")
    assert (failed.code, failed.retryable) == ("connection_refused", True)


async def test_a_download_is_no_page(visit: Visit, site: Pages) -> None:
    with pytest.raises(Unreachable) as failed:
        await visit.browser.visit(site.url("/download"))
    assert failed.value.code == "not_a_page"


async def test_a_killed_browser_is_lost_to_whoever_watches_and_whoever_works(house: House, site: Pages) -> None:
    browser = await house.at(site.url("/form"))
    assert browser.process is not None
    browser.process.signal(signal.SIGKILL)
    async with asyncio.timeout(60):
        assert await asyncio.shield(browser.lost) == "crashed"
    with pytest.raises(BrowserLost):
        await browser.observe()


async def test_a_page_that_crashes_is_lost(house: House, site: Pages) -> None:
    browser = await house.at(site.url("/form"))
    page = await house.visitor(browser)
    session = await page.context.new_cdp_session(page)
    crashing = asyncio.ensure_future(session.send("Page.crash"))
    async with asyncio.timeout(60):
        assert await asyncio.shield(browser.lost) == "page_crashed"
    crashing.cancel()
    await asyncio.gather(crashing, return_exceptions=True)


async def test_a_page_that_is_closed_is_lost(house: House, site: Pages) -> None:
    browser = await house.at(site.url("/form"))
    page = await house.visitor(browser)
    await page.context.new_page()  # the last tab would take the browser along
    await page.close()
    async with asyncio.timeout(60):
        assert await asyncio.shield(browser.lost) == "page_closed"


async def test_a_browser_outlives_the_driver_that_drove_it(house: House, site: Pages) -> None:
    await house.outside.start()
    before = drivers()
    browser = await house.at(site.url("/form"))
    page = await house.visitor(browser)
    await page.fill("#first", "Wilhelmina")
    for pid in drivers() - before:
        os.kill(pid, signal.SIGKILL)
    model = await browser.observe()
    assert [field.state.value for field in model.fields] == ["filled", "empty"]
    assert not browser.lost.done()


async def test_a_browser_is_adopted_with_its_page_as_it_was(house: House, site: Pages) -> None:
    earlier = await house.at(site.url("/form"))
    page = await house.visitor(earlier)
    await page.fill("#first", "Wilhelmina")
    house.provider = house.new_provider()
    adopted = await house.provider.adopt(PROFILE, earlier.process, LaunchRequest())
    assert adopted is not None
    model = await adopted.observe()
    assert [field.state.value for field in model.fields] == ["filled", "empty"]
    assert (await adopted.press(model, model.buttons[0].id, ActionKind.SUBMIT)).code is None


async def test_a_button_that_opens_a_tab_leads_the_session_there(house: House, site: Pages) -> None:
    site.html["/form"] = site.html["/form"].replace('method="post"', 'method="post" target="_blank"')
    browser = await house.at(site.url("/form"))
    page = await house.visitor(browser)
    await page.fill("#first", "Wilhelmina")
    await page.fill("#email", "w@example.org")
    model = await browser.observe()
    await browser.press(model, model.buttons[0].id, ActionKind.SUBMIT)
    assert (await browser.observe()).page_type is PageType.CONFIRMATION
    assert browser.tab is not None
    await browser.tab.page.close()
    assert (await browser.observe()).page_type is PageType.FORM


async def test_a_tab_that_a_page_opened_is_not_mistaken_for_the_sessions(house: House, site: Pages) -> None:
    opening = "window.open(`/other`)"
    site.html["/form"] += f'<button type="button" id="tabs" onclick="{opening}">More</button>'
    earlier = await house.at(site.url("/form"))
    page = await house.visitor(earlier)
    for _ in range(4):
        async with page.expect_popup():
            await page.click("#tabs")
    adopted = await house.new_provider().adopt(PROFILE, earlier.process, LaunchRequest())
    assert adopted is not None
    assert (await adopted.observe()).page_type is PageType.FORM


async def test_a_browser_that_is_gone_is_not_adopted(house: House, site: Pages) -> None:
    earlier = await house.at(site.url("/form"))
    await earlier.end()
    assert await house.new_provider().adopt(PROFILE, earlier.process, LaunchRequest()) is None


async def fill_in(house: House, url: str) -> tuple[ref[Page], ref[Filled]]:
    """What a session's page and the values filled into it are to be found by, for as long as they are there."""
    browser = await house.at(url)
    model = await browser.observe()
    await browser.run(model, [fill(model.fields[0].id, key="profile.first_name")], DATA)
    assert browser.gate.filled.given["profile.first_name"].text == "Wilhelmina"
    return ref(browser.live_page), ref(browser.gate.filled)


async def test_nothing_is_kept_in_memory_of_a_session_that_has_ended(house: House, site: Pages) -> None:
    page, filled = await fill_in(house, site.url("/form"))
    await house.discard()
    async with asyncio.timeout(60):
        while page() is not None or filled() is not None:
            gc.collect()
            await asyncio.sleep(0.1)


async def test_discarding_ends_a_browser_nobody_remembers_and_removes_its_profile(
    house: House,
) -> None:
    browser = await house.launch()
    forgetful = house.new_provider()
    assert list(forgetful.session_keys()) == [PROFILE]
    await forgetful.discard(PROFILE)
    assert browser.process is not None
    assert not browser.process.alive
    assert chromium.find_processes(house.browsers_dir) == []
    assert list(forgetful.session_keys()) == []


async def test_a_planned_fault_kills_the_browser_in_the_middle_of_a_run(
    house: House, site: Pages, tmp_path: Path
) -> None:
    house.fault = parse(f"2:{tmp_path / 'fired'}")
    house.provider = house.new_provider()
    browser = await house.at(site.url("/form"))
    model = await browser.observe()
    first, email = (field.id for field in model.fields)
    with pytest.raises(BrowserLost):
        await browser.run(model, [fill(first, key="profile.first_name"), fill(email, key="profile.email")], DATA)
    assert (tmp_path / "fired").exists()


async def test_an_ended_browser_answers_nothing(house: House, site: Pages) -> None:
    browser = await house.at(site.url("/form"))
    await browser.end()
    await browser.end()
    with pytest.raises((BrowserLost, Error)):
        await browser.observe()


def drivers() -> set[int]:
    """Playwright's drivers that this process started."""
    me = os.getpid()
    children = map(int, Path(f"/proc/{me}/task/{me}/children").read_text().split())
    return {pid for pid in children if "run-driver" in processes.command_line(pid)}
