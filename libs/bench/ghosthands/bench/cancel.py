"""From a stored cancel to a stopped engine, beside a NATS request and its reply.

A real engine works a real page and waits for a model that does not answer. The cancel goes the whole way: job-intake
records it, executor ends the job, browser-host stops the engine and says so on the log.

    cancel.stopped              Stagehand, whose connection to the browser is cut
    cancel.stopped.magnitude    Magnitude, whose sidecar is killed; left out where it is not installed
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import partial
from itertools import count
from typing import Any

import msgspec
from nats.aio.client import Client

from ghosthands import stack
from ghosthands.bench import apply, responder, servers
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, repeat, time_once
from ghosthands.browser_host.engines import node
from ghosthands.domain import ids, job
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job import Job, Phase
from ghosthands.domain.services import SERVICES
from ghosthands.domain.session import ActionFailed, ActionStarted
from ghosthands.messaging.log.event_log import EventLog, Feed
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.practice import model_server, server
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.practice.postings import Posting
from ghosthands.practice.server import Site

STOPPED = Contest("cancel.stopped", "ms", Better.LOWER, "a NATS request and its reply")
MAGNITUDE = Contest("cancel.stopped.magnitude", STOPPED.unit, STOPPED.better, STOPPED.beside)

#: longer than any engine's time limit
_SILENCE_SECONDS = 300.0
#: the requests that the model does not answer, by the engine to stop; engines tried before it fail at once
_SILENT: Mapping[EngineName, AnswerRule] = {
    EngineName.STAGEHAND_DOM: AnswerRule(delay_seconds=_SILENCE_SECONDS),
    EngineName.MAGNITUDE: AnswerRule(text="<task>", image=True, delay_seconds=_SILENCE_SECONDS),
}
_FAILURE = AnswerRule(status=400)
#: seconds between two checks whether the model was asked
_LOOK_AGAIN = 0.01
#: makes a question of the form that our own hand cannot answer
_QUERY = "?stubborn=1"


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run the contests on a stack of its own, with a model that never answers."""
    async with model_server.serve() as model:
        asks = {"GHOSTHANDS_MODEL_BASE_URL": model.base_url, "GHOSTHANDS_MODEL_API_KEY": "bench"}
        return await servers.run_with_servers(
            lambda running: _measure(running, model, runs, progress),
            services=SERVICES,
            environment=apply.ENVIRONMENT | asks,
        )


async def _measure(running: stack.Supervisor, model: ModelServer, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        site = await exits.enter_async_context(server.serve())
        valet, cli = await exits.enter_async_context(servers.connect(running, permissions.VALET, permissions.CLI))
        client = await exits.enter_async_context(servers.connect_bare(running))
        await exits.enter_async_context(responder.serve_responder(running))
        cancelling = Cancelling(valet, JetStreamEventLog(cli), site, model, client)
        results: list[Result] = []
        for contest, engine in _list_contests():
            pairs = await repeat(partial(cancelling.run, engine), runs, progress, contest.name)
            results.append(contest.result(pairs))
        return results


def _list_contests() -> list[tuple[Contest, EngineName]]:
    """Return the contests whose engine is installed here."""
    stagehand, magnitude = (STOPPED, EngineName.STAGEHAND_DOM), (MAGNITUDE, EngineName.MAGNITUDE)
    return [stagehand] if node.missing() else [stagehand, magnitude]


class Cancelling:
    """Applications that are cancelled while an engine is at work."""

    def __init__(self, valet: Bus, events: EventLog, site: Site, model: ModelServer, client: Client) -> None:
        self._valet = valet
        self._events = events
        self._site = site
        self._model = model
        self._client = client
        self._numbers = count(10_000)

    async def run(self, engine: EngineName) -> Pair:
        """Return the milliseconds of a cancel while that engine works, and of one request. Raises BenchFailed."""
        posting = Posting("greenhouse", "acme", next(self._numbers))
        body = apply.make_request(self._site.url(posting, _QUERY))
        job_id = ids.job_id(apply.TENANT, body["idempotency_key"])
        self._model.rules[:] = [_SILENT[engine], _FAILURE]
        self._model.requests.clear()
        try:
            async with asyncio.timeout(apply.PATIENCE), self._events.follow(subjects.job(job_id)) as feed:
                await self._send("job.requested", body)
                watching = _Watching(job_id, feed, engine)
                await watching.until_engine_works()
                await self._until_asked(_SILENT[engine])
                await self._send("job.cancel", {"tenant": apply.TENANT, "job_id": job_id})
                stored = time.perf_counter()
                await watching.until_stopped()
                stopped = time.perf_counter()
                await watching.until_over()
        except TimeoutError:
            raise BenchFailed(f"{engine} was not at work, or not stopped, within {apply.PATIENCE:g} s") from None
        request = await time_once(self._client.request(responder.SUBJECT, job_id.encode(), timeout=apply.PATIENCE))
        return Pair((stopped - stored) * 1e3, request * 1e3)

    async def _until_asked(self, silent: AnswerRule) -> None:
        while not any(map(silent.fits, self._model.requests)):  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(_LOOK_AGAIN)

    async def _send(self, subject: str, body: Mapping[str, Any]) -> None:
        await self._valet.publish(Outgoing(subject, msgspec.json.encode(body)))


class _Watching:
    def __init__(self, job_id: str, feed: Feed, engine: EngineName) -> None:
        self._feed = feed
        self._engine = engine
        self._job = Job(id=job_id)
        self._works = self._stopped = False

    async def until_engine_works(self) -> None:
        while not self._works:
            await self._take()
            if self._job.phase is Phase.WAITING:
                raise BenchFailed(f"{self._engine} did not try: a human was asked")

    async def until_stopped(self) -> None:
        while not self._stopped:
            await self._take()

    async def until_over(self) -> None:
        while not (self._job.ended and self._job.browser.session is None):
            await self._take()
        if self._job.effects.intents:
            raise BenchFailed("a cancelled application was about to be sent")

    async def _take(self) -> None:
        for one in await self._feed.next(apply.PATIENCE):
            self._job = job.evolve(self._job, one.event, one.sequence)
            self._works |= isinstance(one.event, ActionStarted) and one.event.engine == self._engine
            self._stopped |= isinstance(one.event, ActionFailed) and one.event.code == ActionFailure.CUT_OFF
