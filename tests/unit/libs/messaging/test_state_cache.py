"""Aggregates that are read once, and from then on only what was written since."""

from __future__ import annotations

import pytest

from ghosthands.domain import services
from ghosthands.domain.applicant import ApplicationReserved
from ghosthands.domain.errors import Conflict
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.log.state_cache import StateCache
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.wire.subjects import Aggregate

ADA, BOB, EVE = (subjects.applicant(name) for name in ("ada", "bob", "eve"))


class CountingLog(MemoryEventLog):
    """Says from where on it was read."""

    def __init__(self) -> None:
        super().__init__(services.JOB_INTAKE)
        self.read_after: list[int] = []

    async def refresh(self, history: History) -> History:
        self.read_after.append(history.last_sequence)
        return await super().refresh(history)


async def reserve(log: MemoryEventLog, *jobs: str, whose: Aggregate = ADA) -> None:
    for job_id in jobs:
        history = await MemoryEventLog.refresh(log, History(whose))
        cause = Cause(command_id=f"request {job_id}", tenant="valet", correlation=job_id)
        await log.append_facts(history, [reservation(job_id)], cause=cause)


def reservation(job_id: str) -> ApplicationReserved:
    return ApplicationReserved(posting="p", job_id=job_id)


def cache_of(log: MemoryEventLog, capacity: int = 10) -> StateCache[tuple[str, ...]]:
    """Of each applicant the jobs, in order."""
    return StateCache(log, tuple, lambda jobs, one: (*jobs, one.event.job_id), capacity)  # type: ignore[attr-defined]


@pytest.fixture
def log() -> CountingLog:
    return CountingLog()


async def test_what_was_read_once_is_read_from_there_on(log: CountingLog) -> None:
    cache = cache_of(log)
    await reserve(log, "1", "2")
    assert (await cache.read(ADA)).state == ("1", "2")
    await reserve(log, "3")
    assert (await cache.read(ADA)).state == ("1", "2", "3")
    assert (await cache.read(ADA)).state == ("1", "2", "3")
    assert log.read_after == [0, 2, 3]


async def test_no_event_is_kept_however_many_there_are(log: CountingLog) -> None:
    cache = cache_of(log)
    await reserve(log, *map(str, range(50)))
    known = await cache.read(ADA)
    assert (len(known.state), known.history.recorded, known.history.last_sequence) == (50, (), 50)


async def test_what_is_appended_to_what_was_read_needs_no_reading(log: CountingLog) -> None:
    cache = cache_of(log)
    known = await cache.read(ADA)
    cause = Cause(command_id="request 1", tenant="valet", correlation="1")
    cache.note(known, await log.append_decision(known.history, [reservation("1")], cause=cause))
    assert (await cache.read(ADA)).state == ("1",)
    assert log.read_after == [0, 1]


async def test_a_decision_on_what_another_has_written_on_since_is_refused(log: CountingLog) -> None:
    known = await cache_of(log).read(ADA)
    await reserve(log, "1")
    cause = Cause(command_id="request 2", tenant="valet", correlation="2")
    with pytest.raises(Conflict):
        await log.append_decision(known.history, [reservation("2")], cause=cause)


async def test_those_read_last_are_kept_and_no_more(log: CountingLog) -> None:
    cache = cache_of(log, capacity=2)
    await reserve(log, "1")
    for whose in (ADA, BOB, ADA, EVE):
        await cache.read(whose)
    assert len(cache) == 2
    log.read_after.clear()
    assert (await cache.read(ADA)).state == ("1",)
    assert log.read_after == [1]
