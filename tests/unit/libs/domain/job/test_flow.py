"""A job as a whole: requested, run to its end, cancelled."""

from __future__ import annotations

import pytest

from ghosthands.domain import job, session
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.job import Phase, StepKind, SubmissionState
from ghosthands.testkit.story import Story, confirmation, requested


def test_a_one_page_application_runs_from_request_to_completion() -> None:
    story = Story().applied()
    assert story.job.phase is Phase.COMPLETED
    assert story.job.effects.submission is SubmissionState.CONFIRMED


def test_a_completed_job_closes_its_session_and_then_rests() -> None:
    story = Story().applied()
    story.expect_step(StepKind.CLOSE_SESSION)
    story.tell(session.SessionClosed(session_id="s1", reason="done"))
    assert story.proceed() == []
    assert not job.is_runnable(story.job, story.now)


def test_a_job_requested_twice_is_requested_once() -> None:
    story = Story().tell(requested())
    assert story.decide(job.RequestJob(requested())) == []


def test_a_rejected_request_may_be_mended_under_the_same_key() -> None:
    story = Story()
    story.decide(job.RejectJob(job.JobRejected(at=story.now, tenant="t", task="x", reasons=())))
    assert story.decide(job.RequestJob(requested())) == [requested()]
    assert story.job.phase is Phase.PENDING


def test_a_rejection_is_said_again_only_for_other_reasons() -> None:
    story = Story()
    for code, times in (("bad_url", 1), ("bad_url", 0), ("missing", 1)):
        reasons = (job.Reason("target_url", code, "send another"),)
        rejected = job.JobRejected(at=story.wait(1).now, tenant="t", task="x", reasons=reasons)
        assert len(story.decide(job.RejectJob(rejected))) == times


def test_a_cancel_before_the_intent_wins() -> None:
    story = Story().filled()
    story.decide(job.CancelJob(story.now))
    story.proceed_to(job.JobCancelled)
    assert not any(isinstance(event, job.EffectIntended) for event in story.log)


def test_a_cancel_after_the_intent_is_too_late() -> None:
    story = Story().intended()
    with pytest.raises(CommandRejected) as refusal:
        story.decide(job.CancelJob(story.now))
    assert refusal.value.code == "too_late"


def test_a_cancel_that_slipped_in_after_the_intent_does_not_undo_a_submission() -> None:
    story = Story().intended()
    story.tell(job.JobCancelRequested(at=story.now)).pressed().observed(confirmation())
    story.proceed_to(job.SubmitConfirmed)
    story.proceed_to(job.JobCompleted)


@pytest.mark.parametrize("phase", ["pending", "running", "waiting", "backing_off"])
def test_a_job_can_be_cancelled_in_every_open_phase(phase: str) -> None:
    story = Story()
    match phase:
        case "pending":
            story.tell(requested())
        case "running":
            story.begun()
        case "waiting":
            story.asked_for_fields()
        case _:
            story.begun().tell(job.RetryScheduled(attempt=1, code="network_error", due=story.now.replace(hour=23)))
    assert story.job.phase == phase
    story.decide(job.CancelJob(story.now))
    story.claim()
    story.proceed_to(job.JobCancelled)
