"""What a browser that its user has open sends and reaches: of our tab it is judged, the rest is theirs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.errors import Unreachable
from ghosthands.domain.requests import RequestHeld, RequestSource

from .desk import MINE, REBOUND, Desk, sitting

if TYPE_CHECKING:
    from conftest import Pages

pytestmark = pytest.mark.integration

SENDING = """<!doctype html><title>Apply</title><script>
const sent = location.origin + "/sent", body = "Ada Lovelace, ada@example.com";
const send = (how) => fetch(sent, { method: "POST", body: how + " " + body }).catch(() => 0);
const byWorker = () => new Promise((done) => {
  const worker = new Worker("/worker.js");
  worker.onmessage = done;
  worker.postMessage([sent, "worker " + body]);
});
</script>"""
WORKER = """onmessage = (said) => fetch(said.data[0], { method: "POST", body: said.data[1] }).catch(() => 0)
  .finally(() => postMessage(0));"""


async def test_what_a_page_sends_by_itself_is_held_on_our_tab_and_its_workers_and_nowhere_else(
    desk: Desk, site: Pages
) -> None:
    site.html |= {"/sending": SENDING, "/worker.js": WORKER}
    browser = await desk.launch()
    await browser.visit(site.url("/sending"))
    for key, value in {"full_name": "Ada Lovelace", "email": "ada@example.com"}.items():
        browser.gate.filled.note(f"profile.{key}", value)
    await browser.observe()
    for act in ("send('page')", "byWorker()"):
        await browser.live_page.evaluate(act)
    assert site.sent == []
    assert browser.take_told()
    await desk.tab.goto(site.url("/sending", host="localhost"))
    await desk.tab.evaluate("send('user')")
    await desk.tab.evaluate("byWorker()")
    assert [one.split()[0] for one in site.sent] == ["user", "worker"]


SHARING = """<!doctype html><title>Apply</title><script>
const told = (port, said) => new Promise((done) => { port.onmessage = done; port.postMessage(said); });
const byShared = (said) => told(new SharedWorker("/shared.js").port, said);
const byService = async (said) => {
  await navigator.serviceWorker.register("/service.js");
  const { active } = await navigator.serviceWorker.ready;
  navigator.serviceWorker.startMessages();
  return new Promise((done) => { navigator.serviceWorker.onmessage = done; active.postMessage(said); });
};
const byPage = (said) => fetch("/sent", { method: "POST", body: said }).catch(() => 0);
const tell = async (who, said) => {
  await byShared(`${who} shared ${said}`);
  await byService(`${who} service ${said}`);
  await byPage(`${who} page ${said}`);
};
</script>"""
SHARED = """const send = (said) => fetch("/sent", { method: "POST", body: said }).catch(() => 0);
onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => send(data).finally(() => port.postMessage(0)); };"""
SERVICE = """const send = (said) => fetch("/sent", { method: "POST", body: said }).catch(() => 0);
onactivate = (event) => event.waitUntil(clients.claim());
onfetch = (event) => { if (event.request.method === "POST") event.respondWith(fetch(event.request)); };
onmessage = ({ data, source }) => send(data).finally(() => source.postMessage(0));"""
OURS = "Ada Lovelace, ada@example.com, +44 20 7946 0018"


@asynccontextmanager
async def sharing(driver: Driver, folder: Path, site: Pages) -> AsyncIterator[tuple[Desk, DrivenBrowser]]:
    """A user whose tab has long begun workers of two sites, and a job's tab on one of them, filled in."""
    site.html |= {"/sharing": SHARING, "/shared.js": SHARED, "/service.js": SERVICE}
    async with sitting(driver, folder) as desk:
        for host in ("localhost", "127.0.0.1"):
            await desk.tab.goto(site.url("/sharing", host=host))
            await desk.tab.evaluate("tell('before', 'hello')")
        browser = await desk.launch()
        try:
            await browser.visit(site.url("/sharing"))
            for key, value in zip(("full_name", "email", "phone"), OURS.split(", "), strict=True):
                browser.gate.filled.note(f"profile.{key}", value)
            await browser.observe()
            site.sent.clear()
            yield desk, browser
        finally:
            await desk.providers.discard(MINE, desk.order)


async def test_what_a_shared_or_service_worker_of_our_tabs_site_would_send_of_ours_is_held(
    shared_driver: Driver, passable: Path, site: Pages
) -> None:
    async with sharing(shared_driver, passable / "sharing", site) as (_, browser):
        await browser.live_page.evaluate(f"tell('ours', '{OURS}')")
        assert site.sent == []
        async with asyncio.timeout(60):
            await until_a_worker_is_held(browser)
        await browser.live_page.evaluate("tell('ours', 'hello')")
        assert sorted(one.split()[1] for one in site.sent) == ["page", "service", "shared"]


async def until_a_worker_is_held(browser: DrivenBrowser) -> None:
    """Wait until it is told that what a worker would have sent was held."""
    sources = set[RequestSource]()
    while RequestSource.WORKER not in sources:
        await asyncio.sleep(0.05)
        sources |= {told.source for told in browser.take_told() if isinstance(told, RequestHeld)}


async def test_what_the_users_other_tabs_have_sent_by_shared_and_service_workers_is_theirs(
    shared_driver: Driver, passable: Path, site: Pages
) -> None:
    async with sharing(shared_driver, passable / "sharing", site) as (desk, browser):
        await desk.tab.reload()
        await desk.tab.evaluate("tell('user', 'Grace Hopper, grace@example.com')")
        browser.gate.hold({"127.0.0.1"})
        await desk.tab.evaluate("tell('user', 'and again')")
        await desk.tab.goto(site.url("/sharing", host="localhost"))
        await desk.tab.evaluate(f"tell('user', '{OURS}')")
        assert [one.split()[1] for one in site.sent] == ["shared", "service", "page"] * 3
        assert browser.take_told() == []
        assert (held := browser.gate.end_hold())
        assert held.waiting == []


async def test_a_press_of_ours_sends_through_a_service_worker_once(
    shared_driver: Driver, passable: Path, site: Pages
) -> None:
    async with sharing(shared_driver, passable / "sharing", site) as (_, browser):
        browser.gate.open()
        await browser.live_page.evaluate(f"byPage('{OURS}')")
        assert site.sent == [OURS]
        browser.gate.close()
        await browser.live_page.evaluate(f"byPage('{OURS}')")
        assert site.sent == [OURS]


ASKING = """<!doctype html><title>Apply</title><script>
const asks = async (url) => {
  for (let times = 0; times < 200; times++) {
    try { await fetch(url, { mode: "no-cors", cache: "no-store" }); } catch { return true; }
  }
  return false;
};
</script>"""


async def test_a_page_whose_name_turned_private_is_told_as_one_that_leads_there(desk: Desk, site: Pages) -> None:
    site.html["/onward"] = f"<script>location.href = '{site.url('/form', host=REBOUND)}'</script>"
    browser = await desk.launch()
    with pytest.raises(Unreachable) as refused:
        await browser.visit(site.url("/form", host=REBOUND))
    assert refused.value.code == "private_target"
    await browser.visit(site.url("/form"))
    assert len((await browser.observe()).fields) == 2
    site.asked.clear()
    await browser.visit(site.url("/onward"))
    assert (await browser.observe()).fields == ()
    assert site.asked == [("GET", "/onward")]


async def test_what_a_page_fetches_from_a_name_that_turned_private_is_asked_for_no_more(
    desk: Desk, site: Pages
) -> None:
    site.html["/asking"] = ASKING
    browser = await desk.launch()
    await browser.visit(site.url("/asking"))
    private = site.url("/secret", host=REBOUND)
    assert await browser.live_page.evaluate(f"asks('{private}')")
    site.asked.clear()
    assert await browser.live_page.evaluate(f"asks('{private}')")
    assert site.asked == []


async def test_a_frame_whose_name_turned_private_is_emptied(desk: Desk, site: Pages) -> None:
    site.html["/framed"] = f"<iframe src='{site.url('/form', host=REBOUND)}'></iframe>"
    browser = await desk.launch()
    await browser.visit(site.url("/framed"))
    await browser.live_page.wait_for_function("window.frames.length === 1")
    async with asyncio.timeout(60):
        await until_no_frame_is_elsewhere(browser)
    assert (await browser.observe()).fields == ()


async def until_no_frame_is_elsewhere(browser: DrivenBrowser) -> None:
    """Wait until the page's frames are emptied; Playwright knows one that was refused in another process no more."""
    urls = {"not looked at"}
    while urls - {"about:blank"}:
        await asyncio.sleep(0.05)
        urls = {one.url for one in browser.live_page.frames if one.parent_frame}
