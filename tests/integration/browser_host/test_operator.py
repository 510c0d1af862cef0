"""A browser that its user has open: worked in a tab of its own, and otherwise left as it was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.async_api import BrowserContext, Error, Page

from ghosthands import chromium
from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.errors import BrowserLost, BrowserUnavailable, Unreachable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.devtools import DevToolsLine, open_wire
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.operator import OperatorProvider
from ghosthands.browser_host.providers.provider import Provider
from ghosthands.browser_host.providers.registry import Driving, Providers
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.chromium import BrowserProcess
from ghosthands.domain.errors import Transient
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import RequestHeld, RequestSource

if TYPE_CHECKING:
    from conftest import Pages

pytestmark = pytest.mark.integration

#: resolves to nothing here and to this machine there, as a name that changes its mind
REBOUND = "rebound.test"
MINE, OTHER = SessionKey("job-1", "session-1"), SessionKey("job-2", "session-2")


@dataclass
class Desk:
    """A user at their browser, with a tab open, and a host that works in it."""

    process: BrowserProcess
    #: the user's own connection: what they see and do
    context: BrowserContext
    line: DevToolsLine
    folder: Path
    driver: Driver
    allowed: frozenset[str] = frozenset({"127.0.0.1"})
    made: list[tuple[Providers, SessionKey]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.providers = self.new_providers()

    def new_providers(self) -> Providers:
        """Those of a process that has just started."""
        profiles = UserDataDirs(self.folder)
        known: dict[ProviderName, Provider] = {}
        every = Providers(known, profiles, Driving(self.driver, self.allowed))
        self.provider = known[ProviderName.OPERATOR] = OperatorProvider(
            UserDataDirs(self.folder / "operator"), hosts=(), ours=every.addresses
        )
        return every

    def killed(self) -> None:
        """The host's process has ended, as far as its hold on the browser goes."""
        for hold in self.provider._holds.values():
            hold.close()

    @property
    def order(self) -> LaunchRequest:
        return LaunchRequest(ProviderName.OPERATOR, cdp_url=f"http://127.0.0.1:{self.process.port}")

    @property
    def tab(self) -> Page:
        """The user's."""
        return self.context.pages[0]

    async def launch(self, profile: SessionKey = MINE) -> DrivenBrowser:
        self.made.append((self.providers, profile))
        return await self.providers.launch(profile, self.order)

    async def state(self) -> Any:
        """Everything of the browser that is the user's."""
        targets = (await self.line.call("Target.getTargets", filter=[{"type": "tab"}]))["targetInfos"]
        window = await self.line.call("Browser.getWindowForTarget", targetId=targets[0]["targetId"])
        sizes = await self.tab.evaluate("[innerWidth, innerHeight, outerWidth, outerHeight, devicePixelRatio]")
        fields = await self.tab.evaluate("[...document.querySelectorAll('input')].map(each => each.value)")
        tabs = sorted((info["targetId"], info["url"]) for info in targets)
        return tabs, window, sizes, fields, await self.context.cookies()


@pytest.fixture(scope="module")
async def desks(shared_driver: Driver, passable: Path) -> AsyncIterator[Desk]:
    """One for all tests that leave it in order."""
    async with sitting(shared_driver, passable / "desk") as desk:
        yield desk


@asynccontextmanager
async def sitting(driver: Driver, folder: Path) -> AsyncIterator[Desk]:
    """Somebody at a browser of theirs."""
    process = await chromium.launch(
        folder / "profile",
        log_path=folder.with_name("user.log"),
        extra_args=["--window-size=900,700", f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1"],
    )
    try:
        connection = await driver.connect(process.ws_url)
        yield Desk(process, connection.contexts[0], await DevToolsLine.to(process.ws_url), folder / "host", driver)
        await connection.close()
    finally:
        await chromium.end(process)


@pytest.fixture
async def desk(desks: Desk, site: Pages) -> AsyncIterator[Desk]:
    """The user has one tab, with a form they have begun."""
    tab = await desks.context.new_page()
    for page in desks.context.pages:
        if page is not tab:
            await page.close()
    await tab.goto(site.url("/form"))
    await tab.fill("#first", "the user's own")
    desks.providers, desks.made = desks.new_providers(), []
    yield desks
    for providers, profile in desks.made:
        await providers.discard(profile, desks.order)


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
    by_another_name = LaunchRequest(ProviderName.OPERATOR, cdp_url=f"ws://localhost:{desk.process.port}{path_of(desk)}")
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
    async with asyncio.timeout(10):
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
        async with asyncio.timeout(20):
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


@pytest.mark.parametrize("url", ["http://10.0.0.1:9222?token=x", "file:///etc/passwd", "", "ws://example.org/"])
async def test_a_browser_elsewhere_is_driven_only_where_its_host_is_configured(desk: Desk, url: str) -> None:
    with pytest.raises(BrowserUnavailable) as refused:
        await desk.providers.launch(MINE, LaunchRequest(ProviderName.OPERATOR, cdp_url=url))
    assert refused.value.code == "operator_not_allowed"


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


def path_of(desk: Desk) -> str:
    return "/" + desk.process.ws_url.split("/", 3)[3]


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
        async with asyncio.timeout(20):
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
    async with asyncio.timeout(20):
        await until_no_frame_is_elsewhere(browser)
    assert (await browser.observe()).fields == ()


async def until_no_frame_is_elsewhere(browser: DrivenBrowser) -> None:
    """Wait until the page's frames are emptied; Playwright knows one that was refused in another process no more."""
    urls = {"not looked at"}
    while urls - {"about:blank"}:
        await asyncio.sleep(0.05)
        urls = {one.url for one in browser.live_page.frames if one.parent_frame}
