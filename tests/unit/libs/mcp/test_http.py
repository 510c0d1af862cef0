"""The HTTP door of the MCP server: loopback, and a token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_MODERN_VERSION

from ghosthands.domain.tools import Tool
from ghosthands.mcp.running import serve_over_http
from ghosthands.mcp.server import BrowserTools

TOKEN = "a token of the test's own"


@dataclass
class Door:
    """The server, and what it asked of browser-host."""

    address: str = ""
    asked: list[tuple[Tool, str]] = field(default_factory=list)
    stop: Callable[[], Awaitable[None]] = field(init=False)

    async def answer(self, tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        self.asked.append((tool, arguments["session"]))
        return {"url": "https://example.com/"}

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        async with (
            httpx2.AsyncClient(headers={"authorization": f"Bearer {TOKEN}"}) as http,
            Client(streamable_http_client(self.address, http_client=http)) as client,
        ):
            yield client

    @property
    def open(self) -> set[str]:
        """Sessions that were asked for something and not closed."""
        closed = {session for tool, session in self.asked if tool is Tool.CLOSE}
        return {session for _, session in self.asked} - closed


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    door, ready = Door(), asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        serve_over_http(BrowserTools(door.answer), port=0, token=TOKEN, on_ready=ready.set_result)
    )

    async def stop() -> None:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)

    door.address, door.stop = await ready, stop
    yield door
    await stop()


@pytest.fixture
def address(door: Door) -> str:
    return door.address


async def test_who_has_the_token_is_served(door: Door) -> None:
    async with door.client() as client:
        called = await client.call_tool("browser.navigate", {"url": "https://example.com/"})
    assert called.structured_content == {"url": "https://example.com/"}


async def test_each_client_has_a_browser_of_its_own_until_it_leaves(door: Door) -> None:
    async with door.client() as first:
        await first.call_tool("browser.status", {})
        (its_own,) = door.open
        async with door.client() as second:
            await second.call_tool("browser.status", {})
            await second.call_tool("browser.status", {})
            assert len(door.open) == 2
        assert door.open == {its_own}
        await first.call_tool("browser.status", {})
    assert door.open == set()


async def test_who_has_not_left_when_the_server_ends_has_no_browser_either(door: Door) -> None:
    async with door.client() as client:
        await client.call_tool("browser.status", {})
        await door.stop()
        assert door.open == set()


async def test_a_protocol_without_sessions_is_refused_with_those_that_have_them(address: str) -> None:
    headers = {"authorization": f"Bearer {TOKEN}", "mcp-protocol-version": LATEST_MODERN_VERSION}
    async with httpx2.AsyncClient() as http:
        refused = await http.post(address, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=headers)
    assert refused.status_code == 400
    assert refused.json()["error"]["data"]["supported"] == list(HANDSHAKE_PROTOCOL_VERSIONS)


@pytest.mark.parametrize("given", [{}, {"authorization": "Bearer guessed"}])
async def test_who_has_not_is_told_nothing(address: str, given: dict[str, str]) -> None:
    async with httpx2.AsyncClient() as http:
        refused = await http.post(address, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=given)
    assert (refused.status_code, refused.text) == (401, "unauthorized")


async def test_it_listens_on_this_machine_alone(address: str) -> None:
    assert address.startswith("http://127.0.0.1:")


@pytest.mark.parametrize(
    ("given", "status"),
    [({"origin": "https://evil.example"}, 403), ({"host": "evil.example"}, 421), ({"host": "evil.example:80"}, 421)],
)
async def test_a_page_of_another_origin_or_name_is_refused(address: str, given: dict[str, str], status: int) -> None:
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json", **given}
    async with httpx2.AsyncClient() as http:
        refused = await http.post(address, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=headers)
    assert refused.status_code == status
