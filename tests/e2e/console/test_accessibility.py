"""No page of the console has what axe calls a serious or critical issue, in the light or in the dark."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from importlib import resources
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Page

from ghosthands.testkit.lab import Lab, a_posting
from tests.e2e.console.conftest import make_link

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]  # four jobs, then axe on every page, twice: half a minute

axe = pytest.importorskip(
    "axe_playwright_python", reason="axe-core comes with axe-playwright-python, which is not here"
)

RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""


class Shown(NamedTuple):
    """The jobs whose pages are looked at, by what became of them."""

    waiting: str
    login: str
    done: str
    failed: str


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_no_page_has_a_serious_issue(lab: Lab, browser: Browser, theme: str) -> None:
    shown = Shown(
        waiting=await lab.apply(a_posting(), query="?unknown=1"),
        login=await lab.apply(a_posting(), query="?login=1"),
        done=await lab.apply(a_posting(), dry_run=True),
        failed=await lab.apply(a_posting(), query="?closed=1"),
    )
    for job_id in (shown.waiting, shown.login):
        await lab.asking(job_id)
    for job_id in (shown.done, shown.failed):
        await lab.finished(job_id)
    context = await browser.new_context(color_scheme="dark" if theme == "dark" else "light")
    guest = await browser.new_context(color_scheme="dark" if theme == "dark" else "light")
    try:
        page = await context.new_page()
        found = {name: issues async for name, issues in _examine(page, lab, shown)}
        door = await guest.new_page()
        found |= {name: issues async for name, issues in _examine_as_guest(door, await make_link(lab, shown.waiting))}
        await page.evaluate("document.querySelector('#keys').append(document.createElement('input'))")
        assert any(issue.startswith("label") for issue in await _look(page)), "axe looks"
    finally:
        await context.close()
        await guest.close()
    assert {name: issues for name, issues in found.items() if issues} == {}


async def _examine(page: Page, lab: Lab, shown: Shown) -> AsyncIterator[tuple[str, list[str]]]:
    link = await make_link(lab)
    base = f"http://{urlsplit(link).netloc}"
    await page.goto(base)
    yield "signed out", await _look(page)
    await page.goto(link)
    yield "sign in", await _look(page)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Inbox").wait_for()
    for path in _paths(shown):
        await page.goto(f"{base}{path}")
        yield path, await _look(page)
    for job_id in (shown.waiting, shown.failed):
        await page.goto(f"{base}/jobs/{job_id}")
        await page.get_by_text("Say something to this job").click()
        await page.get_by_label("What it lacked, or should do otherwise").wait_for()
        yield f"saying something to {job_id}", await _look(page)
    await page.goto(base)
    await page.get_by_role("button", name="Answer").first.click()
    await page.locator("form.question").first.wait_for()
    await page.keyboard.press("Escape")
    yield "a question in the list", await _look(page)
    await page.get_by_role("button", name="Keyboard").click()
    yield "the keys", await _look(page)


async def _examine_as_guest(page: Page, link: str) -> AsyncIterator[tuple[str, list[str]]]:
    await page.goto(link)
    yield "a guest's door", await _look(page)
    await page.get_by_role("button", name="Open it").click()
    await page.locator("form.question").first.wait_for()
    yield "a guest's question", await _look(page)
    await page.goto(page.url.partition("/jobs/")[0] + "/jobs")
    yield "not for a guest", await _look(page)


def _paths(shown: Shown) -> Iterator[str]:
    yield from ("/", "/jobs", "/jobs?q=nothing", "/insight", "/operations", "/nothing")
    yield from (f"/jobs/{shown.waiting}", f"/jobs/{shown.waiting}/answer", f"/jobs/{shown.waiting}/takeover")
    yield from (f"/jobs/{shown.login}/answer", f"/jobs/{shown.done}/answer", f"/jobs/{shown.failed}")
    yield from (f"/jobs/{shown.done}?view={view}" for view in ("fields", "page", "switches", "events"))


async def _look(page: Page) -> list[str]:
    """The issues; axe comes in past the page's own policy, as an extension would."""
    for frame in page.frames:
        await frame.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text())
    issues: list[str] = await page.evaluate(RUN)
    return issues
