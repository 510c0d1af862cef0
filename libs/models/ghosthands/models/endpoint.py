"""The gateway's endpoint: an OpenAI-compatible server on loopback, for clients that only know a base URL.

Each admitted account gets a token for as long as it needs one. Its requests are redacted, metered and paid like any
other, and whatever model a request names, the account's own is asked. An answer is sent in one piece, even to a client
that wants it streamed.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ghosthands.chassis import health
from ghosthands.domain.codes import ModelFailure
from ghosthands.models.account import Account
from ghosthands.models.errors import ModelTrouble

HOST = "127.0.0.1"
#: The largest body of an engine's request: pictures of a page are a few megabytes.
MAX_BODY_BYTES = 64 * 1024 * 1024

_STATUS: Mapping[str, int] = {
    ModelFailure.NOT_CONFIGURED: 503,
    ModelFailure.BUDGET_SPENT: 402,
    ModelFailure.MODEL_TIMEOUT: 504,
    ModelFailure.MODEL_UNREACHABLE: 502,
    ModelFailure.MODEL_RATE_LIMITED: 429,
    ModelFailure.MODEL_REFUSED: 400,
    ModelFailure.MODEL_FORBIDDEN: 503,
}


@dataclass
class ModelEndpoint:
    """A server on loopback through which engines ask their models."""

    base_url: str
    _accounts: dict[str, Account] = field(default_factory=dict, repr=False)

    @classmethod
    @asynccontextmanager
    async def serving(cls) -> AsyncIterator[ModelEndpoint]:
        """Serve the endpoint for the duration of the block."""
        endpoint = cls("")
        async with health.serving(endpoint._app(), HOST, 0) as port:
            endpoint.base_url = f"http://{HOST}:{port}/v1"
            yield endpoint

    def admit(self, account: Account) -> str:
        """Return a token for this account, valid until it is dismissed."""
        token = secrets.token_urlsafe(32)
        self._accounts[token] = account
        return token

    def dismiss(self, token: str) -> None:
        """Invalidate the token, if it is valid."""
        self._accounts.pop(token, None)

    @contextmanager
    def admitted(self, account: Account) -> Iterator[str]:
        """Return a token that is valid within the block."""
        token = self.admit(account)
        try:
            yield token
        finally:
            self.dismiss(token)

    def _app(self) -> Starlette:
        return Starlette(routes=[Route("/v1/chat/completions", self._completions, methods=["POST"])])

    async def _completions(self, request: Request) -> Response:
        account = self._account(request.headers.get("authorization", ""))
        if account is None:
            return _refuse(401, ModelFailure.UNKNOWN_TOKEN, "this token is good for nothing")
        if int(request.headers.get("content-length") or 0) > MAX_BODY_BYTES:
            return _refuse(413, ModelFailure.TOO_LARGE, "the request is too large")
        try:
            body = await request.json()
        except ValueError:
            body = None
        if not (isinstance(body, dict) and isinstance(body.get("messages"), list)):
            return _refuse(400, ModelFailure.NO_REQUEST, "this is no chat completion request")
        try:
            completion = await account.complete(body)
        except ModelTrouble as trouble:
            return _refuse(_STATUS.get(trouble.code, 502), trouble.code, str(trouble))
        if body.get("stream"):
            return StreamingResponse(_stream(completion), media_type="text/event-stream")
        return JSONResponse(completion)

    def _account(self, authorization: str) -> Account | None:
        given = authorization.removeprefix("Bearer ").encode()
        return next(
            (each for token, each in self._accounts.items() if hmac.compare_digest(token.encode(), given)), None
        )


def _refuse(status: int, code: str, message: str) -> Response:
    return JSONResponse({"error": {"code": code, "type": code, "message": message}}, status_code=status)


async def _stream(completion: dict[str, Any]) -> AsyncIterator[str]:
    head = {**completion, "object": "chat.completion.chunk"}
    deltas = [
        {"index": each.get("index", 0), "delta": each.get("message"), "finish_reason": each.get("finish_reason")}
        for each in completion["choices"]
    ]
    yield f"data: {json.dumps({**head, 'choices': deltas})}\n\n"
    yield "data: [DONE]\n\n"
