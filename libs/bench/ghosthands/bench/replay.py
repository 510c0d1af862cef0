"""An application on a known form, until the site has it, beside a script that was written for that form.

Ours counts from the moment its RunJob is stored: a spare browser, the page, the recipe, every field filled and read
back, the intent, the press. The script's counts from a new context in an open browser: a locator for each field, filled
and read back, no sleeps (`reference_apply`). Both end when the same site has received the same application.

    replay.greenhouse    the one-page form with a resume

The two take turns, in alternating order. Before each turn the machine comes to rest: the ended session, the next spare
browser, cookbook's learning.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from uuid import uuid4

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from ghosthands import stack
from ghosthands.bench import servers
from ghosthands.bench.apply import ENVIRONMENT, TENANT, HostFolder, Script, SubmissionWatch, launch_script, make_request
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result, repeat
from ghosthands.domain import ids, services
from ghosthands.domain.job import Band, RunJob
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.practice import server
from ghosthands.practice.postings import Posting
from ghosthands.practice.server import Site

#: most applications until the form is known
_LESSONS = 5

POSTING = Posting("greenhouse", "acme", 10_000)

GREENHOUSE = Contest(
    "replay.greenhouse", "s/application", Better.LOWER, "a script for that form, in a browser that is open", target=1.0
)


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run the contest, on a stack of its own."""
    return await servers.run_with_servers(
        lambda running: _measure(running, runs, progress), services=services.SERVICES, environment=ENVIRONMENT
    )


async def _measure(running: stack.Supervisor, runs: int, progress: Progress) -> list[Result]:
    async with AsyncExitStack() as exits:
        site = await exits.enter_async_context(server.serve())
        valet, cli = await exits.enter_async_context(servers.connect(running, permissions.VALET, permissions.CLI))
        clock = await exits.enter_async_context(RunClock.listening(running))
        script = await exits.enter_async_context(launch_script(running.state.browsers, site))
        ours = Replaying(valet, JetStreamEventLog(cli), clock, site, HostFolder(running.state.browsers))
        await ours.learn()
        turns = count()

        async def once() -> Pair:
            if next(turns) % 2:
                reference = await time_script(script, site)
                return Pair(await ours.apply(), reference)
            seconds = await ours.apply()
            return Pair(seconds, await time_script(script, site))

        return [GREENHOUSE.result(await repeat(once, runs, progress, "replay"))]


class RunClock:
    """The times at which each job's RunJob was published."""

    def __init__(self) -> None:
        self.at: dict[str, datetime] = {}

    @classmethod
    @asynccontextmanager
    async def listening(cls, running: stack.Supervisor) -> AsyncIterator[RunClock]:
        """Record every RunJob within the block."""
        clock = cls()
        async with servers.connect_bare(running) as client:
            await clock._listen(client)
            yield clock

    async def _listen(self, client: Client) -> None:
        for band in Band:
            await client.subscribe(subjects.in_band(services.EXECUTOR, RunJob.__name__, band), cb=self._hear)
        await client.flush()

    async def _hear(self, message: Msg) -> None:
        command = msgspec.json.decode(message.data, type=RunJob)
        self.at.setdefault(command.job_id, datetime.now(UTC))


class Replaying:
    """The stack, with applications to a form that it knows after the first."""

    def __init__(self, valet: Bus, events: EventLog, clock: RunClock, site: Site, host: HostFolder) -> None:
        self._valet = valet
        self._events = events
        self._clock = clock
        self._site = site
        self._host = host

    async def learn(self) -> None:
        """Apply until the form is known. Raises BenchFailed if that fails."""
        for _ in range(_LESSONS):
            if (await self._apply())[1]:
                return
        raise BenchFailed(f"{_LESSONS} applications taught no recipe")

    async def apply(self) -> float:
        """Return the seconds of one application. Raises BenchFailed where any of it was planned again."""
        seconds, is_replayed = await self._apply()
        if not is_replayed:
            raise BenchFailed("an application to a known form was planned")
        return seconds

    async def _apply(self) -> tuple[float, bool]:
        """Return the seconds of one application, and whether a recipe filled all of it."""
        await self._host.until_rest()
        body = make_request(self._site.url(POSTING), user=str(uuid4()))
        watch = SubmissionWatch(ids.job_id(TENANT, body["idempotency_key"]))
        sent = len(self._site.ledger.of(POSTING.key))
        await self._valet.publish(Outgoing("job.requested", msgspec.json.encode(body)))
        await watch.until_over(self._events)
        received = require_one_more(self._site, sent)
        seconds = (received - self._clock.at[watch.job.id]).total_seconds()
        return seconds, watch.replayed > 0 and watch.planned == 0


async def time_script(script: Script, site: Site) -> float:
    """Return the seconds of one application by the script."""
    sent = len(site.ledger.of(POSTING.key))
    started = datetime.now(UTC)
    await script.apply_warm(POSTING)
    return (require_one_more(site, sent) - started).total_seconds()


def require_one_more(site: Site, before: int) -> datetime:
    """Return when the site received the new application. Raises BenchFailed where it was not exactly one."""
    applications = site.ledger.of(POSTING.key)
    if len(applications) != before + 1:
        raise BenchFailed(f"the site counted {len(applications) - before} applications, not one")
    return applications[-1].received_at
