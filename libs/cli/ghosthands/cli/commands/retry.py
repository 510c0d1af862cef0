"""`ghosthands retry`: another attempt of a job that ended without its application having been sent."""

from __future__ import annotations

import asyncio

from ghosthands.cli import console
from ghosthands.cli.client import connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import find_history
from ghosthands.cli.watching import JobWatch
from ghosthands.domain.job import Job, can_be_tried_anew
from ghosthands.messaging.wire import subjects

#: seconds job-intake may take
TAKEN_WITHIN = 30.0


async def run(job: str) -> None:
    """Have it tried anew. Raises Stop(NO) where it cannot be, Stop(USAGE) for an unknown job."""
    async with connect(await use_running()) as client:
        seen = JobWatch.of(await find_history(client, job))
        _refuse_unless_unsent(seen.job)
        assert seen.job.request is not None  # noqa: S101  one that ended was requested
        async with client.events.follow(subjects.job(seen.job.id)) as feed:
            await client.publish("job.retry", {"tenant": seen.job.request.tenant, "job_id": seen.job.id})
            try:
                async with asyncio.timeout(TAKEN_WITHIN):
                    while seen.job.ended:
                        seen.take(await client.next(feed))
            except TimeoutError:
                message = "it is not tried anew: the person may have applied to the posting since, or be forgotten"
                raise Stop(Exit.NO, message) from None
    console.out.print(f"job {seen.job.id}: tried anew; see: ghosthands show {seen.job.id[: console.SHORT_ID]}")


def _refuse_unless_unsent(job: Job) -> None:
    if not job.ended:
        raise Stop(Exit.NO, f"job {job.id} goes on: it is {job.phase.replace('_', ' ')}")
    if not can_be_tried_anew(job):
        raise Stop(Exit.NO, f"job {job.id} is {job.phase.replace('_', ' ')}, and may have been sent")
