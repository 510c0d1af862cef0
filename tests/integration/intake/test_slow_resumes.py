"""Resumes that come a byte at a time hold up what waits for them, and nobody else's request."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

import pytest

from ghosthands.domain.job import JobRequested, ResumeAwaited

from .conftest import HOSTS, Door, Storages, job_of, request

pytestmark = [pytest.mark.integration, pytest.mark.slow]

#: of others, sent beside the slow ones
OTHERS = 40


async def p95_of_acceptance(door: Door, resumes: Sequence[str]) -> float:
    """Seconds until VALET was told that a request was taken; half of them have a resume to be fetched."""
    requests = [request(resumes[number % len(resumes)] if number % 2 else None) for number in range(OTHERS)]
    took = []
    for body in requests:
        sent_at = time.monotonic()
        await door.send("job.requested", body)
        took.append(await door.until_told(body["valet_task_id"], "accepted", patience=20.0) - sent_at)
    return statistics.quantiles(took, n=20)[-1]


@pytest.mark.parametrize("slow", [8, pytest.param(40, marks=pytest.mark.heavy)])
async def test_others_are_taken_as_fast_as_ever(door: Door, storages: Storages, slow: int) -> None:
    quick = await storages.open(HOSTS[50:], drips=False)
    alone = await p95_of_acceptance(door, quick)
    for url in await storages.open(HOSTS[:slow], drips=True):
        await door.send("job.requested", request(url))
    await storages.until_asked(slow)
    beside = await p95_of_acceptance(door, quick)
    print(f"accepted within {alone * 1000:.0f} ms alone, {beside * 1000:.0f} ms beside {slow} slow hosts (p95)")
    assert beside < max(10 * alone, 1.0)


async def test_a_job_that_is_cancelled_while_its_resume_drips_never_begins(door: Door, storages: Storages) -> None:
    (url,) = await storages.open(HOSTS[:1], drips=True)
    body = request(url)
    await door.send("job.requested", body)
    await storages.until_asked(1)
    asked_at = time.monotonic()
    await door.send("job.cancel", {"tenant": body["tenant"], "job_id": job_of(body)})
    await door.until_told(body["valet_task_id"], "cancel")
    told_at = await door.until_told(body["valet_task_id"], "accepted")
    assert told_at - asked_at < 4.0  # far less than the download would have taken

    told = {what: each for task, what, each in door.told if task == body["valet_task_id"]}
    assert told["cancel"]["accepted"]
    names = [type(event) for event in (await door.history(job_of(body))).events]
    assert names[0] is ResumeAwaited
    assert names[-1] is JobRequested
    assert storages.asked == [HOSTS[0]]
