"""A whole stack to experiment on: every service a process of its own, a careers site, and a client beside them.

async with Lab.start(folder) as lab:
    job_id = await lab.apply(posting)
    story = await lab.finished(job_id)
    assert story.phase is Phase.COMPLETED
"""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from ghosthands import stack
from ghosthands.domain import ids, job, services
from ghosthands.domain.job import Job, Phase, StepKind
from ghosthands.domain.message import Event
from ghosthands.messaging import jetstream, streams, subjects
from ghosthands.messaging.jetstream import Bus, Outgoing
from ghosthands.messaging.jetstream_log import JetStreamEventLog
from ghosthands.messaging.recorded import Recorded
from ghosthands.practice import profiles, server
from ghosthands.practice.postings import Posting

#: seconds for one job on a busy machine
PATIENCE = 120.0

#: who the lab publishes as
TENANT = "lab"

#: the site is on loopback
ALLOWED = {"GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": "127.0.0.1,localhost"}

_numbers = iter(range(10_000, 1_000_000))


def a_posting(family: str = "greenhouse", slug: str = "acme") -> Posting:
    """A posting nobody has applied to yet."""
    return Posting(family, slug, next(_numbers))


@dataclass(frozen=True)
class Seen:
    """A job's events so far and what they amount to."""

    job: Job
    recorded: tuple[Recorded[Event], ...]

    @property
    def phase(self) -> Phase:
        """Where the job stands."""
        return self.job.phase

    @property
    def over(self) -> bool:
        """It ended and no browser of it is left."""
        state = self.job
        opening = state.awaiting is not None and state.awaiting.step is StepKind.OPEN_SESSION
        return state.ended and state.session is None and state.abandoned is None and not opening

    def named(self, name: str) -> list[Event]:
        """The events of that name."""
        return [one.event for one in self.recorded if one.name == name]

    def __str__(self) -> str:
        lines = [f"{one.sequence:>6} {one.service:<13} {one.name:<20} {_short(one.event)}" for one in self.recorded]
        return "\n".join([f"job {self.job.id} is {self.phase} ({self.job.failure})", *lines])


def _short(event: Event) -> str:
    return str(getattr(event, "step", "") or getattr(event, "code", "") or getattr(event, "evidence", ""))


class Lab:
    """A running stack, a careers site and a client."""

    def __init__(self, running: stack.Supervisor, site: server.Site, valet: Bus, cli: Bus) -> None:
        self.stack = running
        self.site = site
        self.valet = valet
        self.bus = cli
        self.events = JetStreamEventLog(cli)

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
    ) -> AsyncIterator[Lab]:
        """Everything running while the block lasts; `environment` is every service's, `by_service` one's own."""
        extra = {name: {**ALLOWED, **(environment or {}), **(by_service or {}).get(name, {})} for name in only}
        config = stack.StackConfig(
            state_dir=folder,
            services=only,
            ack_wait_seconds=ack_wait_seconds,
            extra_env=extra,
            nats_url=None,
            database_url=None,
        )
        async with AsyncExitStack() as exits:
            running = await exits.enter_async_context(stack.Supervisor(config))
            site = await exits.enter_async_context(server.serve())
            valet, cli = [await _bus(running, user) for user in ("valet", "cli")]
            exits.push_async_callback(valet.close)
            exits.push_async_callback(cli.close)
            yield cls(running, site, valet, cli)

    async def publish(self, subject: str, body: Mapping[str, Any] | bytes) -> None:
        """Send a message as VALET would."""
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        await self.valet.publish(Outgoing(subject, data))

    def request(
        self, posting: Posting, applicant: profiles.Applicant = profiles.JORDAN, *, query: str = "", **changes: Any
    ) -> dict[str, Any]:
        """A complete `job.requested` for the posting on the lab's site."""
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
            **changes,
        }

    async def apply(
        self, posting: Posting, applicant: profiles.Applicant = profiles.JORDAN, *, query: str = "", **changes: Any
    ) -> str:
        """Publish a request; the id of its job."""
        body = self.request(posting, applicant, query=query, **changes)
        await self.publish("job.requested", body)
        return job_id_of(body)

    async def until(self, job_id: str, done: Callable[[Seen], bool], *, timeout: float = PATIENCE) -> Seen:
        """The job as soon as `done` says so. Raises AssertionError, telling its story, when that takes too long."""
        seen = Seen(Job(id=job_id), ())
        try:
            async with asyncio.timeout(timeout), self.events.follow(subjects.job(job_id)) as feed:
                while not done(seen):
                    seen = _continued(seen, await feed.next(timeout))
        except TimeoutError:
            raise AssertionError(f"waited {timeout} s in vain\n{seen}") from None
        return seen

    async def finished(self, job_id: str, *, timeout: float = PATIENCE) -> Seen:
        """The job at its end, its browser closed."""
        return await self.until(job_id, lambda seen: seen.over, timeout=timeout)

    async def asking(self, job_id: str, *, timeout: float = PATIENCE) -> Seen:
        """The job as soon as it waits for a human."""
        return await self.until(
            job_id, lambda seen: seen.phase is Phase.WAITING and seen.job.answer is None, timeout=timeout
        )

    async def said(self, task: str) -> list[tuple[str, dict[str, Any]]]:
        """What VALET was told of a task, as (what, body), oldest first."""
        found = await self.bus.read_back(streams.OUT, f"gh.out.{TENANT}.{subjects.token(task)}.>", after=0)
        return [(message.subject.rpartition(".")[2], msgspec.json.decode(message.data)) for message in found]

    def submissions(self, posting: Posting) -> int:
        """How many applications to the posting the site counted."""
        return len(self.site.ledger.of(posting.key))


def job_id_of(body: Mapping[str, Any]) -> str:
    """The job that this request becomes."""
    return ids.job_id(body["tenant"], body["idempotency_key"])


def _continued(seen: Seen, recorded: list[Recorded[Event]]) -> Seen:
    state = seen.job
    for one in recorded:
        state = job.evolve(state, one.event, one.sequence)
    return Seen(state, (*seen.recorded, *recorded))


async def _bus(running: stack.Supervisor, user: str) -> Bus:
    login = running.credentials(user)
    return await jetstream.connect(running.nats_url, user=login.user, password=login.password, timeout=10)
