"""The console's load with two hundred waiting jobs and fifty people who watch them.

Hitl-gateway and projector are processes of their own; job-intake has requested the jobs, and half an application is on
their logs, without browsers. Every viewer has an inbox open: it listens to the news, and loads the list again when that
has changed, as the page does. Besides, they all load pages, and after each a file that never changes.

It measures a page's first byte and its whole, and the time from a new question on the log until the last of the fifty
inboxes shows it. If an inbox shows something other than the tables once all news was sent, the bench fails: an update
was lost.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import msgspec

from ghosthands import readmodel, stack
from ghosthands.bench import application, servers
from ghosthands.bench.application import Said
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, find_percentile, repeat
from ghosthands.domain import ids, services
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested, JobRequested, JobResumed
from ghosthands.domain.links import ConsoleLink, LinkWanted
from ghosthands.domain.message import Event
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.server.permissions import CLI, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work import micro

#: the numbers of waiting jobs and of viewers
JOBS = 200
VIEWERS = 50
#: samples of a run: pages that each viewer loads, and new questions
LOADS = 4
QUESTIONS = 10
#: seconds between two pages of one viewer
PACE = 2.0
#: events of a half-done application
HALF_DONE = 30

#: seconds to wait for an update
PATIENCE = 60.0
PAGES = ("/jobs", "/")

FIRST_BYTE = Contest("waiting.first_byte_p95", "ms", Better.LOWER, "a static file of the same server, p95")
PAGE = Contest("waiting.page_p95", "ms", Better.LOWER, "a static file of the same server, p95")
SHOWN = Contest("waiting.shown_p95", "ms", Better.LOWER, "fifty loads of that file at once, p95")
WEIGHT = Contest("waiting.page_kB", "kB", Better.LOWER, "what a list of fifty may weigh")
#: kilobytes
MAY_WEIGH = 60.0
#: lines of an inbox
MOST_SHOWN = 50

#: the reasons for which the jobs wait
_CODES = (BlockerType.CAPTCHA, BlockerType.LOGIN)

_REQUEST = re.compile(r'data-key="([0-9a-f]{8}-[0-9a-f-]{27})"')
_FILE = re.compile(r'href="(/static/console\.css\?\w+)"')

#: the events of a job by its id, from its claim until it asks
Course = Callable[[str], list[Said]]


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run all contests on servers of their own, with job-intake, hitl-gateway and projector."""
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress),
        services=(services.JOB_INTAKE, services.HITL_GATEWAY, services.PROJECTOR),
    )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with open_console(running) as console:
        for number in range(JOBS):
            await console.ask(await console.start(tell_half), code=_CODES[number % len(_CODES)])
            progress("jobs that wait", number + 1, JOBS)
        spare = [await console.start(tell_half) for _ in range(QUESTIONS)]
        async with console.watched(VIEWERS) as viewers:
            measured = await repeat(lambda: _take_turns(console, viewers, spare), runs, progress, "viewers")
            await console.check(viewers)
    first, whole, shown, weight = zip(*measured, strict=True)
    return [FIRST_BYTE.result(first), PAGE.result(whole), SHOWN.result(shown), WEIGHT.result(weight)]


def tell_half(job_id: str) -> list[Said]:
    """Return the first half of an application, without its request."""
    return application.tell(job_id)[1:HALF_DONE]


async def _take_turns(
    console: Console, viewers: list[InboxWatcher], spare: Iterable[str]
) -> tuple[Pair, Pair, Pair, Pair]:
    """Return first byte, whole page and new question, in milliseconds; a page's weight in kilobytes."""
    loads = [load for each in await asyncio.gather(*(one.browse() for one in viewers)) for load in each]
    shown = [await console.time_question(job_id, viewers) for job_id in spare]
    return (
        _slow([load.page.first_byte for load in loads], [load.file.first_byte for load in loads]),
        _slow([load.page.whole for load in loads], [load.file.whole for load in loads]),
        _slow([pair.ours for pair in shown], [pair.reference for pair in shown]),
        Pair(max(load.page.size for load in loads) / 1e3, MAY_WEIGH),
    )


def _slow(ours: list[float], reference: list[float]) -> Pair:
    return Pair(find_percentile(ours, 0.95) * 1e3, find_percentile(reference, 0.95) * 1e3)


class Load(NamedTuple):
    """A load of a page: seconds until its first byte and its last, and its size in bytes."""

    first_byte: float
    whole: float
    size: int


class Loads(NamedTuple):
    """A page, and the file right after it."""

    page: Load
    file: Load


class InboxWatcher:
    """A visitor with an inbox open."""

    def __init__(self, client: httpx.AsyncClient, place: float) -> None:
        self._client = client
        #: the viewer's place among all, so that they do not load pages at once
        self._place = place
        self._file = ""
        self._news = asyncio.Condition()
        #: the requests that the inbox shows
        self.shown: list[str] = []

    async def sign_in(self, link: str) -> None:
        """Sign in by a link, and load the inbox for the first time."""
        base = str(self._client.base_url).rstrip("/")
        answer = await self._client.post(urlsplit(link).path, headers={"origin": base})
        page = (await self._client.get(answer.headers["location"])).text
        self.shown, found = _REQUEST.findall(page), _FILE.search(page)
        if found is None:
            raise BenchFailed("the console let nobody in")
        self._file = found[1]

    async def watch(self) -> None:
        """Load the list again whenever there is news of it, until cancelled."""
        async with self._client.stream("GET", "/news", timeout=None) as news:
            async for line in news.aiter_lines():
                if line == "event: inbox":
                    await self._look()

    async def _look(self) -> None:
        shown = _REQUEST.findall((await self._client.get("/inbox/list")).text)
        async with self._news:
            self.shown = shown
            self._news.notify_all()

    async def until(self, enough: Callable[[list[str]], bool], what: str) -> None:
        """Return once the inbox's list satisfies `enough`. Raises BenchFailed."""
        try:
            async with asyncio.timeout(PATIENCE), self._news:
                await self._news.wait_for(lambda: enough(self.shown))
        except TimeoutError:
            raise BenchFailed(f"an update was lost: an inbox does not show {what}") from None

    async def browse(self) -> list[Loads]:
        """Load some pages, one after the other, and the file after each."""
        await asyncio.sleep(PACE * self._place)
        loads = []
        for number in range(LOADS):
            next_at = time.perf_counter() + PACE
            loads.append(Loads(await self._load(PAGES[number % len(PAGES)]), await self.load_file()))
            await asyncio.sleep(max(0.0, next_at - time.perf_counter()))
        return loads

    async def load_file(self) -> Load:
        """Load the file that is always the same for everybody."""
        return await self._load(self._file)

    async def _load(self, path: str) -> Load:
        started = time.perf_counter()
        async with self._client.stream("GET", path) as answer:
            first_byte = time.perf_counter() - started
            content = await answer.aread()
        if answer.status_code != 200:
            raise BenchFailed(f"the console answered {answer.status_code} at {path}")
        return Load(first_byte, time.perf_counter() - started, len(content))


class Console:
    """The console's server, and the services that make jobs wait."""

    def __init__(self, base: str, buses: dict[str, Bus], reader: readmodel.Reader) -> None:
        self._base = base
        self._buses = buses
        self._reader = reader
        self._logs = {name: JetStreamEventLog(bus) for name, bus in buses.items() if name in services.SERVICES}

    async def start(self, course: Course) -> str:
        """Start a job, with the events of its course on its log; return its id."""
        key, logs = str(uuid4()), self._logs
        body = {
            "tenant": "bench",
            "valet_task_id": str(uuid4()),
            "valet_user_id": str(uuid4()),
            "idempotency_key": key,
            "target_url": f"https://careers.example.com/acme/jobs/{uuid4().int % 10**10}",
            "metadata": {"company": "Acme", "job_title": "Engineer", "location": "Vienna"},
            "profile": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"},
        }
        job_id = ids.job_id("bench", key)
        async with logs[services.EXECUTOR].follow(subjects.job(job_id)) as feed:
            await self._buses[VALET].publish(Outgoing("job.requested", msgspec.json.encode(body)))
            while not any(isinstance(one.event, JobRequested) for one in await feed.next(PATIENCE)):
                continue
        for service, said in groupby(course(job_id), key=itemgetter(0)):
            await self._say(job_id, service, *(event for _, event in said))
        return job_id

    async def ask(self, job_id: str, *, code: BlockerType = BlockerType.CAPTCHA, seconds: int = 7200) -> str:
        """Let the job meet a wall that only a human gets past; return the request's id."""
        request_id, at = str(uuid4()), datetime.now(UTC)
        asked = HumanRequested(request_id=request_id, kind=AskKind.BLOCKER, code=code, at=at, timeout_seconds=seconds)
        await self._say(job_id, services.EXECUTOR, asked)
        return request_id

    async def go_on(self, job_id: str, request_id: str) -> None:
        """Resolve the request as a human would, and let the job go on."""
        await self._say(job_id, services.EXECUTOR, JobResumed(request_id=request_id, at=datetime.now(UTC)))

    async def time_question(self, job_id: str, viewers: list[InboxWatcher]) -> Pair:
        """Return the seconds until every viewer's inbox shows a new question, and until all have loaded the file."""
        started = time.perf_counter()
        request_id = await self.ask(job_id, seconds=3600)  # nearer than all others: it comes first
        await _all(one.until(lambda shown: request_id in shown, "a new question") for one in viewers)
        ours = time.perf_counter() - started
        await self.go_on(job_id, request_id)
        await _all(one.until(lambda shown: request_id not in shown, "that one was answered") for one in viewers)
        started = time.perf_counter()
        await _all(one.load_file() for one in viewers)
        return Pair(ours, time.perf_counter() - started)

    async def check(self, viewers: list[InboxWatcher]) -> None:
        """Check that every inbox shows what the tables have, no more and no less. Raises BenchFailed."""
        waiting = [row.request_id for row in await self._reader.inbox()]
        await _all(one.until(lambda shown: shows(shown, waiting, most=MOST_SHOWN), "what waits") for one in viewers)

    @asynccontextmanager
    async def watched(self, viewers: int) -> AsyncIterator[list[InboxWatcher]]:
        """Keep that many viewers' inboxes open for the block."""
        async with AsyncExitStack() as exits:
            watching = []
            for number in range(viewers):
                client = httpx.AsyncClient(base_url=self._base, trust_env=False, timeout=PATIENCE)
                viewer = InboxWatcher(await exits.enter_async_context(client), number / viewers)
                await viewer.sign_in(await self._make_link())
                watching.append((viewer, asyncio.create_task(viewer.watch())))
            try:
                yield [viewer for viewer, _ in watching]
            finally:
                for _, task in watching:
                    task.cancel()
                await asyncio.gather(*(task for _, task in watching), return_exceptions=True)

    async def _make_link(self) -> str:
        bus = self._buses[CLI]
        return (await micro.ask_for(bus, subjects.LINKS, LinkWanted(), ConsoleLink, timeout=PATIENCE)).url

    async def _say(self, job_id: str, service: str, *events: Event) -> None:
        cause = Cause(command_id=str(uuid4()), tenant="bench", correlation=job_id)
        await self._logs[service].transact(subjects.job(job_id), lambda _history: events, cause=cause)


def shows(shown: list[str], waiting: list[str], *, most: int) -> bool:
    """Whether an inbox shows the first waiting requests, up to the most that it shows."""
    return shown == waiting[:most]


async def _all(awaitables: Iterable[Awaitable[object]]) -> None:
    await asyncio.gather(*awaitables)


@asynccontextmanager
async def open_console(running: stack.Supervisor) -> AsyncIterator[Console]:
    """Open the console of a running stack for the block."""
    users = (VALET, CLI, *services.SERVICES)
    async with servers.connect(running, *users) as buses, readmodel.connect(running.reader_url) as reader:
        base = f"http://127.0.0.1:{running.http_port}"
        yield Console(base, dict(zip(users, buses, strict=True)), reader)
