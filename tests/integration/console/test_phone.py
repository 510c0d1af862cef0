"""Thirty jobs on a screen of 390 by 844: nothing is cut off at its side, and what is tapped can be hit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.integration.services.conftest import Case

pytestmark = [pytest.mark.integration, pytest.mark.heavy]  # a browser, and thirty jobs

JOBS = 30
LONG = {
    "company": "Gesellschaft für wissenschaftliche Datenverarbeitung",
    "job_title": "Softwareentwicklungsingenieurin",
}
#: how far the page reaches past the screen, and what of it does so outside of anything that scrolls by itself
SPILLS = """() => {
  const scrolls = (one) => one && (["auto", "scroll", "hidden"].includes(getComputedStyle(one).overflowX)
    || scrolls(one.parentElement));
  const wide = [...document.querySelectorAll("body *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1 && !scrolls(one.parentElement);
  });
  const found = wide.slice(0, 5).map((one) => one.outerHTML.slice(0, 120));
  return [document.documentElement.scrollWidth - innerWidth, found];
}"""
#: buttons and fields that are too small for a thumb
SMALL = """() => [...document.querySelectorAll("main :is(button, a.button, input:not([type=hidden]), select)")]
  .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 32)
  .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture
async def phone(browser: Browser, operator: Any) -> AsyncIterator[Page]:
    """A phone on which an operator is signed in."""
    context = await browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = await context.new_page()
    await page.goto(f"{operator.base}{await operator.link()}")
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Inbox").wait_for()
    yield page
    await context.close()


async def test_thirty_jobs_fit_a_phone(phone: Page, operator: Any, town: Any, tmp_path: Path) -> None:
    cases = [await Case(town).start(metadata=LONG) for _ in range(JOBS)]
    for case in cases:
        await case.ask()
    await operator.until("/", lambda text: text.count("<article") >= JOBS)
    shown = f"/jobs/{cases[0].id}"
    spills, small = {}, {}
    for name, path in {
        "inbox": "/",
        "jobs": "/jobs",
        "job": shown,
        "events": f"{shown}?view=events",
        "answer": f"{shown}/answer",
        "takeover": f"{shown}/takeover",
        "insight": "/insight",
        "operations": "/operations",
    }.items():
        await phone.goto(f"{operator.base}{path}")
        for fold in await phone.locator("details > summary").all():
            if await fold.is_visible():
                await fold.click()
        beyond, wide = await phone.evaluate(SPILLS)
        spills[name] = wide if beyond > 0 else []
        small[name] = await phone.evaluate(SMALL)
        await phone.screenshot(path=tmp_path / f"{name}.png", full_page=name != "takeover")
    assert {name: found for name, found in spills.items() if found} == {}
    assert {name: found for name, found in small.items() if found} == {}
