"""Playwright's driver, as browser-host has it."""

from __future__ import annotations

import asyncio
import os

import pytest
from playwright.async_api import Error

from ghosthands.browser_host.driving.driver import Driver

pytestmark = pytest.mark.integration


async def test_it_asks_a_browser_for_no_compression_and_leaves_our_environment_as_it_was() -> None:
    asked: list[str] = []

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readuntil(b"\r\n\r\n")).decode().lower())
        writer.close()

    environment = dict(os.environ)
    server = await asyncio.start_server(hear, "127.0.0.1", 0)
    driver = Driver()
    try:
        with pytest.raises(Error):
            await driver.connect(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/devtools/browser/none")
    finally:
        await driver.stop()
        server.close()
    (request,) = asked
    assert "upgrade: websocket" in request
    assert "sec-websocket-extensions" not in request
    assert dict(os.environ) == environment
