"""Old events fold for ever: recorded jobs reach their recorded end with today's code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ghosthands.domain import job
from ghosthands.messaging.log.states import job_of
from ghosthands.testkit import recorded

STREAMS = sorted((Path(__file__).parent / "streams").glob("*.jsonl"))


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_a_recorded_job_reaches_its_recorded_end(path: Path) -> None:
    history, end = recorded.read(path)
    reached = recorded.end_of(job_of(history))
    assert known_of(reached, end) == end


def known_of(reached: Any, end: Any) -> Any:
    """What is reached, without what nobody knew of when the end was recorded."""
    if not isinstance(reached, dict) or not isinstance(end, dict):
        return reached
    return {name: known_of(reached.get(name), end[name]) for name in end}


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_every_recorded_decision_is_taken_again(path: Path) -> None:
    """At each point where executor decided, today's decider, given the same past and moment, decides the same."""
    history, _ = recorded.read(path)
    state = job.Job(id=history.aggregate.id)
    for one in history.recorded:
        at = getattr(one.event, "at", None)
        if one.service == "executor" and not isinstance(one.event, job.JobClaimed) and at is not None:
            assert job.decide(job.Proceed(at), state) == [one.event], one.name
        state = job.evolve(state, one.event, one.sequence)


def test_two_jobs_are_recorded() -> None:
    assert len(STREAMS) >= 2
