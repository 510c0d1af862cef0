"""The local provider: Chromium on this machine, in a process group of its own, on a user data dir of its own.

The browser belongs to the session, not to this process: a successor finds it by that dir, pid and start time.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Collection, Mapping

from ghosthands import chromium
from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.desktop import Desktops, DesktopUnavailable
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.chassis import logging
from ghosthands.chromium import (
    BrowserProcess,
    ChromiumError,
    LaunchFailed,
    ProcessIdentity,
    ProfileInUse,
    SideDoor,
    WayOut,
    environment,
    tigervnc,
)
from ghosthands.domain.codes import BrowserFailure

_ARGS = ("--window-size=1280,1000",)

log = logging.get(__name__)


class LocalBrowser:
    """A Chromium process of this host."""

    owns_browser = True

    def __init__(self, process: BrowserProcess) -> None:
        self.process = process

    @property
    def proxied(self) -> bool:
        """Whether a proxy of ours judges where it connects."""
        return self.process.proxied

    @property
    def door(self) -> SideDoor | None:
        """The only address to which programs inside the browser may open a WebSocket."""
        return self.process.door

    @property
    def ws_url(self) -> str:
        """The DevTools address, which holds the browser's key."""
        return self.process.ws_url

    @property
    def alive(self) -> bool:
        """Whether the browser's process runs."""
        return self.process.alive

    async def wait_until_gone(self, timeout_seconds: float | None) -> bool:
        """Wait until the process has ended; return False if it runs after `timeout_seconds` (None: wait for ever)."""
        return await self.process.wait_until_gone(timeout_seconds)

    async def end(self) -> None:
        """End the process, in whatever state it is."""
        try:
            await chromium.end(self.process)
        except ChromiumError as error:  # nothing more can be done; the session is over anyway
            log.error("browser_not_ended", reason=str(error))


class LocalProvider:
    """The provider that launches, adopts and ends this host's own browsers."""

    def __init__(
        self,
        user_data_dirs: UserDataDirs,
        desktops: Desktops,
        *,
        allowed_hosts: Collection[str],
        headed: bool,
        on_desktop: bool,
    ) -> None:
        self._user_data_dirs = user_data_dirs
        self._way_out = WayOut(allowed_hosts, websockets=False, kept=True)  # no guard sees WebSockets
        self._desktops = desktops
        self._headed = headed
        self._on_desktop = on_desktop

    def session_keys(self) -> Collection[SessionKey]:
        """Return every session that has a user data dir here."""
        return self._user_data_dirs.all()

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> LocalBrowser:
        """Start Chromium for the session. Raises BrowserUnavailable."""
        headed = launch_request.headed or self._headed
        try:
            process = await chromium.launch(
                self._user_data_dirs.path(key),
                log_path=self._user_data_dirs.log_path(key),
                headless=not headed,
                extra_args=_ARGS,
                environ=await self._find_display(key) if headed else os.environ,
                way_out=self._way_out,
            )
        except (LaunchFailed, ProfileInUse) as error:
            log.error("browser_not_started", reason=str(error))
            raise BrowserUnavailable(str(error), code=BrowserFailure.BROWSER_CRASHED) from error
        except (ChromiumError, DesktopUnavailable, OSError) as error:
            log.error("browser_unavailable", reason=str(error))
            raise BrowserUnavailable(str(error)) from error
        return LocalBrowser(process)

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> LocalBrowser | None:
        """Return the process of that pid and start time, with its desktop; None if it is no longer the same one."""
        if process is None:
            return None
        self._desktops.adopt(key)
        found = await chromium.adopt(self._user_data_dirs.path(key), process.pid, process.start_time)
        return LocalBrowser(found) if found is not None else None

    async def close(self) -> None:
        """Do nothing: this provider keeps nothing for later."""

    async def discard(self, key: SessionKey, launch_request: LaunchRequest) -> None:
        """End every process on the session's user data dir, and its desktop, and remove the dir."""
        leftovers = await asyncio.to_thread(chromium.find_processes, self._user_data_dirs.path(key))
        for leftover in leftovers:
            await chromium.end(leftover)
        await self._desktops.discard(key)
        await self._user_data_dirs.remove(key)

    async def _find_display(self, key: SessionKey) -> Mapping[str, str]:
        """Return the environment of a visible browser: its own desktop if wanted, or if there is no other display."""
        if not self._on_desktop and (environment.has_display() or tigervnc.missing()):
            return os.environ
        kept = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
        return kept | (await self._desktops.start(key)).environ
