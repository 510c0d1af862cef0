"""One address for two applications: the console has its own paths, VALET's API has all others."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ghosthands.hitl_gateway.console.app import PLACES


class Front:
    """Passes each request to the console or to the API, by the first part of its path."""

    def __init__(self, valet: ASGIApp, console: ASGIApp) -> None:
        self._valet = valet
        self._console = console

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; an ASGI application."""
        first = scope["path"].split("/", 2)[1] if scope["path"].startswith("/") else ""
        if first in PLACES:
            await self._console(scope, receive, send)
        elif _is_a_persons(scope):
            await self._answer_a_person(scope, receive, send)
        else:
            await self._valet(scope, receive, send)

    async def _answer_a_person(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an unknown path by the console's page, not by JSON."""
        is_missing = False

        async def hold_back(message: Message) -> None:
            nonlocal is_missing
            is_missing = is_missing or (message["type"] == "http.response.start" and message["status"] == 404)
            if not is_missing:
                await send(message)

        await self._valet(scope, receive, hold_back)
        if is_missing:
            await self._console(scope, receive, send)


def _is_a_persons(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    return "text/html" in Headers(scope=scope).get("accept", "")
