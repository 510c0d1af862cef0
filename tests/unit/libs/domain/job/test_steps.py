"""A step is judged by what it sends: held, announced, let go once, and looked into like anything that is sent."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain import human, job, page, session
from ghosthands.domain.codes import ActionFailure, DryRunEnd
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import EffectKind, Outcome, Phase, StepKind, SubmissionState, effects
from ghosthands.domain.page import AccountForm, AccountPurpose, ErrorKind, FieldFact, KnownCredentials, PageType
from ghosthands.domain.plan import LeftAlone
from ghosthands.domain.provider import ProviderName
from ghosthands.domain.requests import RequestHeld, RequestKind, RequestSource
from ghosthands.testkit.story import Story, confirmation, fill, form

EMPTY = FieldFact("email", required=True)
FILLED = FieldFact("email", required=True, filled=True, equals_key="profile.email")
STEP: dict[str, Any] = {"submit_button": None, "next_button": "next", "next_is_step": True}
FIRST = form(FILLED, **STEP, step=page.StepIndicator(1, 3))
SECOND = form(FieldFact("salary"), **STEP, fingerprint="second", step=page.StepIndicator(2, 3))


def filled(**changes: Any) -> Story:
    """The first of three pages, filled."""
    story = Story().begun(**changes).observed(form(EMPTY, **STEP)).no_recipe().planned(fill("email")).verified()
    return story.observed(FIRST)


def held(**changes: Any) -> Story:
    """Its "Next" was pressed, and would send something."""
    return filled(**changes).held()


def intended(**changes: Any) -> Story:
    """What it would send is announced."""
    story = held(**changes)
    story.proceed_to(job.EffectIntended)
    return story


def released(**changes: Any) -> Story:
    """What it would send has gone."""
    return intended(**changes).pressed(step=StepKind.RELEASE_STEP)


def test_what_a_press_would_send_is_announced_and_then_let_go() -> None:
    story = held()
    press = story.job.effects.held_press
    assert press is not None
    intent = story.proceed_to(job.EffectIntended)
    assert (intent.kind, intent.button_id, intent.fingerprint) == (EffectKind.STEP, "next", FIRST.fingerprint)
    story.expect_step(StepKind.RELEASE_STEP)
    assert story.job.effects.intent is not None
    assert story.job.effects.intent.releases == press.action_id


def test_a_press_that_sends_nothing_needs_no_intent() -> None:
    story = filled()
    cause = story.expect_step(StepKind.ADVANCE)
    press = story.job.passage.press
    assert press is not None
    story.tell(session.ActionSucceeded(cause=cause, action_id=press.action_id, took_ms=1)).observed(SECOND)
    story.expect_step(StepKind.FIND_RECIPE)
    assert story.job.passage.pages == 1


def test_other_fields_settle_a_step_and_the_way_goes_on() -> None:
    story = released().observed(SECOND)
    story.proceed_to(job.StepTaken)
    assert (story.job.effects.submission, story.job.passage.pages) == (SubmissionState.NONE, 1)
    story.expect_step(StepKind.FIND_RECIPE)


def test_the_same_questions_under_the_next_number_are_the_next_page() -> None:
    again = form(EMPTY, **STEP, step=page.StepIndicator(2, 3))
    released().observed(again).proceed_to(job.StepTaken)


def test_a_step_that_was_everything_is_the_submission() -> None:
    story = released().observed(confirmation())
    story.proceed_to(job.SubmitConfirmed)
    assert story.proceed_to(job.JobCompleted).outcome is Outcome.SUBMITTED


def test_a_step_whose_page_stays_and_tells_nothing_is_a_humans_and_is_not_repeated() -> None:
    story = released()
    for _ in range(job.MAX_LOOKS):
        story.observed(FIRST)
    story.proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def in_doubt(story: Story) -> Story:
    """What it sent has gone, the page stays and tells nothing, and a human is asked."""
    for _ in range(job.MAX_LOOKS):
        story.observed(FIRST)
    story.proceed_to(job.SubmitUnclear)
    story.proceed_to(job.HumanRequested)
    return story


def test_a_step_that_a_human_says_did_not_go_is_pressed_for_anew_and_not_for_ever() -> None:
    story = released()
    for _ in range(effects.MAX_DENIALS):
        in_doubt(story).resolved(Resolution.SKIP).proceed_to(job.JobResumed)
        assert story.proceed_to(job.EffectNotDone).evidence == "human"
        story.observed(FIRST).no_recipe().planned(left_alone=(LeftAlone("email", "already_right"),)).held().proceed_to(
            job.EffectIntended
        )
        story.pressed(step=StepKind.RELEASE_STEP)
    in_doubt(story).resolved(Resolution.SKIP).proceed_to(job.JobResumed)
    assert story.proceed_to(job.JobFailed).code == "not_submitted"


def test_the_same_questions_on_a_page_that_looks_otherwise_are_no_other_page() -> None:
    longer = form(FILLED, fingerprint="longer", **STEP)
    released().observed(longer).observed(longer)


def test_a_step_that_provably_was_not_taken_is_mended_and_pressed_anew() -> None:
    left = (LeftAlone("phone", "optional_unknown"),)
    empty, both = (form(email, FieldFact("phone"), **STEP) for email in (EMPTY, FILLED))
    story = Story().begun().observed(empty).no_recipe().planned(fill("email"), left_alone=left).verified()
    first = story.observed(both).held().proceed_to(job.EffectIntended)
    missed = FieldFact("phone", required=True, error=ErrorKind.MISSING)
    story.pressed(step=StepKind.RELEASE_STEP).observed(form(FILLED, missed, **STEP))
    assert story.proceed_to(job.EffectNotDone).evidence == "validation"
    mended = form(FILLED, FieldFact("phone", required=True, filled=True), **STEP)
    second = story.planned(fill("phone")).verified().observed(mended).held().proceed_to(job.EffectIntended)
    assert second.intent_id != first.intent_id


def test_a_step_whose_value_is_refused_is_sent_again_on_a_humans_word_alone() -> None:
    wrong = page.FieldFact("email", required=True, filled=True, error=ErrorKind.FORMAT, equals_key="profile.email")
    story = released().observed(form(wrong, **STEP))
    assert story.proceed_to(job.EffectNotDone).evidence == "refused_value"
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_claim_that_comes_while_a_press_is_held_fences_and_announces_it() -> None:
    story = held()
    story.claim("executor-2")
    story.fenced().proceed_to(job.EffectIntended)
    story.expect_step(StepKind.RELEASE_STEP)


def test_a_release_that_began_is_never_commanded_again() -> None:
    story = intended()
    story.started(story.expect_step(StepKind.RELEASE_STEP))
    story.claim("executor-2")
    story.fenced().expect_step(StepKind.OBSERVE)


def release_failed(story: Story, code: str) -> Story:
    """The host does not have what it should let go."""
    cause, intent = story.expect_step(StepKind.RELEASE_STEP), story.job.effects.intent
    assert intent is not None
    return story.tell(session.ActionFailed(cause=cause, action_id=intent.id, target="next", code=code, took_ms=1))


def test_what_provably_never_left_is_pressed_for_anew_and_not_for_ever() -> None:
    story = filled()
    for _ in range(job.MAX_UNMOVED):
        story.held().proceed_to(job.EffectIntended)
        release_failed(story, ActionFailure.NOT_PRESSED)
        assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"
        assert not story.observed(FIRST).proceed_to(job.PressUnmoved).pressed
    assert story.proceed_to(job.HumanRequested).kind is AskKind.STUCK


def test_what_may_have_left_a_guests_browser_is_looked_into() -> None:
    story = release_failed(intended(), ActionFailure.INTERRUPTED)
    story.expect_step(StepKind.OBSERVE)


def test_a_held_press_dies_with_our_browser() -> None:
    story = held().tell(session.SessionLost(session_id="s1", reason="crashed"))
    assert story.job.effects.held_press is None
    assert story.job.effects.submission is SubmissionState.NONE


def test_what_was_held_in_a_users_browser_may_have_gone_when_that_is_lost() -> None:
    story = held(provider=ProviderName.OPERATOR).tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.opened().observed(form(EMPTY, **STEP)).no_recipe().planned(fill("email")).verified().observed(FIRST).held()
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_what_was_announced_in_a_users_browser_is_in_doubt_when_that_is_lost() -> None:
    story = intended(provider=ProviderName.OPERATOR).tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.proceed_to(job.SubmitUnclear)


def test_what_was_announced_in_our_browser_has_not_gone_when_that_is_lost() -> None:
    story = intended().tell(session.SessionLost(session_id="s1", reason="crashed"))
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"


# The end of it


def test_a_cancel_before_the_announcement_ends_the_job() -> None:
    story = held()
    story.decide(job.CancelJob(story.now))
    story.proceed_to(job.JobCancelled)


def test_a_cancel_after_the_announcement_is_obeyed_without_letting_go() -> None:
    story = intended()
    story.decide(job.CancelJob(story.now))
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"
    story.proceed_to(job.JobCancelled)


def test_a_step_that_was_not_let_go_is_no_button_out_of_reach() -> None:
    story = intended()
    story.decide(job.CancelJob(story.now))
    story.proceed_to(job.EffectNotDone)
    assert (story.job.effects.intents, story.job.effects.unpressed) == (0, 0)


def test_a_cancel_after_the_release_is_obeyed_once_the_step_is_settled() -> None:
    story = released()
    story.decide(job.CancelJob(story.now))
    story.observed(SECOND).proceed_to(job.StepTaken)
    story.proceed_to(job.JobCancelled)


def test_a_cancel_of_a_step_that_was_everything_comes_too_late() -> None:
    story = released()
    story.decide(job.CancelJob(story.now))
    story.observed(confirmation()).proceed_to(job.SubmitConfirmed)
    story.proceed_to(job.JobCompleted)


def test_a_step_in_doubt_cannot_be_cancelled() -> None:
    story = released()
    for _ in range(job.MAX_LOOKS):
        story.observed(FIRST)
    story.proceed_to(job.SubmitUnclear)
    with pytest.raises(CommandRejected):
        story.decide(job.CancelJob(story.now))


def test_the_jobs_clock_does_not_end_it_while_a_step_is_open() -> None:
    story = released().wait(301)
    assert story.decide(job.ExpireJob(story.now)) == []
    story.observed(SECOND).proceed_to(job.StepTaken)
    story.proceed_to(job.JobTimedOut)


# Dry runs


def end_of(story: Story) -> tuple[str | None, int | None, int | None]:
    """What a dry run ended before, and how far it saw."""
    ended = story.proceed_to(job.JobCompleted)
    assert (ended.outcome, story.job.phase) == (Outcome.DRY_RUN, Phase.COMPLETED)
    return ended.ended_before, ended.page, ended.pages


def test_a_dry_run_ends_before_what_a_step_would_send() -> None:
    assert end_of(held(dry_run=True)) == (DryRunEnd.STEP, 1, 3)


def test_a_dry_run_that_may_take_steps_lets_a_proven_one_go() -> None:
    story = held(dry_run=True, dry_run_steps=True)
    story.proceed_to(job.EffectIntended)
    story.pressed(step=StepKind.RELEASE_STEP).observed(SECOND).proceed_to(job.StepTaken)


def test_no_dry_run_sends_a_postings_own_form() -> None:
    posting = form(FILLED, **STEP, page_type=PageType.POSTING)
    story = Story().begun(dry_run=True, dry_run_steps=True).observed(posting).no_recipe().planned(fill("email"))
    assert end_of(story.verified().observed(posting).held()) == (DryRunEnd.STEP, 1, None)


def test_no_dry_run_lets_go_what_a_page_sends_that_asks_nothing() -> None:
    story = Story().begun(dry_run=True, dry_run_steps=True)
    bare = story.observed(form(**{**STEP, "fields": ()}))
    assert end_of(bare.held())[0] == DryRunEnd.STEP


@pytest.mark.parametrize("steps", [False, True], ids=["plain", "with steps"])
def test_no_dry_run_sends_the_last(steps: bool) -> None:
    assert end_of(Story().filled(dry_run=True, dry_run_steps=steps)) == (DryRunEnd.SUBMIT, 1, None)


def at_account_form(purpose: AccountPurpose, **changes: Any) -> Story:
    """A page with a form for an account, whose credentials are known."""
    account = AccountForm(purpose=purpose, button="go")
    seen = form(page_type=PageType.LOGIN, submit_button=None, account=account, credentials=KnownCredentials())
    return (
        Story()
        .begun(**changes)
        .observed(seen)
        .no_recipe()
        .planned(left_alone=(LeftAlone("email", "optional_unknown"),))
    )


def test_a_dry_run_does_not_sign_in() -> None:
    assert end_of(at_account_form(AccountPurpose.SIGN_IN, dry_run=True))[0] == DryRunEnd.SIGN_IN


@pytest.mark.parametrize("steps", [False, True], ids=["plain", "with steps"])
def test_no_dry_run_makes_an_account(steps: bool) -> None:
    story = at_account_form(AccountPurpose.CREATE, dry_run=True, dry_run_steps=steps)
    assert end_of(story)[0] == DryRunEnd.CREATE_ACCOUNT


def test_what_a_dry_run_does_not_try_is_neither_another_engines_nor_a_humans() -> None:
    story = Story().begun(dry_run=True).observed(form()).no_recipe().planned(fill("email"))
    assert end_of(story.not_filled(ActionFailure.NOT_TRIED).observed(form()))[0] == DryRunEnd.SUBMIT


def test_a_dry_run_ends_where_the_page_wants_what_was_not_tried() -> None:
    story = Story().begun(dry_run=True).observed(form(EMPTY, **STEP)).no_recipe().planned(fill("email"))
    story.not_filled(ActionFailure.NOT_TRIED).observed(form(EMPTY, **STEP))
    cause, press = story.expect_step(StepKind.ADVANCE), story.job.passage.press
    assert press is not None
    story.tell(session.ActionSucceeded(cause=cause, action_id=press.action_id, took_ms=1))
    assert end_of(story.observed(form(EMPTY, **STEP)))[0] == DryRunEnd.NOT_TRIED


def test_what_the_page_tries_to_send_in_a_dry_run_is_nobodys_question() -> None:
    story = filled(dry_run=True)
    what: dict[str, Any] = {"kind": RequestKind.FETCH, "source": RequestSource.PAGE, "site": "", "values": 1, "of": 1}
    story.tell(RequestHeld(session_id="s1", size=9, **what))
    story.expect_step(StepKind.ADVANCE)


def test_what_a_human_sent_is_told_before_a_step_is_announced() -> None:
    story = held().tell(session.ControlTaken(session_id="s1", viewer_id="v"))
    story.tell(session.HumanSubmitted(session_id="s1", viewer_id="v"))
    ask = story.proceed_to(job.HumanRequested)
    assert ask.kind is AskKind.SUBMIT_UNCLEAR
    story.tell(human.HumanResolved(request_id=ask.request_id, resolution=Resolution.SKIP, at=story.now))
    story.proceed_to(job.JobResumed)
    story.proceed_to(job.EffectIntended)
