"""The HTTP server for live views: reachable from this machine alone by default, and only with a token."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from ghosthands.browser_host.live import rfb
from ghosthands.browser_host.live.doorkeeper import LiveDoorkeeper
from ghosthands.browser_host.live.view import LiveView
from ghosthands.browser_host.live.viewer import Parting
from ghosthands.browser_host.live.views import LiveViews
from ghosthands.browser_host.providers.desktop import Desktops
from ghosthands.chassis import health, logging
from ghosthands.chassis.grants import Doorplate, Grant, Grants, Right, doorplate
from ghosthands.chromium import tigervnc

_PAGE = Path(__file__).parent / "viewer"
#: the largest message of a viewer
_MESSAGE_BYTES = 256 * 1024
#: seconds that open connections get to close when the host stops
_PARTING_SECONDS = 2

log = logging.get(__name__)


class Door:
    """The HTTP server for live views."""

    def __init__(
        self,
        views: LiveViews,
        grants: Grants,
        desktops: Desktops,
        *,
        origins: Collection[str] = (),
        names: Collection[str] = (),
    ) -> None:
        self.views = views
        self.grants = grants
        self._desktops = desktops
        self._origins = origins
        self._names = names

    def app(self) -> ASGIApp:
        """Return the ASGI application; every path of it is behind `/live/<token>`."""
        routes: list[Route | Mount | WebSocketRoute] = [
            Route("/", self._serve_page),
            Route("/state", self._serve_state),
            Route("/switch", self._serve_switch, methods=["POST"]),
            WebSocketRoute("/socket", self._serve_socket),
            WebSocketRoute("/desktop", self._serve_desktop),
            Mount("/viewer", StaticFiles(directory=_PAGE)),
        ]
        if (files := tigervnc.novnc()) is not None:
            routes += [Mount(f"/novnc/{part}", StaticFiles(directory=files / part)) for part in ("core", "vendor")]
        return LiveDoorkeeper(Starlette(routes=routes), self.grants, origins=self._origins, names=self._names)

    async def _serve_page(self, request: Request) -> Response:
        self._require_watched(request)
        return FileResponse(_PAGE / "index.html")

    async def _serve_state(self, request: Request) -> Response:
        view = self._find_view(request)
        return JSONResponse({"on": view.is_on, "viewers": view.viewers, "held": view.control.held})

    async def _serve_switch(self, request: Request) -> Response:
        view = self._find_view(request)
        if _read_grant(request).right is not Right.MANAGE:
            raise HTTPException(403, "this link does not turn live views on or off")
        wanted = _parse(await request.body())
        if not isinstance(wanted, bool):
            raise HTTPException(400, "true turns it on, false off")
        await view.switch(wanted)
        return JSONResponse({"on": view.is_on})

    async def _serve_socket(self, socket: WebSocket) -> None:
        view = self._find_view(socket)
        await socket.accept()
        if not view.is_on:
            await socket.close(Parting.OFF)
            return
        viewer = await view.join(_read_grant(socket))
        sending = asyncio.create_task(viewer.send_to(socket), name="viewer")
        try:
            async for data in socket.iter_text():
                await view.hear(viewer, data)
        except (WebSocketDisconnect, RuntimeError, KeyError):  # closed by us, or a binary message
            pass
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            await view.leave(viewer)

    async def _serve_desktop(self, socket: WebSocket) -> None:
        """Relay the desktop's own protocol to a viewer who is there already: their page says who they are."""
        view, grant = self._require_watched(socket), _read_grant(socket)
        key = self.views.key_of(grant.session_id)
        desktop = self._desktops.get(key) if key is not None else None
        if desktop is None or not grant.viewer_id:
            raise HTTPException(404)
        await socket.accept(subprotocol="binary" if "binary" in socket.scope["subprotocols"] else None)
        await rfb.relay(
            socket,
            desktop.socket_path,
            is_watched=lambda: view.is_on,
            may_act=lambda: view.let_through(grant.viewer_id),
        )

    def _find_view(self, connection: HTTPConnection) -> LiveView:
        view = self.views.of(_read_grant(connection).session_id)
        if view is None:
            raise HTTPException(404, "this session is over, or on another host")
        return view

    def _require_watched(self, connection: HTTPConnection) -> LiveView:
        view = self._find_view(connection)
        if not view.is_on:
            raise HTTPException(404, "the live view of this session is turned off")
        return view


def _read_grant(connection: HTTPConnection) -> Grant:
    found = connection.state.grant
    assert isinstance(found, Grant)  # noqa: S101  the guard put it there
    return found


def _parse(body: bytes) -> object:
    try:
        return json.loads(body or b"null")
    except ValueError:
        return None


def serving(app: ASGIApp, host: str, port: int) -> AbstractAsyncContextManager[int]:
    """Serve within the block; yield the port. Raises AddressTaken."""
    return health.serving(
        app,
        host,
        port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # pictures are small already
        timeout_graceful_shutdown=_PARTING_SECONDS,
        server_header=False,
    )


async def keep(door: Door, plate: Path, host: str, port: int, url: str | None) -> None:
    """Serve until cancelled; the plate file says where, and only our own user may read it.

    `port` 0: the port of an earlier process of this host, so that viewers find back, else any. `url`: the door's
    address from elsewhere. If the port is taken there are no live views, and everything else goes on.
    """
    ports = [port] if port else [_port_of(plate), 0]
    for at in ports:
        try:
            async with serving(door.app(), host, at) as served_at:
                here = f"http://{host}:{served_at}"
                Doorplate(url or here, here, door.grants).hang(plate)
                log.info("live_view_served", host=host, port=served_at)
                await asyncio.Event().wait()
        except health.AddressTaken as error:
            log.warning("live_view_not_served", host=host, port=at, reason=str(error))


def _port_of(plate: Path) -> int:
    before = doorplate(plate)
    return urlsplit(before.local_url).port or 0 if before is not None else 0
