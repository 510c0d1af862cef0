"""Takeover: the live view of a job's browser with the job's question beside it.

Browser-host serves the live view on loopback, to anyone with a token; the console includes that page under its own
address, so that a phone needs to reach only one server. The console makes the token for visitors who may see the job;
it is in the path, as on browser-host's own page. Nothing that passes through is kept.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import httpx
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from ghosthands.chassis import grants
from ghosthands.chassis.grants import Doorplate, Right
from ghosthands.domain.job import find_doubt, open_request
from ghosthands.hitl_gateway import live_line
from ghosthands.hitl_gateway.console.access import Visitor
from ghosthands.hitl_gateway.console.means import ConsoleMeans
from ghosthands.hitl_gateway.console.questions import describe_ask

_GONE = 1011


class Takeover:
    """The takeover page, and the relay to the live view in it."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means

    async def show(self, request: Request) -> Response:
        """Show the live view, with the job's question beside it."""
        loaded = await self._means.load_job(request)
        if loaded is None:
            return self._means.show_no_job(request)
        _, state, requested = loaded
        opened, plate = state.browser.session, self._plate()
        ask = open_request(state) or find_doubt(state)
        page = await self._means.postings.find_page(ask.model_ref) if ask else None
        await self._means.say_who_came(state)
        return self._means.pages.show(
            request,
            "takeover.html",
            job=state,
            job_id=state.id,
            posting=await self._means.find_posting(state.id, requested),
            live=f"/jobs/{state.id}/live/{plate.grants.token(opened.id, Right.CONTROL)}/" if opened and plate else "",
            is_elsewhere=opened is not None and plate is None,
            host=opened.host if opened else "",
            is_opening=opened is None and open_request(state) is not None,
            asked=describe_ask(state, ask, page) if ask else None,
            fault="",
            has_browser=opened is not None,
        )

    async def relay(self, request: Request) -> Response:
        """Return a file of browser-host's page, or its data on the session."""
        plate, path = self._plate(), _path_of(request.path_params)
        if plate is None:
            return JSONResponse({"error": "no live views are served here"}, 503)
        try:
            async with httpx.AsyncClient(trust_env=False, timeout=live_line.ANSWER_SECONDS) as client:
                answer = await client.get(f"{plate.local_url}{path}")
        except httpx.HTTPError:
            return JSONResponse({"error": "the live view does not answer"}, 502)
        headers = {name: answer.headers[name] for name in ("content-type", "cache-control") if name in answer.headers}
        return Response(answer.content, answer.status_code, headers)

    async def relay_socket(self, socket: WebSocket) -> None:
        """Relay the live view's WebSocket, both ways, until either end closes it or the visitor's session ends."""
        visitor: Visitor | None = socket.state.visitor
        plate = self._plate()
        if visitor is None or not visitor.may_see(socket.path_params["job_id"]) or plate is None:
            await socket.close(1008)
            return
        wanted = [str(name) for name in socket.scope.get("subprotocols", ())]
        try:
            async with live_line.reach(plate, _path_of(socket.path_params), wanted) as line:
                await socket.accept(subprotocol=line.subprotocol)
                await _join(socket, line, seconds=visitor.expires_at - time.time())
        except (OSError, WebSocketException, TimeoutError):
            await socket.close(_GONE)

    def _plate(self) -> Doorplate | None:
        return grants.doorplate(self._means.live_plate) if self._means.live_plate else None


def _path_of(params: dict[str, str]) -> str:
    return f"/live/{params['token']}/{params.get('rest', '')}"


async def _join(socket: WebSocket, line: ClientConnection, *, seconds: float) -> None:
    """Pass on the messages of both ends; once one has closed, or the time is over, close the other with its code."""

    async def inwards() -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await line.send(message["text"] if message.get("text") is not None else message["bytes"])

    async def outwards() -> None:
        async for said in line:
            await (socket.send_text(said) if isinstance(said, str) else socket.send_bytes(said))

    passing = [asyncio.create_task(inwards()), asyncio.create_task(outwards())]
    try:
        await asyncio.wait(passing, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)
    await line.close()
    with suppress(RuntimeError, WebSocketDisconnect, ConnectionClosed):  # they were first
        await socket.close(line.close_code or 1000)
