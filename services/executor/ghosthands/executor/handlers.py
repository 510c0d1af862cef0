"""Executor's message handlers, one for each kind of message it hears."""

from __future__ import annotations

from datetime import timedelta

from ghosthands.domain import ids
from ghosthands.domain.errors import Transient
from ghosthands.domain.human import BlockerGone
from ghosthands.domain.job import RunJob, deadlines, is_runnable
from ghosthands.domain.session import CommandRefused, OpenSession, SessionOpened
from ghosthands.executor.runner import Runner
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import Received, Recorded
from ghosthands.messaging.work.timers import Firing


class Handlers:
    """The handlers that `service.build` registers, bound to one runner."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner

    async def on_run_job(self, received: Received[RunJob]) -> None:
        """Run the job until it rests."""
        await self.runner.run(received)

    async def on_browser(self, recorded: Recorded[SessionOpened | CommandRefused | BlockerGone]) -> None:
        """Wake the job that waited for this browser, for the answer that there is none, or for a wall to go."""
        event = recorded.event
        if isinstance(event, CommandRefused) and event.command != OpenSession.__name__:
            return
        events = self.runner.events
        job = job_of(await events.load(recorded.aggregate))
        claimed_since = job.attempt.epoch > recorded.sequence
        if is_runnable(job, self.runner.now()) and not claimed_since:
            command_id = ids.derived(job.id, "run", recorded.id)
            await self.runner.wake(job, command_id=command_id, cause=recorded.cause)

    async def on_deadline(self, firing: Firing) -> None:
        """End the job if its time is up, and wake it if it is runnable; a late or stray deadline changes nothing.

        Raises Transient when the clock here is behind the timer's.
        """
        early = firing.at - self.runner.now()
        if early > timedelta():
            message = f"deadline {firing.name} of job {firing.aggregate.id} still has time"
            raise Transient(message, delay=early.total_seconds())
        if firing.name == "host":
            await self._ask_any_host(firing)
            return
        job = await self.runner.expire(firing.aggregate.id, firing.cause)
        if is_runnable(job, self.runner.now()):
            command_id = ids.derived(job.id, "run", firing.name, firing.at.isoformat())
            await self.runner.wake(job, command_id=command_id, cause=firing.cause)

    async def _ask_any_host(self, firing: Firing) -> None:
        """Offer the job to any host if it still waits for the host it prefers, which has not taken it."""
        events = self.runner.events
        history = await events.load(firing.aggregate)
        if deadlines(job_of(history)).get("host") == firing.at:
            await self.runner.queue_again(history, firing.cause, of_any_host=True)
