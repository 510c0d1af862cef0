"""A browser of our own, a site that counts what reaches it, a model whose answers are written down."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from ghosthands import chromium
from ghosthands.browser_host.driving.tab import Tab
from ghosthands.browser_host.engines.engine import Engine, SignOfLife
from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.tab import TabAddress, target_id
from ghosthands.domain import services
from ghosthands.models import ModelGateway, ModelSettings
from ghosthands.practice import model_server
from ghosthands.practice.model_server import ModelServer
from ghosthands.testkit.lab import Lab

Serving = Callable[[ASGIApp], AbstractAsyncContextManager[int]]


@dataclass
class Running:
    """A browser of our own, with the host's connection to it."""

    process: chromium.BrowserProcess
    connection: Browser

    @property
    def context(self) -> BrowserContext:
        return self.connection.contexts[0]

    async def address(self, page: Page) -> TabAddress:
        """Where engines find the page."""
        return TabAddress(self.process.ws_url, await target_id(page))


@dataclass
class Site:
    """A site under two names, so that one is cross-site to the other."""

    port: int = 0
    #: paths of what was sent to it: applications, accounts, requests for a code
    sent: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


#: what the pages may lead to, and must not while an engine is at work
EFFECTS = ("/submitted", "/account", "/code")

SiteOf = Callable[[Mapping[str, str]], AbstractAsyncContextManager[Site]]
Guarded = Callable[[Page], Awaitable[Tab]]
Take = Callable[[Engine, Page, SignOfLife], Awaitable[None]]


@pytest.fixture(scope="session")
def site_of(serving: Serving) -> SiteOf:
    """Serves pages by their paths; in them HERE and CROSS are its two names. What is posted to it, it counts."""

    @asynccontextmanager
    async def serve(pages: Mapping[str, str]) -> AsyncIterator[Site]:
        site = Site()

        async def page(request: Request) -> HTMLResponse:
            here, cross = (f"http://{host}:{site.port}" for host in ("127.0.0.1", "localhost"))
            html = pages[request.url.path].replace("CROSS", cross).replace("HERE", here)
            return HTMLResponse(html, headers={"Set-Cookie": "login=kept; Path=/"})

        async def sent(request: Request) -> HTMLResponse:
            site.sent.append(request.url.path)
            return HTMLResponse("Thank you")

        routes = [Route(path, page) for path in pages]
        app = Starlette(routes=[*routes, *(Route(path, sent, methods=["GET", "POST"]) for path in EFFECTS)])
        async with serving(app) as site.port:
            yield site

    return serve


@pytest.fixture(scope="module")
async def running(open_folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[Running]:
    name = request.path.stem
    process = await chromium.launch(open_folder / name, log_path=open_folder / f"{name}.log")
    try:
        async with async_playwright() as playwright:
            yield Running(process, await playwright.chromium.connect_over_cdp(process.ws_url))
    finally:
        await chromium.end(process)


@pytest.fixture(scope="module")
async def site(site_of: SiteOf, request: pytest.FixtureRequest) -> AsyncIterator[Site]:
    """A site of the test module's own PAGES; what was sent to it before is forgotten with each `page`."""
    async with site_of(request.module.PAGES) as served:
        yield served


@pytest.fixture
async def page(running: Running, site: Site) -> AsyncIterator[Page]:
    """The site's application, half filled; it stands in the last of several tabs."""
    site.sent.clear()
    tab = await running.context.new_page()
    await tab.goto(site.url)
    await tab.fill("#email", "ada@example.com")
    yield tab
    await tab.close()


@pytest.fixture
async def guarded(running: Running) -> AsyncIterator[Guarded]:
    """Takes a page in hand as the host does while an engine works it."""
    tabs: list[Tab] = []

    async def taken(page: Page) -> Tab:
        allowed = {"127.0.0.1", "localhost"}
        navigation = NetworkGuard(await running.connection.new_browser_cdp_session(), allowed=allowed)
        await navigation.install()
        tabs.append(await Tab.take(page, navigation, "session", GuardLevel.ENGINE, proxied=False))
        return tabs[-1]

    yield taken
    for tab in tabs:
        await tab.submits.keep(GuardLevel.RESTING)


@pytest.fixture
async def model() -> AsyncIterator[ModelServer]:
    async with model_server.serve() as server:
        yield server


@pytest.fixture
async def gateway(model: ModelServer) -> AsyncIterator[ModelGateway]:
    """The way to the model."""
    asked = ModelGateway(ModelSettings.model_validate({"base_url": model.base_url, "api_key": "key-of-the-gateway"}))
    yield asked
    await asked.close()


@pytest.fixture
async def take(running: Running) -> AsyncIterator[Take]:
    """Attaches an engine to a page for the length of the test."""
    engines: list[Engine] = []

    async def attach(engine: Engine, page: Page, on_sign: SignOfLife) -> None:
        engines.append(engine)
        await engine.attach(await running.address(page), on_sign)

    yield attach
    for engine in engines:
        await engine.kill()


@pytest.fixture
async def lab(state_dir: Path, model: ModelServer) -> AsyncIterator[Lab]:
    """Every service, whose engines ask the model."""
    asks = {"GHOSTHANDS_MODEL_BASE_URL": model.base_url, "GHOSTHANDS_MODEL_API_KEY": "test"}
    async with Lab.start(state_dir, by_service={services.BROWSER_HOST: asks}) as running:
        yield running
