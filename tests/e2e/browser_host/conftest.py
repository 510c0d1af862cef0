"""A small site that serves `pages/` and can hold a POST, and how its pages are looked at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import FillResult, Upload, Value
from ghosthands.domain.page import FieldModel, FileInputModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.testkit import story

PAGES = Path(__file__).parent / "pages"

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]
Plan = Callable[..., PlannedAction]
Serving = Callable[[ASGIApp], AbstractAsyncContextManager[int]]


@dataclass
class Site:
    """The site of `pages/`; POSTs to `/held` are answered when a test opens the gate."""

    port: int = 0
    posts: list[str] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/{name}"


@pytest.fixture(scope="session")
async def site(serving: Serving) -> AsyncIterator[Site]:
    served = Site()

    async def hold(request: Request) -> Response:
        served.posts.append(request.url.path)
        served.arrived.set()
        await served.gate.wait()
        return HTMLResponse("<h1>Thank you for applying</h1>")

    async def poll(request: Request) -> Response:
        await served.gate.wait()
        return Response(status_code=204)

    async def gone(request: Request) -> Response:
        return HTMLResponse("<h1>Oh no</h1>", status_code=int(request.path_params["status"]))

    app = Starlette(
        routes=[
            Route("/held", hold, methods=["POST"]),
            Route("/polled", poll),
            Route("/status/{status}", gone),
            Mount("/", StaticFiles(directory=PAGES)),
        ]
    )
    async with serving(app) as served.port:
        yield served
        served.gate.set()  # nobody is left waiting for an answer


@pytest.fixture
async def page(browser: Browser, site: Site) -> AsyncIterator[Page]:
    site.gate.clear()
    site.arrived.clear()
    site.posts.clear()
    tab = await browser.contexts[0].new_page()
    pages.traffic_of(tab)
    yield tab
    site.gate.set()
    await tab.close()


@pytest.fixture
def see(page: Page, site: Site) -> Open:
    """Goes to a page of the site, waits for it and scans it."""

    async def go(name: str) -> PageModel:
        await page.goto(site.url(name))
        await pages.settle(page)
        return await pages.scan(page)

    return go


@pytest.fixture
def show(page: Page) -> Open:
    """Scans a page that consists of this HTML."""

    async def render(html: str) -> PageModel:
        await page.set_content(f"<!doctype html><html lang='en'><body>{html}</body></html>")
        await pages.settle(page)
        return await pages.scan(page)

    return render


Ask = Callable[[PageModel, str], FieldModel]


@pytest.fixture
def field_of() -> Ask:
    """The field of that label."""

    def find(model: PageModel, label: str) -> FieldModel:
        return next(each for each in model.fields if each.label == label)

    return find


@pytest.fixture
def plan() -> Plan:
    """An action on a field of the model."""

    def planned(target: FieldModel | FileInputModel, kind: ActionKind = ActionKind.FILL) -> PlannedAction:
        return story.fill(target.id, f"do {target.id}", key="answers.x", kind=kind)

    return planned


@pytest.fixture
def fill(page: Page, plan: Plan) -> Fill:
    """Puts values under labels; how each ended: its code, empty when it holds. None ticks."""

    async def run(model: PageModel, values: Mapping[str, Value | None]) -> dict[str, str]:
        named: dict[str, FieldModel | FileInputModel] = {
            each.label: each for each in reversed((*model.fields, *model.file_inputs))
        }
        actions = {label: plan(named[label], _kind(value)) for label, value in values.items()}
        given = {actions[label].id: value for label, value in values.items() if value is not None}
        results = await pages.run_batch(page, model, list(actions.values()), given)
        assert [result.action_id for result in results] == [action.id for action in actions.values()]
        return {label: _ended(result) for label, result in zip(values, results, strict=True)}

    return run


def _kind(value: Value | None) -> ActionKind:
    if value is None:
        return ActionKind.CHECK
    return ActionKind.UPLOAD if isinstance(value, Upload) else ActionKind.FILL


def _ended(result: FillResult) -> str:
    assert result.ok == (result.code == "")
    return result.code
