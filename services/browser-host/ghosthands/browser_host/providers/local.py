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
    environment,
    tigervnc,
)
from ghosthands.domain.codes import BrowserFailure

_ARGS = (
    "--window-size=1280,1000",
    # what a page sends past the network guard: WebRTC by a proxy alone, and there is none
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
#: WebSockets, which no guard sees, go to a proxy that is not there; everything else goes as ever
_NO_WEBSOCKETS = (
    "--proxy-server=http=direct://;https=direct://;socks=socks5://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
)
#: where one is told of a proxy that everything has to go by
_PROXIES = ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")

log = logging.get(__name__)


class LocalBrowser:
    """One Chromium process of this host."""

    owns_browser = True

    def __init__(self, process: BrowserProcess) -> None:
        self.process = process

    @property
    def ws_url(self) -> str:
        """The DevTools address that Chromium told at its start."""
        return self.process.ws_url

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.alive

    async def gone(self, timeout_seconds: float | None) -> bool:
        """Wait until the process has ended; False when it still runs after so long (None: wait for ever)."""
        return await self.process.gone(timeout_seconds)

    async def end(self) -> None:
        """End the process, however it stands."""
        try:
            await chromium.end(self.process)
        except ChromiumError as error:  # nothing more can be done, and its session is over all the same
            log.error("browser_not_ended", reason=str(error))


class LocalProvider:
    """Launches, adopts and ends this host's own browsers."""

    def __init__(self, user_data_dirs: UserDataDirs, desktops: Desktops, *, headed: bool, on_desktop: bool) -> None:
        self._user_data_dirs = user_data_dirs
        self._desktops = desktops
        self._headed = headed
        self._on_desktop = on_desktop

    def session_keys(self) -> Collection[SessionKey]:
        """Every session that has a user data dir here."""
        return self._user_data_dirs.all()

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> LocalBrowser:
        """Start Chromium for the session. Raises BrowserUnavailable."""
        headed = launch_request.headed or self._headed
        try:
            process = await chromium.launch(
                self._user_data_dirs.path(key),
                log_path=self._user_data_dirs.log_path(key),
                headless=not headed,
                extra_args=_args(os.environ),
                environ=await self._find_display(key) if headed else os.environ,
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
        """The process of that pid and start time, and its desktop; None where it is no longer the same one."""
        if process is None:
            return None
        self._desktops.adopt(key)
        found = await chromium.adopt(self._user_data_dirs.path(key), process.pid, process.start_time)
        return LocalBrowser(found) if found is not None else None

    async def close(self) -> None:
        """Nothing happens: nothing is kept for later."""

    async def discard(self, key: SessionKey, launch_request: LaunchRequest) -> None:
        """End every process on the session's user data dir, its desktop too, and remove the dir."""
        leftovers = await asyncio.to_thread(chromium.find_processes, self._user_data_dirs.path(key))
        for leftover in leftovers:
            await chromium.end(leftover)
        await self._desktops.discard(key)
        await self._user_data_dirs.remove(key)

    async def _find_display(self, key: SessionKey) -> Mapping[str, str]:
        """Where a visible browser shows itself: on a desktop of its own where that is wanted, or there is no other."""
        if not self._on_desktop and (environment.has_display() or tigervnc.missing()):
            return os.environ
        kept = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
        return kept | (await self._desktops.start(key)).environ


def _args(environ: Mapping[str, str]) -> tuple[str, ...]:
    """How Chromium is started; behind a proxy its WebSockets are left alone."""
    return _ARGS if any(environ.get(name) for name in _PROXIES) else (*_ARGS, *_NO_WEBSOCKETS)
