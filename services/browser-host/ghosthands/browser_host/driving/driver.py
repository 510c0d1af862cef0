"""Playwright's driver: a Node process of the host, started when the first browser needs it and again after it died.

It never gives back all that a connection took. So after some another takes its place, and it ends with the last of its
own: a host has as many as it has sessions at the most, and one where they come and go.

Browsers do not live and die with it: a session whose driver died connects anew.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Error, Playwright, async_playwright

CONNECT_SECONDS = 30.0
#: how many one process makes: its memory grows by less than a megabyte for each
MOST_CONNECTIONS = 50
_PLAIN_WIRE = Path(__file__).with_name("plain_wire.cjs")
_NODE_OPTIONS = "NODE_OPTIONS"


class Driver:
    """Connects to running browsers over the DevTools protocol."""

    def __init__(self) -> None:
        self._process: _Process | None = None
        #: takes no more connections, and ends with the last it has
        self._retired: set[_Process] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Start it now, so that the first browser need not wait for it."""
        await self._ensure_started()

    async def connect(self, ws_url: str) -> Browser:
        """The browser at that address. Raises playwright's Error where it does not answer."""
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

    async def _ensure_started(self) -> _Process:
        async with self._starting:
            if self._process is not None and self._process.taken >= MOST_CONNECTIONS:
                self._retired.add(self._process)
                self._process = None
                self._end_idle()
            if self._process is None:
                with _node_loads(_PLAIN_WIRE):
                    self._process = _Process(await async_playwright().start())
            return self._process

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
        """End those that are retired and drive nothing any more."""
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
    #: those that it makes or has
    in_use: int = 0


@contextmanager
def _node_loads(script: Path) -> Iterator[None]:
    """Have every Node that starts within the block load that script first: Playwright hands our environment on."""
    before = os.environ.get(_NODE_OPTIONS)
    os.environ[_NODE_OPTIONS] = f'{before or ""} --require "{script}"'.strip()
    try:
        yield
    finally:
        if before is None:
            del os.environ[_NODE_OPTIONS]
        else:
            os.environ[_NODE_OPTIONS] = before


def was_cut_off(error: Error) -> bool:
    """Whether the connection ended under a call: the driver, the browser or the page is gone.

    Playwright's class for that is not public; a driver that died raises it from every call.
    """
    return type(error).__name__ == "TargetClosedError"
