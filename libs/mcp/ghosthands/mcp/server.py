"""The MCP server: one tool for each browser tool, described by its contract."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from importlib import metadata
from typing import Any

import msgspec
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.tools import CALLS, Tool
from ghosthands.messaging.server.connection import Connection
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro

#: Seconds for an answer; browser-host's own limits are shorter.
SECONDS = 360.0

NAME = "ghosthands"
INSTRUCTIONS = (
    "A real browser, one for you alone. Begin with browser.navigate. Nothing you do here can submit a form, create an"
    " account or request a code: what tries to is vetoed, and the answer's `vetoed` counts it."
)

#: name and arguments of a tool -> its answer
Ask = Callable[[Tool, Mapping[str, Any]], Awaitable[dict[str, Any]]]


def make_asking(bus: Connection) -> Ask:
    """Return a function that calls browser-host's tools. It raises RequestRefused, StreamUnavailable."""

    async def ask(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return await micro.ask_for(bus, subjects.tool(tool), arguments, dict[str, Any], timeout=SECONDS)

    return ask


class BrowserTools:
    """The tools of one server; each of its clients has a browser of its own."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        #: tool sessions by MCP session; None is of the client at standard input and output
        self._sessions: dict[str | None, str] = {}

    def server(self) -> Server[Any]:
        """Return an MCP server with these tools."""
        return Server(
            NAME,
            version=metadata.version("ghosthands-mcp"),
            instructions=INSTRUCTIONS,
            on_list_tools=self._list,
            on_call_tool=self._call,
        )

    async def close(self, client: str | None = None) -> None:
        """End the client's browser, if it ever had one."""
        if session := self._sessions.pop(client, None):
            with suppress(GhostHandsError):  # its idle shutdown ends it
                await self._ask(Tool.CLOSE, {"session": session})

    async def _list(
        self, _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_describe_tools(tool) for tool in Tool])

    async def _call(
        self, context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        try:
            tool = Tool(params.name.removeprefix("browser."))
        except ValueError:
            return _tell_refusal(f"unknown_tool: there is no {params.name}")
        try:
            answer = await self._ask(tool, {"session": self._session_of(context), **(params.arguments or {})})
        except micro.RequestRefused as refused:
            return _tell_refusal(f"{refused.code}: {refused}")
        except GhostHandsError as error:
            return _tell_refusal(f"unavailable: {error}")
        return _show_picture(answer) if tool is Tool.SCREENSHOT else _tell(answer)

    def _session_of(self, context: ServerRequestContext[Any]) -> str:
        """Return the tool session of the calling client, which is closed when its MCP session ends in any way."""
        connection = context.session._connection  # the package has no public way to get it
        client = connection.session_id
        if client not in self._sessions:
            self._sessions[client] = f"mcp-{secrets.token_hex(8)}"
            if client is not None:
                connection.exit_stack.push_async_callback(self.close, client)
        return self._sessions[client]


def _describe_tools(tool: Tool) -> types.Tool:
    call = CALLS[tool]
    (arguments,) = msgspec.json.schema(call)["$defs"].values()
    arguments["properties"]["session"] = {"type": "string", "description": "another browser than your own, by its name"}
    return types.Tool(
        name=f"browser.{tool}",
        description=arguments.pop("description", None),
        input_schema={key: value for key, value in arguments.items() if key != "title"},
    )


def _tell(answer: Mapping[str, Any]) -> types.CallToolResult:
    text = types.TextContent(type="text", text=msgspec.json.format(msgspec.json.encode(answer)).decode())
    return types.CallToolResult(content=[text], structured_content=dict(answer))


def _show_picture(answer: Mapping[str, Any]) -> types.CallToolResult:
    picture = types.ImageContent(type="image", data=answer["png"], mime_type="image/png")
    return types.CallToolResult(content=[picture, types.TextContent(type="text", text=answer["url"])])


def _tell_refusal(why: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=why)], is_error=True)
