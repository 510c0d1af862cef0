"""A human who has hours or days: their browser is put away, and opened again when they come."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ghosthands.domain import human, job, session
from ghosthands.domain.codes import SessionLoss
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Phase, StepKind
from ghosthands.testkit.story import Story

DAYS = 7 * 24 * 3600


@pytest.fixture
def waiting() -> Story:
    """A job whose human has seven days; their browser was put away."""
    story = Story()
    story.asked_for_fields(human_timeout_seconds=DAYS)
    return story.tell(session.SessionLost(session_id="s1", reason=SessionLoss.PUT_AWAY))


def came(story: Story) -> human.HumanCame:
    assert story.job.human.ask is not None
    return human.HumanCame(request_id=story.job.human.ask.request_id, at=story.now)


def test_the_time_a_human_has_is_the_requests_to_set(waiting: Story) -> None:
    ask = waiting.job.human.ask
    assert ask is not None
    assert ask.timeout_seconds == DAYS
    assert job.deadlines(waiting.job) == {"human": ask.at + timedelta(days=7)}


def test_a_browser_that_was_put_away_is_no_loss(waiting: Story) -> None:
    assert (waiting.job.phase, waiting.job.browser.session, waiting.job.browser.losses) == (Phase.WAITING, None, 0)
    assert not job.is_runnable(waiting.job, waiting.now)


def test_it_is_opened_for_who_comes_and_the_job_waits_on(waiting: Story) -> None:
    due = job.deadlines(waiting.job)
    waiting.wait(3 * 24 * 3600).tell(came(waiting))
    assert job.is_runnable(waiting.job, waiting.now)
    waiting.claim()
    waiting.opened("s2")
    assert waiting.proceed() == []
    assert (waiting.job.phase, job.deadlines(waiting.job)) == (Phase.WAITING, due)
    assert not job.is_runnable(waiting.job, waiting.now)


def test_it_is_put_away_again_when_they_leave_and_opened_when_they_come_again(waiting: Story) -> None:
    waiting.tell(came(waiting)).claim()
    waiting.opened("s2").tell(session.SessionLost(session_id="s2", reason=SessionLoss.PUT_AWAY))
    assert not job.is_runnable(waiting.job, waiting.now)
    waiting.tell(came(waiting)).claim()
    assert waiting.opened("s3").job.browser.losses == 0


def test_who_answers_without_coming_has_it_opened_afterwards(waiting: Story) -> None:
    waiting.resolved(Resolution.VALUE, answered=("q-parrot",)).claim()
    waiting.proceed_to(job.JobResumed)
    assert waiting.job.phase is Phase.RUNNING
    waiting.opened("s2")
    waiting.proceed()
    assert waiting.job.awaits_step(StepKind.OBSERVE)


def test_who_comes_too_late_has_nothing_opened(waiting: Story) -> None:
    late = came(waiting)
    waiting.resolved(Resolution.SKIP).claim()
    waiting.proceed_to(job.JobResumed)
    before = waiting.job
    assert waiting.tell(late).job == before
