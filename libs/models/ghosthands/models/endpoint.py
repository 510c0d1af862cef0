"""The gateway for who speaks to a base URL only: an OpenAI-compatible server of our own, on loopback.

Each account that is let in gets a token for as long as it needs one; what is asked with it is redacted, metered and
paid like everything else, and whatever model the request names, the account's own is asked. An answer is sent in one
piece, also to who wants it streamed.
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
#: A body larger than this is no request of an engine's: pictures of a page are a few megabytes.
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
        """The endpoint, answering while the block lasts."""
        endpoint = cls("")
        async with health.serving(endpoint._app(), HOST, 0) as port:
            endpoint.base_url = f"http://{HOST}:{port}/v1"
            yield endpoint

    def admit(self, account: Account) -> str:
        """A token with which this account is asked, until it is dismissed."""
        token = secrets.token_urlsafe(32)
        self._accounts[token] = account
        return token

    def dismiss(self, token: str) -> None:
        """The token is good for nothing any more; nothing happens where it was not."""
        self._accounts.pop(token, None)

    @contextmanager
    def admitted(self, account: Account) -> Iterator[str]:
        """A token that is good within the block."""
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
        given = authorization.removeprefix("Bearer ")
        return next((each for token, each in self._accounts.items() if hmac.compare_digest(token, given)), None)


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
