"""The time until a pause is reported: from the decision to ask a human to the POST at the receiver.

The job was requested by job-intake and has the first half of an application on its log. hitl-gateway, a process of its
own, takes the event, reads the job's history and its request, writes the body, signs and posts it; it has recorded the
last one before. The reference is a bare httpx loop that posts the same body to the same receiver. The 99th percentile,
because the slow ones make a person wait, and the median.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from statistics import median
from uuid import uuid4

import httpx
import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ghosthands import stack
from ghosthands.bench import application, servers
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, find_percentile, repeat
from ghosthands.domain import ids, services
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested, JobRequested, JobResumed
from ghosthands.domain.message import Event
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.server.permissions import VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.practice import loopback

#: samples of a run: jobs, and pauses of each
JOBS = 10
PAUSES = 12
#: events of a half-done application
HALF_DONE = 30

#: seconds to wait for a callback
PATIENCE = 30.0

TOLD_P99 = Contest("notify.told_p99", "ms", Better.LOWER, "httpx posting the same body, p99")
TOLD_P50 = Contest("notify.told_p50", "ms", Better.LOWER, "httpx posting the same body, p50")

_ENVIRONMENT = {
    "GHOSTHANDS_HITL_GATEWAY_CALLBACK_HOSTS": "127.0.0.1",
    "GHOSTHANDS_HITL_GATEWAY_CALLBACKS_PER_MINUTE": "1000000",
}


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run both contests on servers of their own, with job-intake and hitl-gateway."""
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress),
        services=(services.JOB_INTAKE, services.HITL_GATEWAY),
        environment=_ENVIRONMENT,
    )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        buses = await exits.enter_async_context(servers.connect(running, VALET, *services.SERVICES))
        receiver = await exits.enter_async_context(listen())
        client = await exits.enter_async_context(httpx.AsyncClient())
        telling = Telling(buses, receiver, client)
        both = await repeat(telling.run, runs, progress, "pause → POST")
    slow, usual = zip(*both, strict=True)
    return [TOLD_P99.result(slow), TOLD_P50.result(usual)]


class PostBox:
    """A receiver of callbacks, which notes when each arrives."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._arrived: dict[str, tuple[float, bytes]] = {}
        self._news = asyncio.Condition()

    async def take(self, request: Request) -> Response:
        """Note when the callback came, by its job and status."""
        raw, at = await request.body(), time.perf_counter()
        told = msgspec.json.decode(raw)
        async with self._news:
            self._arrived[f"{told['job_id']} {told['status']}"] = at, raw
            self._news.notify_all()
        return JSONResponse({"received": True})

    async def next(self, job_id: str, status: str) -> tuple[float, bytes]:
        """Return when the job's next callback with that status came, and its body; earlier ones are dropped."""
        name = f"{job_id} {status}"
        try:
            async with asyncio.timeout(PATIENCE), self._news:
                await self._news.wait_for(lambda: name in self._arrived)
                return self._arrived.pop(name)
        except TimeoutError:
            raise BenchFailed(f"no callback {status} came within {PATIENCE:g} s") from None


@asynccontextmanager
async def listen() -> AsyncIterator[PostBox]:
    """Run a receiver on loopback for the block."""
    listener = loopback.listen(0, "127.0.0.1")
    box = PostBox(loopback.find_address(listener))
    app = Starlette(routes=[Route("/", box.take, methods=["POST"])])
    async with loopback.run(loopback.LoopbackServer(app), listener):
        yield box


class Telling:
    """Pauses and their callbacks, and a loop of posts."""

    def __init__(self, buses: list[Bus], receiver: PostBox, client: httpx.AsyncClient) -> None:
        self._valet, *services_buses = buses
        self._logs = {bus.service: JetStreamEventLog(bus) for bus in services_buses}
        self._receiver = receiver
        self._client = client

    async def run(self) -> tuple[Pair, Pair]:
        """Return the 99th percentiles and the medians, in milliseconds, over some pauses of each of some jobs."""
        pairs = [pair for _ in range(JOBS) for pair in await self._pause_job()]
        ours, bare = zip(*pairs, strict=True)
        slow = Pair(find_percentile(ours, 0.99) * 1e3, find_percentile(bare, 0.99) * 1e3)
        return slow, Pair(median(ours) * 1e3, median(bare) * 1e3)

    async def _pause_job(self) -> list[Pair]:
        job_id = await self._request()
        for service, event in application.tell(job_id)[1:HALF_DONE]:
            await self._append(job_id, service, event)
        await self._receiver.next(job_id, "running")
        return [await self._pause(job_id) for _ in range(PAUSES)]

    async def _pause(self, job_id: str) -> Pair:
        request_id, at = str(uuid4()), datetime.now(UTC)
        asked = HumanRequested(
            request_id=request_id, kind=AskKind.BLOCKER, code=BlockerType.CAPTCHA, at=at, timeout_seconds=300
        )
        started = time.perf_counter()
        await self._append(job_id, services.EXECUTOR, asked)
        arrived, body = await self._receiver.next(job_id, "needs_human")
        await self._append(job_id, services.EXECUTOR, JobResumed(request_id=request_id, at=datetime.now(UTC)))
        await self._receiver.next(job_id, "resumed")
        return Pair(arrived - started, await self._post(job_id, body))

    async def _append(self, job_id: str, service: str, event: Event) -> None:
        """Append as hitl-gateway would, which records its callbacks."""
        cause = Cause(command_id=str(uuid4()), tenant="bench", correlation=job_id)
        await self._logs[service].transact(subjects.job(job_id), lambda _history: [event], cause=cause)

    async def _post(self, job_id: str, body: bytes) -> float:
        started = time.perf_counter()
        await self._client.post(self._receiver.url, content=body)
        arrived, _ = await self._receiver.next(job_id, "needs_human")
        return arrived - started

    async def _request(self) -> str:
        """Request a job, with its request in the vault; return its id."""
        key = str(uuid4())
        body = {
            "tenant": "bench",
            "valet_task_id": str(uuid4()),
            "valet_user_id": str(uuid4()),
            "idempotency_key": key,
            "target_url": "https://careers.example.com/jobs/1",
            "callback_url": f"{self._receiver.url}/?token=bench",
            "profile": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"},
        }
        job_id = ids.job_id("bench", key)
        async with self._logs[services.EXECUTOR].follow(subjects.job(job_id)) as feed:
            await self._valet.publish(Outgoing("job.requested", msgspec.json.encode(body)))
            while not any(isinstance(one.event, JobRequested) for one in await feed.next(PATIENCE)):
                continue
        return job_id
