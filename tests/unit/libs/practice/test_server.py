from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from ghosthands.practice import server
from ghosthands.practice.postings import Posting


@asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "ghosthands.practice", *arguments, stdout=PIPE, stderr=PIPE
    )
    try:
        yield running
    finally:
        if running.returncode is None:
            running.kill()
        await running.communicate()


async def test_the_site_is_served_while_the_block_lasts() -> None:
    async with server.serve() as site, httpx.AsyncClient() as client:
        assert (await client.get(site.url(Posting("greenhouse", "acme", 1001)))).status_code == 200
    async with httpx.AsyncClient() as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(site.base_url)


async def test_two_sites_know_nothing_of_each_other() -> None:
    async with server.serve() as one, server.serve() as other:
        assert one.base_url != other.base_url
        assert one.ledger is not other.ledger


@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGINT])
async def test_a_process_stops_when_told_even_while_somebody_waits(signal_number: int) -> None:
    async with process("--port", "0") as running, httpx.AsyncClient(timeout=30) as client:
        assert running.stdout is not None
        base_url = (await running.stdout.readline()).decode().strip()
        await client.get(base_url)
        waiting = asyncio.create_task(client.get(f"{base_url}/control/wait", params={"timeout": "60"}))
        await client.get(base_url)
        running.send_signal(signal_number)
        output, errors = await asyncio.wait_for(running.communicate(), 20)
        assert (running.returncode, output) == (0, b"")
        assert b"Traceback" not in errors  # uvicorn tells of a connection that was slow to close
        assert (await waiting).status_code == 408


async def test_a_taken_port_is_named_with_what_to_do() -> None:
    async with server.serve() as site:
        port = site.base_url.rsplit(":", 1)[1]
        async with process("--port", port) as running:
            _, errors = await asyncio.wait_for(running.communicate(), 20)
            assert running.returncode == 1
            assert errors.decode().endswith("choose another --port\n")
