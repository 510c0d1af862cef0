"""VALET's own takeover: whether a page can be taken over, and the WebSocket to it.

The WebSocket speaks the DevTools protocol, as VALET wants it, but leads to no browser: `devtools` says which calls it
takes. The service key is in the WebSocket's address, since VALET puts it there; addresses are never logged.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query, WebSocket
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from starlette.responses import JSONResponse
from websockets.exceptions import WebSocketException

from ghosthands.chassis.grants import Right
from ghosthands.domain.errors import Transient
from ghosthands.hitl_gateway.callbacks.interactions import type_of
from ghosthands.hitl_gateway.http.callers import Callers, ServiceCaller
from ghosthands.hitl_gateway.http.devtools.dialect import CallRefused
from ghosthands.hitl_gateway.http.devtools.offers import Offer, Offers
from ghosthands.hitl_gateway.http.devtools.picture import SeenPicture
from ghosthands.hitl_gateway.http.devtools.stand_in import StandIn
from ghosthands.hitl_gateway.http.devtools.viewing import LiveLine
from ghosthands.hitl_gateway.http.documented import GUARDED
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import ErrorWord, Refused, respond, unauthorized, unavailable

#: VALET waits 10 seconds for the whole
LOOK_SECONDS = 6.0
#: most WebSockets open at once
_LINES = 8

_AWAY = (OSError, WebSocketException, TimeoutError)


class ViewportBlock(BaseModel):
    """The size of the picture; positions are pixels in it."""

    width: int
    height: int


class SessionAnswer(BaseModel):
    """A page that can be taken over; its names are sent in camel case."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    available: Literal[True] = True
    job_id: str
    worker_id: str
    engine: str
    paused_for_human: Literal[True] = True
    pause_reason: str
    page_url: str
    page_title: str
    viewport: ViewportBlock
    updated_at: datetime


class NoSessionAnswer(BaseModel):
    """The reason why no page can be taken over."""

    available: Literal[False] = False
    reason: Literal["no_session", "not_paused", "unsupported_engine"]


_JobId = Annotated[str | None, Query(max_length=64, description="which job is meant, where it is known")]


def router(means: Means) -> APIRouter:
    """Return the routes at `/internal`."""
    routes = APIRouter(prefix="/internal", tags=["takeover"])
    offers, lines = Offers(means), asyncio.Semaphore(_LINES)

    @routes.get("/browser-session", responses=GUARDED)
    async def browser_session(_caller: ServiceCaller, job_id: _JobId = None) -> SessionAnswer | NoSessionAnswer:
        """Return the page that can be taken over now: that job's, else the page of the job next in turn.

        The WebSocket to it is at `/internal/cdp-proxy?key=`.
        """
        offer = await (offers.find(job_id) if job_id else offers.name())
        if offer is not None:
            return await _describe(offers, offer) or NoSessionAnswer(reason="unsupported_engine")
        return NoSessionAnswer(reason="not_paused" if await offers.is_any_open() else "no_session")

    @routes.websocket("/cdp-proxy")
    async def cdp_proxy(socket: WebSocket, key: str = "", job_id: str | None = None) -> None:
        """Serve the WebSocket to the page that was named."""
        callers: Callers = socket.app.state.callers
        if not callers.knows(key):
            await socket.send_denial_response(respond(unauthorized("the key is not the one")))
            return
        if lines.locked():
            await socket.send_denial_response(respond(unavailable()))
            return
        async with lines:
            await _serve(socket, offers, job_id)

    return routes


async def _serve(socket: WebSocket, offers: Offers, job_id: str | None) -> None:
    try:
        offer, plate = await (offers.find(job_id) if job_id else offers.find_named()), offers.plate
    except Transient:
        await socket.send_denial_response(respond(unavailable()))
        return
    if offer is None or plate is None:
        await socket.send_denial_response(_refuse_unpaused())
        return
    stand_in, is_accepted = StandIn(socket, offer, offers), False
    try:
        async with LiveLine.open(plate, offer.session_id, Right.CONTROL, stand_in.note_navigated) as viewing:
            is_accepted = True
            await socket.accept()
            await stand_in.serve(viewing)
    except _AWAY:
        if not is_accepted:
            await socket.send_denial_response(_refuse_unpaused())


def _refuse_unpaused() -> JSONResponse:
    message = "no job waits with a page that can be taken over: ask /internal/browser-session first"
    return respond(Refused(409, ErrorWord.NO_PAUSED_SESSION, message))


async def _describe(offers: Offers, offer: Offer) -> SessionAnswer | None:
    """Describe what the page shows now; None where it cannot be seen."""
    seen = await _look(offers, offer)
    if seen is None:
        return None
    viewing, picture = seen
    return SessionAnswer(
        job_id=offer.job_id,
        worker_id=offer.host,
        engine="ghosthands",
        pause_reason=type_of(offer.ask),
        page_url=viewing.url,
        page_title=viewing.title,
        viewport=ViewportBlock(width=picture.width, height=picture.height),
        updated_at=datetime.now(UTC),
    )


async def _look(offers: Offers, offer: Offer) -> tuple[LiveLine, SeenPicture] | None:
    """Look at the page shortly, with a right that only views."""
    plate = offers.plate
    if plate is None:
        return None
    with suppress(*_AWAY, CallRefused):
        async with asyncio.timeout(LOOK_SECONDS), LiveLine.open(plate, offer.session_id, Right.VIEW) as viewing:
            listening = asyncio.create_task(viewing.listen())
            try:
                return viewing, await viewing.await_picture()
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
    return None
