"""Two hundred jobs that really were, up to where they asked, and fifty people who look: no update is lost to any."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands import stack
from ghosthands.bench import servers, waiting
from ghosthands.bench.application import Said
from ghosthands.bench.measure import find_percentile
from ghosthands.domain import services
from ghosthands.domain.job import HumanRequested
from ghosthands.testkit import recorded

pytestmark = [pytest.mark.integration, pytest.mark.heavy]  # two hundred jobs are requested and told: a minute

STREAM = Path(__file__).parents[2] / "replay/streams/answered_and_submitted.jsonl"
JOBS, VIEWERS, CHANGES = 200, 50, 20


def as_it_was() -> list[Said]:
    """A recorded job's course from its request to its question."""
    history, _ = recorded.read(STREAM)
    course: list[Said] = []
    for one in history.recorded[1:]:
        if isinstance(one.event, HumanRequested):
            return course
        course.append((one.service, one.event))
    raise AssertionError("the recorded job asks nothing")


@pytest.mark.timeout(400)
async def test_every_inbox_ends_as_the_tables_are_whatever_came_up_and_went() -> None:
    course = as_it_was()

    async def body(running: stack.Supervisor) -> list[float]:
        async with waiting.open_console(running) as console:
            jobs = [await console.start(lambda _job_id: course) for _ in range(JOBS)]
            asked = {job_id: await console.ask(job_id, seconds=7200) for job_id in jobs[CHANGES:]}
            async with console.watched(VIEWERS) as viewers:
                shown = [await console.time_question(job_id, viewers) for job_id in jobs[:CHANGES]]
                for job_id in jobs[CHANGES : 2 * CHANGES]:  # what comes up and goes without anybody waiting for it
                    await console.go_on(job_id, asked[job_id])
                await console.check(viewers)
                assert all(len(viewer.shown) == 50 for viewer in viewers)
        return [pair.ratio for pair in shown]

    ratios = await servers.run_with_servers(
        body, services=(services.JOB_INTAKE, services.HITL_GATEWAY, services.PROJECTOR)
    )
    assert find_percentile(ratios, 0.5) < 3  # beside fifty loads of a static file by the same viewers


def test_an_inbox_that_misses_something_is_noticed() -> None:
    assert waiting.shows(["a", "b"], ["a", "b", "c"], most=2)
    assert not waiting.shows(["a"], ["a", "b", "c"], most=2)
    assert not waiting.shows(["a", "c"], ["a", "b", "c"], most=2)
    assert waiting.shows([], [], most=2)
