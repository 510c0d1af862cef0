"""Running the server: over standard input and output, or over HTTP on loopback for who has the token."""

from __future__ import annotations

import asyncio
import hmac
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn
from mcp.server.stdio import stdio_server
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ghosthands.domain.errors import GhostHandsError
from ghosthands.mcp.server import BrowserTools

LOOPBACK = "127.0.0.1"
PATH = "/mcp"


async def over_stdio(tools: BrowserTools) -> None:
    """Serve the client at standard input and output until it hangs up."""
    server = tools.server()
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        with suppress(GhostHandsError):  # its idle shutdown ends it
            await tools.close()


async def over_http(tools: BrowserTools, *, port: int, token: str, on_ready: Callable[[str], None]) -> None:
    """Serve whoever has the token, on loopback, until cancelled; `on_ready` is told the address.

    Raises OSError where the port is taken.
    """
    app = _guarded(tools.server().streamable_http_app(streamable_http_path=PATH, host=LOOPBACK), token)
    with socket.create_server((LOOPBACK, port)) as listener:
        server = _Server(uvicorn.Config(app, log_config=None, access_log=False, ws="none", timeout_graceful_shutdown=2))
        serving = asyncio.create_task(server.serve([listener]), name="mcp")
        on_ready(f"http://{LOOPBACK}:{listener.getsockname()[1]}{PATH}")
        try:
            await asyncio.shield(serving)
        finally:
            server.should_exit = True
            await serving
            with suppress(GhostHandsError):
                await tools.close()


class _Server(uvicorn.Server):
    """Leaves the process's signals alone: the command has its own way to end."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _guarded(app: ASGIApp, token: str) -> ASGIApp:
    """The app for requests that carry the token; the others learn nothing."""
    expected = f"Bearer {token}".encode()

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] == "http" and not hmac.compare_digest(given, expected):
            await PlainTextResponse("unauthorized", status_code=401)(scope, receive, send)
        else:
            await app(scope, receive, send)

    return guard
