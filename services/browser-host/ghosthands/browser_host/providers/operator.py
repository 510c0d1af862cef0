"""The operator provider: a browser that its user has open, worked in a tab of its own and left as it was.

Only the session's tabs are ever seen (`keyhole`), and only they are closed at the end. One session at a time has a
browser, on whichever host of this machine; the others wait. Hosts on several machines that reach the same browser do
not know of each other. The browser's address is the user's secret: it comes with the launch request, out of the vault,
and is kept in memory alone. The folder of a session holds the ids of its tabs.
"""

from __future__ import annotations

import asyncio
import hashlib
import socket
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ghosthands.browser_host.errors import BrowserUnavailable
from ghosthands.browser_host.ports.browser import LaunchRequest
from ghosthands.browser_host.ports.devtools import (
    BrowserWatch,
    DevToolsLine,
    NoAnswer,
    OneOfOurs,
    browser_target,
    line_to,
)
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.providers.keyhole import Keyhole, Tabs
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.chassis import logging
from ghosthands.chromium import ProcessIdentity
from ghosthands.contract.browser import LOOPBACK, find_port
from ghosthands.domain.codes import BrowserFailure
from ghosthands.domain.errors import Transient

#: Seconds before a session that found the browser in use looks again.
BUSY_SECONDS = 2.0
#: How many seconds a predecessor that has handed its sessions over may take to end.
PREDECESSOR_SECONDS = 3.0
#: How many seconds a tab may take to close.
CLOSING_SECONDS = 5.0
_POLL_SECONDS = 0.05

#: stands for every port of this machine
ANY_PORT = "any"
_TABS = "tabs.json"

log = logging.get(__name__)


class OperatorBrowser:
    """A tab in a user's browser, reached through a keyhole."""

    owns_browser, proxied, door = False, False, None
    #: None: the host cannot know the process, nor whether it is on this machine at all
    process: ProcessIdentity | None = None

    def __init__(self, browser_url: str, tabs: Tabs) -> None:
        self._browser_url = browser_url
        self._tabs = tabs
        self._keyhole = Keyhole(browser_url, tabs)
        self._watch = BrowserWatch(browser_url)

    @property
    def ws_url(self) -> str:
        """The DevTools address of the keyhole before the browser."""
        return self._keyhole.ws_url

    @property
    def alive(self) -> bool:
        """Whether a connection to the browser held when it was last checked."""
        return self._watch.alive

    async def open(self) -> None:
        """Open the keyhole, through which the browser can be driven from now on."""
        await self._keyhole.open()

    async def wait_until_gone(self, timeout_seconds: float | None) -> bool:
        """Wait until the browser is gone; return False if it is there after `timeout_seconds` (None: wait for ever)."""
        return await self._watch.wait_until_gone(timeout_seconds)

    async def end(self) -> None:
        """Close the keyhole and the session's tabs; the browser runs on."""
        await self._watch.close()
        await self._keyhole.close()
        await close_tabs(self._browser_url, self._tabs.ids)


class OperatorProvider:
    """The provider of tabs in the browsers of users."""

    def __init__(self, user_data_dirs: UserDataDirs, *, hosts: Collection[str], ports: Collection[str]) -> None:
        self._user_data_dirs = user_data_dirs
        self._hosts = hosts
        self._ports = ports
        self._holds: dict[SessionKey, socket.socket] = {}

    def session_keys(self) -> Collection[SessionKey]:
        """Return every session that has a folder here."""
        return self._user_data_dirs.all()

    async def launch(self, key: SessionKey, launch_request: LaunchRequest) -> OperatorBrowser:
        """Open a tab in the named browser. Raises BrowserUnavailable, Transient while another session has it."""
        browser_url = await self._reach(launch_request)
        if not await self._try_to_hold(key, browser_url):
            raise Transient("another job has the user's browser now", delay=BUSY_SECONDS)
        opening = asyncio.ensure_future(_open_tab(browser_url))
        try:
            tab = await asyncio.shield(opening)
        except OneOfOurs:
            raise _is_ours() from None
        except (NoAnswer, KeyError):
            raise _unreachable() from None
        except asyncio.CancelledError:  # a tab that is on its way cannot be called back
            with suppress(NoAnswer, KeyError):
                await close_tabs(browser_url, [await opening])
            raise
        return await self._open(key, browser_url, [tab])

    async def adopt(
        self, key: SessionKey, process: ProcessIdentity | None, launch_request: LaunchRequest
    ) -> OperatorBrowser | None:
        """Return the session's tabs that are still open, as a browser; None if none is."""
        try:
            browser_url = await self._reach(launch_request)
            async with line_to(browser_url) as line:
                there = {info["targetId"] for info in await _list_targets(line)}
        except (NoAnswer, BrowserUnavailable):
            return None
        tabs = [tab for tab in self._read_tabs(key) if tab in there]
        if not tabs or not await self._try_to_hold(key, browser_url, within=PREDECESSOR_SECONDS):
            return None
        return await self._open(key, browser_url, tabs)

    async def discard(self, key: SessionKey, launch_request: LaunchRequest) -> None:
        """Close the session's tabs and let go of the browser."""
        if launch_request.cdp_url and (tabs := self._read_tabs(key)):
            with suppress(BrowserUnavailable):
                await close_tabs(await self._reach(launch_request), tabs)
        if hold := self._holds.pop(key, None):
            hold.close()
        await self._user_data_dirs.remove(key)

    async def close(self) -> None:
        """Do nothing: this provider keeps nothing for later."""

    async def _reach(self, launch_request: LaunchRequest) -> str:
        """Return the address of the browser's target. Raises BrowserUnavailable."""
        url = launch_request.cdp_url or ""
        if not is_allowed(url, self._hosts, self._ports):
            raise BrowserUnavailable(
                "the browser's address is not one this host may use", code=BrowserFailure.OPERATOR_NOT_ALLOWED
            )
        try:
            return await browser_target(url)
        except OneOfOurs:
            raise _is_ours() from None
        except NoAnswer:
            raise _unreachable() from None

    async def _try_to_hold(self, key: SessionKey, browser_url: str, *, within: float = 0.0) -> bool:
        """Hold the browser for the session, waiting at most `within` seconds; return whether it is held."""
        until = time.monotonic() + within
        while (hold := _hold_of(browser_url)) is None:
            if time.monotonic() >= until:
                return False
            await asyncio.sleep(_POLL_SECONDS)
        self._holds[key] = hold
        return True

    async def _open(self, key: SessionKey, browser_url: str, tabs: list[str]) -> OperatorBrowser:
        file = self._tabs_file(key)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(tabs))
        browser = OperatorBrowser(browser_url, Tabs(tabs, lambda ids: _write(file, ids)))
        try:
            await browser.open()
        except BaseException:
            await browser.end()
            raise
        return browser

    def _read_tabs(self, key: SessionKey) -> list[str]:
        try:
            return msgspec.json.decode(self._tabs_file(key).read_bytes(), type=list[str])
        except (OSError, msgspec.DecodeError):
            return []

    def _tabs_file(self, key: SessionKey) -> Path:
        return self._user_data_dirs.path(key) / _TABS


def is_allowed(cdp_url: str, hosts: Collection[str], ports: Collection[str]) -> bool:
    """Whether the address is at a configured port of this machine, or on a configured host and has a secret in it.

    This machine's other ports are those of our own services and of whatever else runs here, and a request may name any.
    """
    port = find_port(cdp_url)
    if port is None:
        return False
    parts = urlsplit(cdp_url)
    if parts.hostname in LOOPBACK:
        return str(port) in ports or ANY_PORT in ports
    return parts.hostname in hosts and bool(parts.query or parts.password)


async def _open_tab(browser_url: str) -> str:
    """Open a new tab in a browser that is not ours, and return its id. Raises OneOfOurs, NoAnswer, KeyError."""
    async with line_to(browser_url) as line:
        line.check_is_anothers()
        return str((await line.call("Target.createTarget", url="about:blank"))["targetId"])


async def close_tabs(browser_url: str, tabs: Collection[str]) -> None:
    """Close these tabs and nothing else, after opening one if no other is left, as the last tab ends its browser."""
    with suppress(NoAnswer, TimeoutError):
        async with line_to(browser_url) as line:
            left = set(tabs) & {info["targetId"] for info in await _list_targets(line)}
            if left and len(await _list_targets(line, filter=[{"type": "tab"}])) <= len(left):
                await line.call("Target.createTarget", url="about:blank", background=True)
            for tab in left:
                await line.call("Target.closeTarget", targetId=tab)
            async with asyncio.timeout(CLOSING_SECONDS):
                while left:
                    await asyncio.sleep(_POLL_SECONDS)
                    left &= {info["targetId"] for info in await _list_targets(line)}


async def _list_targets(line: DevToolsLine, **which: Any) -> list[dict[str, Any]]:
    return list((await line.call("Target.getTargets", **which)).get("targetInfos", ()))


def _name(browser_url: str) -> str:
    """Return what identifies the browser: its random path, as it may have several addresses."""
    path = urlsplit(browser_url).path
    return path if path.startswith("/devtools/browser/") else browser_url


def _hold_of(browser_url: str) -> socket.socket | None:
    """Return a hold on the browser, which lasts until it is closed or this process ends; None if it is held already.

    It is a name in the kernel that only one process of this machine can have: nothing lies on the disk, and nobody
    listens there. It tells nothing of the address, which is a secret.
    """
    hold = socket.socket(socket.AF_UNIX)
    try:
        hold.bind("\0ghosthands operator " + hashlib.sha256(_name(browser_url).encode()).hexdigest())
    except OSError:
        hold.close()
        return None
    return hold


def _write(file: Path, tabs: list[str]) -> None:
    with suppress(OSError):  # the folder was removed with the session
        file.write_bytes(msgspec.json.encode(tabs))


def _is_ours() -> BrowserUnavailable:
    return BrowserUnavailable(
        "the browser is GhostHands' own, this host's or another's: give your own",
        code=BrowserFailure.OPERATOR_NOT_ALLOWED,
    )


def _unreachable() -> BrowserUnavailable:
    return BrowserUnavailable(
        "nobody answers at the address of the user's browser", code=BrowserFailure.OPERATOR_UNREACHABLE
    )
