"""The HTTP door of the MCP server: loopback, and a token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from ghosthands.domain.tools import Tool
from ghosthands.mcp.running import over_http
from ghosthands.mcp.server import BrowserTools

TOKEN = "a token of the test's own"


async def answer(_tool: Tool, _arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {"url": "https://example.com/"}


@pytest.fixture
async def address() -> AsyncIterator[str]:
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(over_http(BrowserTools(answer), port=0, token=TOKEN, on_ready=ready.set_result))
    yield await ready
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def test_who_has_the_token_is_served(address: str) -> None:
    async with (
        httpx2.AsyncClient(headers={"authorization": f"Bearer {TOKEN}"}) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        called = await client.call_tool("browser.navigate", {"url": "https://example.com/"})
    assert called.structured_content == {"url": "https://example.com/"}


@pytest.mark.parametrize("given", [{}, {"authorization": "Bearer guessed"}])
async def test_who_has_not_is_told_nothing(address: str, given: dict[str, str]) -> None:
    async with httpx2.AsyncClient() as http:
        refused = await http.post(address, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=given)
    assert (refused.status_code, refused.text) == (401, "unauthorized")


async def test_it_listens_on_this_machine_alone(address: str) -> None:
    assert address.startswith("http://127.0.0.1:")


async def test_a_page_of_another_origin_is_refused(address: str) -> None:
    headers = {"authorization": f"Bearer {TOKEN}", "origin": "https://evil.example", "content-type": "application/json"}
    async with httpx2.AsyncClient() as http:
        refused = await http.post(address, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=headers)
    assert refused.status_code == 403
