"""Every page of the console, light and dark, on a desk and on a phone: `make screenshots`, into `screenshots/`.

First as it stands before the first job, then busy, then in trouble: submissions stopped, a host drained, a message that
nobody could handle, the tables gone.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from playwright.async_api import Browser, Page, async_playwright

from ghosthands import chromium
from ghosthands.domain.orders import Order, OrderKind
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import hosts, micro
from ghosthands.practice import profiles
from ghosthands.testkit.lab import Lab, a_posting
from tests.e2e.console.conftest import make_link

SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
THEMES = ("light", "dark")
EMPTY = {"empty-inbox": "/", "empty-jobs": "/jobs", "empty-insight": "/insight", "empty-operations": "/operations"}
#: pictures further down too
_LOAD = """() => Promise.all([...document.images].map((one) => {
  one.loading = "eager";
  return one.decode().catch(() => null);
}))"""
TROUBLED = {"troubled-operations": "/operations", "troubled-inbox": "/"}


class Studio:
    """Takes the pictures: of every page in every look, in browsers that are signed in."""

    def __init__(self, lab: Lab, browser: Browser, folder: Path) -> None:
        self._lab = lab
        self._browser = browser
        self._folder = folder
        self._pages: dict[str, Page] = {}

    async def open(self) -> None:
        """Sign each look's browser in, and take the doors on the way."""
        for size, viewport in SIZES.items():
            for theme in THEMES:
                context = await self._browser.new_context(
                    viewport=viewport, color_scheme=theme, is_mobile=size == "phone", has_touch=size == "phone"
                )
                page = await context.new_page()
                look = f"{theme}-{size}"
                self._pages[look] = page
                link = await make_link(self._lab)
                self.base = f"http://{urlsplit(link).netloc}"
                await page.goto(self.base)
                await self._shoot(page, f"signed-out-{look}")
                await page.goto(link)
                await self._shoot(page, f"sign-in-{look}")
                await page.get_by_role("button", name="Sign in").click()
                await page.get_by_role("heading", name="Inbox").wait_for()

    async def take(self, pages: Mapping[str, str]) -> None:
        """The pages by name and address, in every look."""
        for look, page in self._pages.items():
            for name, address in pages.items():
                await page.goto(f"{self.base}{address}", wait_until="load")
                if name == "takeover":
                    await page.frame_locator("iframe").locator("body[data-shown=yes]").wait_for(timeout=30_000)
                await self._shoot(page, f"{name}-{look}", whole=name != "takeover")

    async def take_acts(self, guest: str) -> None:
        """What only a click shows: a question opened in the list, the keys; and a guest's door."""
        for look, page in self._pages.items():
            await page.goto(self.base)
            await page.get_by_role("button", name="Answer").first.click()
            await page.locator("form.question").first.wait_for()
            await self._shoot(page, f"inbox-open-{look}", whole=True)
            await page.locator("h1").click()
            await page.keyboard.press("?")
            await self._shoot(page, f"keys-{look}")
            context = await self._browser.new_context(
                viewport=page.viewport_size, color_scheme="dark" if look.startswith("dark") else "light"
            )
            door = await context.new_page()
            await door.goto(guest)
            await self._shoot(door, f"guest-{look}")
            await context.close()

    async def _shoot(self, page: Page, name: str, *, whole: bool = False) -> None:
        await page.evaluate(_LOAD)
        await page.screenshot(path=self._folder / f"{name}.png", full_page=whole)


async def _fill(lab: Lab) -> dict[str, str]:
    """Jobs of every kind; the ids of those that are shown."""
    analyst = {"company": "Cobalt Health", "job_title": "Data Analyst", "location": "Oslo, Norway"}
    designer = {"company": "Acme Robotics", "job_title": "Product Designer", "location": "Berlin"}
    named = {
        "question": await lab.apply(
            a_posting("greenhouse", "cobalt-health"), query="?unknown=1", metadata=analyst, priority=8
        ),
        "captcha": await lab.apply(a_posting("lever", "acme"), profiles.ASA, query="?captcha=1"),
        "done": await lab.apply(a_posting("greenhouse", "acme"), metadata=designer),
        "dry": await lab.apply(a_posting("workday", "northwind"), dry_run=True),
        "closed": await lab.apply(a_posting("ashby", "initech"), profiles.ASA, query="?closed=1"),
        "login": await lab.apply(a_posting("greenhouse", "tyrell"), query="?login=1"),
    }
    for name in ("question", "captcha", "login"):
        await lab.asking(named[name])
    for name in ("done", "dry", "closed"):
        await lab.finished(named[name])
    return named


def _busy_pages(jobs: Mapping[str, str]) -> dict[str, str]:
    return {
        "inbox": "/",
        "jobs": "/jobs",
        "jobs-none": "/jobs?q=nothing",
        "job-done": f"/jobs/{jobs['done']}",
        "job-page": f"/jobs/{jobs['done']}?page=1&view=page",
        "job-switches": f"/jobs/{jobs['done']}?view=switches",
        "job-events": f"/jobs/{jobs['done']}?view=events",
        "job-dry": f"/jobs/{jobs['dry']}",
        "job-waiting": f"/jobs/{jobs['question']}",
        "job-failed": f"/jobs/{jobs['closed']}",
        "answer": f"/jobs/{jobs['question']}/answer",
        "answer-login": f"/jobs/{jobs['login']}/answer",
        "nothing-asked": f"/jobs/{jobs['done']}/answer",
        "takeover": f"/jobs/{jobs['captcha']}/takeover",
        "takeover-none": f"/jobs/{jobs['done']}/takeover",
        "operations": "/operations",
        "insight": "/insight",
        "not-found": "/nothing",
        "no-job": "/jobs/0b8f7d3e-0000-5000-8000-00000000dead",
    }


async def _trouble(lab: Lab) -> None:
    """Submissions stopped, the host drained, a message that nobody can read."""
    (host,) = await hosts.read_hosts(lab.bus)
    for kind, order in (
        (OrderKind.STOP, Order()),
        (OrderKind.STOP, Order(site="boards.greenhouse.io")),
        (OrderKind.DRAIN, Order(host=host.host)),
    ):
        await micro.ask(lab.bus, subjects.order(kind), msgspec.json.encode(order), timeout=30)
    await lab.apply(a_posting("greenhouse", "initech"))
    await lab.publish("human.resolved", b"no json")


@asynccontextmanager
async def _browser(folder: Path) -> AsyncIterator[Browser]:
    process = await chromium.launch(folder / "profile", log_path=folder / "chromium.log")
    try:
        async with async_playwright() as playwright:
            yield await playwright.chromium.connect_over_cdp(process.ws_url)
    finally:
        await chromium.end(process)


async def main(folder: Path, scratch: Path) -> None:
    """Start a stack, let jobs run, and look at everything."""
    async with Lab.start(scratch / "lab") as lab, _browser(scratch) as browser:
        studio = Studio(lab, browser, folder)
        await studio.open()
        await studio.take(EMPTY)
        jobs = await _fill(lab)
        await studio.take(_busy_pages(jobs))
        await studio.take_acts(await make_link(lab, jobs["question"]))
        await _trouble(lab)
        await studio.take(TROUBLED)
        await lab.stack.process("postgres").stop(10)
        await studio.take({"no-tables": "/"})


if __name__ == "__main__":
    pictures = Path(sys.argv[1]).absolute()
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ghosthands-screenshots-") as temporary:
        Path(temporary).chmod(0o711)
        asyncio.run(main(pictures, Path(temporary)))
    print(f"{len(list(pictures.glob('*.png')))} pictures in {pictures}")
