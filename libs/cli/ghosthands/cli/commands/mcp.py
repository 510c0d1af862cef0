"""`ghosthands mcp`: the browser tools for an MCP client, on the stack that runs here.

Standard output belongs to the protocol: everything else goes to standard error.
"""

from __future__ import annotations

import os
import secrets
from contextlib import AsyncExitStack

from ghosthands.cli import console
from ghosthands.cli.client import PATIENCE, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import GhostHandsError
from ghosthands.mcp.running import serve_over_http, serve_over_stdio
from ghosthands.mcp.server import BrowserTools, make_asking
from ghosthands.messaging.server import permissions
from ghosthands.stack import logged_in

#: the variable of the token that a client over HTTP must send
TOKEN = "GHOSTHANDS_MCP_TOKEN"  # noqa: S105  the variable's name
#: characters that another user of this machine does not find by trying
_LEAST_TOKEN = 16


async def run(*, http: bool, port: int) -> None:
    """Serve until the client hangs up, or Ctrl-C. Raises Stop."""
    given = os.environ.get(TOKEN, "")
    if http and 0 < len(given) < _LEAST_TOKEN:
        raise Stop(
            Exit.USAGE, f"{TOKEN} has fewer than {_LEAST_TOKEN} characters: set a random one (openssl rand -hex 32)"
        )
    here = await use_running()
    async with AsyncExitStack() as exits:
        try:
            bus = await exits.enter_async_context(logged_in(here, permissions.TOOLS, timeout=PATIENCE))
        except GhostHandsError as error:
            raise Stop(Exit.UNAVAILABLE, f"the stack does not answer: {error}") from error
        tools = BrowserTools(make_asking(bus))
        await (_over_http(tools, port, given) if http else serve_over_stdio(tools))


async def _over_http(tools: BrowserTools, port: int, given: str) -> None:
    token = given or secrets.token_urlsafe(24)

    def tell(address: str) -> None:
        console.tell(f"MCP at {address}; Ctrl-C stops it")
        if not given:
            console.tell(f"clients need the header  Authorization: Bearer {token}")

    try:
        await serve_over_http(tools, port=port, token=token, on_ready=tell)
    except OSError as error:
        raise Stop(Exit.USAGE, f"port {port} cannot be used ({error.strerror}): give another with --port") from error
