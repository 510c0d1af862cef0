"""A tenant with many jobs that get no browser keeps nobody else's from asking for one: what waits holds no executor.

Whose turn it is for a browser then is the hosts' to say (`test_turns.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.domain.job import StepKind
from ghosthands.domain.services import EXECUTOR, JOB_INTAKE
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.integration, pytest.mark.heavy, pytest.mark.timeout(300)]

#: jobs of the one tenant, and how many jobs executor runs at once
MANY, AT_ONCE = 60, 2


def asks_for_a_browser(seen: FollowedJob) -> bool:
    awaited = seen.job.attempt.awaiting
    return awaited is not None and awaited.step is StepKind.OPEN_SESSION


async def test_jobs_that_wait_for_a_browser_keep_no_other_tenants_from_asking_for_one(open_folder: Path) -> None:
    few_places = {EXECUTOR: {"GHOSTHANDS_EXECUTOR_JOBS": str(AT_ONCE)}}
    async with Lab.start(open_folder / "many", only=(JOB_INTAKE, EXECUTOR), by_service=few_places) as lab:
        first, *_ = [await lab.apply(a_posting(), tenant="many") for _ in range(MANY)]
        other = await lab.apply(a_posting(), tenant="other")
        await lab.until(other, asks_for_a_browser)
        await lab.until(first, asks_for_a_browser)  # it has none yet
