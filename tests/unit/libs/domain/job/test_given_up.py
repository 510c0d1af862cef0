"""A job whose unreadable events an operator gave up only ends; nothing of it is sent, and no doubt is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ghosthands.domain import ids, job, services
from ghosthands.domain.codes import JobFailure
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, HumanResolved, HumanTimedOut, Resolution
from ghosthands.domain.job import Phase, StepKind, SubmissionState
from ghosthands.domain.job.anew import has_ended_unsent
from ghosthands.domain.session import HumanSubmitted
from ghosthands.testkit.story import NOON, Story


def given_up(*writers: str, count: int = 1) -> job.EventsGivenUp:
    return job.EventsGivenUp(at=NOON, up_to=999, count=count, writers=writers)


NO_SENDER = (services.COOKBOOK, services.JOB_INTAKE, services.PLANNER)


def test_a_job_that_cannot_have_been_sent_fails_at_once() -> None:
    story = Story().begun().tell(given_up(*NO_SENDER))
    story.claim()
    assert story.proceed_to(job.JobFailed).code == JobFailure.EVENTS_UNREADABLE
    assert story.job.effects.submission is SubmissionState.NONE


@pytest.mark.parametrize("writer", [services.EXECUTOR, services.BROWSER_HOST, services.HITL_GATEWAY])
def test_what_a_service_wrote_that_can_tell_of_sending_puts_it_in_doubt(writer: str) -> None:
    story = Story().begun().tell(given_up(writer))
    story.claim()
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


BEGUN: dict[str, Callable[[], Story]] = {
    "an intent": lambda: Story().intended(),
    "a human sent something": lambda: Story().begun().tell(HumanSubmitted(session_id="s1", viewer_id="v")),
}


@pytest.mark.parametrize("how", BEGUN)
def test_a_sending_that_had_begun_stays_in_doubt_whoever_wrote_the_rest(how: str) -> None:
    story = BEGUN[how]().tell(given_up(*NO_SENDER))
    assert story.job.effects.intent is None, "it is never pressed for"
    with pytest.raises(CommandRejected, match="its submission has begun"):
        story.decide(job.CancelJob(NOON))
    story.claim()
    asked = story.proceed_to(job.HumanRequested)
    assert asked.kind is AskKind.SUBMIT_UNCLEAR


def asked() -> Story:
    story = Story().begun().tell(given_up(services.BROWSER_HOST))
    story.claim()
    story.proceed_to(job.HumanRequested)
    return story


def test_what_a_human_says_was_sent_completes_the_job() -> None:
    story = asked().resolved(Resolution.DONE)
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.SubmitConfirmed).evidence == "human"
    story.proceed_to(job.JobCompleted)
    assert story.job.effects.submission is SubmissionState.CONFIRMED


def test_what_a_human_says_was_not_sent_counts_as_unsent() -> None:
    story = asked().resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.JobFailed).code == JobFailure.EVENTS_UNREADABLE
    assert has_ended_unsent(story.job)


def nobody_answered(story: Story) -> Story:
    ask = story.job.human.ask
    assert ask is not None
    story.tell(HumanTimedOut(request_id=ask.request_id, at=NOON))
    story.claim()
    story.proceed_to(job.JobFailed)
    return story


def test_what_nobody_knows_is_never_tried_again() -> None:
    story = nobody_answered(asked())
    assert story.job.failure == JobFailure.HITL_TIMEOUT
    with pytest.raises(CommandRejected, match="cannot retry"):
        story.decide(job.RetryJob(NOON))


def test_a_confirmed_application_completes() -> None:
    story = Story().intended().pressed()
    intent = story.job.effects.intent
    assert intent is not None
    story.tell(job.SubmitConfirmed(intent_id=intent.id, evidence="page", at=NOON), given_up(services.BROWSER_HOST))
    story.claim()
    story.proceed_to(job.JobCompleted)


def test_its_browser_is_closed_and_nothing_else_is_done_with_it() -> None:
    story = Story().begun().tell(given_up(services.PLANNER))
    story.claim()
    story.proceed_to(job.JobFailed)
    story.expect_step(StepKind.CLOSE_SESSION)


def test_ids_go_on_beyond_what_the_unreadable_events_may_have_counted() -> None:
    story = Story().begun()
    steps = story.job.attempt.steps
    story.tell(given_up(services.EXECUTOR, count=7))
    assert story.job.attempt.steps == steps + 7
    story.claim()
    asked = story.proceed_to(job.HumanRequested)
    assert asked.request_id == ids.derived(story.job.id, "ask", 7)


def test_an_ended_job_stays_ended_and_is_in_doubt_where_it_may_have_been_sent_since() -> None:
    failed = Story().begun().tell(job.JobFailed(at=NOON, code="network_error"))
    assert has_ended_unsent(failed.job)
    failed.tell(given_up(services.BROWSER_HOST))
    assert failed.job.phase is Phase.FAILED
    assert not has_ended_unsent(failed.job)


ENDED: dict[str, Callable[[], Story]] = {
    "failed": lambda: Story().begun().tell(job.JobFailed(at=NOON, code="network_error")),
    "cancelled": lambda: Story().begun().tell(job.JobCancelRequested(at=NOON, reason=""), job.JobCancelled(at=NOON)),
    "failed in doubt": lambda: nobody_answered(asked()),
}


@pytest.mark.parametrize("resolution", [Resolution.DONE, Resolution.SKIP])
@pytest.mark.parametrize("how", ENDED)
def test_a_human_can_say_of_an_ended_job_whether_the_unreadable_events_sent_it(
    how: str, resolution: Resolution
) -> None:
    story = ENDED[how]()
    earlier = story.job.human.ask
    story.tell(given_up(services.BROWSER_HOST))
    doubt = job.find_doubt(story.job)
    assert doubt is not None
    assert (doubt.kind, doubt == earlier) == (AskKind.SUBMIT_UNCLEAR, False)
    story.tell(HumanResolved(request_id=doubt.request_id, resolution=resolution, at=story.now)).claim()
    if resolution is Resolution.DONE:
        story.proceed_to(job.SubmitConfirmed)
        assert story.proceed_to(job.JobCompleted).outcome is job.Outcome.SUBMITTED
    else:
        assert story.proceed_to(job.JobFailed).code == JobFailure.NOT_SUBMITTED
        story.decide(job.RetryJob(story.now))


def test_nobody_is_asked_of_a_job_whose_request_cannot_be_read() -> None:
    assert job.find_doubt(Story().tell(given_up(services.JOB_INTAKE)).job) is None


def test_what_was_said_of_one_doubt_says_nothing_of_the_next() -> None:
    story = ENDED["failed"]().tell(given_up(services.BROWSER_HOST))
    doubt = job.find_doubt(story.job)
    assert doubt is not None
    denial = HumanResolved(request_id=doubt.request_id, resolution=Resolution.SKIP, at=story.now)
    story.tell(denial).claim()
    story.proceed_to(job.JobFailed)
    story.tell(HumanSubmitted(session_id="s1", viewer_id="v"), denial)
    assert story.job.human.late is None
    assert not has_ended_unsent(story.job)


def test_a_job_whose_request_cannot_be_read_ends_in_doubt() -> None:
    story = Story().tell(given_up(services.JOB_INTAKE))
    assert (story.job.phase, story.job.failure) == (Phase.FAILED, JobFailure.EVENTS_UNREADABLE)
    assert not has_ended_unsent(story.job)
