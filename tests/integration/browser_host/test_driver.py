"""Playwright's driver, as browser-host has it."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest
from playwright.async_api import Error

from ghosthands import chromium
from ghosthands.browser_host.driving import driver as driving
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.chromium import ProcessIdentity, processes

pytestmark = pytest.mark.integration


async def test_it_asks_a_browser_for_no_compression_and_leaves_our_environment_as_it_was(tmp_path: Path) -> None:
    asked: list[str] = []

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readuntil(b"\r\n\r\n")).decode().lower())
        writer.close()

    environment = dict(os.environ)
    server = await asyncio.start_server(hear, "127.0.0.1", 0)
    driver = Driver(tmp_path / "driver")
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


async def test_after_some_connections_another_process_takes_its_place_and_it_ends_with_its_last(
    passable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "MOST_CONNECTIONS", 2)
    before, driver = drivers(), Driver(passable / "driver")
    process = await chromium.launch(passable / "many", log_path=passable / "many.log")
    try:
        old = [await driver.connect(process.ws_url) for _ in range(2)]
        (first,) = drivers() - before
        new = await driver.connect(process.ws_url)
        assert len(drivers() - before) == 2
        await old[0].close()
        assert await old[1].contexts[0].pages[0].evaluate("1 + 1") == 2
        await old[1].close()
        assert await first.wait_until_gone(20)
        assert await new.contexts[0].pages[0].evaluate("1 + 1") == 2
        assert len(drivers() - before) == 1
    finally:
        await driver.stop()
        await chromium.end(process)
    assert drivers() == before


async def test_what_a_killed_one_kept_for_a_while_is_gone_with_the_next(passable: Path) -> None:
    folder = passable / "driver"
    before, first, successors = drivers(), Driver(folder), Driver(folder)
    process = await chromium.launch(passable / "killed", log_path=passable / "killed.log")
    try:
        await first.connect(process.ws_url)
        (left,) = folder.iterdir()
        (killed,) = drivers() - before
        os.kill(killed.pid, signal.SIGKILL)
        assert await killed.wait_until_gone(20)
        assert left.exists()
        await successors.connect(process.ws_url)
        assert left not in folder.iterdir()
    finally:
        await successors.stop()
        await first.stop()
        await chromium.end(process)
    assert not folder.exists()


def drivers() -> set[ProcessIdentity]:
    """The driver processes that we started."""
    return {
        stat.identity
        for stat in processes.list_living("playwright/driver")
        if Path(f"/proc/{stat.pid}/stat").read_text().rpartition(")")[2].split()[1] == str(os.getpid())
    }
