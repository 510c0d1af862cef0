"""Every page of the console, light and dark, on a desk and on a phone: `make screenshots`, into `screenshots/`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Browser, async_playwright

from ghosthands import chromium
from ghosthands.practice import profiles
from ghosthands.testkit.lab import Lab, a_posting
from tests.e2e.console.conftest import make_link

SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}


async def _fill(lab: Lab) -> dict[str, str]:
    """Jobs of every kind; the ids of those that are shown."""
    named = {
        "question": await lab.apply(a_posting("greenhouse", "cobalt-health"), query="?unknown=1"),
        "captcha": await lab.apply(a_posting("lever", "acme"), profiles.ASA, query="?captcha=1"),
        "done": await lab.apply(a_posting("greenhouse", "acme")),
        "dry": await lab.apply(a_posting("workday", "northwind"), dry_run=True),
        "closed": await lab.apply(a_posting("ashby", "initech"), profiles.ASA, query="?closed=1"),
        "login": await lab.apply(a_posting("greenhouse", "tyrell"), query="?login=1"),
    }
    for name in ("question", "captcha", "login"):
        await lab.asking(named[name], timeout=120)
    for name in ("done", "dry", "closed"):
        await lab.finished(named[name], timeout=120)
    return named


async def _take(browser: Browser, lab: Lab, jobs: dict[str, str], folder: Path) -> None:
    base = f"http://{urlsplit(await make_link(lab)).netloc}"
    guest = await make_link(lab, jobs["question"])
    pages = {
        "inbox": "/",
        "jobs": "/jobs",
        "jobs-none": "/jobs?q=nothing",
        "job-done": f"/jobs/{jobs['done']}",
        "job-page": f"/jobs/{jobs['done']}?view=page",
        "job-events": f"/jobs/{jobs['done']}?view=events",
        "job-waiting": f"/jobs/{jobs['question']}",
        "job-failed": f"/jobs/{jobs['closed']}",
        "answer": f"/jobs/{jobs['question']}/answer",
        "answer-login": f"/jobs/{jobs['login']}/answer",
        "takeover": f"/jobs/{jobs['captcha']}/takeover",
        "operations": "/operations",
        "insight": "/insight",
        "not-found": "/nothing",
    }
    for size, viewport in SIZES.items():
        for theme in ("light", "dark"):
            context = await browser.new_context(
                viewport=viewport, color_scheme=theme, is_mobile=size == "phone", has_touch=size == "phone"
            )
            page = await context.new_page()
            await page.goto(f"{base}/")
            await page.screenshot(path=folder / f"signed-out-{theme}-{size}.png")
            await page.goto(await make_link(lab))
            await page.screenshot(path=folder / f"sign-in-{theme}-{size}.png")
            await page.get_by_role("button", name="Sign in").click()
            await page.wait_for_url(f"{base}/")
            for name, address in pages.items():
                await page.goto(f"{base}{address}", wait_until="load")
                if name == "takeover":
                    await page.frame_locator("iframe").locator("body[data-shown=yes]").wait_for(timeout=30_000)
                await page.wait_for_timeout(150)
                await page.screenshot(path=folder / f"{name}-{theme}-{size}.png", full_page=name != "takeover")
            await page.goto(f"{base}/")
            await page.get_by_role("button", name="Answer").first.click()
            await page.locator("form.question").first.wait_for()
            await page.screenshot(path=folder / f"inbox-open-{theme}-{size}.png", full_page=True)
            await page.goto(guest)
            await page.screenshot(path=folder / f"guest-{theme}-{size}.png")
            await context.close()


async def main(folder: Path, scratch: Path) -> None:
    """Start a stack, let jobs run, and look at everything."""
    async with Lab.start(scratch / "lab") as lab:
        jobs = await _fill(lab)
        process = await chromium.launch(scratch / "profile", log_path=scratch / "chromium.log")
        try:
            async with async_playwright() as playwright:
                await _take(await playwright.chromium.connect_over_cdp(process.ws_url), lab, jobs, folder)
        finally:
            await chromium.end(process)


if __name__ == "__main__":
    pictures = Path(sys.argv[1]).absolute()
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ghosthands-screenshots-") as temporary:
        Path(temporary).chmod(0o711)
        asyncio.run(main(pictures, Path(temporary)))
    print(f"{len(list(pictures.glob('*.png')))} pictures in {pictures}")
