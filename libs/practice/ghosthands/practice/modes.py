"""Modes: how well a posting's server works, by the switches in the address: slow, or flaky.

A slow one delays every answer. A flaky one fails twice and works after that, for each posting: the first page requested
is a server error, and the connection of a script's first request is cut. Requests that submit an application never
fail: the holds are for that.
"""

from __future__ import annotations

import asyncio
import re

from starlette.datastructures import Headers, QueryParams
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ghosthands.practice import switches

SLOW_SECONDS = 1.5

#: the part of an address that names the posting
_POSTING = re.compile(r"^/[\w-]+/[\w-]+/jobs/\d+")
#: scripts' requests that are no submission
_HARMLESS = re.compile(r"/(?:steps|places|skills|resume)\b")


class Modes:
    """The site with the modes its visitors asked for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        #: the failures so far, by posting
        self._failed: set[tuple[str, str]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, in the mode that the address asks for."""
        posting = _POSTING.match(scope.get("path", "")) if scope["type"] == "http" else None
        if posting is None:
            return await self._app(scope, receive, send)
        asked = switches.read_query(QueryParams(scope["query_string"]))
        if asked.slow:
            await asyncio.sleep(SLOW_SECONDS)
        failure = _fail(scope) if asked.flaky else None
        if failure and (posting[0], failure) not in self._failed:
            self._failed.add((posting[0], failure))
            return await _FAILURES[failure](scope, receive, send)
        return await self._app(scope, receive, send)


def _fail(scope: Scope) -> str | None:
    """Return the kind of failure the request may get; None for none."""
    if scope["method"] == "GET" and Headers(scope=scope).get("sec-fetch-dest") in {"document", "iframe"}:
        return "error"
    return "cut" if _HARMLESS.search(scope["path"]) else None


async def _cut_off(scope: Scope, receive: Receive, send: Send) -> None:
    """Announce more bytes than are sent, which closes the connection."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1000")]})
    await send({"type": "http.response.body", "body": b"{", "more_body": True})


_FAILURES: dict[str, ASGIApp] = {
    "error": PlainTextResponse("Service Unavailable", status_code=503),
    "cut": _cut_off,
}
