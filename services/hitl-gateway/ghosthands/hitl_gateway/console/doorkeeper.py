"""The checks before every page of the console: our own name as the host, our own pages as origin, the visitor.

A request under another host name is refused, so that no other site's name can be made to point here; a request that
changes something must come from one of our pages. Paths are never logged: some are links.
"""

from __future__ import annotations

from collections.abc import Collection
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ghosthands.hitl_gateway.console.access import ConsoleAccess, Visitor
from ghosthands.hitl_gateway.console.sign_outs import SignOuts

COOKIE = "ghosthands_console"

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_READING = ("GET", "HEAD")

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'self'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
}


class Doorkeeper:
    """Passes requests for our host name and from our pages to `app`, with the visitor in the state."""

    def __init__(self, app: ASGIApp, access: ConsoleAccess, sign_outs: SignOuts, *, url: str | None = None) -> None:
        self._app = app
        self._access = access
        self._sign_outs = sign_outs
        #: the console's public address, such as `https://apply.example.com`
        self._origins = frozenset({url.rstrip("/")} if url else ())
        self._hosts: Collection[str] = frozenset(urlsplit(origin).netloc for origin in self._origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or refuse it; an ASGI application."""
        headers = Headers(scope=scope)
        if not self._is_ours(scope, headers):
            await _refuse(scope, receive, send)
            return
        state = {**scope.get("state", {}), "visitor": self._find_visitor(headers)}
        await self._app({**scope, "state": state}, receive, _with_headers(send))

    def _is_ours(self, scope: Scope, headers: Headers) -> bool:
        host, origin = headers.get("host", ""), headers.get("origin")
        named_us = host in self._hosts or host.rpartition(":")[0] in _LOOPBACK or host in _LOOPBACK
        from_us = origin in (f"http://{host}", f"https://{host}") or origin in self._origins
        if scope["type"] == "http" and scope["method"] in _READING:
            return named_us
        return named_us and from_us

    def _find_visitor(self, headers: Headers) -> Visitor | None:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return None
        visitor = self._access.read_cookie(found.value) if found is not None else None
        return visitor if visitor is not None and visitor not in self._sign_outs else None


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await PlainTextResponse("This came from another site, or by another name.\n", 403, HEADERS)(scope, receive, send)
