"""What a human is asked, answers, and does with their own hands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ghosthands.domain import human, job, page, plan, session
from ghosthands.domain.codes import BlockerType, Refusal
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase, StepKind, SubmissionState
from ghosthands.domain.job.attempt import HOLD
from ghosthands.testkit.story import A_REQUEST_HELD, Story, confirmation, fill, form

EMPTY = page.FieldFact("email", required=True)
FILLED = page.FieldFact("email", required=True, filled=True)


def test_the_clock_stands_still_while_a_human_is_asked() -> None:
    story = Story()
    story.asked_for_fields()
    assert job.deadlines(story.job).keys() == {"human"}
    story.wait(250)
    story.resolved(Resolution.VALUE, answered=("q-parrot",))
    story.claim()
    story.proceed_to(job.JobResumed)
    started = story.job.clock.started_at
    assert started is not None
    assert (job.deadlines(story.job)["job"] - started).total_seconds() == 300 + 250


def test_a_skipped_question_is_not_asked_again() -> None:
    story = Story()
    story.asked_for_fields()
    story.resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.job.human.skipped == {"q-parrot"}


def test_a_form_that_refuses_to_go_without_a_skipped_answer_is_not_sent_again() -> None:
    story = Story()
    story.asked_for_fields()
    story.resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    unanswered = (plan.Unanswered("parrot", "q-parrot"),)
    empty, asked = (form(email, page.FieldFact("parrot", required=True)) for email in (page.FieldFact("email"), FILLED))
    story.fenced().observed(empty).no_recipe().planned(fill("email"), unanswered=unanswered).verified().observed(asked)
    story.proceed_to(job.EffectIntended)
    refused = form(FILLED, page.FieldFact("parrot", required=True, error=page.ErrorKind.MISSING))
    story.pressed().observed(refused)
    assert story.proceed_to(job.EffectNotDone).evidence == "validation"
    story.planned(unanswered=unanswered)
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code) == (AskKind.STUCK, "validation_error")


def test_a_human_who_never_answers_fails_the_job() -> None:
    story = Story()
    asked = story.asked_for_fields()
    story.tell(human.HumanTimedOut(request_id=asked.request_id, at=story.now))
    story.claim()
    assert story.proceed_to(job.JobFailed).code == "hitl_timeout"


def test_an_answer_to_another_request_changes_nothing() -> None:
    story = Story()
    story.asked_for_fields()
    story.tell(human.HumanResolved(request_id="another", resolution=Resolution.DONE, at=story.now))
    assert story.job.human.answer is None


def test_what_a_human_submitted_himself_counts_as_submitted() -> None:
    story = Story()
    story.asked_for_fields()
    story.resolved(Resolution.DONE)
    story.claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(confirmation())
    assert story.proceed_to(job.SubmitConfirmed).evidence == "human"


def test_what_a_human_sent_who_held_the_page_unasked_counts_as_submitted() -> None:
    story = Story().begun()
    story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=1000, submitted=True))
    story.observed(confirmation())
    assert story.proceed_to(job.SubmitConfirmed).evidence == "human"


def test_a_wall_pauses_the_job() -> None:
    story = Story().begun()
    cause = story.expect_step(StepKind.OBSERVE)
    story.tell(
        session.BlockerDetected(
            cause=cause, session_id="s1", type=BlockerType.CAPTCHA, confidence=0.95, evidence="frame"
        ),
        session.PageObserved(cause=cause, session_id="s1", page=form(), took_ms=1),
    )
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code) == (AskKind.BLOCKER, "captcha")


def walled() -> tuple[Story, job.HumanRequested]:
    """A captcha stands there, and a human is asked."""
    story = Story().begun()
    cause = story.expect_step(StepKind.OBSERVE)
    wall = session.BlockerDetected(
        cause=cause, session_id="s1", type=BlockerType.CAPTCHA, confidence=0.95, evidence="frame"
    )
    story.tell(wall, session.PageObserved(cause=cause, session_id="s1", page=form(), took_ms=1))
    return story, story.proceed_to(job.HumanRequested)


def gone(request_id: str) -> human.BlockerGone:
    return human.BlockerGone(session_id="s1", request_id=request_id, type=BlockerType.CAPTCHA)


def test_a_wall_that_is_gone_answers_in_the_humans_place() -> None:
    story, asked = walled()
    story.wait(100).tell(gone(asked.request_id))
    assert job.deadlines(story.job) == {}
    assert job.is_runnable(story.job, story.now)
    story.claim()
    assert story.proceed_to(job.JobResumed).request_id == asked.request_id
    story.fenced().expect_step(StepKind.OBSERVE)


def test_who_answered_before_the_wall_was_gone_is_heeded() -> None:
    story, asked = walled()
    story.resolved(Resolution.SKIP).tell(gone(asked.request_id)).claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.JobFailed).code == "captcha"


def test_a_wall_of_an_earlier_request_says_nothing_of_this_one() -> None:
    story = Story()
    asked = story.asked_for_fields()
    story.tell(gone("another")).tell(gone(asked.request_id))
    assert story.job.human.answer is None


def sent_by_human(story: Story) -> Story:
    """A human took control of the page, sent something and let go."""
    story.tell(session.ControlTaken(session_id="s1", viewer_id="v"))
    story.tell(session.HumanSubmitted(session_id="s1", viewer_id="v"))
    return story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=9, submitted=True))


def sent_and_filled(story: Story) -> Story:
    """A human sent something before the page was read, which then shows a form that is filled."""
    sent_by_human(story)
    return story.observed(form(EMPTY)).no_recipe().planned(fill("email")).verified().observed(form(FILLED))


def denied(story: Story) -> Story:
    """The human is asked whether it was sent, and says that it was not."""
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR
    story.resolved(Resolution.SKIP)
    return story


def test_a_form_that_a_human_sent_and_that_still_stands_there_is_asked_about_before_it_is_sent() -> None:
    story = sent_by_human(Story().filled())
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR
    story.resolved(Resolution.DONE).claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.SubmitConfirmed).evidence == "human"
    story.proceed_to(job.JobCompleted)


def test_what_a_human_sent_before_the_page_was_read_is_asked_about_whatever_page_it_was() -> None:
    assert sent_and_filled(Story().begun()).proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_what_a_human_sent_from_a_later_page_than_they_took_control_of_is_asked_about() -> None:
    story = Story().begun().observed(form(EMPTY, fingerprint="page 2"))
    sent_by_human(story)
    story.no_recipe().planned(fill("email")).verified().observed(form(FILLED, fingerprint="page 4"))
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_what_an_older_host_told_only_when_control_was_let_go_is_asked_about_too() -> None:
    story = Story().filled().tell(session.ControlTaken(session_id="s1", viewer_id="v"))
    story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=9, submitted=True))
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_form_that_a_human_says_they_did_not_send_is_sent() -> None:
    story = denied(sent_by_human(Story().filled()))
    story.claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(form(FILLED)).no_recipe().planned(fill("email")).verified().observed(form(FILLED))
    story.proceed_to(job.EffectIntended)


def test_what_a_human_sends_after_they_said_that_nothing_was_sent_is_asked_about_again() -> None:
    story = denied(sent_by_human(Story().filled()))
    sent_by_human(story).claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(form(FILLED)).no_recipe().planned(fill("email")).verified().observed(form(FILLED))
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_that_control_is_let_go_of_says_nothing_new_of_what_was_denied_meanwhile() -> None:
    story = Story().filled().tell(session.ControlTaken(session_id="s1", viewer_id="v"))
    denied(story.tell(session.HumanSubmitted(session_id="s1", viewer_id="v")))
    story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=9, submitted=True))
    assert story.job.effects.submission is SubmissionState.NONE


def test_from_the_moment_a_human_sent_something_it_is_too_late_to_cancel() -> None:
    story = Story().filled().tell(session.ControlTaken(session_id="s1", viewer_id="v"))
    story.tell(session.HumanSubmitted(session_id="s1", viewer_id="v"))
    assert story.job.effects.submission is SubmissionState.UNCLEAR
    with pytest.raises(CommandRejected) as refused:
        story.decide(job.CancelJob(story.now))
    assert refused.value.code == Refusal.TOO_LATE


def test_a_job_that_was_cancelled_before_the_human_sent_something_ends_once_they_say_it_was_nothing() -> None:
    story = Story().filled()
    story.decide(job.CancelJob(story.now))
    denied(sent_by_human(story))
    story.claim()
    story.proceed_to(job.JobCancelled)


def test_a_job_that_ended_while_a_human_held_its_page_knows_what_they_sent() -> None:
    story = Story().filled().tell(session.ControlTaken(session_id="s1", viewer_id="v"))
    story.tell(job.JobCancelled(at=story.now), session.HumanSubmitted(session_id="s1", viewer_id="v"))
    assert (story.job.phase, story.job.effects.submission) == (Phase.CANCELLED, SubmissionState.UNCLEAR)


def test_an_intent_that_a_human_was_faster_than_is_not_pressed() -> None:
    story = sent_by_human(Story().intended())
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"
    assert story.job.effects.submission is SubmissionState.UNCLEAR
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_page_that_confirms_what_a_human_sent_settles_it() -> None:
    story = sent_by_human(Story().begun()).observed(confirmation())
    story.proceed_to(job.SubmitConfirmed)
    story.proceed_to(job.JobCompleted)


def test_an_attempt_that_fails_after_a_human_sent_something_is_asked_about_first() -> None:
    story = sent_by_human(Story().begun()).observed(form(page_type=page.PageType.ERROR, fields=(), submit_button=None))
    denied(story)
    story.claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(form(page_type=page.PageType.ERROR, fields=(), submit_button=None))
    assert story.proceed_to(job.RetryScheduled).code == "network_error"


def test_a_job_whose_time_is_up_after_a_human_sent_something_is_asked_about_first() -> None:
    story = sent_by_human(Story().filled()).wait(1000)
    assert story.decide(job.ExpireJob(story.now)) == []
    denied(story)
    story.claim()
    story.proceed_to(job.JobResumed)
    story.wait(1000).proceed_to(job.JobTimedOut)


def test_a_dry_run_in_which_a_human_sent_something_is_asked_about_first() -> None:
    story = sent_by_human(Story().filled(dry_run=True))
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def held(story: Story) -> Story:
    """A human who is asked takes control of the page."""
    story.asked_for_fields()
    return story.tell(session.ControlTaken(session_id="s1", viewer_id="v"))


def human_due_in(story: Story) -> float:
    """Seconds between the question and the end of the human's time."""
    assert story.job.human.ask is not None
    return (job.deadlines(story.job)["human"] - story.job.human.ask.at).total_seconds()


def test_the_humans_own_deadline_stands_still_while_they_have_control() -> None:
    story = held(Story())
    assert human_due_in(story) == 300 + HOLD.total_seconds()
    story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=40_000))
    assert human_due_in(story) == 300 + 40


def test_the_humans_own_deadline_stands_still_for_no_longer_than_a_hold_may_last() -> None:
    story = held(Story())
    story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=200_000))
    story.tell(session.ControlTaken(session_id="s1", viewer_id="v"))
    story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=200_000))
    assert human_due_in(story) == 300 + HOLD.total_seconds()


def test_what_a_page_tried_to_send_by_itself_is_asked_about_before_anything_else_is_done() -> None:
    story = Story().filled()
    story.tell(A_REQUEST_HELD)
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code) == (AskKind.STUCK, "request_held")


def test_whoever_is_asked_about_it_is_told_which_request_it_is_and_which_fields_it_carries() -> None:
    phone = page.FieldFact("phone", filled=True, equals_key="profile.phone")
    story = Story().begun().observed(form(EMPTY, phone)).no_recipe()
    left = (plan.LeftAlone("phone", "already_filled"),)
    story.planned(fill("email"), left_alone=left).verified()
    keys = ("profile.email", "profile.first_name", "profile.phone")
    story.tell(replace(A_REQUEST_HELD, method="PUT", path="/draft", keys=keys))
    story.tell(replace(A_REQUEST_HELD, method="POST", path="/part", keys=keys[:1])).observed(form(FILLED, phone))
    assert story.proceed_to(job.HumanRequested).request == job.BlockedRequest(
        method="PUT", site="jobs.example.com", path="/draft", fields=("phone", "email"), others=1
    )


def test_nobody_is_asked_about_what_was_held_in_a_browser_that_is_gone() -> None:
    story = Story().filled()
    story.tell(A_REQUEST_HELD)
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    assert story.proceed_to(job.StepChosen).step is StepKind.OPEN_SESSION


def test_a_human_who_has_seen_to_what_was_held_is_not_asked_again() -> None:
    story = Story().filled()
    story.tell(A_REQUEST_HELD)
    story.proceed_to(job.HumanRequested)
    story.resolved(Resolution.DONE)
    story.claim()
    story.proceed_to(job.JobResumed)
    story.fenced()
    story.tell(A_REQUEST_HELD)
    story.observed(form(FILLED))
    story.proceed_to(job.StepChosen)


def test_a_job_whose_held_request_nobody_wants_to_go_ends_so() -> None:
    story = Story().filled()
    story.tell(A_REQUEST_HELD)
    story.proceed_to(job.HumanRequested)
    story.resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.JobFailed).code == "request_held"
