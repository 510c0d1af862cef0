"""A scan of each measured page, beside the bare evaluate: one call a frame that only collects the controls.

The scan is complete: every frame's inventory, grouped questions, and the judgement of platform, walls and buttons. Both
look at the same page in the same tab in turns; the pages were loaded long before, as when an application reads again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from playwright.async_api import Error, Page, Route, async_playwright

from ghosthands.bench import forms
from ghosthands.bench.apply import launch_stack
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, repeat, take_turns, time_once
from ghosthands.browser_host import page as pages

#: scans of each side in a run
TURNS = 10

SCAN = Contest("scan", "ms", Better.LOWER, "one bare evaluate a frame", target=2.0)


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run a contest for each page. Raises BenchFailed."""
    folder = forms.find_folder("bench", forms.FLOOR)
    floor = (folder / forms.FLOOR).read_text(encoding="utf-8")
    with forms.serve(folder, forms.PORT) as address:
        async with open_tab() as page:
            return [
                await _measure(page, f"{address}/{file.name}", floor, runs, progress)
                for file in sorted(folder.glob(forms.PAGES))
            ]


async def _measure(page: Page, url: str, floor: str, runs: int, progress: Progress) -> Result:
    name = Path(url).stem
    try:
        await page.goto(url)
        await pages.settle(page)
        once = partial(take_turns, partial(time_scan, page), partial(time_floor, page, floor), TURNS)
        seconds = await repeat(once, runs, progress, name)
    except (Error, pages.PageUnreadable) as error:
        raise BenchFailed(f"{name} cannot be looked at: {str(error).splitlines()[0]}") from error
    contest = Contest(f"{SCAN.name}.{name}", SCAN.unit, SCAN.better, SCAN.beside, SCAN.target)
    return contest.result([Pair(pair.ours / TURNS * 1e3, pair.reference / TURNS * 1e3) for pair in seconds])


async def time_scan(page: Page) -> float:
    """Return the seconds of one scan of the page."""
    return await time_once(pages.scan(page))


async def time_floor(page: Page, floor: str) -> float:
    """Return the seconds of the bare evaluate in every frame, one after another."""
    return await time_once(look_barely(page, floor))


async def look_barely(page: Page, floor: str) -> int:
    """Return the number of controls that the bare evaluate finds."""
    return sum([len(await frame.evaluate(floor)) for frame in page.frames])


@asynccontextmanager
async def open_tab(only: str = "") -> AsyncIterator[Page]:
    """Open a tab of a browser for the block; it reaches only URLs that begin with `only`. Raises BenchFailed."""

    async def pass_on(route: Route) -> None:
        await (route.continue_() if route.request.url.startswith((only, "data:")) else route.abort())

    with forms.make_passable_folder() as folder:
        async with async_playwright() as playwright, launch_stack(playwright, folder / "profile") as browser:
            page = browser.contexts[0].pages[0]
            pages.traffic_of(page)
            if only:
                await page.context.route("**/*", pass_on)
            yield page
