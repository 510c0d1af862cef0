"""`ghosthands cancel`: stop a job, unless its submission has begun."""

from __future__ import annotations

from ghosthands.cli import console
from ghosthands.cli.client import connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import find_history
from ghosthands.cli.watching import JobWatch, stop
from ghosthands.domain.job import Job, Phase, SubmissionState


async def run(job: str) -> None:
    """Stop the job. Raises Stop(NO) where it cannot be stopped any more, Stop(USAGE) for an unknown job."""
    async with connect(await use_running()) as client:
        seen = JobWatch.of(await find_history(client, job))
        _refuse_if_past_it(seen.job)
        await stop(client, seen)
    if seen.job.phase is not Phase.CANCELLED:
        _refuse_if_past_it(seen.job)
    console.out.print(f"job {seen.job.id}: cancelled")


def _refuse_if_past_it(job: Job) -> None:
    if job.ended:
        raise Stop(Exit.NO, f"job {job.id} is {job.phase.replace('_', ' ')} already")
    if job.effects.submission is not SubmissionState.NONE:
        raise Stop(Exit.NO, f"too late: the submission of job {job.id} has begun")
