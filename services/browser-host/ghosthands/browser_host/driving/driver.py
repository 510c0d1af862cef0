"""Playwright's driver: one Node process a host, started when the first browser needs it and again after it died.

Browsers do not live and die with it: a session whose driver died connects anew.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.async_api import Browser, Error, Playwright, async_playwright

CONNECT_SECONDS = 30.0
_PLAIN_WIRE = Path(__file__).with_name("plain_wire.cjs")
_NODE_OPTIONS = "NODE_OPTIONS"


class Driver:
    """Connects to running browsers over the DevTools protocol."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Start it now, so that the first browser need not wait for it."""
        await self._ensure_started()

    async def connect(self, ws_url: str) -> Browser:
        """The browser at that address. Raises playwright's Error where it does not answer."""
        playwright = await self._ensure_started()
        try:
            return await _connect(playwright, ws_url)
        except Error as error:
            if not was_cut_off(error):
                raise
        await self._give_up(playwright)
        return await _connect(await self._ensure_started(), ws_url)

    async def stop(self) -> None:
        """End the driver; the browsers live on."""
        if self._playwright is not None:
            await self._give_up(self._playwright)

    async def _ensure_started(self) -> Playwright:
        async with self._starting:
            if self._playwright is None:
                with _node_loads(_PLAIN_WIRE):
                    self._playwright = await async_playwright().start()
            return self._playwright

    async def _give_up(self, playwright: Playwright) -> None:
        if self._playwright is playwright:
            self._playwright = None
            await asyncio.gather(playwright.stop(), return_exceptions=True)


@contextmanager
def _node_loads(script: Path) -> Iterator[None]:
    """Whoever starts Node within the block has it load that script first: Playwright hands our environment on."""
    before = os.environ.get(_NODE_OPTIONS)
    os.environ[_NODE_OPTIONS] = f'{before or ""} --require "{script}"'.strip()
    try:
        yield
    finally:
        if before is None:
            del os.environ[_NODE_OPTIONS]
        else:
            os.environ[_NODE_OPTIONS] = before


async def _connect(playwright: Playwright, ws_url: str) -> Browser:
    return await playwright.chromium.connect_over_cdp(ws_url, timeout=CONNECT_SECONDS * 1000)


def was_cut_off(error: Error) -> bool:
    """Whether the connection ended under a call: the driver, the browser or the page is gone.

    Playwright's class for that is not public; a driver that died raises it from every call.
    """
    return type(error).__name__ == "TargetClosedError"
