"""Request and reply: what a service answers at once, to whoever asks, with nothing of it on the log.

Endpoints are NATS services (ADR-32), so that `nats micro` finds, pings and counts them. Those of one queue share their
requests. An error is an answer too: a code and a text in its headers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import nats.micro
from nats.aio.msg import Msg
from nats.micro.request import ERROR_CODE_HEADER, ERROR_HEADER, Request, ServiceError

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.location import described
from ghosthands.messaging.server.connection import Connection

log = logging.getLogger(__name__)

VERSION = "1.0.0"

Answer = Callable[[bytes], Awaitable[bytes]]


class Refused(GhostHandsError):
    """The request was understood and not carried out; `code` is stable, the message is for people."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code


@dataclass(frozen=True)
class Endpoint:
    """One subject and what answers there; whoever shares its queue shares its requests."""

    name: str
    subject: str
    answer: Answer
    queue: str


class Micro:
    """One service's endpoints on one connection."""

    def __init__(self, bus: Connection, name: str, endpoints: Sequence[Endpoint], *, description: str = "") -> None:
        self._bus = bus
        self._name = name
        self._description = description
        self._endpoints = endpoints
        self._service: nats.micro.service.Service | None = None
        self._answering: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen from now on."""
        self._service = await nats.micro.add_service(
            self._bus.client, name=self._name, version=VERSION, description=self._description
        )
        for endpoint in self._endpoints:
            await self._service.add_endpoint(
                name=endpoint.name,
                subject=endpoint.subject,
                queue_group=endpoint.queue,
                handler=_handler(endpoint),
            )
        for started in self._service._endpoints:
            # what is called must not be waited for by the connection's reader, which every answer comes by
            started._subscription._cb = self._aside(started._handle_request)

    async def stop(self) -> None:
        """Listen no more; what is in hand is cancelled."""
        service, self._service = self._service, None
        for answering in self._answering:
            answering.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)
        if service is not None and self._bus.connected:
            await service.stop()

    def _aside(self, handle: Callable[[Msg], Awaitable[None]]) -> Callable[[Msg], Awaitable[None]]:
        async def start(message: Msg) -> None:
            answering = asyncio.ensure_future(handle(message))
            self._answering.add(answering)
            answering.add_done_callback(self._answering.discard)

        return start


def _handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[None]]:
    async def handle(request: Request) -> None:
        try:
            answer = await endpoint.answer(request.data)
        except Refused as refused:
            raise ServiceError(refused.code, _one_line(str(refused))) from None
        except Exception as error:
            log.error("request_failed", extra={"endpoint": endpoint.name} | described(error))
            raise ServiceError(MessageFault.INTERNAL_ERROR, MessageFault.INTERNAL_ERROR) from None
        await request.respond(answer)

    return handle


async def ask(bus: Connection, subject: str, data: bytes, *, timeout: float) -> bytes:
    """The answer of whoever listens there. Raises Refused, StreamUnavailable, Forbidden."""
    message = await bus.request(subject, data, timeout=timeout)
    headers = message.headers or {}
    if code := headers.get(ERROR_CODE_HEADER):
        raise Refused(code, headers.get(ERROR_HEADER, ""))
    return message.data


def _one_line(text: str) -> str:
    return " ".join(text.split())
