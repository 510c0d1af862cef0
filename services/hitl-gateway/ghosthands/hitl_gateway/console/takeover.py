"""Takeover: the live view of a job's browser with the job's question beside it.

Browser-host serves the live view on loopback, to anyone with a token; the console includes that page under its own
address, so that a phone needs to reach only one server. No token of browser-host's reaches a visitor: the path has a
ticket of the console's, which is good in the visitor's own session alone, and ends with it. Nothing that passes through
is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any

import httpx
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from ghosthands.chassis import grants
from ghosthands.chassis.grants import Doorplate, Right
from ghosthands.domain.doubts import has_page
from ghosthands.domain.job import find_doubt, open_request
from ghosthands.hitl_gateway import live_line
from ghosthands.hitl_gateway.console.access import Visitor
from ghosthands.hitl_gateway.console.means import ConsoleMeans
from ghosthands.hitl_gateway.console.questions import describe_ask

_GONE = 1011
#: tells the page not to try again
_SIGNED_OUT = 4003
#: the message by which a viewer lets go
_RELEASE = '{"type":"release"}'


class Takeover:
    """The takeover page, and the relay to the live view in it."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means
        self._access = means.access

    async def show(self, request: Request) -> Response:
        """Show the live view, with the job's question beside it."""
        loaded = await self._means.load_job(request)
        if loaded is None:
            return self._means.show_no_job(request)
        _, state, requested = loaded
        opened, plate, visitor = state.browser.session, self._plate(), request.state.visitor
        ask = open_request(state) or find_doubt(state)
        page = await self._means.postings.find_page(ask.model_ref) if ask else None
        await self._means.say_who_came(state)
        return self._means.pages.show(
            request,
            "takeover.html",
            job=state,
            job_id=state.id,
            posting=await self._means.find_posting(state.id, requested),
            live=f"/jobs/{state.id}/live/{self._access.make_view_ticket(visitor, opened.id)}/"
            if opened and plate
            else "",
            is_elsewhere=opened is not None and plate is None,
            host=opened.host if opened else "",
            is_opening=opened is None and open_request(state) is not None and ask is not None and has_page(ask.code),
            asked=describe_ask(state, ask, page) if ask else None,
            fault="",
            has_browser=opened is not None,
        )

    async def relay(self, request: Request) -> Response:
        """Return a file of browser-host's page, or its data on the session."""
        plate = self._plate()
        if plate is None:
            return JSONResponse({"error": "no live views are served here"}, 503)
        if (path := self._find_path(plate, request.state.visitor, request.path_params)) is None:
            return JSONResponse({"error": "this live view was not opened in this session"}, 404)
        try:
            async with httpx.AsyncClient(trust_env=False, timeout=live_line.ANSWER_SECONDS) as client:
                answer = await client.get(f"{plate.local_url}{path}")
        except httpx.HTTPError:
            return JSONResponse({"error": "the live view does not answer"}, 502)
        headers = {name: answer.headers[name] for name in ("content-type", "cache-control") if name in answer.headers}
        return Response(answer.content, answer.status_code, headers)

    async def relay_socket(self, socket: WebSocket) -> None:
        """Relay the live view's WebSocket, both ways, until either end closes it or the visitor's session ends.

        What the visitor controls is released with their session.
        """
        visitor: Visitor | None = socket.state.visitor
        plate = self._plate()
        if visitor is None or not visitor.may_see(socket.path_params["job_id"]) or plate is None:
            await socket.close(1008)
            return
        if (path := self._find_path(plate, visitor, socket.path_params)) is None:
            await socket.close(1008)
            return
        wanted = [str(name) for name in socket.scope.get("subprotocols", ())]
        try:
            async with live_line.reach(plate, path, wanted) as line:
                await socket.accept(subprotocol=line.subprotocol)
                is_over = await _join(socket, line, over=self._means.sign_outs.wait_for(visitor))
                if is_over and path.endswith("/socket"):
                    await line.send(_RELEASE)
            with suppress(RuntimeError, WebSocketDisconnect):  # they were first
                await socket.close(_SIGNED_OUT if is_over else line.close_code or 1000)
        except (OSError, WebSocketException, TimeoutError):
            await socket.close(_GONE)

    def _plate(self) -> Doorplate | None:
        return grants.doorplate(self._means.live_plate) if self._means.live_plate else None

    def _find_path(self, plate: Doorplate, visitor: Visitor, params: Mapping[str, str]) -> str | None:
        """Return where browser-host serves what the visitor's address names; None for an address of somebody else's."""
        ticket = self._access.read_view_ticket(visitor, params["token"])
        if ticket is None:
            return None
        token = plate.grants.token(ticket.session_id, Right.CONTROL, viewer_id=ticket.viewer_id)
        return f"/live/{token}/{params.get('rest', '')}"


async def _join(socket: WebSocket, line: ClientConnection, *, over: Coroutine[Any, Any, None]) -> bool:
    """Pass on the messages of both ends, until one closes or `over` returns; return whether that came first."""

    async def inwards() -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await line.send(message["text"] if message.get("text") is not None else message["bytes"])

    async def outwards() -> None:
        async for said in line:
            if isinstance(said, bytes):
                await socket.send_bytes(said)
            elif not live_line.has_token(said):
                await socket.send_text(said)

    passing = [asyncio.create_task(inwards()), asyncio.create_task(outwards())]
    ending = asyncio.create_task(over)
    try:
        await asyncio.wait([*passing, ending], return_when=asyncio.FIRST_COMPLETED)
        return ending.done() and not any(task.done() for task in passing)
    finally:
        for task in (*passing, ending):
            task.cancel()
        await asyncio.gather(*passing, ending, return_exceptions=True)
