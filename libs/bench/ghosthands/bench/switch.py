"""The time until another engine works a live page, beside the bare attach of that engine.

A switch is everything the slot does: read the page's state, detach one engine, ping the browser, attach the other,
check that tab, address, values and frames are unchanged, restore scroll position and focus. The reference: the other
engine attaches where none was attached, and nothing else happens; for our own hand and for a human, who need no
connection but the host's, a new Playwright connection to the browser. The page is a half-filled application of the
practice site; the browser's process is the same from beginning to end. No model is asked. Where Magnitude is not
installed its pairs are left out.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import permutations

from playwright.async_api import Error, Playwright, async_playwright

from ghosthands import chromium, models
from ghosthands.bench import forms
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, repeat, take_turns, time_once
from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.driving.faults import ChromiumFault
from ghosthands.browser_host.driving.tab_connection import TabConnection
from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.engine import Engine, EngineTrouble
from ghosthands.browser_host.engines.human import HumanEngine
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.engines.playwright import PlaywrightEngine
from ghosthands.browser_host.engines.slot import EngineSlot
from ghosthands.browser_host.engines.stagehand import StagehandEngine
from ghosthands.browser_host.engines.stagehand_cua import StagehandCuaEngine
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.page import Pace
from ghosthands.browser_host.ports.control import Control
from ghosthands.browser_host.providers.local import LocalBrowser
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.engine import MODELLED, EngineName
from ghosthands.practice import server
from ghosthands.practice.postings import Posting

#: switches and bare attaches in a run
TURNS = 2

SWITCH = Contest("switch", "ms", Better.LOWER, "the engine's bare attach")

_SITE = "127.0.0.1"
_NO_MODEL = f"http://{_SITE}:9/v1"
_FIELDS = "input[type=text], input[type=email]"


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run a contest for each ordered pair of engines. Raises BenchFailed."""
    async with open_live_page() as page:
        return [await _measure(page, *pair, runs, progress) for pair in permutations(page.engines, 2)]


async def _measure(page: LivePage, source: EngineName, target: EngineName, runs: int, progress: Progress) -> Result:
    name = f"{SWITCH.name}.{_make_plain(source)}_to_{_make_plain(target)}"
    once = partial(take_turns, partial(page.switched, source, target), partial(page.attached, target), TURNS)
    try:
        seconds = await repeat(once, runs, progress, name)
    except (Error, EngineTrouble) as error:
        raise BenchFailed(f"{name}: {str(error).splitlines()[0]}") from error
    contest = Contest(name, SWITCH.unit, SWITCH.better, SWITCH.beside)
    return contest.result([Pair(pair.ours / TURNS * 1e3, pair.reference / TURNS * 1e3) for pair in seconds])


def _make_plain(engine: EngineName) -> str:
    return engine.value.replace(":", "_")


@dataclass
class LivePage:
    """A page of a running browser, with a slot for engines."""

    process: chromium.BrowserProcess
    browser: DrivenBrowser
    playwright: Playwright
    account: models.Account
    endpoint: models.ModelEndpoint

    def __post_init__(self) -> None:
        self.slot = EngineSlot(self.browser, Control(), self.make)

    @property
    def engines(self) -> list[EngineName]:
        """The engines that are installed here."""
        missing = {EngineName.NONE, *([EngineName.MAGNITUDE] if node.missing() else [])}
        return [name for name in EngineName if name not in missing]

    def make(self, name: EngineName) -> Engine:
        """Return an engine that has never been attached."""
        match name:
            case EngineName.STAGEHAND_DOM:
                return StagehandEngine(self.account)
            case EngineName.STAGEHAND_CUA:
                return StagehandCuaEngine(self.account)
            case EngineName.MAGNITUDE:
                return MagnitudeEngine(self.account, self.endpoint)
            case EngineName.HUMAN:
                return HumanEngine(lambda: self.browser.live_page)
            case _:
                return PlaywrightEngine(lambda: self.browser.live_page)

    async def switched(self, source: EngineName, target: EngineName) -> float:
        """Return the seconds of a switch from one engine at work to another. Raises BenchFailed where it fails."""
        await self._switch(source)
        seconds = await time_once(self._switch(target))
        await self.slot.disconnect()
        if not self.process.alive:
            raise BenchFailed("the browser did not live through a switch")
        return seconds

    async def attached(self, target: EngineName) -> float:
        """Return the seconds of that engine's attach alone."""
        await self.slot.disconnect()
        if target not in MODELLED:
            return await self._connected()
        engine = self.make(target)
        try:
            return await time_once(engine.attach(self.browser.address, lambda _what: None))
        finally:
            await engine.detach()

    async def _switch(self, target: EngineName) -> None:
        switch = await self.slot.switch(target)
        if switch.code is not None:
            raise BenchFailed(f"{target} could not be attached: {switch.code}")

    async def _connected(self) -> float:
        started = time.perf_counter()
        connection = await self.playwright.chromium.connect_over_cdp(self.process.ws_url)
        seconds = time.perf_counter() - started
        await connection.close()
        return seconds


@asynccontextmanager
async def open_live_page() -> AsyncIterator[LivePage]:
    """Open a half-filled application in a browser for the block. Raises BenchFailed."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(forms.make_passable_folder())
        site = await stack.enter_async_context(server.serve())
        try:
            process = await chromium.launch(folder / "profile", log_path=folder / "chromium.log")
        except chromium.ChromiumError as error:
            raise BenchFailed(str(error)) from error
        stack.push_async_callback(chromium.end, process)
        driver = Driver(folder / "driver")
        stack.push_async_callback(driver.stop)
        running, marker = LocalBrowser(process), folder / "tab"
        connection = TabConnection("bench", running, driver, marker=marker, allowed_hosts={_SITE}, gate=Gate())
        browser = DrivenBrowser(connection, fault=ChromiumFault(), pace=Pace.FAST)
        await browser.connect()
        stack.push_async_callback(browser.leave)
        await browser.visit(site.url(Posting("greenhouse", "acme", 1)))
        await _half_fill(browser)
        endpoint = await stack.enter_async_context(models.ModelEndpoint.serving())
        gateway = models.ModelGateway(models.ModelSettings.model_validate({"base_url": _NO_MODEL}))
        stack.push_async_callback(gateway.close)
        playwright = await stack.enter_async_context(async_playwright())
        yield LivePage(process, browser, playwright, models.Account(gateway, Purpose.SEE), endpoint)


async def _half_fill(browser: DrivenBrowser) -> None:
    for field in (await browser.live_page.locator(_FIELDS).all())[::2]:
        if await field.is_editable():
            await field.fill("half")
