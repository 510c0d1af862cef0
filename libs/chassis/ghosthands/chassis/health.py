"""`/metrics`, `/healthz` and `/readyz` of a service, served inside its own event loop.

`/metrics` needs the token of GHOSTHANDS_METRICS_TOKEN; the others reveal nothing about the work, and need none.
`/healthz` answers while the loop runs. `/readyz` is 200 when nothing is missing, else 503 with the missing names:
``{"ready": false, "service": "planner", "waiting_for": ["nats"]}``.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from ghosthands.chassis import metrics
from ghosthands.chassis.server import Server

#: A check that takes longer counts as failed.
CHECK_SECONDS = 2.0

_NOT_TOLD = "send the token of GHOSTHANDS_METRICS_TOKEN: `Authorization: Bearer …`\n"

#: Returns False or raises when the dependency is not there.
Check = Callable[[], Awaitable[object]]


class Readiness:
    """The dependencies a service waits for: names added by `waiting`, and checks run each time."""

    def __init__(self, service: str) -> None:
        self.service = service
        self.checks: dict[str, Check] = {}
        self._waiting: list[str] = []

    @contextmanager
    def waiting(self, name: str) -> Iterator[None]:
        """Report the service as not ready, because of `name`, within the block."""
        self._waiting.append(name)
        try:
            yield
        finally:
            self._waiting.remove(name)

    async def missing(self) -> list[str]:
        """Return the names of what is not there now, each once."""
        names = list(self.checks)
        there = await asyncio.gather(*(_there(self.checks[name]) for name in names))
        failed = [name for name, is_there in zip(names, there, strict=True) if not is_there]
        missing = list(dict.fromkeys([*self._waiting, *failed]))
        metrics.READY.labels(self.service).set(not missing)
        return missing


async def _there(check: Check) -> bool:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return await check() is not False
    except Exception:  # any error means that it is not there
        return False


def app(readiness: Readiness, metrics_token: str) -> Starlette:
    """Return the three pages as an ASGI application; with an empty token nobody gets the metrics."""

    async def show_metrics(request: Request) -> Response:
        if not _shows(request, metrics_token):
            return PlainTextResponse(_NOT_TOLD, status_code=401, headers={"WWW-Authenticate": "Bearer"})
        await readiness.missing()  # sets the gauge
        return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)

    async def healthz(_request: Request) -> Response:
        return JSONResponse({"alive": True, "service": readiness.service})

    async def readyz(_request: Request) -> Response:
        missing = await readiness.missing()
        body = {"ready": not missing, "service": readiness.service, "waiting_for": missing}
        return JSONResponse(body, status_code=503 if missing else 200)

    return Starlette(routes=[Route("/metrics", show_metrics), Route("/healthz", healthz), Route("/readyz", readyz)])


def _shows(request: Request, token: str) -> bool:
    """Whether the caller shows the token, compared in constant time."""
    shown = request.headers.get("authorization", "").encode("latin-1")
    return bool(token) and hmac.compare_digest(shown, f"Bearer {token}".encode())


class AddressTaken(Exception):
    """Another process listens there already."""


@asynccontextmanager
async def serving(application: ASGIApp, host: str, port: int, **how: Any) -> AsyncIterator[int]:
    """Serve within the block, with uvicorn's options `how`; yield the port. Raises AddressTaken.

    No path is logged.
    """
    config = uvicorn.Config(application, log_config=None, access_log=False, lifespan="off", **how)
    try:
        server = Server(config, host, port)
    except OSError as error:
        raise AddressTaken(f"cannot listen on {host}:{port}: {error.strerror}") from None
    task = asyncio.create_task(server.run_until_stopped(), name="health")
    try:
        yield server.port
    finally:
        server.stop()
        await task
