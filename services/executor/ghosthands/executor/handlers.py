"""What executor does with each message it hears."""

from __future__ import annotations

from ghosthands.domain import ids
from ghosthands.domain.job import Band, RunJob
from ghosthands.executor.runner import Runner
from ghosthands.messaging.recorded import Received
from ghosthands.messaging.timers import Firing


class Handlers:
    """The table of `service.build`, bound to one runner."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner

    async def on_run_job(self, received: Received[RunJob]) -> None:
        """Run the job until it rests."""
        await self.runner.run(received)

    async def on_deadline(self, firing: Firing) -> None:
        """End a job whose time is up and wake it, whichever deadline it was; late or stray, it changes nothing."""
        job = await self.runner.expire(firing.aggregate.id, firing.cause)
        tenant = job.request.tenant if job.request else firing.cause.tenant
        band = job.request.band if job.request else Band.NORMAL
        command_id = ids.derived(job.id, "run", firing.name, firing.at.isoformat())
        await self.runner.commands.send(
            RunJob(job_id=job.id, tenant=tenant), command_id=command_id, cause=firing.cause, band=band
        )
