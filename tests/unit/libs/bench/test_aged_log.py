"""The log that `bench age` fills: every job's events in order, some of them far apart."""

from __future__ import annotations

from collections import defaultdict

from ghosthands.bench.aged_log import AT_ONCE, order_events

JOBS, EVENTS, RESTED = 200, 30, [40, 60]


def places() -> dict[int, list[int]]:
    """Where the events of each job lie."""
    found: dict[int, list[int]] = defaultdict(list)
    for place, (job, at) in enumerate(order_events(JOBS, EVENTS, RESTED)):
        assert at == len(found[job])
        found[job].append(place)
    return found


def test_every_event_of_every_job_is_there_once_and_in_order() -> None:
    assert {job: len(each) for job, each in places().items()} == dict.fromkeys(range(JOBS), EVENTS)


def test_a_jobs_events_lie_between_those_of_the_jobs_at_work_with_it() -> None:
    usual = [each for job, each in places().items() if job not in RESTED]
    spans = sorted(each[-1] - each[0] for each in usual)
    assert EVENTS < spans[len(spans) // 2] < 2 * AT_ONCE * EVENTS


def test_a_job_that_rested_lies_in_two_clusters_far_apart() -> None:
    found = places()
    for job in RESTED:
        half = EVENTS // 2
        assert found[job][half] - found[job][half - 1] > JOBS * EVENTS // 3
        assert found[job][-1] - found[job][half] < JOBS * EVENTS // 10
