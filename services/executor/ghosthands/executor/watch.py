"""The watch over every job until it has ended: it wakes a job that fell silent and that no message will wake.

A job's request stays in hand on a durable of its own: at each look the watch gives it back with a delay, so one
executor at a time looks at a job, and another takes over if that one dies. A message wakes a job; the watch concludes
that the message is gone when the oldest message in its queue is younger than the job's last event. So a job that is
being worked on, however silently, is not taken from its executor, and one in a long queue is not queued twice, or at
most once an hour, because a queue may hold a message that nobody can ever read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from ghosthands.chassis import logging, metrics
from ghosthands.domain import ids, services
from ghosthands.domain import job as domain
from ghosthands.domain.errors import NotYet
from ghosthands.domain.job import Job, JobRequested, RunJob
from ghosthands.domain.session import OpenSession
from ghosthands.executor.dispatch import queue_for_browser
from ghosthands.executor.runner import Runner
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Envelope
from ghosthands.messaging.wire.recorded import History

#: how long a job may be silent before the watch checks whether it is asleep
SILENCE = timedelta(minutes=2)
#: time between two wakings of a job that may still be in its queue
ANYHOW = timedelta(hours=1)
#: time in which the last event's writer, or a redelivery's, has sent the message that follows from it
SENDING = timedelta(minutes=1)

#: Returns when the oldest waiting command of a subject was stored; None where none waits.
Oldest = Callable[[str], Awaitable[datetime | None]]

ASLEEP = metrics.counter(services.EXECUTOR, "jobs_asleep", "Jobs that fell silent and were woken")

log = logging.get(__name__)


class Watch:
    """Looks after jobs, and has a runner wake those that are asleep."""

    def __init__(self, runner: Runner, oldest: Oldest) -> None:
        self.runner = runner
        self.oldest = oldest

    async def look(self, begun: Envelope) -> None:
        """Wake the requested or retried job if it is asleep. Raises NotYet until the job needs no more looks."""
        history = await self.runner.events.load(subjects.job(begun.subject))
        job, now = job_of(history), self.runner.now()
        if job.request is None or (job.ended and not domain.is_runnable(job, now)):
            return
        turn = _find_turn(history, job)
        due = turn + _find_patience(history)
        if now < due:
            raise NotYet(f"job {job.id} spoke lately, or has time", delay=(due - now).total_seconds())
        is_asleep = not await self._is_in_queue(job, job.request, turn)
        if is_asleep:
            ASLEEP.inc()
            log.warning("job_was_asleep", job_id=job.id, phase=job.phase)
        if is_asleep or _is_time_anyhow(now - turn):
            command_id = ids.derived(job.id, "run", "asleep", now.isoformat())
            await self.runner.wake(job, command_id=command_id, cause=history.recorded[-1].cause)
        raise NotYet(f"job {job.id} has not ended", delay=SILENCE.total_seconds())

    async def _is_in_queue(self, job: Job, request: JobRequested, turn: datetime) -> bool:
        """Whether the message that moves the job on may still be in its queue."""
        if domain.is_queued(job):
            queue = _queue_of_browsers(job, request)
        elif domain.is_runnable(job, self.runner.now()):
            queue = subjects.in_band(services.EXECUTOR, RunJob.__name__, request.band)
        else:
            return False  # a deadline was to move it on
        oldest = await self.oldest(queue)
        return oldest is not None and oldest <= turn + SENDING


def _find_turn(history: History, job: Job) -> datetime:
    """Return the time of the job's last event, or of the deadline that moves it on; a message should follow."""
    last = history.recorded[-1]
    spoke_at = last.stored_at or last.at
    if domain.is_queued(job) or domain.is_runnable(job, spoke_at):
        return spoke_at
    return max((spoke_at, *domain.deadlines(job).values()))


def _find_patience(history: History) -> timedelta:
    """Return how long the job may be silent; if it ended and its browser's host is gone, longer at each look."""
    end = domain.find_end(history.events)
    return SILENCE if end is None else max(SILENCE, history.recorded[-1].at - end.at)


def _is_time_anyhow(silent: timedelta) -> bool:
    return silent >= ANYHOW and silent % ANYHOW < SILENCE


def _queue_of_browsers(job: Job, request: JobRequested) -> str:
    name = OpenSession.__name__
    if domain.is_for_one_host(job):
        return subjects.command(services.BROWSER_HOST, name, host=request.worker)
    return subjects.in_band(services.BROWSER_HOST, name, queue_for_browser(job))
