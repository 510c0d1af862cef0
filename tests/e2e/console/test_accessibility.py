"""No page of the console has what axe calls a serious or critical issue, in the light or in the dark."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from importlib import resources
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Page

from ghosthands.testkit.lab import Lab, a_posting
from tests.e2e.console.conftest import make_link

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]  # two jobs, then axe on every page, twice: half a minute

axe = pytest.importorskip(
    "axe_playwright_python", reason="axe-core comes with axe-playwright-python, which is not here"
)

RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_no_page_has_a_serious_issue(lab: Lab, browser: Browser, theme: str) -> None:
    waiting = await lab.apply(a_posting(), query="?unknown=1")
    done = await lab.apply(a_posting(), dry_run=True)
    await lab.asking(waiting)
    await lab.finished(done)
    context = await browser.new_context(color_scheme="dark" if theme == "dark" else "light")
    try:
        page = await context.new_page()
        found = {name: issues async for name, issues in _examine(page, lab, waiting, done)}
        await page.evaluate("document.querySelector('#keys').append(document.createElement('input'))")
        assert any(issue.startswith("label") for issue in await _look(page)), "axe looks"
    finally:
        await context.close()
    assert {name: issues for name, issues in found.items() if issues} == {}


async def _examine(page: Page, lab: Lab, waiting: str, done: str) -> AsyncIterator[tuple[str, list[str]]]:
    link = await make_link(lab)
    base = f"http://{urlsplit(link).netloc}"
    await page.goto(base)
    yield "signed out", await _look(page)
    await page.goto(link)
    yield "sign in", await _look(page)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Inbox").wait_for()
    for path in _paths(waiting, done):
        await page.goto(f"{base}{path}")
        yield path, await _look(page)
    await page.goto(base)
    await page.get_by_role("button", name="Answer").first.click()
    await page.locator("form.question").first.wait_for()
    await page.keyboard.press("Escape")
    yield "a question in the list", await _look(page)
    await page.get_by_role("button", name="Keyboard").click()
    yield "the keys", await _look(page)


def _paths(waiting: str, done: str) -> Iterator[str]:
    yield from ("/", "/jobs", "/jobs?q=nothing", "/insight", "/operations", "/nothing")
    yield from (f"/jobs/{waiting}", f"/jobs/{waiting}/answer", f"/jobs/{waiting}/takeover", f"/jobs/{done}/answer")
    yield from (f"/jobs/{done}?view={view}" for view in ("fields", "page", "switches", "events"))


async def _look(page: Page) -> list[str]:
    """The issues; axe comes in past the page's own policy, as an extension would."""
    for frame in page.frames:
        await frame.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text())
    issues: list[str] = await page.evaluate(RUN)
    return issues
