"""A user at their browser, with a tab open, and a host that works in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page

from ghosthands import chromium
from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.devtools import DevToolsLine
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.operator import OperatorProvider
from ghosthands.browser_host.providers.provider import Provider
from ghosthands.browser_host.providers.registry import Driving, Providers
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.chromium import BrowserProcess
from ghosthands.domain.provider import ProviderName
from ghosthands.practice import users_browser

#: resolves to nothing here and to this machine there, as a name that changes its mind
REBOUND = "rebound.test"
MINE, OTHER = SessionKey("job-1", "session-1"), SessionKey("job-2", "session-2")


@dataclass
class Desk:
    """A user at their browser, with a tab open, and a host that works in it."""

    process: BrowserProcess
    #: the user's own connection: what they see and do
    context: BrowserContext
    line: DevToolsLine
    folder: Path
    driver: Driver
    allowed: frozenset[str] = frozenset({"127.0.0.1"})
    made: list[tuple[Providers, SessionKey]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.providers = self.new_providers()

    def new_providers(self) -> Providers:
        """Those of a process that has just started."""
        profiles = UserDataDirs(self.folder)
        known: dict[ProviderName, Provider] = {}
        every = Providers(known, profiles, Driving(self.driver, self.allowed))
        self.provider = known[ProviderName.OPERATOR] = OperatorProvider(
            UserDataDirs(self.folder / "operator"), hosts=(), ports=["any"]
        )
        return every

    def killed(self) -> None:
        """The host's process has ended, as far as its hold on the browser goes."""
        for hold in self.provider._holds.values():
            hold.close()

    @property
    def order(self) -> LaunchRequest:
        return LaunchRequest(ProviderName.OPERATOR, cdp_url=f"http://127.0.0.1:{users_browser.port_of(self.process)}")

    @property
    def tab(self) -> Page:
        """The user's."""
        return self.context.pages[0]

    async def launch(self, profile: SessionKey = MINE) -> DrivenBrowser:
        self.made.append((self.providers, profile))
        return await self.providers.launch(profile, self.order)

    async def state(self) -> Any:
        """Everything of the browser that is the user's."""
        targets = (await self.line.call("Target.getTargets", filter=[{"type": "tab"}]))["targetInfos"]
        window = await self.line.call("Browser.getWindowForTarget", targetId=targets[0]["targetId"])
        sizes = await self.tab.evaluate("[innerWidth, innerHeight, outerWidth, outerHeight, devicePixelRatio]")
        fields = await self.tab.evaluate("[...document.querySelectorAll('input')].map(each => each.value)")
        tabs = sorted((info["targetId"], info["url"]) for info in targets)
        return tabs, window, sizes, fields, await self.context.cookies()


@asynccontextmanager
async def sitting(driver: Driver, folder: Path) -> AsyncIterator[Desk]:
    """Somebody at a browser of theirs."""
    process = await users_browser.launch(
        folder / "profile",
        log_path=folder.with_name("user.log"),
        extra_args=["--window-size=900,700", f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1"],
    )
    try:
        connection = await driver.connect(process.ws_url)
        yield Desk(process, connection.contexts[0], await DevToolsLine.to(process.ws_url), folder / "host", driver)
        await connection.close()
    finally:
        await chromium.end(process)
