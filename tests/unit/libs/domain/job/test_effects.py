"""What cannot be taken back is pressed at most once, and looked into until it is known."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ghosthands.domain import job, page, plan, session
from ghosthands.domain.codes import ActionFailure, BlockerType, Doubt
from ghosthands.domain.doubts import word_doubt
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, HumanResolved, HumanTimedOut, Resolution
from ghosthands.domain.job import Phase, StepKind, SubmissionState
from ghosthands.testkit.story import Story, confirmation, fill, form

FILLED = page.FieldFact("email", required=True, filled=True)
EMPTY = page.FieldFact("email", required=True)
PHONE = page.FieldFact("phone")
#: nobody knew it to be required
MISSED = page.FieldFact("phone", required=True, error=page.ErrorKind.MISSING)
WRONG = page.FieldFact("email", required=True, filled=True, error=page.ErrorKind.FORMAT)


def test_an_unproven_next_that_led_on_settles_its_intent() -> None:
    unsure = form(FILLED, next_button="continue", submit_button=None)
    story = Story().begun().observed(unsure).no_recipe().planned(fill("email")).verified().observed(unsure)
    story.proceed_to(job.EffectIntended)
    story.pressed().observed(form(page.FieldFact("salary"), fingerprint="page 2"))
    assert story.proceed_to(job.EffectNotDone).evidence == "moved_on"
    assert story.job.passage.pages == 1
    story.expect_step(StepKind.FIND_RECIPE)


def test_a_form_may_lead_on_more_often_than_one_page_is_tried() -> None:
    story = Story().begun()
    for number in range(job.MAX_TRIES + 2):
        asked = page.FieldFact(f"question {number}", required=True, filled=True)
        unsure = form(asked, fingerprint=f"page {number}", next_button="continue", submit_button=None)
        story.observed(unsure)
        if number:
            assert story.proceed_to(job.EffectNotDone).evidence == "moved_on"
        story.no_recipe().planned(fill(asked.id)).verified().observed(unsure)
        story.proceed_to(job.EffectIntended)
        story.pressed()


def test_a_validation_error_after_submit_is_repaired_under_a_new_intent() -> None:
    left = (plan.LeftAlone("phone", "optional_unknown"),)
    story = Story().begun().observed(form(EMPTY, PHONE)).no_recipe().planned(fill("email"), left_alone=left)
    story.verified().observed(form(FILLED, PHONE)).proceed_to(job.EffectIntended)
    first = story.job.effects.intent
    story.pressed().observed(form(FILLED, MISSED))
    assert story.proceed_to(job.EffectNotDone).evidence == "validation"
    story.planned(fill("phone")).verified().observed(form(FILLED, page.FieldFact("phone", required=True, filled=True)))
    second = story.proceed_to(job.EffectIntended)
    assert first is not None
    assert second.intent_id != first.id


def test_a_submit_whose_press_never_began_is_commanded_again_after_a_crash() -> None:
    story = Story().intended()
    story.expect_step(StepKind.SUBMIT)
    story.claim("executor-2")
    story.fenced().observed(form(FILLED))
    story.expect_step(StepKind.SUBMIT)


def test_a_submit_that_began_is_never_pressed_again() -> None:
    story = Story().intended()
    story.started(story.expect_step(StepKind.SUBMIT))
    story.claim("executor-2")
    story.fenced()
    for _ in range(job.MAX_LOOKS):
        story.observed(form(FILLED))
    story.proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_page_that_does_not_tell_yet_is_looked_at_again_after_ever_longer_pauses() -> None:
    story = Story().intended().pressed().observed(form(FILLED))
    for pause in job.LOOK_PAUSES[1:]:
        last_look = story.now
        assert story.decide(job.Proceed(story.now)) == []
        story.observed(form(FILLED))
        assert (story.now - last_look).total_seconds() == pause
    story.proceed_to(job.SubmitUnclear)


def test_a_crash_after_the_press_is_settled_by_the_confirmation_page() -> None:
    story = Story().intended()
    story.started(story.expect_step(StepKind.SUBMIT))
    story.claim("executor-2")
    story.fenced().observed(confirmation())
    assert story.proceed_to(job.SubmitConfirmed).evidence == "page"


def in_doubt() -> Story:
    """The browser was lost once the press had begun, and a human is asked whether it was sent."""
    story = Story().intended()
    story.started(story.expect_step(StepKind.SUBMIT))
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR
    return story


def test_a_browser_lost_after_the_press_leaves_the_submission_unclear() -> None:
    assert in_doubt().job.effects.submission is SubmissionState.UNCLEAR


@pytest.mark.parametrize("claimed", [False, True])
def test_a_confirmation_on_the_log_counts_though_the_browser_was_lost_before_anybody_told(claimed: bool) -> None:
    story = Story().intended().pressed().observed(confirmation())
    if claimed:
        story.claim("executor-2")
    story.tell(session.SessionLost(session_id="s1", reason="host_stopped"))
    assert story.proceed_to(job.SubmitConfirmed).evidence == "page"
    assert story.proceed_to(job.JobCompleted)


def test_a_press_that_provably_never_happened_is_intended_anew() -> None:
    story = Story().intended()
    cause = story.expect_step(StepKind.SUBMIT)
    story.started(cause)
    first = story.job.effects.intent
    assert first is not None
    story.tell(
        session.ActionFailed(cause=cause, action_id=first.id, target="send", code=ActionFailure.NOT_PRESSED, took_ms=1)
    )
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"
    story.observed(form(FILLED))
    assert story.proceed_to(job.EffectIntended).intent_id != first.id


def test_a_button_that_never_could_be_pressed_is_what_a_human_is_told_of() -> None:
    story = Story().intended()
    for _ in range(job.MAX_TRIES):
        intent = story.job.effects.intent
        assert intent is not None
        cause = story.expect_step(StepKind.SUBMIT)
        story.started(cause)
        story.tell(
            session.ActionFailed(
                cause=cause, action_id=intent.id, target="send", code=ActionFailure.NOT_PRESSED, took_ms=1
            )
        )
        story.proceed_to(job.EffectNotDone)
        story.observed(form(FILLED))
        (asked,) = story.proceed()
    assert isinstance(asked, job.HumanRequested)
    assert asked.code == "button_out_of_reach"


def test_a_press_that_was_refused_is_not_commanded_again_but_fails_the_attempt() -> None:
    story = Story().intended()
    story.refused(story.expect_step(StepKind.SUBMIT), "not_in_vault")
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"
    assert story.proceed_to(job.JobFailed).code == "not_in_vault"


def test_a_page_that_cannot_be_read_after_the_press_leaves_the_submission_unclear() -> None:
    story = Story().intended().pressed()
    for _ in range(job.MAX_LOOKS):
        story.refused(story.expect_step(StepKind.OBSERVE), "page_unreadable", retryable=True)
    story.proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_page_that_could_not_be_read_at_first_may_still_confirm_the_submission() -> None:
    story = Story().intended().pressed()
    story.refused(story.expect_step(StepKind.OBSERVE), "page_unreadable", retryable=True)
    story.observed(confirmation())
    story.proceed_to(job.SubmitConfirmed)
    story.proceed_to(job.JobCompleted)


def test_a_browser_lost_before_the_press_means_nothing_was_sent() -> None:
    story = Story().intended()
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"
    story.expect_step(StepKind.OPEN_SESSION)


@pytest.mark.parametrize(("resolution", "phase"), [(Resolution.DONE, Phase.COMPLETED), (Resolution.SKIP, Phase.FAILED)])
def test_a_human_settles_an_unclear_submission(resolution: Resolution, phase: Phase) -> None:
    story = Story().intended()
    story.started(story.expect_step(StepKind.SUBMIT))
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.proceed_to(job.SubmitUnclear)
    story.proceed_to(job.HumanRequested)
    story.resolved(resolution)
    story.claim()
    while not story.job.ended:
        assert story.proceed()
    assert story.job.phase is phase


def test_a_host_that_never_answers_after_the_intent_leaves_the_submission_unclear() -> None:
    story = Story().intended()
    story.started(story.expect_step(StepKind.SUBMIT))
    assert story.wait(job.SILENCE_SECONDS - 1).decide(job.Proceed(story.now)) == []
    story.wait(1).proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_banner_after_the_press_proves_nothing_and_a_human_is_asked() -> None:
    story = Story().intended().pressed()
    for _ in range(job.MAX_LOOKS):
        story.observed(form(FILLED, page_error=True))
    story.proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_refusal_that_stood_there_before_the_press_says_nothing_of_it() -> None:
    story = Story().begun().observed(form()).no_recipe().planned(fill("email")).verified().observed(form(WRONG))
    story.proceed_to(job.EffectIntended)
    story.pressed().observed(form(WRONG))
    story.expect_step(StepKind.OBSERVE)


def test_a_refusal_on_a_page_fresh_from_the_server_is_of_this_press() -> None:
    story = Story().begun().observed(form()).no_recipe().planned(fill("email")).verified().observed(form(WRONG))
    story.proceed_to(job.EffectIntended)
    story.pressed(renewed=True).observed(form(WRONG))
    assert story.proceed_to(job.EffectNotDone).evidence == "refused_value"


def test_what_a_human_says_was_not_sent_counts_as_unsent_and_may_be_tried_anew() -> None:
    story = in_doubt().resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.job.effects.submission is SubmissionState.UNCLEAR
    assert story.proceed_to(job.JobFailed).code == "not_submitted"
    assert story.job.effects.submission is SubmissionState.NONE
    story.decide(job.RetryJob(story.now))
    assert story.job.phase is Phase.PENDING


def test_nobodys_answer_leaves_the_submission_unclear() -> None:
    story = in_doubt()
    ask = story.job.human.ask
    assert ask is not None
    story.tell(HumanTimedOut(request_id=ask.request_id, at=story.now))
    story.claim()
    assert story.proceed_to(job.JobFailed).code == "hitl_timeout"
    assert story.job.effects.submission is SubmissionState.UNCLEAR
    with pytest.raises(CommandRejected):
        story.decide(job.RetryJob(story.now))


def ended_in_doubt() -> Story:
    """Nobody answered whether it was submitted, and the job ended."""
    story = in_doubt()
    ask = story.job.human.ask
    assert ask is not None
    story.tell(HumanTimedOut(request_id=ask.request_id, at=story.now)).claim()
    story.proceed_to(job.JobFailed)
    return story


def said_late(story: Story, resolution: Resolution) -> Story:
    doubt = job.find_doubt(story.job)
    assert doubt is not None
    story.tell(HumanResolved(request_id=doubt.request_id, resolution=resolution, at=story.now))
    assert job.is_runnable(story.job, story.now)
    story.claim()
    return story


def test_whoever_says_after_the_end_that_it_was_submitted_completes_the_job() -> None:
    story = said_late(ended_in_doubt(), Resolution.DONE)
    assert story.proceed_to(job.SubmitConfirmed).evidence == "human"
    assert story.proceed_to(job.JobCompleted).outcome is job.Outcome.SUBMITTED
    assert (story.job.phase, story.job.failure, story.job.effects.intent) == (Phase.COMPLETED, None, None)
    assert job.find_doubt(story.job) is None


def test_whoever_says_after_the_end_that_it_was_not_submitted_frees_the_job_for_another_attempt() -> None:
    story = said_late(ended_in_doubt(), Resolution.SKIP)
    with pytest.raises(CommandRejected):
        story.decide(job.RetryJob(story.now))  # it has not ended as unsent yet
    assert story.proceed_to(job.JobFailed).code == "not_submitted"
    assert story.job.effects.submission is SubmissionState.NONE
    story.decide(job.RetryJob(story.now))
    assert story.job.phase is Phase.PENDING


def test_an_answer_to_what_was_asked_before_the_end_does_not_tell_whether_it_was_sent() -> None:
    """A job that asked for a wall to be passed asks something else once it has ended in doubt."""
    story = Story().intended().pressed()
    for _ in range(job.MAX_LOOKS):
        cause = story.expect_step(StepKind.OBSERVE)
        seen = session.PageObserved(cause=cause, session_id="s1", page=form(FILLED), took_ms=5)
        story.tell(wall_of(cause), seen)
        if isinstance(job.next_step(story.job, story.now), job.Append):
            break
    story.proceed_to(job.SubmitUnclear)
    ask = story.proceed_to(job.HumanRequested)
    assert ask.kind is AskKind.BLOCKER
    story.tell(HumanTimedOut(request_id=ask.request_id, at=story.now)).claim()
    story.proceed_to(job.JobFailed)
    doubt = job.find_doubt(story.job)
    assert doubt is not None
    assert (doubt.kind, doubt.request_id == ask.request_id) == (AskKind.SUBMIT_UNCLEAR, False)
    before = story.job
    story.tell(HumanResolved(request_id=ask.request_id, resolution=Resolution.DONE, at=story.now))
    assert story.job == before


def test_what_a_human_sent_before_they_say_that_nothing_was_sent_is_covered_by_that() -> None:
    story = in_doubt().tell(session.HumanSubmitted(session_id="s1", viewer_id="v")).resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    story.proceed_to(job.JobFailed)
    assert story.job.effects.submission is SubmissionState.NONE


def test_what_a_human_sends_after_they_said_that_nothing_was_sent_is_asked_about_before_the_end() -> None:
    story = in_doubt().resolved(Resolution.SKIP).tell(session.HumanSubmitted(session_id="s1", viewer_id="v"))
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR
    story.resolved(Resolution.DONE).claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.SubmitConfirmed).evidence == "human"


EMPTIED = page.FieldFact("email", required=True, error=page.ErrorKind.MISSING)
OURS = page.FieldFact("email", required=True, filled=True, equals_key="profile.email")
OTHERS = page.FieldFact("email", required=True, filled=True, error=page.ErrorKind.FORMAT)
DEFAULT = page.FieldFact("country", filled=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((OURS,), (EMPTIED,)),
        ((OURS, DEFAULT), (EMPTIED, DEFAULT)),
        ((OURS, DEFAULT), (EMPTIED, DEFAULT, MISSED)),
        ((OURS,), (OTHERS,)),
        ((FILLED,), (EMPTIED, MISSED)),
    ],
    ids=["emptied", "a default kept", "with one left out", "another value", "of no text"],
)
def test_a_form_that_complains_of_what_it_emptied_or_changed_may_have_been_taken(
    before: tuple[page.FieldFact, ...], after: tuple[page.FieldFact, ...]
) -> None:
    story = Story().begun().observed(form(*(page.FieldFact(field.id) for field in before))).no_recipe()
    story.planned(*(fill(field.id) for field in before)).verified().observed(form(*before))
    story.proceed_to(job.EffectIntended)
    story.pressed(renewed=True)
    for _ in range(job.MAX_LOOKS):
        story.observed(form(*after))
    story.proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_wall_that_comes_up_before_the_press_is_not_pressed_through() -> None:
    story = Story().intended()
    story.claim("executor-2")
    cause = story.fenced().expect_step(StepKind.OBSERVE)
    story.tell(wall_of(cause), session.PageObserved(cause=cause, session_id="s1", page=form(FILLED), took_ms=5))
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"
    assert story.proceed_to(job.HumanRequested).kind is AskKind.BLOCKER


def wall_of(cause: str, kind: BlockerType = BlockerType.CAPTCHA) -> session.BlockerDetected:
    return session.BlockerDetected(cause=cause, session_id="s1", type=kind, confidence=1.0, evidence="frame")


def walled_after_the_press() -> Story:
    story = Story().intended().pressed()
    for _ in range(job.LOOKS_AT_WALL):
        cause = story.expect_step(StepKind.OBSERVE)
        seen = session.PageObserved(cause=cause, session_id="s1", page=form(FILLED), took_ms=5)
        story.tell(wall_of(cause), seen)
    story.proceed_to(job.SubmitUnclear)
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code) == (AskKind.BLOCKER, "captcha")
    return story


@pytest.mark.parametrize(
    ("kind", "sign"), [(BlockerType.RATE_LIMITED, Doubt.REFUSED_FOR_NOW), (BlockerType.LOGIN, Doubt.LOGIN_FOLLOWED)]
)
def test_a_wall_that_answers_the_form_leaves_only_whether_it_was_sent(kind: BlockerType, sign: Doubt) -> None:
    story = Story().intended().pressed()
    for _ in range(job.LOOKS_AT_WALL):
        cause = story.expect_step(StepKind.OBSERVE)
        refused = page_without_form(answered=429)
        seen = session.PageObserved(cause=cause, session_id="s1", page=refused, took_ms=5)
        story.tell(wall_of(cause, kind), seen)
    story.proceed_to(job.SubmitUnclear)
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code, asked.status) == (AskKind.SUBMIT_UNCLEAR, sign, 429)


def page_without_form(**more: Any) -> page.PageSummary:
    return replace(form(), page_type=page.PageType.OTHER, submit_button=None, **more)


def test_whoever_is_asked_whether_it_was_sent_is_told_what_page_and_server_said() -> None:
    story = Story().intended().pressed()
    for _ in range(job.MAX_LOOKS):
        story.observed(page_without_form(answered=409, denial=Doubt.ALREADY_APPLIED))
    story.proceed_to(job.SubmitUnclear)
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code, asked.status) == (AskKind.SUBMIT_UNCLEAR, "already_applied", 409)
    assert word_doubt(asked.code, asked.status) == (
        "the page says that you have already applied, and the form was answered with HTTP status 409"
    )


def test_whoever_is_asked_after_the_browser_was_lost_is_told_so() -> None:
    story = Story().intended()
    story.started(story.expect_step(StepKind.SUBMIT))
    story.tell(session.SessionLost(session_id="s1", reason="unhealthy"))
    story.proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).code == Doubt.BROWSER_GONE


def test_a_wall_that_comes_up_after_the_press_is_a_humans_and_then_the_page_tells() -> None:
    story = walled_after_the_press()
    story.resolved(Resolution.DONE).claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(confirmation())
    assert story.proceed_to(job.SubmitConfirmed).evidence == "page"


def test_whoever_leaves_a_wall_after_the_press_is_still_asked_whether_it_was_sent() -> None:
    story = walled_after_the_press()
    story.resolved(Resolution.SKIP).claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR
