"""A form that came back refused, or was followed by another, is gone on with on a human's word alone."""

from __future__ import annotations

from ghosthands.domain import job, page, plan
from ghosthands.domain.doubts import word_doubt
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.job import SubmissionState
from ghosthands.testkit.story import Story, fill, form

FILLED = page.FieldFact("email", required=True, filled=True)
WRONG = page.FieldFact("email", required=True, filled=True, error=page.ErrorKind.FORMAT)
OURS = page.FieldFact("email", required=True, filled=True, equals_key="profile.email")


def test_a_value_that_is_refused_and_still_shown_is_sent_again_on_a_humans_word_alone() -> None:
    story = Story().intended().pressed().observed(form(WRONG))
    assert story.proceed_to(job.EffectNotDone).evidence == "refused_value"
    assert story.job.effects.submission is SubmissionState.UNCLEAR
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR
    story.resolved(Resolution.SKIP).claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(form(WRONG)).no_recipe().planned(fill("email", "again")).verified().observed(form(FILLED))
    answered(story)
    story.proceed_to(job.EffectIntended)


def answered(story: Story) -> None:
    """A human is asked for another answer to what was refused, before anything is sent, and gives it."""
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, [field.field_id for field in asked.fields]) == (AskKind.FIELDS, ["email"])
    story.tell(
        HumanResolved(
            request_id=asked.request_id,
            resolution=Resolution.VALUE,
            at=story.now,
            answered=(asked.fields[0].question_key,),
        )
    )
    story.claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(form(WRONG)).no_recipe().planned(fill("email", "other")).verified().observed(form(FILLED))


def test_whoever_is_asked_whether_it_was_sent_is_told_which_answer_the_page_refuses() -> None:
    story = Story().intended().pressed().observed(form(WRONG))
    story.proceed_to(job.EffectNotDone)
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code) == (AskKind.SUBMIT_UNCLEAR, "value_refused")
    assert [field.field_id for field in asked.fields] == ["email"]
    assert word_doubt(asked.code, asked.status, ["E-mail"]) == "the page refuses “E-mail”"


def refused_in_doubt() -> Story:
    """The page refuses an answer, and shows another than ours: it may have been taken, and a human is asked."""
    story = Story().begun().observed(form(OURS)).no_recipe().planned(fill("email"))
    story.verified().observed(form(OURS)).proceed_to(job.EffectIntended)
    story.pressed(renewed=True)
    for _ in range(job.MAX_LOOKS):
        story.observed(form(WRONG))
    story.proceed_to(job.SubmitUnclear)
    assert [field.field_id for field in story.proceed_to(job.HumanRequested).fields] == ["email"]
    return story


def test_a_refusal_in_doubt_that_a_human_denies_leads_on_to_another_answer() -> None:
    story = refused_in_doubt().resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.EffectNotDone).evidence == "human"
    story.fenced().observed(form(WRONG)).no_recipe().planned(fill("email", "again")).verified().observed(form(FILLED))
    answered(story)
    story.proceed_to(job.EffectIntended)


def test_a_refusal_in_doubt_that_nobody_denies_is_never_sent_again() -> None:
    story = refused_in_doubt().resolved(Resolution.DONE)
    story.claim()
    story.proceed_to(job.JobResumed)
    story.proceed_to(job.SubmitConfirmed)
    story.proceed_to(job.JobCompleted)


def test_what_somebody_has_put_right_since_is_not_asked_again() -> None:
    story = refused_in_doubt().resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    story.proceed_to(job.EffectNotDone)
    left = (plan.LeftAlone("email", "already_filled"),)
    story.fenced().observed(form(FILLED)).no_recipe().planned(left_alone=left)
    story.proceed_to(job.EffectIntended)


def test_a_value_that_is_refused_and_was_received_all_the_same_is_not_sent_again() -> None:
    story = Story().intended().pressed().observed(form(WRONG))
    story.proceed_to(job.EffectNotDone)
    story.proceed_to(job.HumanRequested)
    story.resolved(Resolution.DONE).claim()
    story.proceed_to(job.JobResumed)
    story.proceed_to(job.SubmitConfirmed)
    story.proceed_to(job.JobCompleted)


def followed_by_more() -> Story:
    """Another form with a button that sends it followed, and a human is asked whether the first was all."""
    story = Story().intended().pressed()
    for _ in range(job.MAX_LOOKS):
        story.observed(form(page.FieldFact("salary"), fingerprint="page 2"))
    story.proceed_to(job.SubmitUnclear)
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code) == (AskKind.SUBMIT_UNCLEAR, "more_asked")
    return story


def test_another_form_behind_the_submission_is_gone_on_with_on_a_humans_word() -> None:
    story = followed_by_more().resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.EffectNotDone).evidence == "human"
    more = form(page.FieldFact("salary"), fingerprint="page 2")
    story.fenced().observed(more).no_recipe().planned(fill("salary")).verified()
    story.observed(form(page.FieldFact("salary", filled=True), fingerprint="page 2"))
    story.proceed_to(job.EffectIntended)


def test_another_form_behind_a_submission_that_was_all_is_left() -> None:
    story = followed_by_more().resolved(Resolution.DONE)
    story.claim()
    story.proceed_to(job.JobResumed)
    story.proceed_to(job.SubmitConfirmed)
    story.proceed_to(job.JobCompleted)
