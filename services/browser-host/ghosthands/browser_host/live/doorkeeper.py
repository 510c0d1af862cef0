"""The checks before the live view's server: it checks the token in the path, the request's host, and its origin.

The host must be our own name, and the origin our own page. The token is in the path, so that every request of a
viewer's page carries it, the page's scripts and its WebSocket included; paths are never logged, and the page tells no
other site where it came from.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ghosthands.chassis.grants import Grant, GrantRefused, Grants

_PATH = re.compile(r"/live/([A-Za-z0-9_.-]{1,600})(/.*)?")
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}

_REFUSAL = "This link has expired, or is not valid. A new one is printed by: ghosthands live JOB\n"


class LiveDoorkeeper:
    """Passes requests with a valid token on to `app`, with the grant and the rest of the path."""

    def __init__(
        self, app: ASGIApp, grants: Grants, *, origins: Collection[str] = (), names: Collection[str] = ()
    ) -> None:
        self._app = app
        self._grants = grants
        #: the door's addresses beside this machine's own, such as `https://live.example.com`
        self._origins = frozenset(origins)
        self._names = frozenset((*_LOOPBACK, *names))
        self._hosts = {urlsplit(origin).netloc for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it; an ASGI application."""
        found = _PATH.fullmatch(scope["path"])
        grant = self._grant(found[1]) if found else None
        if found is None or grant is None or not self._is_ours(scope):
            await _refuse(scope, receive, send)
            return
        if found[2] is None:  # the page's own addresses are relative to it
            await PlainTextResponse("", 307, {"location": f"/live/{found[1]}/"})(scope, receive, send)
            return
        inner = {**scope, "path": found[2], "raw_path": found[2].encode(), "state": {"grant": grant}}
        await self._app(inner, receive, _with_headers(send))

    def _grant(self, token: str) -> Grant | None:
        try:
            return self._grants.read(token)
        except GrantRefused:
            return None

    def _is_ours(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        named_us = host in self._hosts or host.rpartition(":")[0] in self._names
        if scope["type"] == "websocket":
            return named_us and (origin == f"http://{host}" or origin in self._origins)
        return named_us and (origin is None or origin == f"http://{host}" or origin in self._origins)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(_HEADERS)
        await send(message)

    return sending


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await PlainTextResponse(_REFUSAL, 403, _HEADERS)(scope, receive, send)
