"""One address for two: people's pages are the console's, every other path is VALET's."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from ghosthands.hitl_gateway.console.app import PLACES


class Front:
    """Sends each request where it belongs, by the first part of its path."""

    def __init__(self, valet: ASGIApp, console: ASGIApp) -> None:
        self._valet = valet
        self._console = console

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on; as ASGI has it."""
        first = scope["path"].split("/", 2)[1] if scope["path"].startswith("/") else ""
        await (self._console if first in PLACES else self._valet)(scope, receive, send)
