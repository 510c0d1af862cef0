"""`ghosthands cancel`: stop a job, unless its submission has begun, or end one that cannot be read any more."""

from __future__ import annotations

from ghosthands.cli import console
from ghosthands.cli.client import connect, use_running
from ghosthands.cli.commands.orders import give
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import complete_id, find_history
from ghosthands.cli.watching import JobWatch, stop
from ghosthands.domain.job import Job, Phase, SubmissionState
from ghosthands.domain.orders import Order, OrderKind


async def end_unread(job: str) -> None:
    """End a job some of whose events cannot be read. Raises Stop(USAGE) for an unknown job, or where all can be."""
    async with connect(await use_running()) as client:
        job_id = await complete_id(client, job)
        await give(client, OrderKind.GIVE_UP, Order(job_id=job_id))
    console.out.print(
        f"job {job_id}: what cannot be read of it is given up; it ends, and first asks whether it was sent where that"
        f" is in doubt (ghosthands show {job_id})",
        soft_wrap=True,
    )


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
