"""More jobs than browsers: who waits in the queue holds up nobody, and the more urgent goes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Phase, is_queued
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

ONE_OF_EACH = {
    services.EXECUTOR: {"GHOSTHANDS_EXECUTOR_JOBS": "1"},
    services.BROWSER_HOST: {"GHOSTHANDS_BROWSER_HOST_SLOTS": "1"},
}


async def test_a_full_queue_holds_up_no_answered_job_and_an_urgent_one_goes_first(open_folder: Path) -> None:
    async with Lab.start(open_folder / "queue", by_service=ONE_OF_EACH) as lab:
        first = await lab.apply(a_posting(), query="?captcha=1")
        asking = await lab.asking(first)
        waiting = [await lab.apply(a_posting(), priority=priority) for priority in (1, 9)]
        for job_id in waiting:
            await lab.until(job_id, lambda seen: is_queued(seen.job))
        request = asking.ask
        await lab.answer(first, Resolution.SKIP, request_id=request.request_id)
        assert (await lab.finished(first)).phase is Phase.FAILED
        low, high = [await lab.finished(job_id) for job_id in waiting]
        assert (low.phase, high.phase) == (Phase.COMPLETED, Phase.COMPLETED), f"{low}\n{high}"
        assert opened_at(high) < opened_at(low)


def opened_at(seen: FollowedJob) -> int:
    """Where in the log the job's browser opened."""
    return next(one.sequence for one in seen.recorded if one.name == "SessionOpened")
