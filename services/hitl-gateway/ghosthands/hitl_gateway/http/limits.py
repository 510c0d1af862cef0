"""The limits of every call: bytes and seconds, and no details of an internal error in the answer."""

from __future__ import annotations

import asyncio

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ghosthands.chassis import logging
from ghosthands.contract.request import MAX_REQUEST_BYTES
from ghosthands.hitl_gateway.http.call_counts import CallCounts
from ghosthands.hitl_gateway.http.refusals import ErrorWord, Refused, respond, unavailable
from ghosthands.messaging.location import describe_error

#: VALET waits 15
ANSWER_SECONDS = 13.0

log = logging.get(__name__)


class CallLimits:
    """ASGI middleware that answers where the application exceeds a limit or fails."""

    def __init__(self, app: ASGIApp, calls_so_far: CallCounts) -> None:
        self._app = app
        self.calls_so_far = calls_so_far

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through, within its limits."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, taken = False, 0
        state = scope.setdefault("state", {})

        self.calls_so_far.calls += 1

        async def count(message: Message) -> None:
            nonlocal begun
            begun = True
            self.calls_so_far.errors += message["type"] == "http.response.start" and message["status"] >= 500
            if message["type"] == "http.response.start" and (allowance := state.get("allowance")):
                MutableHeaders(scope=message).update(allowance)
            await send(message)

        async def take() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MAX_REQUEST_BYTES:
                raise Refused(413, ErrorWord.HTTP_ERROR, f"a body may have at most {MAX_REQUEST_BYTES} bytes")
            return message

        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._app(scope, take, count)
        except TimeoutError:
            if not begun:
                await respond(unavailable())(scope, receive, count)
        except Exception as error:  # it was answered with no more than that there was one
            log.error("call_failed", **describe_error(error))
