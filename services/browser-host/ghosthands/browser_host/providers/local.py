"""The local provider: Chromium on this machine, in a process group of its own, on a profile of its own.

The browser belongs to the session, not to this process: a successor finds it by its profile, pid and start time.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Collection, Mapping

from ghosthands import chromium
from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.live.desktop import Desktops, DesktopUnavailable
from ghosthands.browser_host.profiles import Profile, Profiles
from ghosthands.browser_host.providers.provider import Order
from ghosthands.chassis import logging
from ghosthands.chromium import (
    BrowserProcess,
    ChromiumError,
    LaunchFailed,
    ProcessIdentity,
    ProfileInUse,
    environment,
    tigervnc,
)
from ghosthands.domain.codes import BrowserFailure

_ARGS = ("--window-size=1280,1000",)

log = logging.get(__name__)


class LocalBrowser:
    """One Chromium process; see `provider.Running`."""

    owns_browser = True

    def __init__(self, process: BrowserProcess) -> None:
        self.process = process

    @property
    def ws_url(self) -> str:
        """See Running."""
        return self.process.ws_url

    @property
    def alive(self) -> bool:
        """See Running."""
        return self.process.alive

    async def gone(self, timeout_seconds: float | None) -> bool:
        """See Running."""
        return await self.process.gone(timeout_seconds)

    async def end(self) -> None:
        """See Running."""
        try:
            await chromium.end(self.process)
        except ChromiumError as error:  # nothing more can be done, and its session is over all the same
            log.error("browser_not_ended", reason=str(error))


class LocalProvider:
    """Launches, adopts and ends this host's own browsers; see `provider.Provider`."""

    def __init__(self, profiles: Profiles, desktops: Desktops, *, headed: bool, on_desktop: bool) -> None:
        self._profiles = profiles
        self._desktops = desktops
        self._headed = headed
        self._on_desktop = on_desktop

    def profiles(self) -> Collection[Profile]:
        """See Provider."""
        return self._profiles.all()

    async def launch(self, profile: Profile, order: Order) -> LocalBrowser:
        """See Provider."""
        headed = order.headed or self._headed
        try:
            process = await chromium.launch(
                self._profiles.path(profile),
                log_path=self._profiles.log_path(profile),
                headless=not headed,
                extra_args=_ARGS,
                environ=await self._display(profile) if headed else os.environ,
            )
        except (LaunchFailed, ProfileInUse) as error:
            log.error("browser_not_started", reason=str(error))
            raise BrowserUnavailable(str(error), code=BrowserFailure.BROWSER_CRASHED) from error
        except (ChromiumError, DesktopUnavailable, OSError) as error:
            log.error("browser_unavailable", reason=str(error))
            raise BrowserUnavailable(str(error)) from error
        return LocalBrowser(process)

    async def adopt(self, profile: Profile, process: ProcessIdentity | None, order: Order) -> LocalBrowser | None:
        """See Provider."""
        if process is None:
            return None
        self._desktops.adopt(profile)
        found = await chromium.adopt(self._profiles.path(profile), process.pid, process.start_time)
        return LocalBrowser(found) if found is not None else None

    async def close(self) -> None:
        """See Provider: nothing is kept."""

    async def discard(self, profile: Profile, order: Order) -> None:
        """See Provider."""
        leftovers = await asyncio.to_thread(chromium.find_processes, self._profiles.path(profile))
        for leftover in leftovers:
            await chromium.end(leftover)
        await self._desktops.discard(profile)
        await self._profiles.remove(profile)

    async def _display(self, profile: Profile) -> Mapping[str, str]:
        """Where a visible browser shows itself: on a desktop of its own where that is wanted, or there is no other."""
        if not self._on_desktop and (environment.has_display() or tigervnc.missing()):
            return os.environ
        kept = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
        return kept | (await self._desktops.start(profile)).environ
