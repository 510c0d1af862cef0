"""Following a job on the log's in-memory twin: the services are played by the test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from ghosthands.cli import watching
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.watching import JobWatch, stop, watch
from ghosthands.domain import human, ids, job, session
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.testkit.story import NOON, Story, requested

JOB = ids.derived("a job")
ASK = ids.derived("a request")


@pytest.fixture
def seen() -> JobWatch:
    return JobWatch(JOB)


async def follow(house: Any, seen: JobWatch, on_ask: watching.OnAsk | None = None) -> None:
    async with asyncio.timeout(10):
        await watch(house, seen, on_ask=on_ask)


def asking(at: datetime = NOON, request_id: str = ASK) -> job.HumanRequested:
    return job.HumanRequested(request_id=request_id, kind=AskKind.BLOCKER, at=at, timeout_seconds=300, code="captcha")


def resolved(request_id: str = ASK) -> human.HumanResolved:
    return human.HumanResolved(request_id=request_id, resolution=Resolution.DONE, at=NOON)


CLOSED = session.SessionClosed(session_id="s1", reason="completed")
CANCELLED = (job.JobCancelRequested(at=NOON), job.JobCancelled(at=NOON))


async def test_a_job_is_followed_until_its_browser_is_closed(house: Any, seen: JobWatch) -> None:
    await house.tell(*Story(JOB).applied().log)
    following = asyncio.create_task(follow(house, seen))
    await until(lambda: seen.job.phase is Phase.COMPLETED)
    assert not following.done()
    await house.tell(CLOSED)
    await following
    assert seen.recorded[-1].event == CLOSED


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - the log's feed tells the watch, not us
            await asyncio.sleep(0.005)


async def test_whoever_listens_hears_every_event_once(house: Any, seen: JobWatch) -> None:
    await house.tell(*Story(JOB).applied().log, CLOSED)
    heard: list[Recorded[Any]] = []
    seen.hear(heard.append)
    await follow(house, seen)
    seen.take(seen.recorded[:3])
    assert heard == seen.recorded


async def test_a_silence_is_told_while_the_job_goes_on(house: Any, seen: JobWatch) -> None:
    await house.tell(*Story(JOB).begun().log)
    silences: list[Phase] = []

    async def on_silence() -> None:
        silences.append(seen.job.phase)

    following = asyncio.create_task(watch(house, seen, on_silence=on_silence))
    await until(lambda: bool(silences))
    await house.tell(*CANCELLED, CLOSED)
    await asyncio.wait_for(following, 10)
    assert set(silences) == {Phase.RUNNING}


async def test_a_rejected_job_is_over_at_once(house: Any, seen: JobWatch) -> None:
    await house.tell(job.JobRejected(at=NOON, tenant="t", task="t", reasons=()))
    await follow(house, seen)
    assert seen.job.phase is Phase.REJECTED


async def test_where_nobody_can_answer_a_question_ends_the_watching(house: Any, seen: JobWatch) -> None:
    await house.tell(*Story(JOB).begun().log, asking())
    await follow(house, seen)
    assert seen.ask is not None


async def test_a_question_is_put_once_and_its_answer_lets_the_job_go_on(house: Any, seen: JobWatch) -> None:
    put: list[str] = []

    async def on_ask(ask: job.HumanRequested) -> bool:
        put.append(ask.request_id)
        await house.tell(resolved(), job.JobResumed(request_id=ASK, at=NOON), *CANCELLED, CLOSED)
        return True

    await house.tell(*Story(JOB).begun().log, asking())
    await follow(house, seen, on_ask)
    assert put == [ASK]
    assert seen.over


async def test_a_question_nobody_answers_ends_the_watching(house: Any, seen: JobWatch) -> None:
    async def on_ask(_: job.HumanRequested) -> bool:
        return False

    await house.tell(*Story(JOB).begun().log, asking())
    await follow(house, seen, on_ask)
    assert seen.ask is not None


async def test_a_question_answered_elsewhere_is_withdrawn(house: Any, seen: JobWatch) -> None:
    is_put, is_withdrawn = asyncio.Event(), asyncio.Event()

    async def on_ask(_: job.HumanRequested) -> bool:
        is_put.set()
        try:
            return await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            is_withdrawn.set()
            raise

    await house.tell(*Story(JOB).begun().log, asking())
    following = asyncio.create_task(follow(house, seen, on_ask))
    await is_put.wait()
    await house.tell(resolved())
    await is_withdrawn.wait()
    await house.tell(job.JobResumed(request_id=ASK, at=NOON), *CANCELLED, CLOSED)
    await following


async def test_the_next_question_is_put_too(house: Any, seen: JobWatch) -> None:
    put: list[str] = []
    other = ids.derived("another request")

    async def on_ask(ask: job.HumanRequested) -> bool:
        put.append(ask.request_id)
        answered = (resolved(ask.request_id), job.JobResumed(request_id=ask.request_id, at=NOON))
        await house.tell(*answered, *([asking(request_id=other)] if ask.request_id == ASK else [*CANCELLED, CLOSED]))
        return True

    await house.tell(*Story(JOB).begun().log, asking())
    await follow(house, seen, on_ask)
    assert put == [ASK, other]


async def test_a_stack_that_goes_away_ends_the_watching(house: Any, seen: JobWatch) -> None:
    await house.tell(*Story(JOB).begun().log)
    house.is_there = False
    with pytest.raises(Stop, match="gone"):
        await follow(house, seen)
    assert seen.job.phase is Phase.RUNNING


async def test_a_request_nobody_takes_is_given_up(house: Any, seen: JobWatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "TAKEN_WITHIN", 0.05)
    with pytest.raises(Stop, match="nobody has taken the job") as given_up:
        await follow(house, seen)
    assert given_up.value.code is Exit.UNAVAILABLE


async def test_stopping_cancels_the_job_and_waits_for_its_end(house: Any, seen: JobWatch) -> None:
    await house.tell(requested(tenant="acme"))
    house.on_publish = lambda: CANCELLED
    await stop(house, seen)
    assert house.published == [("job.cancel", {"tenant": "acme", "job_id": JOB})]
    assert seen.job.phase is Phase.CANCELLED


async def test_a_job_that_was_only_just_published_is_waited_for_before_it_is_stopped(
    house: Any, seen: JobWatch
) -> None:
    house.on_publish = lambda: CANCELLED
    stopping = asyncio.create_task(stop(house, seen))
    await asyncio.sleep(0)
    assert not house.published
    await house.tell(requested())
    await stopping
    assert seen.job.phase is Phase.CANCELLED


async def test_stopping_a_job_that_has_ended_sends_nothing(house: Any, seen: JobWatch) -> None:
    await house.tell(job.JobRejected(at=NOON, tenant="t", task="t", reasons=()))
    await stop(house, seen)
    assert house.published == []


async def test_stopping_does_not_wait_for_what_came_of_a_submission(house: Any, seen: JobWatch) -> None:
    await house.tell(requested())
    house.on_publish = lambda: (Story(JOB).filled().proceed()[0],)  # the intent was first
    await stop(house, seen)
    assert seen.job.effects.submission is job.SubmissionState.INTENDED
