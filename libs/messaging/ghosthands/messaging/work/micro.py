"""Request and reply: requests that a service answers at once, without anything on the log.

Endpoints are NATS services (ADR-32), so that `nats micro` finds, pings and counts them. Endpoints of one queue share
its requests. An error is an answer too: a code and a text in its headers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import msgspec
import nats.micro
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.micro.request import ERROR_CODE_HEADER, ERROR_HEADER, Request, ServiceError

from ghosthands.domain.codes import MessageFault, ToolFailure
from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.location import describe_error
from ghosthands.messaging.server.client import DirectClient
from ghosthands.messaging.server.connection import Connection

log = logging.getLogger(__name__)

VERSION = "1.0.0"

Answer = Callable[[bytes], Awaitable[bytes]]
T = TypeVar("T")


class RequestRefused(GhostHandsError):
    """The request was understood and not carried out; `code` is stable, the message is for people."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code


@dataclass(frozen=True)
class Endpoint:
    """A subject and the function that answers there; endpoints with the same queue share its requests."""

    name: str
    subject: str
    answer: Answer
    queue: str


class Micro:
    """Answers requests at some endpoints, on one connection of a service."""

    def __init__(self, bus: Connection, name: str, endpoints: Sequence[Endpoint], *, description: str = "") -> None:
        self._bus = bus
        self._name = name
        self._description = description
        self._endpoints = endpoints
        self._client = _Concurrent(bus.client)

    async def start(self) -> None:
        """Begin to answer requests."""
        service = await nats.micro.add_service(
            cast(DirectClient, self._client), name=self._name, version=VERSION, description=self._description
        )
        for endpoint in self._endpoints:
            await service.add_endpoint(
                name=endpoint.name,
                subject=endpoint.subject,
                queue_group=endpoint.queue,
                handler=_handler(endpoint),
            )

    async def stop(self) -> None:
        """Stop listening, and cancel the requests in progress."""
        # nats-py's own stop drains: `client` says why not
        for subscription in self._client.subscriptions:
            await self._bus.unsubscribe(subscription)
        self._client.subscriptions.clear()
        for answering in self._client.running:
            answering.cancel()
        await asyncio.gather(*self._client.running, return_exceptions=True)


class _Concurrent:
    """A client for subscriptions whose callbacks run concurrently, each in a task of its own.

    nats-py's micro answers an endpoint's requests one after the other, as any subscription would
    (https://github.com/nats-io/nats.py/issues/447); here even the connection's reader would have to wait.
    """

    def __init__(self, client: DirectClient) -> None:
        self._client = client
        self.subscriptions: list[Subscription] = []
        self.running: set[asyncio.Task[None]] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    async def subscribe(
        self, subject: str, queue: str = "", *, cb: Callable[[Msg], Coroutine[Any, Any, None]]
    ) -> Subscription:
        async def start(message: Msg) -> None:
            running = asyncio.create_task(cb(message))
            self.running.add(running)
            running.add_done_callback(self.running.discard)

        subscription = await self._client.subscribe(subject, queue=queue, cb=start)
        self.subscriptions.append(subscription)
        return subscription


def _handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[None]]:
    async def handle(request: Request) -> None:
        try:
            answer = await endpoint.answer(request.data)
        except RequestRefused as refused:
            raise ServiceError(refused.code, _one_line(str(refused))) from None
        except Exception as error:
            log.error("request_failed", extra={"endpoint": endpoint.name} | describe_error(error))
            raise ServiceError(MessageFault.INTERNAL_ERROR, MessageFault.INTERNAL_ERROR) from None
        await request.respond(answer)

    return handle


def read(data: bytes, kind: type[T]) -> T:
    """Decode the request. Raises RequestRefused if `data` does not fit the type."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise RequestRefused(ToolFailure.INVALID_ARGUMENTS, str(error)) from None


async def ask(bus: Connection, subject: str, data: bytes, *, timeout: float) -> bytes:
    """Send a request and return the answer. Raises RequestRefused, StreamUnavailable, Forbidden."""
    message = await bus.request(subject, data, timeout=timeout)
    headers = message.headers or {}
    if code := headers.get(ERROR_CODE_HEADER):
        raise RequestRefused(code, headers.get(ERROR_HEADER, ""))
    return message.data


async def ask_for(bus: Connection, subject: str, asked: object, kind: type[T], *, timeout: float) -> T:
    """Send a request and return the answer, decoded as `kind`. Raises what `ask` does."""
    return msgspec.json.decode(await ask(bus, subject, msgspec.json.encode(asked), timeout=timeout), type=kind)


def _one_line(text: str) -> str:
    return " ".join(text.split())
