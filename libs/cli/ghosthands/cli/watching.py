"""Follows a job to its end: takes its events as they come, and has its questions answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from ghosthands.cli import console
from ghosthands.cli.client import Client
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain import job
from ghosthands.domain.job import Job, Phase, SubmissionState
from ghosthands.domain.message import Event
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.readmodel import ENDED, JobStatus

#: seconds in which a stack has to take a request
TAKEN_WITHIN = 60.0
#: most jobs of each status that are listed
MOST = 10

#: called with an event
OnEvent = Callable[[Recorded[Event]], None]
#: asks a human; False when nobody answered. Cancelled when the question is withdrawn.
OnAsk = Callable[[job.HumanRequested], Coroutine[Any, Any, bool]]
#: called whenever no event came for a moment
OnSilence = Callable[[], Awaitable[None]]


class JobWatch:
    """One job's events as they come, and the job folded from them."""

    def __init__(self, job_id: str) -> None:
        self.recorded: list[Recorded[Event]] = []
        self.job = Job(id=job_id)
        self._on_event: OnEvent = lambda _: None

    @classmethod
    def of(cls, history: History) -> JobWatch:
        """Return a watch with the job's events up to now."""
        seen = cls(history.aggregate.id)
        seen.take(history.recorded)
        return seen

    def hear(self, on_event: OnEvent) -> None:
        """Call `on_event` with every event taken from now on."""
        self._on_event = on_event

    def take(self, recorded: Sequence[Recorded[Event]]) -> None:
        """Take the next events; skip those that are known already."""
        for one in recorded:
            if self.recorded and one.sequence <= self.recorded[-1].sequence:
                continue
            self.recorded.append(one)
            self.job = job.evolve(self.job, one.event, one.sequence)
            self._on_event(one)

    @property
    def short_id(self) -> str:
        """The beginning of the job's id, enough to name it."""
        return self.job.id[: console.SHORT_ID]

    @property
    def over(self) -> bool:
        """Whether the job ended and its browser is closed."""
        return self.job.ended and job.leftover_session(self.job) is None

    @property
    def ask(self) -> job.HumanRequested | None:
        """The question that the job waits for a human to answer."""
        return job.open_request(self.job)


async def watch(
    client: Client, seen: JobWatch, *, on_ask: OnAsk | None = None, on_silence: OnSilence | None = None
) -> None:
    """Follow the job until it is over, or until it waits for a human whom `on_ask` could not reach.

    `on_silence` is called whenever no event came for a moment.
    Raises Stop(UNAVAILABLE) when the stack ends meanwhile, or takes no notice of the job.
    """
    started = asyncio.get_running_loop().time()
    async with client.events.follow(subjects.job(seen.job.id)) as feed, _Asking(on_ask) as asking:
        while not seen.over:
            arrived = await client.next(feed)
            seen.take(arrived)
            if not arrived and on_silence is not None:
                await on_silence()
            if not await asking.keep_up(seen.ask):
                return
            if not seen.recorded and asyncio.get_running_loop().time() - started > TAKEN_WITHIN:
                raise Stop(Exit.UNAVAILABLE, "nobody has taken the job yet: `ghosthands doctor` may say why")


def tell_troubles(client: Client) -> Callable[[], None]:
    """Return a function that prints what keeps the stack from working, once for each trouble."""
    told: set[str] = set()

    def on_silence() -> None:
        for trouble in client.list_troubles():
            if trouble not in told:
                told.add(trouble)
                console.tell(trouble, style="yellow")

    return on_silence


async def list_unfinished(client: Client) -> list[JobWatch]:
    """Return the jobs of the stack that have not ended, by its tables; it follows none of them yet."""
    tables = await client.tables()
    rows = [row for status in sorted(set(JobStatus) - ENDED) for row in await tables.jobs(limit=MOST, status=status)]
    return [JobWatch(row.job_id) for row in rows]


async def stop(client: Client, seen: JobWatch) -> None:
    """Cancel the job, and follow it until it has ended or its submission has begun."""
    async with client.events.follow(subjects.job(seen.job.id)) as feed:
        while seen.job.phase is Phase.NEW and seen.job.awaited is None:
            seen.take(await client.next(feed))
        begun = seen.job.request or seen.job.awaited
        if begun is not None and not seen.job.ended:
            await client.publish("job.cancel", {"tenant": begun.tenant, "job_id": seen.job.id})
        while not seen.job.ended and seen.job.effects.submission is SubmissionState.NONE:
            seen.take(await client.next(feed))


class _Asking:
    """The question that is being asked just now; withdrawn when the block ends."""

    def __init__(self, on_ask: OnAsk | None) -> None:
        self._on_ask = on_ask
        self._request_id: str | None = None
        self._task: asyncio.Task[bool] | None = None

    async def __aenter__(self) -> _Asking:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._withdraw()

    async def keep_up(self, ask: job.HumanRequested | None) -> bool:
        """Ask a new question, withdraw a settled one; False once nobody answers."""
        if ask is None:
            await self._withdraw()
        elif ask.request_id != self._request_id:
            await self._withdraw()
            if self._on_ask is None:
                return False
            self._request_id, self._task = ask.request_id, asyncio.create_task(self._on_ask(ask))
        return self._task is None or not self._task.done() or self._task.result()

    async def _withdraw(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
