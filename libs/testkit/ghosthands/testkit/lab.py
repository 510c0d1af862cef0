"""A whole stack to experiment on: every service a process of its own, a careers site, and a client beside them.

async with Lab.start(folder) as lab:
    job_id = await lab.apply(posting)
    story = await lab.finished(job_id)
    assert story.phase is Phase.COMPLETED
"""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
import signal
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ghosthands import stack
from ghosthands.domain import ids, job, services
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import HumanRequested, Job, Phase, SubmissionState, is_over, open_request
from ghosthands.domain.message import Event
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.log import follow
from ghosthands.messaging.log.follow import StreamFeed
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import permissions, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing, Stored
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.practice import profiles, server
from ghosthands.practice.postings import Posting
from ghosthands.stack.services import module_command
from ghosthands.testkit.cluster import Cluster

#: seconds for one job on a busy machine
PATIENCE = 120.0

#: seconds between two checks whether the stack has come to rest
_LOOK_AGAIN = 0.05

#: a lab kills its services often: no long wait is needed between two starts
_BACK_OFF = stack.BackOff(longest=0.4)
#: A test may suspend a process for any time.
_TOLERANCE = stack.Tolerance(running=3600.0)

#: the tenant of the lab's requests
TENANT = "lab"

#: the site is on loopback; a spare browser would take time from the tested processes
DEFAULTS = {
    "GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": "127.0.0.1,localhost",
    "GHOSTHANDS_BROWSER_HOST_SPARE_BROWSERS": "0",
    "GHOSTHANDS_BROWSER_HOST_OPERATOR_PORTS": "any",
}

#: The services that follow the log by the consumers of their names; of the others, executor's watch has an event in
#: hand for as long as the job lasts.
_HEARERS = (services.EXECUTOR, services.COOKBOOK, services.HITL_GATEWAY, services.PROJECTOR)
#: the streams of which all consumers are waited for
_OF_WORK = (
    *streams.FROM_OUTSIDE,
    streams.COMMANDS,
    streams.HOST_COMMANDS,
    *(streams.timers_of(setter) for setter in streams.TIMERS),
)

_numbers = iter(range(10_000, 1_000_000))


def a_posting(family: str = "greenhouse", slug: str = "acme") -> Posting:
    """Return a posting without an application yet."""
    return Posting(family, slug, next(_numbers))


@dataclass(frozen=True)
class FollowedJob:
    """A job's events so far and the job folded from them."""

    job: Job
    recorded: tuple[Recorded[Event], ...]

    @property
    def phase(self) -> Phase:
        """The job's phase."""
        return self.job.phase

    @property
    def over(self) -> bool:
        """Whether the job ended and no browser of it is left."""
        return is_over(self.job)

    @property
    def asks(self) -> bool:
        """Whether the job waits for a human to answer."""
        return open_request(self.job) is not None

    @property
    def ask(self) -> HumanRequested:
        """The request to a human. Raises AssertionError if none is open."""
        assert self.job.human.ask is not None, str(self)
        return self.job.human.ask

    def named(self, name: str) -> list[Event]:
        """Return the events of that name."""
        return [one.event for one in self.recorded if one.name == name]

    def __str__(self) -> str:
        lines = [f"{one.sequence:>6} {one.service:<13} {one.name:<20} {_short(one.event)}" for one in self.recorded]
        return "\n".join([f"job {self.job.id} is {self.phase} ({self.job.failure})", *lines])


def _find_doubt(seen: FollowedJob) -> str | None:
    """Return the id of the open question whether the application was submitted; None if nobody is asked."""
    ask = open_request(seen.job)
    return ask.request_id if ask is not None and ask.kind is AskKind.SUBMIT_UNCLEAR else None


def _is_settled(seen: FollowedJob) -> bool:
    """Whether nothing that may have been sent is in doubt, as far as the job has been read."""
    return bool(seen.recorded) and seen.job.effects.submission is SubmissionState.NONE


def _short(event: Event) -> str:
    telling = (getattr(event, name, "") for name in ("step", "kind", "code", "evidence"))
    return " ".join(str(one) for one in telling if one)


class Lab:
    """A running stack, a careers site and a client."""

    def __init__(self, running: stack.Supervisor, site: server.Site, valet: Bus, cli: Bus, operator: Bus) -> None:
        self.stack = running
        self.site = site
        self.valet = valet
        self.bus = cli
        #: may look at every stream and consumer
        self.operator = operator
        self.events = JetStreamEventLog(cli)
        #: additional fields of every request
        self.wishes: Mapping[str, Any] = {}
        #: the jobs that `give_browsers_back` looks at
        self._requested: list[str] = []

    @classmethod
    @asynccontextmanager
    async def start(
        cls,
        folder: Path,
        *,
        ack_wait_seconds: float = 2.0,
        environment: Mapping[str, str] | None = None,
        by_service: Mapping[str, Mapping[str, str]] | None = None,
        only: tuple[str, ...] = services.SERVICES,
        service_command: Callable[[str], Sequence[str]] = module_command,
        cluster: Cluster | None = None,
        tolerance: stack.Tolerance = _TOLERANCE,
    ) -> AsyncIterator[Lab]:
        """Run everything for the block; `environment` is for every service, `by_service` for one each.

        `service_command` replaces a service's command, `cluster` the one NATS by three servers.
        """
        extra = {name: {**DEFAULTS, **(environment or {}), **(by_service or {}).get(name, {})} for name in only}
        config = stack.StackConfig(
            state_dir=folder,
            services=only,
            ack_wait_seconds=ack_wait_seconds,
            extra_env=extra,
            service_command=service_command,
            back_off=_BACK_OFF,
            tolerance=tolerance,
            nats_url=cluster.url if cluster else None,
            nats_passwords_file=cluster.passwords_file if cluster else None,
            database_url=None,
            ready_timeout_seconds=PATIENCE,
        )
        async with AsyncExitStack() as exits:
            running = await exits.enter_async_context(stack.Supervisor(config))
            site = await exits.enter_async_context(server.serve())
            users = (permissions.VALET, permissions.CLI, permissions.MIGRATION)
            buses = [await exits.enter_async_context(stack.logged_in(running, user)) for user in users]
            for bus in buses:
                bus.archive = Archive.named_in(stack.find_archive(running.state))
            yield cls(running, site, *buses)

    async def publish(self, subject: str, body: Mapping[str, Any] | bytes) -> None:
        """Send a message as VALET would."""
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        if subject == "job.requested" and not isinstance(body, bytes):
            self._requested.append(job_id_of(body))
        await self.valet.publish(Outgoing(subject, data))

    def request(
        self,
        posting: Posting,
        applicant: profiles.SampleApplicant = profiles.JORDAN,
        *,
        query: str = "",
        **changes: Any,
    ) -> dict[str, Any]:
        """Return a complete `job.requested` for the posting on the lab's site."""
        task = f"task-{secrets.token_hex(6)}"
        resume = base64.b64encode(applicant.resume()).decode()
        return {
            "tenant": TENANT,
            "valet_task_id": task,
            "idempotency_key": task,
            "valet_user_id": ids.derived("lab", applicant.name),
            "target_url": self.site.url(posting, query),
            "engine_version": 2,
            "resume": {"content_base64": resume, "file_name": "resume.pdf"},
            **applicant.request(),
            **self.wishes,
            **changes,
        }

    async def apply(
        self,
        posting: Posting,
        applicant: profiles.SampleApplicant = profiles.JORDAN,
        *,
        query: str = "",
        **changes: Any,
    ) -> str:
        """Publish a request; return the id of its job."""
        body = self.request(posting, applicant, query=query, **changes)
        await self.publish("job.requested", body)
        return job_id_of(body)

    async def answer(self, job_id: str, resolution: Resolution = Resolution.VALUE, **more: Any) -> None:
        """Answer the job's request as a human; `more` are the answer's other fields."""
        await self.publish("human.resolved", {"tenant": TENANT, "job_id": job_id, "resolution": resolution, **more})

    async def cancel(self, job_id: str) -> None:
        """Ask for the job to be cancelled."""
        await self.publish("job.cancel", {"tenant": TENANT, "job_id": job_id})

    async def give_browsers_back(self) -> None:
        """End the jobs that were requested since the last time and have not ended, and wait for their browsers."""
        requested, self._requested = self._requested, []
        for job_id in requested:
            history, unread = await self.events.load_readable(subjects.job(job_id))
            if history.recorded and not unread:
                await self._end(job_id)

    async def _end(self, job_id: str) -> None:
        """Cancel a job, if it has not ended; one in doubt can't be, and hears first that nothing was sent."""
        seen = await self.until(job_id, lambda seen: bool(seen.recorded))
        while not seen.over:
            if doubted := _find_doubt(seen):
                await self.answer(job_id, Resolution.SKIP)
                await self.until(job_id, lambda seen: seen.over or _is_settled(seen))
            await self.cancel(job_id)
            seen = await self.until(job_id, lambda seen: seen.over or _find_doubt(seen) not in (None, doubted))

    async def until(
        self, job_id: str, done: Callable[[FollowedJob], bool], *, timeout: float = PATIENCE
    ) -> FollowedJob:
        """Return the job as soon as `done` holds. Raises AssertionError, with its events, when that takes too long."""
        seen = FollowedJob(Job(id=job_id), ())
        try:
            async with asyncio.timeout(timeout), aclosing(self.watch(job_id)) as watching:
                async for seen in watching:
                    if done(seen):
                        return seen
        except TimeoutError:
            raise AssertionError(f"waited {timeout} s in vain\n{seen}") from None
        raise AssertionError("watching never ends")

    async def watch(self, job_id: str) -> AsyncGenerator[FollowedJob, None]:
        """Yield the job as it is, and again whenever it has new events, for ever."""
        seen = FollowedJob(Job(id=job_id), ())
        async with self.events.follow(subjects.job(job_id)) as feed:
            while True:
                yield seen
                seen = _continued(seen, await feed.next(PATIENCE))

    async def finished(self, job_id: str, *, timeout: float = PATIENCE) -> FollowedJob:
        """Return the job at its end, its browser closed."""
        return await self.until(job_id, lambda seen: seen.over, timeout=timeout)

    async def asking(self, job_id: str, *, timeout: float = PATIENCE) -> FollowedJob:
        """Return the job as soon as it waits for a human."""
        return await self.until(job_id, lambda seen: seen.asks, timeout=timeout)

    async def unhelped(self, job_id: str, *, timeout: float = PATIENCE) -> FollowedJob:
        """Return the job at its end, its browser closed; a human skips every question."""
        while True:
            seen = await self.until(job_id, lambda seen: seen.over or seen.asks, timeout=timeout)
            if seen.over:
                return seen
            await self.answer(job_id, Resolution.SKIP)
            await self.until(job_id, lambda seen: not seen.asks)

    async def said(self, task: str) -> list[tuple[str, dict[str, Any]]]:
        """Return what VALET was told of a task, as (what, body), oldest first."""
        return _read_told(await self.bus.read_back(streams.OUT, subjects.out(TENANT, task, ">"), after=0))

    async def told(
        self,
        task: str,
        what: str,
        fits: Callable[[dict[str, Any]], bool] = lambda body: True,
        *,
        timeout: float = PATIENCE,
    ) -> dict[str, Any]:
        """Return the first body of that kind that fits, once VALET was told it of a task.

        A job's end is on the log before VALET is told of it. Raises AssertionError, with what VALET was told, when that
        takes too long.
        """
        said: list[tuple[str, dict[str, Any]]] = []
        on = subjects.out(TENANT, task, ">")
        try:
            async with (
                asyncio.timeout(timeout),
                StreamFeed(self.bus, on, _read_told, follow.reading(self.bus, streams.OUT, on)) as feed,
            ):
                while True:
                    for kind, body in await feed.next(PATIENCE):
                        if kind == what and fits(body):
                            return body
                        said.append((kind, body))
        except TimeoutError:
            lines = [f"{kind} {body}" for kind, body in said]
            raise AssertionError("\n".join([f"waited {timeout} s in vain for a {what}", *lines])) from None

    def submissions(self, posting: Posting) -> int:
        """Return the number of applications to the posting that the site counted."""
        return len(self.site.ledger.of(posting.key))

    async def held(self, posting: Posting) -> None:
        """Return once a submission to the posting waits at a hold. Raises AssertionError when none comes in time."""
        if not await self.site.holds.wait_held(posting.key, PATIENCE):
            raise AssertionError(f"nothing is held at {posting.key}")

    def signal(self, service: str, number: signal.Signals) -> None:
        """Send the service's process a signal; if it dies of it, the supervisor starts another."""
        os.kill(self.stack.process(service).pid, number)

    async def at_rest(self, *, timeout: float = PATIENCE) -> None:
        """Return once every message was handled and acknowledged. Raises AssertionError naming where some are left."""
        left: Mapping[str, int] = {}
        stored = -1
        try:
            async with asyncio.timeout(timeout):
                while True:
                    left, before = await self.left(), stored
                    stored = await self._count_stored()
                    # whoever handles a message may store another for a consumer that was looked at already
                    if not left and stored == before:
                        return
                    await asyncio.sleep(_LOOK_AGAIN)
        except TimeoutError:
            raise AssertionError(f"after {timeout} s messages are left at {dict(left)}") from None

    async def left(self) -> dict[str, int]:
        """Return how many messages of each consumer wait or are in hand; consumers that are done are left out."""
        consumers = [(streams.EVENTS, name) for name in _HEARERS]
        for stream in _OF_WORK:
            names = (await self.operator.api(f"CONSUMER.NAMES.{stream}"))["consumers"]
            consumers += [(stream, name) for name in names or ()]
        counts = {f"{stream} {name}": await self._left_at(stream, name) for stream, name in consumers}
        return {name: count for name, count in counts.items() if count}

    async def _count_stored(self) -> int:
        """Return how many messages were ever stored in the streams that a consumer may have something left of."""
        infos = [await self.operator.api(f"STREAM.INFO.{stream}") for stream in (streams.EVENTS, *_OF_WORK)]
        return sum(int(info["state"]["last_seq"]) for info in infos)

    async def _left_at(self, stream: str, consumer: str) -> int:
        info = await self.operator.find(f"CONSUMER.INFO.{stream}.{consumer}")
        if info is None:
            return 1  # projector makes its own consumer at its start, and has not yet
        return int(info["num_pending"]) + int(info["num_ack_pending"])

    async def dead_letters(self) -> int:
        """Return the number of messages that were given up since the start."""
        info = await self.operator.api(f"STREAM.INFO.{streams.DEAD}")
        return int(info["state"]["messages"])


def job_id_of(body: Mapping[str, Any]) -> str:
    """Return the id of the job that this request becomes."""
    return ids.job_id(body["tenant"], body["idempotency_key"])


def _read_told(stored: Sequence[Stored]) -> list[tuple[str, dict[str, Any]]]:
    return [(one.subject.rpartition(".")[2], msgspec.json.decode(one.data)) for one in stored]


def _continued(seen: FollowedJob, recorded: list[Recorded[Event]]) -> FollowedJob:
    state = seen.job
    for one in recorded:
        state = job.evolve(state, one.event, one.sequence)
    return FollowedJob(state, (*seen.recorded, *recorded))
