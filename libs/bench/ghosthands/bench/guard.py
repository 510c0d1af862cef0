"""The load of a page with 60 pictures, scripts and styles under the network guard, beside the same load without it.

Both load it in the same tab in turns, past the browser's cache, from a server with the delay of a nearby one. Before
anything is filled in the guard examines documents and scripts' requests; afterwards everything, and searches each
request for the values. Chromium handles every request differently once any client may pause one, so the latter is also
compared with a load in which a client may pause and does not: the difference is the guard's own. Last, the way out: a
browser that has one, in turns with a browser that connects by itself.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from playwright.async_api import Error, Page, Playwright, async_playwright

from ghosthands import chromium
from ghosthands.bench import forms
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, Turn, repeat, take_turns, time_once
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.ports.devtools import line_to
from ghosthands.chromium import WayOut

#: loads of each side in a run
TURNS = 6
SUBRESOURCES = 60
#: delay until an answer begins
ANSWER_SECONDS = 0.02
#: the values that an applicant has filled in by then
VALUES = {
    "profile.first_name": "Jordan",
    "profile.last_name": "Ellsworth",
    "profile.email": "jordan.ellsworth@example.com",
    "profile.phone": "+1 415 555 0134",
    "profile.linkedin_url": "https://www.linkedin.com/in/jordan-ellsworth",
}
_TAGS = ('<img src="{}.png">', '<script src="{}.js"></script>', '<link rel="stylesheet" href="{}.css">')

LOAD = Contest("guard.load", "ms", Better.LOWER, "the same load without the guard", target=1.1)
FILLED = Contest("guard.filled", "ms", Better.LOWER, "the same load without the guard", target=1.1)
SEARCHED = Contest("guard.searched", "ms", Better.LOWER, "the same load where requests could pause", target=1.1)
WAY_OUT = Contest("guard.way_out", "ms", Better.LOWER, "the same load without a proxy", target=1.1)


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run contests for a page before anything is filled in, for one after, and for the way out. Raises BenchFailed."""
    with forms.make_passable_folder() as folder:
        write_page(folder)
        with forms.serve(folder, answered_by=_Distant) as address:
            url = f"{address}/page.html"
            async with (
                async_playwright() as playwright,
                launch(playwright, folder / "bare") as bare,
                launch(playwright, folder / "through", WayOut({"127.0.0.1"}, websockets=False)) as through,
            ):
                alone, filled = partial(time_load, bare, url), partial(time_guarded, bare, url, VALUES)
                try:
                    return [
                        await _measure(LOAD, partial(time_guarded, bare, url, {}), alone, runs, progress),
                        await _measure(FILLED, filled, alone, runs, progress),
                        await _measure(SEARCHED, filled, partial(time_pausable, bare, url), runs, progress),
                        await _measure(WAY_OUT, partial(time_load, through, url), alone, runs, progress),
                    ]
                except Error as error:
                    raise BenchFailed(f"the page cannot be loaded: {str(error).splitlines()[0]}") from error


@dataclass(frozen=True)
class Loading:
    """A browser, and the tab in which it loads the page."""

    page: Page
    ws_url: str


@asynccontextmanager
async def launch(playwright: Playwright, profile: Path, way_out: WayOut | None = None) -> AsyncIterator[Loading]:
    """Launch a Chromium as browser-host does, without a cache. Raises BenchFailed."""
    try:
        process = await chromium.launch(profile, log_path=profile.with_suffix(".log"), way_out=way_out)
    except chromium.ChromiumError as error:
        raise BenchFailed(str(error)) from error
    try:
        browser = await playwright.chromium.connect_over_cdp(process.ws_url)
        page = browser.contexts[0].pages[0]
        await (await page.context.new_cdp_session(page)).send("Network.setCacheDisabled", {"cacheDisabled": True})
        yield Loading(page, process.ws_url)
    finally:
        await chromium.end(process)


def write_page(folder: Path) -> None:
    """Write the page and all its resources to the folder."""
    tags = []
    for number, tag in zip(range(SUBRESOURCES), itertools.cycle(_TAGS), strict=False):
        tags.append(tag.format(number))
        (folder / tags[-1].split('"')[-2]).write_bytes(b"")
    (folder / "page.html").write_text("<!doctype html><title>Apply</title>" + "".join(tags))


async def _measure(contest: Contest, ours: Turn, reference: Turn, runs: int, progress: Progress) -> Result:
    once = partial(take_turns, ours, reference, TURNS)
    seconds = await repeat(once, runs, progress, contest.name)
    return contest.result([Pair(pair.ours / TURNS * 1e3, pair.reference / TURNS * 1e3) for pair in seconds])


async def time_guarded(loading: Loading, url: str, values: dict[str, str]) -> float:
    """Return the seconds of a load under the guard, which knows the values."""
    gate = Gate()
    for key, value in values.items():
        gate.filled.note(key, value)
    async with line_to(loading.ws_url) as line:
        await NetworkGuard(line, allowed={"127.0.0.1"}, gate=gate).install()
        return await time_load(loading, url)


async def time_pausable(loading: Loading, url: str) -> float:
    """Return the seconds of a load in which any request might be paused, and none is."""
    async with line_to(loading.ws_url) as line:
        await line.send("Fetch.enable", {"patterns": [{"urlPattern": "nothing:*"}]})
        return await time_load(loading, url)


async def time_load(loading: Loading, url: str) -> float:
    """Return the seconds of a load, with all its resources."""
    return await time_once(loading.page.goto(url))


class _Distant(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: a bench has a progress bar."""

    def do_GET(self) -> None:
        time.sleep(ANSWER_SECONDS)
        super().do_GET()
