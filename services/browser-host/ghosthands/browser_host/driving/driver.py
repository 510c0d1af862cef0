"""Playwright's driver: one Node process a host, started when the first browser needs it and again after it died.

Browsers do not live and die with it: a session whose driver died connects anew.
"""

from __future__ import annotations

import asyncio

from playwright.async_api import Browser, Error, Playwright, async_playwright

CONNECT_SECONDS = 30.0


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
                self._playwright = await async_playwright().start()
            return self._playwright

    async def _give_up(self, playwright: Playwright) -> None:
        if self._playwright is playwright:
            self._playwright = None
            await asyncio.gather(playwright.stop(), return_exceptions=True)


async def _connect(playwright: Playwright, ws_url: str) -> Browser:
    return await playwright.chromium.connect_over_cdp(ws_url, timeout=CONNECT_SECONDS * 1000)


def was_cut_off(error: Error) -> bool:
    """Whether the connection ended under a call: the driver, the browser or the page is gone.

    Playwright's class for that is not public; a driver that died raises it from every call.
    """
    return type(error).__name__ == "TargetClosedError"
