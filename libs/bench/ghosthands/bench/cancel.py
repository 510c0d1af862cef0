"""From a cancel that is stored to an engine that is stopped, beside a NATS request and its reply.

A real Stagehand works a real page and waits for a model that does not answer. The cancel goes the whole way: job-intake
writes it down, executor ends the job, browser-host cuts the engine off and says so on the log.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

import msgspec
from nats.aio.client import Client

from ghosthands import stack
from ghosthands.bench import apply, responder, servers
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, repeated, timed
from ghosthands.domain import ids, job
from ghosthands.domain.job import Job, Phase
from ghosthands.domain.services import SERVICES
from ghosthands.domain.session import ActionFailed, ActionStarted
from ghosthands.messaging import permissions, subjects
from ghosthands.messaging.event_log import EventLog, Feed
from ghosthands.messaging.jetstream import Bus, Outgoing
from ghosthands.messaging.jetstream_log import JetStreamEventLog
from ghosthands.practice import model_server, server
from ghosthands.practice.model_server import Rule
from ghosthands.practice.postings import Posting
from ghosthands.practice.server import Site

STOPPED = Contest("cancel.stopped", "ms", Better.LOWER, "a NATS request and its reply")

#: longer than any engine is given
_SILENCE = Rule(answer="too late", delay_seconds=300)
#: a question of this form our own hand cannot answer
_QUERY = "?stubborn=1"


async def run(runs: int, progress: Progress) -> list[Result]:
    """On a stack of its own, with a model that is silent."""
    async with model_server.serving([_SILENCE]) as model:
        asks = {"GHOSTHANDS_MODEL_BASE_URL": model.base_url, "GHOSTHANDS_MODEL_API_KEY": "bench"}
        return await servers.with_servers(
            lambda running: _measure(running, runs, progress),
            services=SERVICES,
            environment=apply.ENVIRONMENT | asks,
        )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        site = await exits.enter_async_context(server.serve())
        valet, cli = await exits.enter_async_context(servers.connected(running, permissions.VALET, permissions.CLI))
        client = await exits.enter_async_context(servers.bare_client(running))
        await exits.enter_async_context(responder.responding(running))
        cancelling = Cancelling(valet, JetStreamEventLog(cli), site, client)
        return [STOPPED.result(await repeated(cancelling.run, runs, progress, "cancel"))]


class Cancelling:
    """Applications that are cancelled while an engine is at work."""

    def __init__(self, valet: Bus, events: EventLog, site: Site, client: Client) -> None:
        self._valet = valet
        self._events = events
        self._site = site
        self._client = client
        self._numbers = count(10_000)

    async def run(self) -> Pair:
        """Milliseconds of one cancel, and of one request. Raises BenchFailed."""
        posting = Posting("greenhouse", "acme", next(self._numbers))
        body = apply.request(self._site.url(posting, _QUERY))
        job_id = ids.job_id(apply.TENANT, body["idempotency_key"])
        try:
            async with asyncio.timeout(apply.PATIENCE), self._events.follow(subjects.job(job_id)) as feed:
                await self._send("job.requested", body)
                watching = _Watching(job_id, feed)
                await watching.until_engine_works()
                await self._send("job.cancel", {"tenant": apply.TENANT, "job_id": job_id})
                stored = time.perf_counter()
                await watching.until_stopped()
                stopped = time.perf_counter()
                await watching.until_over()
        except TimeoutError:
            raise BenchFailed(f"no engine was at work, or none stopped, within {apply.PATIENCE:g} s") from None
        request = await timed(self._client.request(responder.SUBJECT, job_id.encode(), timeout=apply.PATIENCE))
        return Pair((stopped - stored) * 1e3, request * 1e3)

    async def _send(self, subject: str, body: Mapping[str, Any]) -> None:
        await self._valet.publish(Outgoing(subject, msgspec.json.encode(body)))


class _Watching:
    def __init__(self, job_id: str, feed: Feed) -> None:
        self._feed = feed
        self._job = Job(id=job_id)
        self._works = self._stopped = False

    async def until_engine_works(self) -> None:
        while not self._works:
            await self._take()
            if self._job.phase is Phase.WAITING:
                raise BenchFailed("no engine tried: a human was asked")

    async def until_stopped(self) -> None:
        while not self._stopped:
            await self._take()

    async def until_over(self) -> None:
        while not (self._job.ended and self._job.session is None):
            await self._take()
        if self._job.intents:
            raise BenchFailed("a cancelled application was about to be sent")

    async def _take(self) -> None:
        for one in await self._feed.next(apply.PATIENCE):
            self._job = job.evolve(self._job, one.event, one.sequence)
            self._works |= isinstance(one.event, ActionStarted) and one.event.tier > 0
            self._stopped |= isinstance(one.event, ActionFailed) and one.event.code == "cancelled"
