"""The providers of a host by name, and the same way of driving the browsers of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from playwright.async_api import Error

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.driving.faults import ChromiumFault
from ghosthands.browser_host.driving.tab import code_of
from ghosthands.browser_host.errors import BrowserLost, BrowserUnavailable
from ghosthands.browser_host.profiles import Profile, Profiles
from ghosthands.browser_host.providers.provider import Order, Provider, Running
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.codes import BrowserFailure
from ghosthands.domain.provider import ProviderName


@dataclass(frozen=True)
class Driving:
    """How every browser of a host is driven."""

    driver: Driver
    allowed_hosts: Collection[str]
    fault: ChromiumFault = field(default_factory=ChromiumFault)
    pace: pages.Pace = pages.Pace.FAST


class Providers:
    """Browsers of whichever provider a session asks for; see `browser.Browsers`."""

    def __init__(self, providers: Mapping[ProviderName, Provider], profiles: Profiles, driving: Driving) -> None:
        self._providers = providers
        self._profiles = profiles
        self._driving = driving
        self._browsers: dict[Profile, DrivenBrowser] = {}
        self._running: dict[Profile, Running] = {}

    def profiles(self) -> Collection[Profile]:
        """See Browsers."""
        return [profile for provider in self._providers.values() for profile in provider.profiles()]

    def addresses(self) -> Collection[str]:
        """Where the browsers of all sessions are driven."""
        return [running.ws_url for running in self._running.values()]

    async def launch(self, profile: Profile, order: Order) -> DrivenBrowser:
        """See Browsers."""
        provider = self._providers.get(order.provider)
        if provider is None:
            raise BrowserUnavailable(
                f"this host has no provider {order.provider}", code=BrowserFailure(f"{order.provider}_not_configured")
            )
        running = await provider.launch(profile, order)
        try:
            return await self._driven(profile, running)
        except Error as error:
            why = f"the browser takes no connection: {code_of(error)}"  # its own words hold the browser's address
            raise BrowserUnavailable(why, code=BrowserFailure.BROWSER_CRASHED) from None

    async def adopt(self, profile: Profile, process: ProcessIdentity | None, order: Order) -> DrivenBrowser | None:
        """See Browsers."""
        provider = self._providers.get(order.provider)
        running = await provider.adopt(profile, process, order) if provider is not None else None
        if running is None:
            return None
        try:
            return await self._driven(profile, running)
        except (Error, BrowserLost):
            return None

    async def discard(self, profile: Profile, order: Order | None = None) -> None:
        """See Browsers."""
        if browser := self._browsers.pop(profile, None):
            await browser.end()
        self._running.pop(profile, None)
        for provider in self._providers.values():
            await provider.discard(profile, order or Order())
        self._profiles.marker_path(profile).unlink(missing_ok=True)

    async def close(self) -> None:
        """See Browsers."""
        for provider in self._providers.values():
            await provider.close()

    async def _driven(self, profile: Profile, running: Running) -> DrivenBrowser:
        how = self._driving
        browser = DrivenBrowser(
            profile.session_id,
            running,
            how.driver,
            marker=self._profiles.marker_path(profile),
            allowed_hosts=how.allowed_hosts,
            fault=how.fault,
            pace=how.pace,
        )
        self._browsers[profile], self._running[profile] = browser, running
        await browser.connect()
        return browser
