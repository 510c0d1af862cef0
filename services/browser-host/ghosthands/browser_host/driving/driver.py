"""Playwright's driver: a Node process of the host, started when the first browser needs it and again after it died.

The driver never frees all the memory of a connection. So another takes its place after some connections, and the old
one ends with its last: a host has at most as many drivers as sessions, and one where sessions come and go.

Browsers do not live and die with the driver: a session whose driver died connects anew.

Files that a page lets its visitor save go through a temporary folder of the driver's, which a killed driver leaves
behind. It lies in a folder of ours, which is emptied before the host's first driver starts and when it stops.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Error, Playwright, async_playwright

from ghosthands.browser_host.errors import was_cut_off

CONNECT_SECONDS = 30.0
#: how many connections one process makes: its memory grows by less than a megabyte for each
MOST_CONNECTIONS = 50
_IN_DRIVER = Path(__file__).with_name("in_driver.cjs")
#: the second is read by our script; TMPDIR itself would apply to this process too while a driver starts
_NODE_OPTIONS, _TEMPORARY = "NODE_OPTIONS", "_GHOSTHANDS_DRIVER_TMPDIR"


class Driver:
    """The connector to running browsers over the DevTools protocol; `folder` is for its temporary files alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: _Process | None = None
        #: processes that take no more connections, and end with their last
        self._retired: set[_Process] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Start the driver now, so that the first browser need not wait for it."""
        await self._ensure_started()

    async def connect(self, ws_url: str) -> Browser:
        """Return the browser at that address. Raises playwright's Error if it does not answer."""
        process = await self._ensure_started()
        try:
            return await self._connect(process, ws_url)
        except Error as error:
            if not was_cut_off(error):
                raise
        await self._give_up(process)
        return await self._connect(await self._ensure_started(), ws_url)

    async def stop(self) -> None:
        """End the driver; the browsers live on."""
        for process in (*self._retired, *([self._process] if self._process else ())):
            await self._give_up(process)
        await asyncio.gather(*self._ending)
        await self._empty_folder()

    async def _ensure_started(self) -> _Process:
        async with self._starting:
            if self._process is not None and self._process.taken >= MOST_CONNECTIONS:
                self._retired.add(self._process)
                self._process = None
                self._end_idle()
            if self._process is None:
                if not self._retired and not self._ending:
                    await self._empty_folder()
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                with _environment_of_driver(self._folder):
                    self._process = _Process(await async_playwright().start())
            return self._process

    async def _empty_folder(self) -> None:
        """Remove what killed drivers left; none of this host's may be running."""
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)

    async def _connect(self, process: _Process, ws_url: str) -> Browser:
        process.taken += 1
        process.in_use += 1
        try:
            browser = await process.playwright.chromium.connect_over_cdp(ws_url, timeout=CONNECT_SECONDS * 1000)
        except BaseException:
            self._leave(process)
            raise
        browser.once("disconnected", lambda _: self._leave(process))
        return browser

    def _leave(self, process: _Process) -> None:
        process.in_use -= 1
        self._end_idle()

    def _end_idle(self) -> None:
        """End the retired processes that drive nothing any more."""
        for process in [one for one in self._retired if one.in_use == 0]:
            ending = asyncio.create_task(self._give_up(process), name="retired driver")
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def _give_up(self, process: _Process) -> None:
        if self._process is process:
            self._process = None
        elif process not in self._retired:
            return
        self._retired.discard(process)
        await asyncio.gather(process.playwright.stop(), return_exceptions=True)


@dataclass(eq=False)
class _Process:
    """A driver process, by the object that speaks with it."""

    playwright: Playwright
    #: connections it was ever asked for
    taken: int = 0
    #: connections that it makes or has
    in_use: int = 0


@contextmanager
def _environment_of_driver(folder: Path) -> Iterator[None]:
    """Make every Node that starts within the block load our script, which puts temporary files into `folder`.

    Playwright passes our own environment on.
    """
    script = f'{os.environ.get(_NODE_OPTIONS, "")} --require "{_IN_DRIVER}"'.strip()
    before = {name: os.environ.get(name) for name in (_NODE_OPTIONS, _TEMPORARY)}
    os.environ |= {_NODE_OPTIONS: script, _TEMPORARY: str(folder)}
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
