"""What a human is asked, answers, and does with their own hands."""

from __future__ import annotations

from ghosthands.domain import human, job, page, plan, session
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import StepKind
from ghosthands.testkit.story import Story, confirmation, fill, form

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
    story.fenced().observed(form(page.FieldFact("parrot", required=True))).no_recipe().planned(unanswered=unanswered)
    story.proceed_to(job.EffectIntended)
    refused = form(page.FieldFact("parrot", required=True, error=page.ErrorKind.MISSING))
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


def sent_by_human(story: Story) -> Story:
    """A human took control of the filled form, sent something and let go; the form still stands there."""
    story.tell(session.ControlTaken(session_id="s1", viewer_id="v"))
    return story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=9, submitted=True))


def test_a_form_that_a_human_sent_and_that_still_stands_there_is_asked_about_before_it_is_sent() -> None:
    story = sent_by_human(Story().filled())
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR
    story.resolved(Resolution.DONE).claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.SubmitConfirmed).evidence == "human"
    story.proceed_to(job.JobCompleted)


def test_what_a_human_sent_before_the_page_was_read_is_asked_about_whatever_page_it_was() -> None:
    story = sent_by_human(Story().begun())
    story.observed(form()).no_recipe().planned(fill("email")).verified().observed(form(FILLED))
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_form_that_a_human_says_they_did_not_send_is_sent() -> None:
    story = sent_by_human(Story().filled())
    story.proceed_to(job.HumanRequested)
    story.resolved(Resolution.SKIP).claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(form(FILLED)).no_recipe().planned(fill("email")).verified().observed(form(FILLED))
    story.proceed_to(job.EffectIntended)


def test_a_login_that_a_human_sent_is_no_application() -> None:
    story = Story().begun().observed(form(EMPTY, fingerprint="login"))
    sent_by_human(story)
    story.no_recipe().planned(fill("email")).verified().observed(form(FILLED))
    story.proceed_to(job.EffectIntended)
