"""The providers of a host by name, and one way of driving the browsers of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from playwright.async_api import Error

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.driving.faults import ChromiumFault
from ghosthands.browser_host.driving.tab import code_of
from ghosthands.browser_host.driving.tab_connection import TabConnection
from ghosthands.browser_host.errors import BrowserLost, BrowserUnavailable
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.running import Running
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.provider import Provider
from ghosthands.browser_host.providers.spares import Spares
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.chromium import ProcessIdentity
from ghosthands.domain.codes import BrowserFailure
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import RunMode

#: seconds that a spare browser may take to show that it is well
SPARE_SECONDS = 1.0


@dataclass(frozen=True)
class Driving:
    """The parts by which every browser of a host is driven."""

    driver: Driver
    allowed_hosts: Collection[str]
    fault: ChromiumFault = field(default_factory=ChromiumFault)
    pace: pages.Pace = pages.Pace.FAST


class Providers:
    """The host's source of browsers, from whichever provider a session asks for."""

    def __init__(
        self,
        providers: Mapping[ProviderName, Provider],
        user_data_dirs: UserDataDirs,
        driving: Driving,
        *,
        spares: int = 0,
        replaces_spares: bool = True,
    ) -> None:
        self._providers = providers
        self._user_data_dirs = user_data_dirs
        self._driving = driving
        self._spares = Spares(spares, self._start_spare, replaces=replaces_spares)
        self._browsers: dict[SessionKey, DrivenBrowser] = {}

    def session_keys(self) -> Collection[SessionKey]:
        """Return every session that has something with any provider."""
        return [key for provider in self._providers.values() for key in provider.session_keys()]

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> DrivenBrowser:
        """Launch a browser by its provider, and drive it. Raises BrowserUnavailable, Transient if it must wait."""
        provider = self._providers.get(launch_request.provider)
        if provider is None:
            raise BrowserUnavailable(
                f"this host has no provider {launch_request.provider}",
                code=BrowserFailure(f"{launch_request.provider}_not_configured"),
            )
        spare = await self._take_spare(key, launch_request) if _fits_any(launch_request) else None
        return spare or await self._launch(provider, key, launch_request)

    async def _launch(self, provider: Provider, key: SessionKey, launch_request: LaunchRequest) -> DrivenBrowser:
        running = await provider.launch(key, launch_request)
        try:
            return await self._drive(key, running, launch_request.run_mode)
        except Error as error:
            why = f"the browser takes no connection: {code_of(error)}"  # its own words hold the browser's address
            raise BrowserUnavailable(why, code=BrowserFailure.BROWSER_CRASHED) from None
        except BrowserLost as lost:
            raise BrowserUnavailable(str(lost), code=BrowserFailure.BROWSER_CRASHED) from None

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> DrivenBrowser | None:
        """Drive the browser again that an earlier process had; None if it is no longer the same one."""
        provider = self._providers.get(launch_request.provider)
        running = await provider.adopt(key, process, launch_request) if provider is not None else None
        if running is None:
            return None
        try:
            return await self._drive(key, running, launch_request.run_mode)
        except (Error, BrowserLost):
            return None

    async def discard(self, key: SessionKey, launch_request: LaunchRequest | None = None) -> None:
        """End the browser, and let every provider forget the session."""
        if browser := self._browsers.pop(key, None):
            await browser.end()
        for provider in self._providers.values():
            await provider.discard(key, launch_request or LaunchRequest())
        self._user_data_dirs.marker_path(key).unlink(missing_ok=True)

    async def keep_spares(self) -> None:
        """Start the driver, and keep spare browsers ready, until cancelled."""
        await self._driving.driver.start()
        await self._spares.keep()

    async def end_spares(self) -> None:
        """End every spare browser that no session got, also those of an earlier process of this host."""
        for spare in self._user_data_dirs.spares():
            await self.discard(spare)

    async def close(self) -> None:
        """Close every provider, which ends what it keeps for sessions to come."""
        for provider in self._providers.values():
            await provider.close()

    async def _start_spare(self) -> SessionKey:
        spare = self._user_data_dirs.new_spare()
        try:
            await self._launch(self._providers[ProviderName.LOCAL], spare, LaunchRequest(ProviderName.LOCAL))
        except BaseException:
            await self.discard(spare)
            raise
        return spare

    async def _take_spare(self, key: SessionKey, launch_request: LaunchRequest) -> DrivenBrowser | None:
        """Return a healthy spare, which is the session's from now on; None if there is none."""
        while spare := await self._spares.take():
            browser = self._browsers[spare]
            if browser.lost.done() or not await browser.answers(SPARE_SECONDS):
                await self.discard(spare)
                continue
            self._user_data_dirs.give(spare, key)
            self._browsers[key] = self._browsers.pop(spare)
            browser.belong_to(key.session_id, launch_request.run_mode)
            return browser
        return None

    async def _drive(self, key: SessionKey, running: Running, run_mode: RunMode) -> DrivenBrowser:
        how = self._driving
        marker = self._user_data_dirs.marker_path(key)
        connection = TabConnection(
            key.session_id, running, how.driver, marker=marker, allowed_hosts=how.allowed_hosts, gate=Gate(run_mode)
        )
        browser = self._browsers[key] = DrivenBrowser(connection, fault=how.fault, pace=how.pace)
        await browser.connect()
        return browser


def _fits_any(launch_request: LaunchRequest) -> bool:
    """Whether a spare serves the session as well as a new browser: one of ours, without a window."""
    return launch_request.provider is ProviderName.LOCAL and not launch_request.headed
