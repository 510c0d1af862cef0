"""A page of 60 pictures, scripts and styles is loaded under the network guard, beside the same load without it.

Both load it in the same tab in turns, past the browser's cache, from a server that answers as one nearby does. Before
anything is filled in the guard looks at documents and at what scripts send; afterwards at everything, and searches each
request for the values.
"""

from __future__ import annotations

import itertools
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from playwright.async_api import Browser, CDPSession, Error, Page, async_playwright

from ghosthands.bench import forms
from ghosthands.bench.apply import launch_stack
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, repeat, take_turns, time_once
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.guard.network import NetworkGuard

#: loads of each side a run
TURNS = 6
SUBRESOURCES = 60
#: until an answer begins
ANSWER_SECONDS = 0.02
#: what an applicant has filled in by then
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


async def run(runs: int, progress: Progress) -> list[Result]:
    """A contest for a page before anything is filled in, and for one after. Raises BenchFailed."""
    with forms.make_passable_folder() as folder:
        write_page(folder)
        with forms.serve(folder, answered_by=_Distant) as address:
            async with async_playwright() as playwright, launch_stack(playwright, folder / "profile") as browser:
                try:
                    return [
                        await _measure(browser, f"{address}/page.html", contest, values, runs, progress)
                        for contest, values in ((LOAD, {}), (FILLED, VALUES))
                    ]
                except Error as error:
                    raise BenchFailed(f"the page cannot be loaded: {str(error).splitlines()[0]}") from error


def write_page(folder: Path) -> None:
    """Put the page and all it asks for there."""
    tags = []
    for number, tag in zip(range(SUBRESOURCES), itertools.cycle(_TAGS), strict=False):
        tags.append(tag.format(number))
        (folder / tags[-1].split('"')[-2]).write_bytes(b"")
    (folder / "page.html").write_text("<!doctype html><title>Apply</title>" + "".join(tags))


async def _measure(
    browser: Browser, url: str, contest: Contest, values: dict[str, str], runs: int, progress: Progress
) -> Result:
    page = browser.contexts[0].pages[0]
    await (await page.context.new_cdp_session(page)).send("Network.setCacheDisabled", {"cacheDisabled": True})
    ours = partial(time_guarded, browser, page, url, values)
    once = partial(take_turns, ours, partial(time_load, page, url), TURNS)
    seconds = await repeat(once, runs, progress, contest.name)
    return contest.result([Pair(pair.ours / TURNS * 1e3, pair.reference / TURNS * 1e3) for pair in seconds])


async def time_guarded(browser: Browser, page: Page, url: str, values: dict[str, str]) -> float:
    """Seconds of one load under the guard, which knows the values."""
    cdp: CDPSession = await browser.new_browser_cdp_session()
    gate = Gate()
    for key, value in values.items():
        gate.filled.note(key, value)
    await NetworkGuard(cdp, allowed={"127.0.0.1"}, gate=gate).install()
    try:
        return await time_load(page, url)
    finally:
        await cdp.detach()


async def time_load(page: Page, url: str) -> float:
    """Seconds of one load, with all the page asks for."""
    return await time_once(page.goto(url))


class _Distant(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: a bench has a progress bar."""

    def do_GET(self) -> None:
        time.sleep(ANSWER_SECONDS)
        super().do_GET()
