"""One job's run: claim it, then decide, append, command and wait for the fact, until there is nothing left to do.

A decision is appended on the condition that nobody has written on the job since it was read; if that is refused, the
runner decides again. Deadlines are scheduled before the event that needs them, so they fire whatever happens to this
process. A run rests while the job waits for a human, a retry or a free browser; what ends the wait sends a RunJob.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from typing import Any

from ghosthands import platforms
from ghosthands.chassis import logging
from ghosthands.chassis.locks import KeyedLocks
from ghosthands.domain import ids
from ghosthands.domain import job as domain
from ghosthands.domain.cascade import Guidance
from ghosthands.domain.errors import Conflict, StaleEpoch, Transient
from ghosthands.domain.job import (
    Await,
    ClaimJob,
    EffectIntended,
    Job,
    JobClaimed,
    Proceed,
    Rest,
    RunJob,
    StepChosen,
    StepKind,
)
from ghosthands.domain.message import Event
from ghosthands.executor.dispatch import dispatch_for
from ghosthands.executor.experience import NONE, Experiences
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log.event_log import EventLog, Feed
from ghosthands.messaging.log.states import job_of, read_stops
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History, Received, Recorded
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.timers import Timers

#: how long to wait for a fact before looking at the clock again
LISTEN_SECONDS = 20.0

NO_DEADLINES: Mapping[str, datetime] = {}

#: what engines are chosen by without experience
GUIDANCE = Guidance(cascades=platforms.CASCADES)

log = logging.get(__name__)


class Runner:
    """Runs jobs, each by one task at a time."""

    def __init__(
        self,
        events: EventLog,
        commands: Commands,
        timers: Timers,
        *,
        worker: str,
        stopping: asyncio.Event | None = None,
        now: Clock = utc_now,
        experience: Callable[[], Awaitable[Experiences]] | None = None,
    ) -> None:
        self.events = events
        self.commands = commands
        self.timers = timers
        self.worker = worker
        #: set when this process is to stop: its runs are given back at their next wait
        self.stopping = stopping or asyncio.Event()
        self.now = now
        self.experience = experience or _know_nothing
        self._locks = KeyedLocks()

    async def run(self, received: Received[RunJob]) -> None:
        """Run the job until it rests; a job that needs nothing is left as it is.

        A second RunJob of a job that runs here waits for the first and looks again. If two messages claim one job, the
        later keeps it from then on, even when its executor dies, and the earlier one is done. Raises StaleEpoch when
        another executor claims the job for this very message, Transient when this executor is to stop,
        StreamUnavailable.
        """
        job_id = received.command.job_id
        async with self._locks.of(job_id):
            history = await self._claim(job_id, received.cause)
            if history.events and isinstance(history.events[-1], JobClaimed):
                async with self.events.follow(history.aggregate) as feed:
                    await Run(self, history, received.cause, feed).run_until_rest()
            elif _has_passed_on(history, received.id):
                log.info("job_left_to_a_later_message")
            elif domain.is_queued(job_of(history)):
                await self.queue_again(history, received.cause)
            else:
                await self.set_deadlines(job_of(history), received.cause)  # of one that begins later

    async def _claim(self, job_id: str, cause: Cause) -> History:
        """Return the history, with this worker's claim at its end if there is anything to do."""

        def decide(history: History) -> Sequence[Event]:
            if _has_passed_on(history, cause.command_id):
                return []
            return domain.decide(ClaimJob(self.worker, self.now()), job_of(history))

        return await self.events.transact(subjects.job(job_id), decide, cause=cause)

    async def queue_again(self, history: History, cause: Cause, *, of_any_host: bool = False) -> None:
        """Send the last chosen step's command again, since its sender may have died; it takes effect once.

        With `of_any_host` the message is a new one, for any host, not a repeat of the one to the host that the job
        prefers.
        """
        chosen = next(event for event in reversed(history.events) if isinstance(event, StepChosen))
        job = job_of(history)
        dispatch = dispatch_for(job, chosen)
        again = Cause(command_id=cause.command_id, tenant=cause.tenant, correlation=job.id, epoch=job.attempt.epoch)
        host = None if of_any_host else dispatch.host
        message_id = ids.derived(chosen.command_id, "any host") if of_any_host else None
        await self.commands.send(
            dispatch.command,
            command_id=chosen.command_id,
            cause=again,
            host=host,
            band=dispatch.band,
            message_id=message_id,
        )

    async def set_deadlines(self, job: Job, cause: Cause, *, known: Mapping[str, datetime] = NO_DEADLINES) -> None:
        """Set the job's deadlines that are not `known` to be set; repeating it is harmless."""
        for name, at in domain.deadlines(job).items():
            if known.get(name) != at:
                await self.timers.set(subjects.job(job.id), name, at, domain.DEADLINE_OWNERS[name], cause=cause)

    async def wake(self, job: Job, *, command_id: str, cause: Cause) -> None:
        """Send a RunJob for the job, in its band."""
        await self.commands.wake(job.id, job.accepted_request, command_id=command_id, cause=cause)

    async def expire(self, job_id: str, cause: Cause) -> Job:
        """End the job if its time is up, and return the job as it is afterwards."""

        def decide(history: History) -> Sequence[Event]:
            return domain.decide(domain.ExpireJob(self.now()), job_of(history))

        return job_of(await self.events.transact(subjects.job(job_id), decide, cause=cause))


class Run:
    """A claimed job between its claim and its rest."""

    def __init__(self, runner: Runner, history: History, cause: Cause, feed: Feed) -> None:
        self.runner = runner
        self.history = history
        self.feed = feed
        self.job = job_of(history)
        self.epoch = self.job.attempt.epoch
        self.cause = Cause(command_id=cause.command_id, tenant=cause.tenant, correlation=self.job.id, epoch=self.epoch)

    async def run_until_rest(self) -> None:
        """Take steps until none is left, or until the job is claimed for a later message.

        Raises StaleEpoch when another executor claims the job for this same message.
        """
        await self.runner.set_deadlines(self.job, self.cause)
        while self._is_claimed_here():
            step = domain.next_step(self.job, self.runner.now(), GUIDANCE)
            if isinstance(step, Rest):
                return
            if isinstance(step, Await):
                await self._listen(step.until)
            else:
                await self._proceed()

    async def _proceed(self) -> None:
        """Append the next decision, then send its command if another service carries it out."""
        events = await self._decide()
        known = domain.deadlines(self.job)
        await self.runner.set_deadlines(_fold_all(self.job, events), self.cause, known=known)
        try:
            recorded = await self.runner.events.append_decision(self.history, events, cause=self.cause)
        except Conflict:
            self._go_on_from(await self.runner.events.refresh(self.history))
            return
        self._absorb(recorded)
        for event in events:
            log.info("job_decided", decision=type(event).__name__, **_describe(event))
            if isinstance(event, StepChosen):
                await self._send_command(event)

    async def _decide(self) -> Sequence[Event]:
        """Return the next decision's events; before an intent to submit, check again that submitting is not stopped."""
        proceed = Proceed(self.runner.now(), await self._find_guidance())
        events = domain.decide(proceed, self.job)
        if any(isinstance(event, EffectIntended) for event in events) and await self._is_stopped():
            return domain.decide(Proceed(proceed.at, proceed.guidance, stopped=True), self.job)
        return events

    async def _is_stopped(self) -> bool:
        request = self.job.request
        return request is not None and (await read_stops(self.runner.events)).hold(request.site)

    async def _find_guidance(self) -> Guidance:
        """Return what engines are chosen by; with experience only for a failed field that no engine has tried since."""
        work = self.job.work
        if not work.failed or work.escalation is not None:
            return GUIDANCE
        return Guidance(cascades=platforms.CASCADES, experience=await self.runner.experience())

    async def _send_command(self, chosen: StepChosen) -> None:
        dispatch = dispatch_for(self.job, chosen)
        await self.runner.commands.send(
            dispatch.command, command_id=chosen.command_id, cause=self.cause, host=dispatch.host, band=dispatch.band
        )

    async def _listen(self, until: datetime | None) -> None:
        """Fold the facts that came; wait for one until `until` at most, or as long as the job's own clock allows."""
        now = self.runner.now()
        moments = [*domain.deadlines(self.job).values(), *([until] if until else [])]
        nearest = min((at - now for at in moments), default=None)
        patience = LISTEN_SECONDS if nearest is None else max(0.05, min(LISTEN_SECONDS, nearest.total_seconds()))
        self._absorb(await self._wait_unless_stopping(self.feed.next(patience)))

    async def _wait_unless_stopping(self, facts: Coroutine[Any, Any, list[Recorded[Event]]]) -> list[Recorded[Event]]:
        """Return the facts. Raises Transient when this process stops first: another executor goes on."""
        coming, told = asyncio.ensure_future(facts), asyncio.ensure_future(self.runner.stopping.wait())
        try:
            await asyncio.wait((coming, told), return_when=asyncio.FIRST_COMPLETED)
            if coming.done():
                return coming.result()
        finally:
            coming.cancel()
            told.cancel()
        raise Transient(f"this executor stops: another goes on with job {self.job.id}", delay=0.0)

    def _absorb(self, recorded: Sequence[Recorded[Event]]) -> None:
        fresh = [one for one in recorded if one.sequence > self.history.last_sequence]
        self._go_on_from(self.history.continued(fresh))

    def _go_on_from(self, history: History) -> None:
        for one in history.recorded[len(self.history.recorded) :]:
            self.job = domain.evolve(self.job, one.event, one.sequence)
        self.history = history

    def _is_claimed_here(self) -> bool:
        """Whether the last claim is this run's. Raises StaleEpoch when it is another's for the same message."""
        if self.job.attempt.epoch == self.epoch:
            return True
        if _list_claims(self.history)[-1] == self.cause.command_id:
            raise StaleEpoch(f"job {self.job.id} was claimed anew: epoch {self.job.attempt.epoch} follows {self.epoch}")
        log.info("job_left_to_a_later_message")
        return False


def _list_claims(history: History) -> list[str]:
    """Return the ids of the messages the job was claimed for, oldest first."""
    return [one.causation for one in history.recorded if isinstance(one.event, JobClaimed)]


def _has_passed_on(history: History, message_id: str) -> bool:
    """Whether the job was claimed for this message and then for a later one."""
    claims = _list_claims(history)
    return message_id in claims[:-1] and message_id != claims[-1] and domain.is_in_hand(job_of(history))


async def _know_nothing() -> Experiences:
    return NONE


def _fold_all(job: Job, events: Sequence[Event]) -> Job:
    for event in events:
        job = domain.evolve(job, event, job.attempt.epoch)
    return job


def _describe(event: Event) -> dict[str, str]:
    """Return the details that a log line adds to the event's name."""
    step: StepKind | None = getattr(event, "step", None)
    code: str | None = getattr(event, "code", None)
    return {name: str(value) for name, value in (("step", step), ("code", code)) if value}
