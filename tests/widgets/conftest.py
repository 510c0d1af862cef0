"""A real Chromium, and the bundled pages of the real widgets.

They are bundled by `make test-widgets`, which needs Node; without them these tests are skipped and say so.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ghosthands.browser_host import page as pages
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.testkit import story

BUNDLED = Path(__file__).parent / "dist"
#: for the libraries that their pages load module by module
PACKAGES = Path(__file__).parent / "node_modules"

#: for a page that loads hundreds of modules, on a busy machine
_DRAWN_MS = 60_000
#: answers by label; None ticks
Answers = Mapping[str, str | None]
Fill = Callable[[Answers], Awaitable[dict[str, str]]]
Open = Callable[[str], Awaitable[PageModel]]
Serving = Callable[[ASGIApp], AbstractAsyncContextManager[int]]
Held = Callable[[], Awaitable[dict[str, Any]]]


@pytest.fixture(scope="session", autouse=True)
def bundled() -> None:
    if not BUNDLED.is_dir():
        pytest.skip(
            "the widgets' pages are not bundled: run `make test-widgets` (on Debian: apt-get install nodejs npm)"
        )


@pytest.fixture(scope="session")
async def address(serving: Serving) -> AsyncIterator[str]:
    packages, bundles = StaticFiles(directory=PACKAGES), StaticFiles(directory=BUNDLED)
    async with serving(Starlette(routes=[Mount("/packages", packages), Mount("/", bundles)])) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    tab = await browser.contexts[0].new_page()
    pages.traffic_of(tab)
    yield tab
    await tab.close()


@pytest.fixture
def see(page: Page, address: str) -> Open:
    """Goes to the page of a widget and scans it as soon as its form is drawn."""

    async def go(name: str) -> PageModel:
        await page.goto(f"{address}/{name}.html")
        await page.wait_for_function("() => window.held", timeout=_DRAWN_MS)
        await pages.settle(page)
        return await pages.scan(page)

    return go


@pytest.fixture
def fill(page: Page) -> Fill:
    """Scans, puts the answers under their labels, and tells how each ended: its code, empty when it holds."""

    async def run(answers: Answers) -> dict[str, str]:
        model = await pages.scan(page)
        actions = [_planned(model, label, answer) for label, answer in answers.items()]
        values = {action.id: answer for action, answer in zip(actions, answers.values(), strict=True) if answer}
        results = await pages.run_batch(page, model, actions, values)
        return {label: result.code for label, result in zip(answers, results, strict=True)}

    return run


def _planned(model: PageModel, label: str, answer: str | None) -> PlannedAction:
    [field] = [each for each in model.fields if each.label == label and each.visible]
    kind = ActionKind.CHECK if answer is None else ActionKind.FILL
    return story.fill(field.id, f"do {field.id}", key="answers.x", kind=kind)


@pytest.fixture
def held(page: Page) -> Held:
    """What the form's own state is, after the last widget was left and the page was painted anew."""

    async def look() -> dict[str, Any]:
        await page.evaluate("() => { document.activeElement?.blur(); window.paint(); }")
        await pages.settle(page)
        state: dict[str, Any] = await page.evaluate("() => window.held")
        return state

    return look
