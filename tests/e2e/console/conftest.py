"""A stack with practice jobs, and the console of it in a real Chromium."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Browser, Page, expect

from ghosthands.domain.links import ConsoleLink, LinkWanted
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.testkit.lab import Lab

#: a machine may be busy
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
async def shared_lab(open_folder: Path) -> AsyncIterator[Lab]:
    async with Lab.start(open_folder / "console") as running:
        yield running


@pytest.fixture
async def lab(shared_lab: Lab) -> AsyncIterator[Lab]:
    """The lab that all tests share; what a test leaves waiting is cancelled, since there are but four browsers."""
    yield shared_lab
    await shared_lab.give_browsers_back()


async def make_link(lab: Lab, job_id: str | None = None) -> str:
    """A link to the console, as the command line asks for it."""
    said = await micro.ask(lab.bus, subjects.LINKS, msgspec.json.encode(LinkWanted(job_id=job_id)), timeout=30)
    return msgspec.json.decode(said, type=ConsoleLink).url


@pytest.fixture
async def operator(lab: Lab, browser: Browser) -> AsyncIterator[Page]:
    """A browser that is signed in."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900})
    page = await context.new_page()
    await page.goto(await make_link(lab))
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
    yield page
    await context.close()
