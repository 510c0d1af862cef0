"""The upstream product's receiver of callbacks, with its behaviour: what it refuses, shows, and believes.

It authenticates its sender by the service key or else a token, counts a hundred requests a minute from one address,
does not recognise repeats, and believes whatever comes last: callbacks out of order leave a person without a question.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ghosthands.practice import loopback

PATH = "/api/v1/webhooks/ghosthands"
PER_MINUTE = 100
PATIENCE = 60.0

_TASK_STATUS = {
    "pending": "queued",
    "queued": "queued",
    "running": "in_progress",
    "resumed": "in_progress",
    "paused": "waiting_human",
    "needs_human": "waiting_human",
    "awaiting_review": "waiting_human",
    "completed": "completed",
    "failed": "failed",
    "expired": "failed",
    "cancelled": "cancelled",
}
_FINAL = ("completed", "failed", "cancelled")


class Card(StrEnum):
    """The only types of question that a person is shown."""

    CAPTCHA = "captcha"
    TWO_FACTOR = "two_factor"
    LOGIN_REQUIRED = "login_required"
    BOT_CHECK = "bot_check"
    RATE_LIMITED = "rate_limited"
    VERIFICATION = "verification"


@dataclass(frozen=True)
class Heard:
    """A request that came in, and its answer."""

    at: float
    headers: Mapping[str, str]
    query: str
    raw: bytes
    http_status: int

    @property
    def body(self) -> dict[str, Any]:
        """The callback's body, decoded."""
        told: dict[str, Any] = json.loads(self.raw)
        return told

    @property
    def delivery(self) -> str:
        """The delivery's id, which a repeat has too."""
        return self.headers.get("x-ghosthands-delivery", "")

    @property
    def word(self) -> str:
        """The callback's status, with the question's type where there is one."""
        kind = self.body.get("interaction", {}).get("type")
        return f"{self.body['status']}:{kind}" if kind else str(self.body["status"])


@dataclass
class Task:
    """A task as the upstream product has it."""

    status: str = "queued"
    started: bool = False
    #: the card a person sees
    card: Mapping[str, Any] | None = None
    result: Mapping[str, Any] = field(default_factory=dict)
    error: Mapping[str, Any] | None = None
    cost: Mapping[str, float] | None = None


class Receiver:
    """The receiver, and the behaviour that a test adds."""

    def __init__(self, secret: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.secret = secret
        self.heard: list[Heard] = []
        self.tasks: dict[str, Task] = {}
        #: the answers to the next requests, whatever they are
        self.answers: deque[int | Response] = deque()
        #: it takes requests and does not answer until this is set
        self.open = asyncio.Event()
        self.open.set()
        #: requests that came in, answered or not
        self.asked = 0
        self.url = ""
        self._clock = clock
        self._seen: dict[str, deque[float]] = {}
        self._news = asyncio.Condition()

    @asynccontextmanager
    async def listening(self, port: int = 0) -> AsyncIterator[Receiver]:
        """Listen for the block; afterwards nothing listens there."""
        listener = loopback.listen(port, "127.0.0.1")
        self.url = f"{loopback.find_address(listener)}{PATH}"
        app = Starlette(routes=[Route(PATH, self._receive, methods=["POST"])])
        async with loopback.run(loopback.LoopbackServer(app), listener):
            try:
                yield self
            finally:
                self.open.set()

    @property
    def port(self) -> int:
        """The port that it listens on, or did last."""
        return int(self.url.split(":")[2].split("/")[0])

    def callback_url(self, *, token: bool = True) -> str:
        """Return the address as the upstream product gives it."""
        return f"{self.url}?token={self.secret}" if token else self.url

    def of(self, job_id: str, *, taken: bool = True) -> list[Heard]:
        """Return the requests about a job; the accepted ones, or all."""
        return [one for one in self.heard if one.body.get("job_id") == job_id and (one.http_status == 200 or not taken)]

    def words(self, job_id: str) -> list[str]:
        """Return what was told of a job, in the order in which it was accepted."""
        return [one.word for one in self.of(job_id)]

    async def until(self, enough: Callable[[], bool], *, timeout: float = PATIENCE) -> None:
        """Return as soon as `enough` holds. Raises AssertionError."""
        try:
            async with asyncio.timeout(timeout), self._news:
                await self._news.wait_for(enough)
        except TimeoutError:
            words = [f"{one.http_status} {one.word}" for one in self.heard]
            raise AssertionError(f"waited {timeout} s in vain; heard {words}") from None

    async def until_asked(self, times: int = 1) -> None:
        """Return once that many requests have come in, answered or not."""
        await self.until(lambda: self.asked >= times)

    async def _receive(self, request: Request) -> Response:
        raw = await request.body()
        async with self._news:
            self.asked += 1
            self._news.notify_all()
        await self.open.wait()
        answer = self._answer(request, raw)
        heard = Heard(self._clock(), dict(request.headers), request.url.query, raw, answer.status_code)
        async with self._news:
            self.heard.append(heard)
            self._news.notify_all()
        return answer

    def _answer(self, request: Request, raw: bytes) -> Response:
        if self.answers:
            told = self.answers.popleft()
            return told if isinstance(told, Response) else JSONResponse({"error": "as told"}, told)
        if (wait := self._count(request)) is not None:
            return JSONResponse({"error": "RATE_LIMIT_EXCEEDED"}, 429, {"Retry-After": str(wait)})
        if not self._knows(request):
            return JSONResponse({"error": "unauthorized"}, 401)
        body = json.loads(raw)
        if not body.get("job_id") or not body.get("status"):
            return JSONResponse({"error": "job_id and status are required"}, 400)
        return self._take(body)

    def _count(self, request: Request) -> int | None:
        """Return the seconds to wait, for an address over its limit."""
        now, seen = self._clock(), self._seen.setdefault(request.client.host if request.client else "", deque())
        while seen and seen[0] <= now - 60:
            seen.popleft()
        if len(seen) >= PER_MINUTE:
            return max(1, int(seen[0] + 60 - now) + 1)
        seen.append(now)
        return None

    def _knows(self, request: Request) -> bool:
        """Whether the caller is authenticated: by the key if one is sent, which must be right, else by the token."""
        shown = request.headers.get("x-gh-service-key") or request.query_params.get("token") or ""
        return hmac.compare_digest(shown.encode(), self.secret.encode())

    def _take(self, body: Mapping[str, Any]) -> Response:
        task, status = self.tasks.setdefault(body.get("valet_task_id", ""), Task()), _TASK_STATUS.get(body["status"])
        if task.status in _FINAL:
            return JSONResponse({"received": True, "skipped": True})
        if status is None:
            return JSONResponse({"received": True})
        asked = body.get("interaction") or {}
        task.status, task.started = status, task.started or status == "in_progress"
        task.card = asked if status == "waiting_human" and asked.get("type") in list(Card) else None
        if body.get("result_data") is not None:
            task.result = {**body["result_data"], "summary": body.get("result_summary")}
        if body.get("error_code"):
            task.error = {"code": body["error_code"], "message": body.get("error_message")}
        cost = body.get("cost") or {}
        if all(isinstance(cost.get(name), int | float) for name in ("total_cost_usd", "action_count", "total_tokens")):
            task.cost = cost
        return JSONResponse({"received": True})
