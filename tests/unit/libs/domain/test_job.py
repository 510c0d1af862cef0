"""The job decides: each test is one sentence of its life."""

from __future__ import annotations

import pytest

from ghosthands.domain import human, job, page, plan, session
from ghosthands.domain.codes import ActionFailure, BlockerType
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase, StepKind, SubmissionState
from ghosthands.testkit.story import NOON, Story, confirmation, fill, form, requested

EMPTY = page.FieldFact("email", required=True)
FILLED = page.FieldFact("email", required=True, filled=True)
WRONG = page.FieldFact("email", required=True, filled=True, error=page.ErrorKind.FORMAT)


def asked_for_fields(story: Story) -> job.HumanRequested:
    """The form has a question nobody can answer; the human is asked."""
    unanswered = (plan.Unanswered("parrot", "q-parrot"),)
    story.begun().observed(form(page.FieldFact("parrot", required=True))).no_recipe().planned(unanswered=unanswered)
    return story.proceed_to(job.HumanRequested)


def resolve(story: Story, resolution: Resolution, **rest: tuple[str, ...]) -> Story:
    assert story.job.human.ask is not None
    return story.tell(
        human.HumanResolved(request_id=story.job.human.ask.request_id, resolution=resolution, at=story.now, **rest)
    )


def refuse(story: Story, cause: str, code: str, *, retryable: bool = False) -> Story:
    return story.tell(session.CommandRefused(cause=cause, command="any", code=code, retryable=retryable))


@pytest.mark.parametrize("ticked", [False, True])
def test_an_answer_that_is_neither_yes_nor_no_is_asked_for_though_the_form_does_not_insist(ticked: bool) -> None:
    story, unclear = Story(), (plan.Unanswered("move", "q-move"),)
    story.begun().observed(form(page.FieldFact("move", filled=ticked))).no_recipe().planned(unclear=unclear)
    assert story.proceed_to(job.HumanRequested).fields == unclear


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


def test_a_session_that_a_dead_executor_meant_to_close_is_closed_by_the_next_claim() -> None:
    story = Story().applied()
    story.expect_step(StepKind.CLOSE_SESSION)
    story.claim("executor-2")
    story.expect_step(StepKind.CLOSE_SESSION)


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


def test_a_new_claim_fences_and_looks_before_it_acts() -> None:
    story = Story().begun().observed(form()).no_recipe().planned(fill("email"))
    story.expect_step(StepKind.RUN_ACTIONS)
    story.claim("executor-2")
    story.fenced()
    story.expect_step(StepKind.OBSERVE)


def test_a_fresh_session_needs_no_fence() -> None:
    Story().begun().expect_step(StepKind.OBSERVE)


def test_fields_revealed_by_filling_are_planned_too() -> None:
    story = Story().begun().observed(form()).no_recipe().planned(fill("email")).verified()
    story.observed(form(FILLED, page.FieldFact("visa", required=True), fingerprint="form+visa"))
    story.planned(fill("visa")).verified()
    assert story.job.work.rescans == 1


def test_a_proven_step_is_pressed_without_an_intent() -> None:
    step = form(FILLED, next_button="continue", next_is_step=True, submit_button=None)
    story = Story().begun().observed(step).no_recipe().planned(fill("email")).verified().observed(step)
    story.expect_step(StepKind.ADVANCE)
    assert story.job.effects.intent is None


def test_a_next_that_is_not_provably_a_step_counts_as_a_submit() -> None:
    unsure = form(FILLED, next_button="continue", submit_button=None)
    story = Story().begun().observed(unsure).no_recipe().planned(fill("email")).verified().observed(unsure)
    intended = story.proceed_to(job.EffectIntended)
    assert intended.button_role is page.ButtonRole.NEXT


def test_an_unproven_next_that_led_on_settles_its_intent() -> None:
    unsure = form(FILLED, next_button="continue", submit_button=None)
    story = Story().begun().observed(unsure).no_recipe().planned(fill("email")).verified().observed(unsure)
    story.proceed_to(job.EffectIntended)
    story.pressed().observed(form(page.FieldFact("salary"), fingerprint="page 2"))
    assert story.proceed_to(job.EffectNotDone).evidence == "moved_on"
    assert story.job.passage.pages == 1
    story.expect_step(StepKind.FIND_RECIPE)


def test_a_validation_error_after_submit_is_repaired_under_a_new_intent() -> None:
    story = Story().intended()
    first = story.job.effects.intent
    story.pressed().observed(form(WRONG))
    assert story.proceed_to(job.EffectNotDone).evidence == "validation"
    story.planned(fill("email", "again")).verified().observed(form(FILLED))
    second = story.proceed_to(job.EffectIntended)
    assert first is not None
    assert second.intent_id != first.id


def test_a_page_that_refuses_us_four_times_goes_to_a_human() -> None:
    story = Story().intended()
    for _ in range(job.MAX_REPAIRS):
        story.pressed().observed(form(WRONG))
        story.proceed_to(job.EffectNotDone)
        story.planned(fill("email")).verified().observed(form(FILLED))
        story.proceed_to(job.EffectIntended)
    story.pressed().observed(form(WRONG))
    story.proceed_to(job.EffectNotDone)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.STUCK


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


def test_a_browser_lost_after_the_press_leaves_the_submission_unclear() -> None:
    story = Story().intended()
    story.started(story.expect_step(StepKind.SUBMIT))
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


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


def test_a_press_that_was_refused_is_not_commanded_again_but_fails_the_attempt() -> None:
    story = Story().intended()
    refuse(story, story.expect_step(StepKind.SUBMIT), "not_in_vault")
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"
    assert story.proceed_to(job.JobFailed).code == "not_in_vault"


def test_a_page_that_cannot_be_read_after_the_press_leaves_the_submission_unclear() -> None:
    story = Story().intended().pressed()
    for _ in range(job.MAX_LOOKS):
        refuse(story, story.expect_step(StepKind.OBSERVE), "page_unreadable", retryable=True)
    story.proceed_to(job.SubmitUnclear)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_page_that_could_not_be_read_at_first_may_still_confirm_the_submission() -> None:
    story = Story().intended().pressed()
    refuse(story, story.expect_step(StepKind.OBSERVE), "page_unreadable", retryable=True)
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
    resolve(story, resolution)
    story.claim()
    while not story.job.ended:
        assert story.proceed()
    assert story.job.phase is phase


def test_a_browser_lost_while_filling_is_reopened_and_the_page_read_anew() -> None:
    story = Story().begun().observed(form()).no_recipe().planned(fill("email"))
    story.expect_step(StepKind.RUN_ACTIONS)
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.opened("s2").observed(form()).no_recipe().planned(fill("email")).verified()


def test_a_browser_lost_too_often_starts_the_job_over_later() -> None:
    story = Story().begun()
    for number in range(job.MAX_LOSSES):
        story.tell(session.SessionLost(session_id=f"s{number + 1}", reason="crashed")).opened(f"s{number + 2}")
    story.tell(session.SessionLost(session_id=f"s{job.MAX_LOSSES + 1}", reason="crashed"))
    retry = story.proceed_to(job.RetryScheduled)
    assert (retry.code, retry.attempt) == ("browser_crashed", 1)


def test_a_retry_waits_for_its_time() -> None:
    story = Story().begun()
    story.tell(job.RetryScheduled(attempt=1, code="network_error", due=story.now.replace(second=5)))
    story.expect_step(StepKind.CLOSE_SESSION)
    assert story.claim() == []
    assert job.deadlines(story.job) == {"retry": story.now.replace(second=5)}
    story.wait(5)
    assert story.claim()
    assert job.deadlines(story.job) == {}


def test_a_fourth_passing_failure_is_the_end() -> None:
    story = Story().begun()
    for _ in range(job.MAX_RETRIES):
        cause = story.expect_step(StepKind.OBSERVE)
        refused = session.CommandRefused(cause=cause, command="Observe", code="network_error", retryable=True)
        story.tell(refused)
        retry = story.proceed_to(job.RetryScheduled)
        assert story.job.browser.abandoned is not None
        story.tell(session.SessionClosed(session_id=story.job.browser.abandoned.id, reason="retry"))
        story.wait((retry.due - story.now).total_seconds())
        story.claim()
        story.opened(f"again-{retry.attempt}")
    cause = story.expect_step(StepKind.OBSERVE)
    story.tell(session.CommandRefused(cause=cause, command="Observe", code="network_error", retryable=True))
    assert story.proceed_to(job.JobFailed).code == "network_error"


def test_an_address_that_is_never_reached_is_no_crash_loop() -> None:
    story = Story().tell(requested())
    for _ in range(job.MAX_RETRIES + 1):
        story.claim()
        refuse(story, story.expect_step(StepKind.OPEN_SESSION), "network_error", retryable=True)
        story.claim()
        (ended,) = story.proceed()
        story.wait(job.BACKOFF_SECONDS[-1])
    assert isinstance(ended, job.JobFailed)
    assert ended.code == "network_error"


def test_whoever_refuses_a_command_says_whether_another_attempt_may_go_well() -> None:
    for retryable, kind in ((True, job.RetryScheduled), (False, job.JobFailed)):
        story = Story().begun()
        refuse(story, story.expect_step(StepKind.OBSERVE), "page_unreadable", retryable=retryable)
        assert story.proceed_to(kind).code == "page_unreadable"


def test_claims_that_move_nothing_end_in_a_crash_loop() -> None:
    story = Story().tell(requested())
    for _ in range(job.MAX_IDLE_CLAIMS):
        story.claim()
        assert isinstance(job.next_step(story.job, story.now), job.Send)
    story.claim()
    assert story.proceed_to(job.JobFailed).code == "crash_loop"


def test_a_required_question_nobody_can_answer_goes_to_a_human() -> None:
    asked = asked_for_fields(Story())
    assert asked.kind is AskKind.FIELDS
    assert asked.fields == (plan.Unanswered("parrot", "q-parrot"),)


def test_the_clock_stands_still_while_a_human_is_asked() -> None:
    story = Story()
    asked_for_fields(story)
    assert job.deadlines(story.job).keys() == {"human"}
    story.wait(250)
    resolve(story, Resolution.VALUE, answered=("q-parrot",))
    story.claim()
    story.proceed_to(job.JobResumed)
    started = story.job.clock.started_at
    assert started is not None
    assert (job.deadlines(story.job)["job"] - started).total_seconds() == 300 + 250


def test_a_skipped_question_is_not_asked_again() -> None:
    story = Story()
    asked_for_fields(story)
    resolve(story, Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.job.human.skipped == {"q-parrot"}


def test_a_form_that_refuses_to_go_without_a_skipped_answer_is_not_sent_again() -> None:
    story = Story()
    asked_for_fields(story)
    resolve(story, Resolution.SKIP)
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
    asked = asked_for_fields(story)
    story.tell(human.HumanTimedOut(request_id=asked.request_id, at=story.now))
    story.claim()
    assert story.proceed_to(job.JobFailed).code == "hitl_timeout"


def test_an_answer_to_another_request_changes_nothing() -> None:
    story = Story()
    asked_for_fields(story)
    story.tell(human.HumanResolved(request_id="another", resolution=Resolution.DONE, at=story.now))
    assert story.job.human.answer is None


def test_what_a_human_submitted_himself_counts_as_submitted() -> None:
    story = Story()
    asked_for_fields(story)
    resolve(story, Resolution.DONE)
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
            asked_for_fields(story)
        case _:
            story.begun().tell(job.RetryScheduled(attempt=1, code="network_error", due=story.now.replace(hour=23)))
    assert story.job.phase == phase
    story.decide(job.CancelJob(story.now))
    story.claim()
    story.proceed_to(job.JobCancelled)


def test_no_intent_after_the_deadline() -> None:
    story = Story().filled().wait(301)
    assert story.proceed_to(job.JobTimedOut).timeout_seconds == 300


def test_the_deadline_does_not_undo_an_intent() -> None:
    story = Story().intended().wait(301)
    assert job.deadlines(story.job) == {}
    story.expect_step(StepKind.SUBMIT)


def test_the_deadline_stands_again_once_an_intent_came_to_nothing() -> None:
    story = Story().intended()
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.proceed_to(job.EffectNotDone)
    assert job.deadlines(story.job).keys() == {"job"}
    story.wait(301).proceed_to(job.JobTimedOut)


def test_a_dry_run_fills_everything_and_sends_nothing() -> None:
    story = Story().filled(dry_run=True)
    assert story.proceed_to(job.JobCompleted).outcome is job.Outcome.DRY_RUN
    assert not any(isinstance(event, job.EffectIntended) for event in story.log)


def test_a_closed_posting_fails_at_once() -> None:
    story = Story().begun().observed(form(fields=(), submit_button=None, page_type=page.PageType.CLOSED))
    assert story.proceed_to(job.JobFailed).code == "job_closed"


def test_a_field_that_cannot_be_filled_is_asked_for_only_when_it_is_required() -> None:
    story = Story().begun().observed(form(EMPTY, page.FieldFact("blog"))).no_recipe()
    story.planned(fill("email"), fill("blog"))
    cause = story.expect_step(StepKind.RUN_ACTIONS)
    for field in ("email", "blog"):
        story.tell(
            session.ActionFailed(cause=cause, action_id=f"fill-{field}", target=field, code="not_kept", took_ms=1)
        )
    story.observed(form(EMPTY, page.FieldFact("blog")))
    assert story.proceed_to(job.HumanRequested).fields == (plan.Unanswered("email", "q-email"),)


def test_a_field_that_came_to_hold_its_value_after_all_is_nobodys_question() -> None:
    story = Story().begun().observed(form(EMPTY)).no_recipe().planned(fill("email"))
    cause = story.expect_step(StepKind.RUN_ACTIONS)
    story.tell(session.ActionFailed(cause=cause, action_id="fill-email", target="email", code="not_kept", took_ms=1))
    story.observed(form(page.FieldFact("email", required=True, filled=True, equals_key="profile.email")))
    story.proceed_to(job.EffectIntended)


def test_an_answered_command_of_an_older_claim_moves_nothing() -> None:
    story = Story().begun()
    old = story.expect_step(StepKind.OBSERVE)
    story.claim("executor-2")
    story.tell(session.CommandRefused(cause=old, command="Observe", code="stale_epoch"))
    assert story.job.attempt.refused is None


def test_a_browser_that_opens_for_a_job_cancelled_meanwhile_is_closed() -> None:
    story = Story().tell(requested())
    story.claim()
    cause = story.expect_step(StepKind.OPEN_SESSION)
    story.decide(job.CancelJob(story.now))
    story.proceed_to(job.JobCancelled)
    assert story.claim("executor-2") == []
    story.tell(session.SessionOpened(cause=cause, session_id="s1", host="h", provider="local", pid=1, pid_start_time=1))
    assert story.claim("executor-2")
    story.expect_step(StepKind.CLOSE_SESSION)


def test_a_job_in_the_queue_for_a_browser_needs_no_executor() -> None:
    story = Story().tell(requested())
    story.claim()
    story.expect_step(StepKind.OPEN_SESSION)
    assert isinstance(job.next_step(story.job, story.now), job.Rest)
    assert story.claim("executor-2") == []


def test_a_job_in_the_queue_for_a_browser_can_be_cancelled() -> None:
    story = Story().tell(requested())
    story.claim()
    story.expect_step(StepKind.OPEN_SESSION)
    story.decide(job.CancelJob(story.now))
    assert story.claim("executor-2")
    story.proceed_to(job.JobCancelled)


def test_the_refusal_of_a_browser_is_not_forgotten_by_the_claim_that_follows_it() -> None:
    story = Story().tell(requested())
    story.claim()
    refuse(story, story.expect_step(StepKind.OPEN_SESSION), "browser_unavailable", retryable=True)
    assert story.claim("executor-2")
    assert story.proceed_to(job.RetryScheduled).code == "browser_unavailable"


def test_many_claims_are_no_crash_loop_while_each_finds_a_new_browser() -> None:
    story = Story().begun()
    for number in range(job.MAX_LOSSES):
        story.tell(session.SessionLost(session_id=f"s{number + 1}", reason="crashed"))
        story.claim()
        story.opened(f"s{number + 2}")
        story.claim()
        story.claim()
    story.fenced().observed(form())


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
    assert story.proceed_to(job.EffectNotDone).evidence == "validation"


def test_a_wall_that_comes_up_before_the_press_is_not_pressed_through() -> None:
    story = Story().intended()
    story.claim("executor-2")
    cause = story.fenced().expect_step(StepKind.OBSERVE)
    story.tell(wall_of(cause), session.PageObserved(cause=cause, session_id="s1", page=form(FILLED), took_ms=5))
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"
    assert story.proceed_to(job.HumanRequested).kind is AskKind.BLOCKER


def wall_of(cause: str) -> session.BlockerDetected:
    return session.BlockerDetected(
        cause=cause, session_id="s1", type=BlockerType.CAPTCHA, confidence=1.0, evidence="frame"
    )


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


def test_a_wall_that_comes_up_after_the_press_is_a_humans_and_then_the_page_tells() -> None:
    story = walled_after_the_press()
    resolve(story, Resolution.DONE).claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(confirmation())
    assert story.proceed_to(job.SubmitConfirmed).evidence == "page"


def test_whoever_leaves_a_wall_after_the_press_is_still_asked_whether_it_was_sent() -> None:
    story = walled_after_the_press()
    resolve(story, Resolution.SKIP).claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR


def test_a_page_without_questions_that_stays_as_it_was_is_no_new_page() -> None:
    review = form(submit_button=None, next_button="a", next_is_step=True, fields=())
    story = Story().begun().observed(review)
    for _ in range(job.MAX_UNMOVED):
        cause = story.expect_step(StepKind.ADVANCE)
        (action,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
        story.tell(session.ActionSucceeded(cause=cause, action_id=action, took_ms=1)).observed(review)
    assert story.proceed_to(job.HumanRequested).code == "no_way_on"


def test_another_next_button_is_tried_where_one_leads_nowhere_and_then_a_human() -> None:
    still = form(FILLED, submit_button=None, next_button="a", other_next_buttons=("b",), next_is_step=True)
    story = Story().begun().observed(form()).no_recipe().planned(fill("email")).verified().observed(still)
    pressed = []
    for _ in range(4):
        cause = story.expect_step(StepKind.ADVANCE)
        pressed.append(job.next_button(story.job))
        (action,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
        story.tell(session.ActionSucceeded(cause=cause, action_id=action, took_ms=1)).observed(still)
    assert pressed == ["a", "b", "a", "b"]
    assert story.proceed_to(job.HumanRequested).code == "no_way_on"


def test_what_may_be_a_wall_is_looked_at_again_and_then_taken_for_none() -> None:
    story = Story().begun()
    for _ in range(job.MAX_SECOND_LOOKS + 1):
        story.observed(form(suspect=True))
    assert story.now > NOON
    story.no_recipe()


def test_what_an_earlier_claim_asked_for_says_nothing_of_now() -> None:
    story = Story().begun()
    old = story.expect_step(StepKind.OBSERVE)
    story.claim("executor-2")
    story.tell(session.PageObserved(cause=old, session_id="s1", page=form(), took_ms=1))
    assert story.job.page is None


def test_of_two_browsers_opened_for_a_job_one_is_closed() -> None:
    story = Story().begun()
    story.tell(
        session.SessionOpened(
            cause="x",
            session_id="s2",
            host="h",
            provider="local",
            pid=2,
            pid_start_time=2,
            epoch=story.job.attempt.epoch,
        )
    )
    story.expect_step(StepKind.CLOSE_SESSION)
    story.tell(session.SessionClosed(session_id="s1", reason="abandoned"))
    story.expect_step(StepKind.OBSERVE)


def sent_by_human(story: Story) -> Story:
    """A human took control of the filled form, sent something and let go; the form still stands there."""
    story.tell(session.ControlTaken(session_id="s1", viewer_id="v"))
    return story.tell(session.ControlReleased(session_id="s1", viewer_id="v", held_ms=9, submitted=True))


def test_a_form_that_a_human_sent_and_that_still_stands_there_is_asked_about_before_it_is_sent() -> None:
    story = sent_by_human(Story().filled())
    assert story.proceed_to(job.HumanRequested).kind is AskKind.SUBMIT_UNCLEAR
    resolve(story, Resolution.DONE).claim()
    story.proceed_to(job.JobResumed)
    assert story.proceed_to(job.SubmitConfirmed).evidence == "human"
    story.proceed_to(job.JobCompleted)


def test_a_form_that_a_human_says_they_did_not_send_is_sent() -> None:
    story = sent_by_human(Story().filled())
    story.proceed_to(job.HumanRequested)
    resolve(story, Resolution.SKIP).claim()
    story.proceed_to(job.JobResumed)
    story.fenced().observed(form(FILLED)).no_recipe().planned(fill("email")).verified().observed(form(FILLED))
    story.proceed_to(job.EffectIntended)


def test_a_login_that_a_human_sent_is_no_application() -> None:
    story = Story().begun().observed(form(EMPTY, fingerprint="login"))
    sent_by_human(story)
    story.no_recipe().planned(fill("email")).verified().observed(form(FILLED))
    story.proceed_to(job.EffectIntended)
