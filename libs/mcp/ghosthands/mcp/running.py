"""Runs the server: over standard input and output, or over HTTP on loopback for clients with the token."""

from __future__ import annotations

import asyncio
import hmac
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from mcp.server.stdio import stdio_server
from mcp_types import UNSUPPORTED_PROTOCOL_VERSION
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ghosthands.mcp.server import BrowserTools

LOOPBACK = "127.0.0.1"
PATH = "/mcp"


async def serve_over_stdio(tools: BrowserTools) -> None:
    """Serve the client at standard input and output until it hangs up."""
    server = tools.server()
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        await tools.close()


async def serve_over_http(tools: BrowserTools, *, port: int, token: str, on_ready: Callable[[str], None]) -> None:
    """Serve clients that have the token, on loopback, until cancelled; call `on_ready` with the address.

    Raises OSError where the port is taken.
    """
    app = _guard(tools.server().streamable_http_app(streamable_http_path=PATH, host=LOOPBACK), token)
    with socket.create_server((LOOPBACK, port)) as listener:
        server = _Server(uvicorn.Config(app, log_config=None, access_log=False, ws="none", timeout_graceful_shutdown=2))
        serving = asyncio.create_task(server.serve([listener]), name="mcp")
        on_ready(f"http://{LOOPBACK}:{listener.getsockname()[1]}{PATH}")
        try:
            await asyncio.shield(serving)
        finally:
            server.should_exit = True
            await serving


class _Server(uvicorn.Server):
    """uvicorn without its signal handlers: the command ends in its own way."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _guard(app: ASGIApp, token: str) -> ASGIApp:
    """Return the app behind a check: requests need the token and an MCP session; others learn nothing."""
    expected = f"Bearer {token}".encode()

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        answer = app if scope["type"] != "http" else _refuse(Headers(scope=scope), expected) or app
        await answer(scope, receive, send)

    return guard


def _refuse(headers: Headers, expected: bytes) -> ASGIApp | None:
    """Return the refusal; None where the request may pass."""
    if not hmac.compare_digest(headers.get("authorization", "").encode(), expected):
        return PlainTextResponse("unauthorized", status_code=401)
    version = headers.get("mcp-protocol-version")
    if version is None or version in HANDSHAKE_PROTOCOL_VERSIONS:
        return None
    # from 2026-07-28 on the protocol knows no sessions over HTTP: nothing would tell one client from the other
    supported = {"supported": HANDSHAKE_PROTOCOL_VERSIONS, "requested": version}
    error = {"code": UNSUPPORTED_PROTOCOL_VERSION, "message": "Unsupported protocol version", "data": supported}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status_code=400)
