"""What an MCP client sees of the browser tools."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from importlib import metadata
from typing import Any

import pytest
from mcp import Client

from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.tools import Tool
from ghosthands.mcp.server import BrowserTools
from ghosthands.messaging.work.micro import RequestRefused

PICTURE = base64.b64encode(b"\x89PNG a picture").decode()


class Host:
    """Answers like browser-host, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Tool, dict[str, Any]]] = []
        self.answer: dict[str, Any] = {"url": "https://example.com/", "vetoed": 0}
        self.trouble: Exception | None = None

    async def ask(self, tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        self.asked.append((tool, dict(arguments)))
        if self.trouble is not None:
            raise self.trouble
        return self.answer


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def tools(host: Host) -> BrowserTools:
    return BrowserTools(host.ask)


async def test_there_is_a_tool_for_each_thing_a_browser_can_be_asked(tools: BrowserTools) -> None:
    async with Client(tools.server()) as client:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == [f"browser.{tool}" for tool in Tool]
        assert all(tool.description for tool in listed)


async def test_the_server_says_which_version_it_is(tools: BrowserTools) -> None:
    async with Client(tools.server()) as client:
        assert client.server_info.version == metadata.version("ghosthands-mcp")


async def test_the_arguments_are_those_of_the_contract(tools: BrowserTools) -> None:
    async with Client(tools.server()) as client:
        listed = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
        assert listed["browser.navigate"]["required"] == ["url"]
        assert listed["browser.act"]["required"] == ["instruction"]
        assert set(listed["browser.extract"]["properties"]) == {"instruction", "schema", "session"}
        assert listed["browser.screenshot"]["properties"]["fullPage"]["type"] == "boolean"


async def test_a_call_is_asked_of_a_browser_of_the_clients_own(tools: BrowserTools, host: Host) -> None:
    async with Client(tools.server()) as client:
        called = await client.call_tool("browser.navigate", {"url": "https://example.com/"})
        await client.call_tool("browser.observe", {"instruction": "the buttons"})
        (navigated, first), (observed, second) = host.asked
        assert (navigated, observed) == (Tool.NAVIGATE, Tool.OBSERVE)
        assert first["session"] == second["session"] != "default"
        assert called.structured_content == host.answer


async def test_two_servers_never_share_a_browser(host: Host) -> None:
    for tools in (BrowserTools(host.ask), BrowserTools(host.ask)):
        async with Client(tools.server()) as client:
            await client.call_tool("browser.status", {})
    assert host.asked[0][1]["session"] != host.asked[1][1]["session"]


async def test_a_picture_comes_as_one_with_the_address_it_is_of(tools: BrowserTools, host: Host) -> None:
    async with Client(tools.server()) as client:
        host.answer = {"png": PICTURE, "url": "https://example.com/"}
        content, address = (await client.call_tool("browser.screenshot", {"fullPage": True})).content
        assert (content.type, content.mime_type, content.data) == ("image", "image/png", PICTURE)
        assert (address.type, address.text) == ("text", "https://example.com/")
        assert host.asked[-1][1]["fullPage"] is True


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (RequestRefused("no_page", "navigate first"), "no_page: navigate first"),
        (StreamUnavailable("nobody answers"), "unavailable: nobody answers"),
    ],
)
async def test_what_goes_wrong_is_told_as_a_tools_error(
    tools: BrowserTools, host: Host, trouble: Exception, told: str
) -> None:
    async with Client(tools.server()) as client:
        host.trouble = trouble
        called = await client.call_tool("browser.act", {"instruction": "press it"})
        assert called.is_error
        assert called.content[0].text == told  # type: ignore[union-attr]


async def test_a_tool_there_is_not_is_an_error(tools: BrowserTools, host: Host) -> None:
    async with Client(tools.server()) as client:
        assert (await client.call_tool("browser.submit", {})).is_error
        assert host.asked == []


async def test_the_browser_is_closed_when_the_client_is_gone(tools: BrowserTools, host: Host) -> None:
    async with Client(tools.server()) as client:
        await client.call_tool("browser.navigate", {"url": "https://example.com/"})
    await tools.close()
    assert host.asked[-1] == (Tool.CLOSE, {"session": host.asked[0][1]["session"]})


async def test_what_never_had_a_browser_closes_none(tools: BrowserTools, host: Host) -> None:
    await tools.close()
    assert host.asked == []
