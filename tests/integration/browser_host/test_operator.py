"""A browser that its user has open: worked in a tab of its own, and otherwise left as it was."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.async_api import Error

from ghosthands import chromium
from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.errors import BrowserLost, BrowserUnavailable, Unreachable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.devtools import DevToolsLine, line_to, open_wire
from ghosthands.domain.errors import Transient
from ghosthands.domain.provider import ProviderName

from .desk import MINE, OTHER, Desk, sitting

if TYPE_CHECKING:
    from conftest import Pages

pytestmark = pytest.mark.integration


async def test_a_job_has_a_tab_of_its_own_and_the_rest_of_the_browser_stays_as_it_was(desk: Desk, site: Pages) -> None:
    before = await desk.state()
    browser = await desk.launch()
    assert (browser.owns_browser, browser.process) == (False, None)
    await browser.visit(site.url("/form"))
    model = await browser.observe()
    assert [field.state.value for field in model.fields] == ["empty", "empty"]
    await browser.end()
    await desk.providers.discard(MINE)
    assert await desk.state() == before
    assert desk.process.alive


async def test_whoever_drives_the_job_sees_its_tab_alone(desk: Desk, site: Pages, shared_driver: Driver) -> None:
    browser = await desk.launch()
    await browser.visit(site.url("/form"))
    looking = await shared_driver.connect(browser.address.ws_url)
    assert [page.url for page in looking.contexts[0].pages] == [site.url("/form")]
    async with desk.context.expect_page():
        await desk.tab.evaluate("window.open('/other')")
    with pytest.raises(Error):
        await looking.contexts[0].cookies()
    cdp = await looking.contexts[0].new_cdp_session(looking.contexts[0].pages[0])
    with pytest.raises(Error):
        await cdp.send("Network.getCookies", {"urls": [desk.tab.url]})
    with pytest.raises(Error):
        await looking.new_context()
    assert len(looking.contexts[0].pages) == 1
    await looking.close()


async def test_what_the_tab_asks_for_waits_once_however_many_look_at_the_tab(desk: Desk, site: Pages) -> None:
    browser = await desk.launch()
    await browser.visit(site.url("/form"))
    (ours,) = [page for page in desk.context.pages if page is not desk.tab]
    async with line_to(browser.address.ws_url) as line:
        paused: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        line.on("Fetch.requestPaused", paused.put_nowait)
        (target,) = [info["targetId"] for info in await targets_of(line) if info["type"] == "page"]
        eyes = [(await line.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"] for _ in "12"]
        await line.call("Fetch.enable", patterns=[{"urlPattern": "*/asked*"}])
        for eye in (None, *eyes[:1]):  # both look, then the younger alone
            if eye is not None:
                await line.call("Target.detachFromTarget", sessionId=eye)
            asking = asyncio.ensure_future(ours.evaluate("fetch('/asked').then(answer => answer.status)"))
            request = await asyncio.wait_for(paused.get(), 10)
            await line.call("Fetch.continueRequest", requestId=request["requestId"])
            await asyncio.wait_for(asking, 10)
            assert paused.empty()


@pytest.mark.parametrize("method", ["Browser.close", "Storage.clearCookies", "Extensions.loadUnpacked"])
async def test_what_would_touch_the_users_browser_is_refused(desk: Desk, method: str) -> None:
    browser = await desk.launch()
    answer = await asked(browser, method)
    assert "user's" in answer["error"]["message"]
    assert desk.process.alive


@pytest.mark.heavy
async def test_the_users_tabs_cannot_be_closed_nor_their_window_resized(desk: Desk) -> None:
    browser = await desk.launch()
    before = await desk.state()
    targets = (await desk.line.call("Target.getTargets"))["targetInfos"]
    (theirs,) = (info["targetId"] for info in targets if info["url"] == desk.tab.url)
    assert "error" in await asked(browser, "Target.closeTarget", targetId=theirs)
    assert "error" in await asked(browser, "Target.attachToTarget", targetId=theirs, flatten=True)
    (window, *_) = [await desk.line.call("Browser.getWindowForTarget", targetId=theirs)]
    await asked(browser, "Browser.setWindowBounds", windowId=window["windowId"], bounds={"width": 400})
    assert await desk.state() == before


async def test_the_users_own_dialogs_and_pages_are_left_to_them(desk: Desk, site: Pages) -> None:
    browser = await desk.launch()
    await browser.visit(site.url("/form"))
    private = site.url("/router", host="localhost")
    with pytest.raises(Unreachable):
        await browser.visit(private)
    await desk.tab.goto(private)
    async with desk.tab.expect_event("dialog") as asked:
        asking = asyncio.ensure_future(desk.tab.evaluate("confirm('The user is asked')"))
    await browser.observe()
    await (await asked.value).accept()
    assert await asking is True


async def test_a_browser_has_one_job_at_a_time(desk: Desk) -> None:
    await desk.launch()
    with pytest.raises(Transient):
        await desk.launch(OTHER)
    by_another_name = LaunchRequest(
        ProviderName.OPERATOR, cdp_url=desk.process.ws_url.replace("127.0.0.1", "localhost")
    )
    with pytest.raises(Transient):
        await desk.providers.launch(OTHER, by_another_name)
    await desk.providers.discard(MINE)
    await desk.launch(OTHER)


@pytest.mark.heavy
async def test_windows_that_the_job_opened_are_closed_with_it_and_the_last_one_leaves_its_browser_open(
    desk: Desk, site: Pages
) -> None:
    site.html["/form"] += '<button type="button" id="tabs" onclick="window.open(`/other`)">More</button>'
    browser = await desk.launch()
    await browser.visit(site.url("/form"))
    (ours,) = [page for page in desk.context.pages if page is not desk.tab]
    async with desk.context.expect_page() as opened:
        await ours.click("#tabs")
    await (await opened.value).wait_for_load_state()
    await desk.tab.close()
    await browser.end()
    tabs = (await desk.line.call("Target.getTargets", filter=[{"type": "tab"}]))["targetInfos"]
    assert [info["url"] for info in tabs] == ["about:blank"]
    assert desk.process.alive


async def test_a_successor_takes_the_tab_over_as_it_was(desk: Desk, site: Pages) -> None:
    earlier = await desk.launch()
    await earlier.visit(site.url("/form"))
    (ours,) = [page for page in desk.context.pages if page is not desk.tab]
    await ours.fill("#first", "Wilhelmina")
    desk.killed()
    successor = desk.new_providers()
    assert list(successor.session_keys()) == [MINE]
    adopted = await successor.adopt(MINE, None, desk.order)
    assert adopted is not None
    assert [field.state.value for field in (await adopted.observe()).fields] == ["filled", "empty"]
    with pytest.raises(Transient):
        await successor.launch(OTHER, desk.order)
    await successor.discard(MINE)


@pytest.mark.heavy
async def test_a_successor_that_does_not_go_on_closes_the_tab(desk: Desk, site: Pages) -> None:
    before = await desk.state()
    await (await desk.launch()).visit(site.url("/form"))
    successor = desk.new_providers()
    await successor.discard(MINE, desk.order)
    assert await desk.state() == before
    assert list(successor.session_keys()) == []
    assert await successor.adopt(MINE, None, desk.order) is None


@pytest.mark.heavy
async def test_a_tab_that_the_user_closes_is_lost(desk: Desk, site: Pages) -> None:
    browser = await desk.launch()
    await browser.visit(site.url("/form"))
    (ours,) = [page for page in desk.context.pages if page is not desk.tab]
    await ours.close()
    async with asyncio.timeout(60):
        assert await asyncio.shield(browser.lost) == "page_closed"


async def test_a_connection_that_breaks_is_made_anew_three_times(desk: Desk, site: Pages) -> None:
    browser = await desk.launch()
    await browser.visit(site.url("/form"))
    for _ in range(3):
        await broken(browser)
        assert len((await browser.observe()).fields) == 2
    await broken(browser)
    with pytest.raises(BrowserLost):
        await browser.observe()
    assert desk.process.alive


@pytest.mark.heavy
async def test_a_browser_that_the_user_ends_is_lost(shared_driver: Driver, passable: Path) -> None:
    async with sitting(shared_driver, passable / "leaving") as desk:
        browser = await desk.launch()
        await chromium.end(desk.process)
        async with asyncio.timeout(60):
            assert await asyncio.shield(browser.lost) in ("crashed", "page_closed")
        await desk.providers.discard(MINE)


async def test_a_browser_that_is_not_there_is_said_to_be_unreachable_at_once(desk: Desk, unused_port: int) -> None:
    order = LaunchRequest(ProviderName.OPERATOR, cdp_url=f"http://127.0.0.1:{unused_port}")
    with pytest.raises(BrowserUnavailable) as refused:
        await desk.providers.launch(MINE, order)
    assert (refused.value.code, refused.value.retryable) == ("operator_unreachable", False)


async def test_the_browser_of_another_session_is_nobodys_own(desk: Desk) -> None:
    browser = await desk.launch()
    order = LaunchRequest(ProviderName.OPERATOR, cdp_url=browser.address.ws_url)
    with pytest.raises(BrowserUnavailable) as refused:
        await desk.providers.launch(OTHER, order)
    assert refused.value.code == "operator_not_allowed"
    await desk.providers.discard(OTHER)


async def test_a_browser_of_ours_is_nobodys_own_whichever_host_has_it(desk: Desk, passable: Path) -> None:
    others = await chromium.launch(passable / "others", log_path=passable / "others.log")
    try:
        for address in (others.ws_url, others.ws_url.replace("ws://", "http://"), origin_of(others.ws_url)):
            with pytest.raises(BrowserUnavailable) as refused:
                await desk.providers.launch(MINE, LaunchRequest(ProviderName.OPERATOR, cdp_url=address))
            assert refused.value.code == "operator_not_allowed"
            await desk.providers.discard(MINE)
        async with line_to(others.ws_url) as line:
            pages = [info for info in await targets_of(line) if info["type"] == "page"]
        assert len(pages) == 1, "a tab was opened in it"
    finally:
        await chromium.end(others)


@pytest.mark.parametrize("url", ["http://10.0.0.1:9222?token=x", "file:///etc/passwd", "", "ws://example.org/"])
async def test_a_browser_elsewhere_is_driven_only_where_its_host_is_configured(desk: Desk, url: str) -> None:
    with pytest.raises(BrowserUnavailable) as refused:
        await desk.providers.launch(MINE, LaunchRequest(ProviderName.OPERATOR, cdp_url=url))
    assert refused.value.code == "operator_not_allowed"


def origin_of(ws_url: str) -> str:
    """The same by its port alone, as a user gives theirs."""
    return f"http://{urlsplit(ws_url).netloc}"


async def targets_of(line: DevToolsLine) -> list[dict[str, Any]]:
    return list((await line.call("Target.getTargets"))["targetInfos"])


async def broken(browser: DrivenBrowser) -> None:
    """The host's connection to the browser is no more."""
    connection = browser.live_page.context.browser
    assert connection is not None
    await connection.close()


async def asked(browser: DrivenBrowser, method: str, **params: Any) -> Any:
    """What somebody who drives the session is answered."""
    wire = await open_wire(browser.address.ws_url)
    await wire.send(msgspec.json.encode({"id": 1, "method": method, "params": params}), text=True)
    answer = msgspec.json.decode(await wire.recv())
    await wire.close()
    return answer
