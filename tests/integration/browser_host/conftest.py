"""Real Chromium on pages of the test's own."""

from __future__ import annotations

import asyncio
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Error, Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.driving.faults import ChromiumFault
from ghosthands.browser_host.errors import Unreachable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.desktop import Desktops
from ghosthands.browser_host.providers.local import LocalProvider
from ghosthands.browser_host.providers.registry import Driving, Providers
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.chassis import health
from ghosthands.domain.provider import ProviderName

from .desk import Desk, sitting

PROFILE = SessionKey("job-1", "session-1")

FORM = """<!doctype html><title>Apply</title>
<form id="application" method="post" action="/sent">
  <label>First name <input name="first_name" id="first" required></label>
  <label>E-mail <input type="email" name="email" id="email" required></label>
  <button type="submit" id="send">Submit application</button>
</form>"""


@dataclass
class Pages:
    """A site whose pages the test writes."""

    port: int = 0
    html: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    #: paths whose next request is not answered
    stuck: set[str] = field(default_factory=set)
    #: (method, path) of every request but those for icons
    asked: list[tuple[str, str]] = field(default_factory=list)
    #: bodies of what was sent
    sent: list[str] = field(default_factory=list)

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    async def answer(self, request: Request) -> Response:
        path = request.url.path
        if path == "/favicon.ico":
            return Response(status_code=404)
        self.asked.append((request.method, path))
        if path in self.stuck:
            self.stuck.remove(path)
            while (await request.receive())["type"] != "http.disconnect":
                continue
        if request.method == "POST":
            self.sent.append((await request.body()).decode())
            return HTMLResponse("<h1>Thank you for applying</h1>")
        if path in self.redirects:
            return RedirectResponse(self.redirects[path])
        if path == "/download":
            return Response(b"bytes", headers={"content-disposition": "attachment; filename=posting.bin"})
        if path.endswith(".js"):
            return Response(self.html[path], media_type="text/javascript")
        return HTMLResponse(self.html.get(path, f"<p>{path}"))


@pytest.fixture(scope="session")
async def serving() -> AsyncIterator[Pages]:
    pages = Pages()
    app = Starlette(routes=[Route("/{path:path}", pages.answer, methods=["GET", "POST"])])
    async with health.serving(app, "127.0.0.1", 0) as port:
        pages.port = port
        yield pages


@pytest.fixture
async def site(serving: Pages) -> Pages:
    """The site with nothing but its form, asked for nothing yet."""
    serving.html.clear()
    serving.redirects.clear()
    serving.stuck.clear()
    serving.asked.clear()
    serving.sent.clear()
    serving.html["/form"] = FORM
    return serving


@contextmanager
def passable_folder() -> Iterator[Path]:
    """A folder the browser's user can pass through to, which pytest's own are not."""
    with tempfile.TemporaryDirectory(prefix="gh-browsers-") as folder:
        os.chmod(folder, 0o711)
        yield Path(folder)


@pytest.fixture(scope="module")
def passable() -> Iterator[Path]:
    with passable_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
async def shared_driver(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Driver]:
    driver = Driver(tmp_path_factory.mktemp("driver"))
    yield driver
    await driver.stop()


@dataclass
class House:
    """A provider of browsers, and whoever else looks into them."""

    browsers_dir: Path
    driver: Driver
    #: who looks in from outside: its own driver survives whatever happens to the house's
    outside: Driver
    allowed: frozenset[str] = frozenset({"127.0.0.1"})
    fault: ChromiumFault = field(default_factory=ChromiumFault)

    def __post_init__(self) -> None:
        self._made: list[Providers] = []
        self.provider = self.new_provider()

    def new_provider(self, spares: int = 0) -> Providers:
        """The providers of a process that has just started."""
        profiles = UserDataDirs(self.browsers_dir)
        driving = Driving(self.driver, self.allowed, self.fault)
        made = Providers(
            {
                ProviderName.LOCAL: LocalProvider(
                    profiles, Desktops(profiles.root), allowed_hosts=self.allowed, headed=False, on_desktop=False
                )
            },
            profiles,
            driving,
            spares=spares,
        )
        self._made.append(made)
        return made

    async def launch(self) -> DrivenBrowser:
        return await self.provider.launch(PROFILE, LaunchRequest())

    async def discard(self) -> None:
        """End the browser and remove what it leaves, whichever process had it in hand."""
        for provider in self._made:
            await provider.discard(PROFILE)

    async def at(self, url: str) -> DrivenBrowser:
        """A browser that stands at the address."""
        browser = await self.launch()
        await browser.visit(url)
        return browser

    async def visitor(self, browser: DrivenBrowser) -> Page:
        """The browser's page as somebody else at the browser has it: a human, an engine."""
        connection = await self.outside.connect(browser.address.ws_url)
        page = connection.contexts[0].pages[0]
        await page.wait_for_load_state()
        return page


@pytest.fixture
async def house(shared_driver: Driver, tmp_path: Path) -> AsyncIterator[House]:
    with passable_folder() as folder:
        house = House(folder, Driver(tmp_path / "driver"), shared_driver)
        yield house
        await house.discard()
        await house.driver.stop()


@dataclass
class Visit:
    """One browser that goes from page to page, for tests that leave it in order."""

    browser: DrivenBrowser
    #: the page as somebody else at the browser has it
    page: Page

    async def to(self, url: str) -> None:
        await self.browser.visit(url)
        await self.page.wait_for_url(url)

    async def in_vain(self, url: str) -> Unreachable:
        """Why the address cannot be visited, once Chromium shows so too."""
        with pytest.raises(Unreachable) as failed:
            await self.browser.visit(url)
        async with asyncio.timeout(30):
            while not self.page.url.startswith("chrome-error:"):
                with suppress(Error):  # of the navigation itself, where that is told only now
                    await self.page.wait_for_url("chrome-error://**")
        return failed.value


@pytest.fixture(scope="module")
async def visit(shared_driver: Driver) -> AsyncIterator[Visit]:
    with passable_folder() as folder:
        house = House(folder, shared_driver, shared_driver, allowed=frozenset({"127.0.0.1", "frame.localhost"}))
        browser = await house.launch()
        yield Visit(browser, await house.visitor(browser))
        await house.provider.discard(PROFILE)


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
async def desks(shared_driver: Driver, passable: Path) -> AsyncIterator[Desk]:
    """One for all tests that leave it in order."""
    async with sitting(shared_driver, passable / "desk") as desk:
        yield desk


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
