"""An OpenTelemetry collector on loopback: takes traces by OTLP over HTTP, and keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ghosthands.practice import loopback

PATIENCE = 60.0


@dataclass
class Collector:
    """The received requests, and the spans in them."""

    #: each request's body
    received: list[bytes] = field(default_factory=list)
    #: each span, with the name of its service
    spans: list[tuple[str, Span]] = field(default_factory=list)
    url: str = ""
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Collector]:
        """Listen for the block."""
        listener = loopback.listen(0, "127.0.0.1")
        self.url = loopback.find_address(listener)
        app = Starlette(routes=[Route("/v1/traces", self._take, methods=["POST"])])
        async with loopback.run(loopback.LoopbackServer(app), listener):
            yield self

    async def until(self, enough: Callable[[], bool]) -> None:
        """Return as soon as `enough` holds. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(enough)

    async def _take(self, request: Request) -> Response:
        raw = await request.body()
        for of_service in ExportTraceServiceRequest.FromString(raw).resource_spans:
            named = {attribute.key: attribute.value.string_value for attribute in of_service.resource.attributes}
            for scope in of_service.scope_spans:
                self.spans += [(named["service.name"], span) for span in scope.spans]
        async with self._news:
            self.received.append(raw)
            self._news.notify_all()
        return Response(media_type="application/x-protobuf")
