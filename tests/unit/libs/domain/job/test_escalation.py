"""What our own hand could not fill goes down the cascade, and the page is ours again before it is left."""

from __future__ import annotations

import pytest

from ghosthands.domain import human, job, page, plan, session
from ghosthands.domain.cascade import EngineRecord, EngineTally, Guidance, Why
from ghosthands.domain.codes import ActionFailure, Refusal
from ghosthands.domain.engine import READING_TIER, EngineName, SwitchReason
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import StepKind
from ghosthands.domain.provider import ProviderName
from ghosthands.testkit.story import Story, fill, form

DOM, CUA, VISION = EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA, EngineName.MAGNITUDE
HUMAN = EngineName.HUMAN
ALL = (EngineName.PLAYWRIGHT, DOM, CUA, VISION, HUMAN)
EMPTY = page.FieldFact("email", required=True)
FILLED = page.FieldFact("email", required=True, filled=True)


def stuck(
    engines: tuple[EngineName, ...] = ALL, code: str = "not_kept", platform: str = "greenhouse", **request: object
) -> Story:
    """A page whose one field our own hand could not fill."""
    asked = form(EMPTY, platform=platform)
    story = Story().begun(engines, **request).observed(asked).no_recipe().planned(fill("email"))
    return story.not_filled(code).observed(asked)


def tried_by(story: Story, engine: EngineName, code: str = "not_kept") -> Story:
    """The engine had its turn, and could not either; one that reads could not make out the question."""
    escalated = story.proceed_to(job.TierEscalated)
    assert escalated.target is engine
    story.switched(engine).not_filled(code).observed(form(EMPTY))
    return unread(story) if engine is DOM and code == ActionFailure.NOT_KEPT else story


def unread(story: Story) -> Story:
    """The question was to be read, and was not."""
    escalated = story.proceed_to(job.TierEscalated)
    assert (escalated.target, escalated.tier) == (DOM, READING_TIER)
    return story.questions_read()


def another_form() -> session.EngineRecovered:
    """The engine came, and stands before another form than the one before it did."""
    return session.EngineRecovered(
        cause="c",
        session_id="s1",
        engine=DOM,
        platform="greenhouse",
        fingerprint="another",
        same_form=False,
        page=2,
        took_ms=1,
    )


def resumed(story: Story, resolution: Resolution = Resolution.DONE, answered: tuple[str, ...] = ()) -> Story:
    """The human who was asked answers, and the page is read and planned again."""
    request_id = story.proceed_to(job.HumanRequested).request_id
    story.wait(200)
    story.tell(human.HumanResolved(request_id=request_id, resolution=resolution, at=story.now, answered=answered))
    story.proceed_to(job.JobResumed)
    story.observed(form(EMPTY)).no_recipe().planned(fill("email", "again")).switched(EngineName.PLAYWRIGHT)
    return story.not_filled().observed(form(EMPTY))


def test_what_our_own_hand_could_not_fill_is_the_cheapest_engines_to_try() -> None:
    story = stuck()
    escalated = story.proceed_to(job.TierEscalated)
    assert (escalated.source, escalated.target) == (EngineName.PLAYWRIGHT, DOM)
    assert escalated.failed == ("fill-email",)
    assert (escalated.order, escalated.why) == ((DOM, CUA, VISION), Why.DEFAULT)
    story.switched(DOM)
    story.expect_step(StepKind.RUN_ACTIONS)
    (action,) = story.job.work.pending
    assert action.id != "fill-email"
    assert action.tier == 1


def test_the_page_is_handed_back_before_it_is_sent() -> None:
    story = stuck()
    story.proceed_to(job.TierEscalated)
    story.switched(DOM).verified().observed(form(FILLED))
    story.switched(EngineName.PLAYWRIGHT)
    story.proceed_to(job.EffectIntended)


def test_after_the_last_engine_a_human_is_asked() -> None:
    story = stuck()
    for engine in (DOM, CUA, VISION):
        tried_by(story, engine)
    asked = story.proceed_to(job.HumanRequested)
    assert asked.kind is AskKind.FIELDS
    assert asked.fields == (plan.Unanswered("email", "q-email"),)


def test_a_human_is_told_which_known_answer_could_not_be_entered_and_why() -> None:
    asked = stuck(engines=()).proceed_to(job.HumanRequested)
    (why,) = asked.not_entered
    assert (why.question_key, why.key, why.code) == ("q-email", "profile.email", "not_kept")


def test_an_engine_that_cannot_come_is_passed_over() -> None:
    story = stuck()
    story.proceed_to(job.TierEscalated)
    story.switched(DOM, code="engine_unavailable")
    escalated = story.proceed_to(job.TierEscalated)
    assert (escalated.source, escalated.target) == (DOM, CUA)


def test_a_page_that_an_engine_failed_to_come_to_is_filled_anew_before_the_next_has_its_turn() -> None:
    story = stuck()
    story.proceed_to(job.TierEscalated)
    story.switched(DOM, code="address_changed")
    story.observed(form(EMPTY)).no_recipe().planned(fill("email", "again")).not_filled().observed(form(EMPTY))
    assert story.proceed_to(job.TierEscalated).target is CUA


def test_a_field_that_the_page_took_away_is_no_engines() -> None:
    story = Story().begun(ALL).observed(form(page.FieldFact("name"), EMPTY)).no_recipe()
    story.planned(fill("name"), fill("email")).not_filled("not_found")
    story.observed(form(page.FieldFact("name", filled=True, equals_key="profile.name")))
    story.proceed_to(job.EffectIntended)


def test_what_an_engine_was_to_do_on_a_page_that_is_another_now_is_dropped() -> None:
    story = stuck()
    story.proceed_to(job.TierEscalated)
    story.switched(DOM).tell(another_form()).observed(form(page.FieldFact("other"), fingerprint="another"))
    assert (story.job.work.pending, story.job.work.engine) == ((), EngineName.PLAYWRIGHT)


def test_without_engines_the_human_is_asked_at_once() -> None:
    assert stuck(engines=()).proceed_to(job.HumanRequested).kind is AskKind.FIELDS


@pytest.mark.parametrize("code", ["no_value", "too_long", "unfit_value", "not_visible"])
def test_what_no_engine_could_mend_is_not_escalated(code: str) -> None:
    assert stuck(code=code).proceed_to(job.HumanRequested).kind is AskKind.FIELDS


@pytest.mark.parametrize(
    "action",
    [
        fill("email", key=key, kind=kind)
        for kind, key in ((plan.ActionKind.UPLOAD, "files.resume"), (plan.ActionKind.FILL, "credentials.password"))
    ],
    ids=["a file", "a password"],
)
def test_files_and_credentials_are_never_an_engines(action: plan.PlannedAction) -> None:
    story = Story().begun(ALL).observed(form(EMPTY)).no_recipe().planned(action).not_filled().observed(form(EMPTY))
    assert isinstance(story.proceed()[0], job.HumanRequested)


def test_workday_is_tried_by_sight_first() -> None:
    escalated = stuck(platform="workday").proceed_to(job.TierEscalated)
    assert (escalated.target, escalated.why) == (VISION, Why.PLATFORM)


def test_the_order_follows_experience_and_says_so() -> None:
    story = stuck()
    seen = {"greenhouse": {DOM: EngineTally(5, 45), VISION: EngineTally(48, 2)}}
    (escalated,) = job.decide(job.Proceed(story.now, Guidance(experience=seen)), story.job)
    assert isinstance(escalated, job.TierEscalated)
    assert escalated.target is VISION
    assert escalated.why is Why.LEARNED
    assert escalated.seen == (EngineRecord(VISION, 50, 0.96), EngineRecord(DOM, 50, 0.1))


def test_the_order_once_chosen_stands_for_the_page() -> None:
    story = stuck()
    tried_by(story, DOM)
    seen = {"greenhouse": {CUA: EngineTally(5, 45), VISION: EngineTally(48, 2)}}
    (escalated,) = job.decide(job.Proceed(story.now, Guidance(experience=seen)), story.job)
    assert isinstance(escalated, job.TierEscalated)
    assert escalated.target is CUA


def test_what_an_engine_was_given_up_for_is_the_next_ones_reason() -> None:
    story = stuck()
    tried_by(story, DOM, code=SwitchReason.LOW_CONFIDENCE.value)
    assert story.proceed_to(job.TierEscalated).reason is SwitchReason.LOW_CONFIDENCE


def test_the_cascade_ends_when_its_time_is_up() -> None:
    story = tried_by(stuck(timeout_seconds=1800), DOM)
    assert story.wait(300).proceed_to(job.HumanRequested).kind is AskKind.FIELDS


def test_what_engines_could_not_do_a_humans_answer_does_not_bring_back_to_them() -> None:
    story = stuck()
    for engine in (DOM, CUA, VISION):
        tried_by(story, engine)
    assert resumed(story).proceed_to(job.HumanRequested).kind is AskKind.FIELDS


def test_what_a_human_gave_another_answer_for_is_every_engines_to_try_again() -> None:
    story = stuck()
    for engine in (DOM, CUA, VISION):
        tried_by(story, engine)
    escalated = resumed(story, Resolution.VALUE, ("q-email",)).proceed_to(job.TierEscalated)
    assert (escalated.source, escalated.target) == (EngineName.PLAYWRIGHT, DOM)


def test_the_cascades_time_stands_still_while_a_human_is_waited_for() -> None:
    unknown = plan.Unanswered("parrot", "q-parrot")
    parrot = page.FieldFact("parrot", required=True)
    story = tried_by(stuck(timeout_seconds=1800), DOM).wait(200)
    for engine in (CUA, VISION):
        tried_by(story, engine)
    resumed(story, Resolution.VALUE, ("q-email",))
    assert story.proceed_to(job.TierEscalated).target is DOM, (
        "200 s of 300 are over, and 200 in which a human was asked"
    )
    story.switched(DOM).not_filled().wait(100).observed(form(EMPTY, parrot)).planned(unanswered=(unknown,))
    assert story.proceed_to(job.HumanRequested).kind is AskKind.FIELDS


def test_a_page_a_human_went_on_to_begins_at_the_top_of_the_cascade() -> None:
    story = tried_by(stuck(timeout_seconds=1800), DOM).wait(300)
    request_id = story.proceed_to(job.HumanRequested).request_id
    story.tell(human.HumanResolved(request_id=request_id, resolution=Resolution.DONE, at=story.now))
    story.proceed_to(job.JobResumed)
    second = form(page.FieldFact("phone", required=True), fingerprint="second")
    story.observed(second).no_recipe().planned(fill("phone")).switched(EngineName.PLAYWRIGHT)
    story.not_filled().observed(second)
    assert story.proceed_to(job.TierEscalated).target is DOM


def test_a_new_claim_goes_on_where_the_cascade_was() -> None:
    story = tried_by(stuck(), DOM)
    story.claim("executor-2")
    story.fenced().observed(form(EMPTY)).no_recipe().planned(fill("email", "again")).switched(EngineName.PLAYWRIGHT)
    assert story.not_filled().observed(form(EMPTY)).proceed_to(job.TierEscalated).target is CUA


def test_a_field_that_appears_later_has_every_engine_too() -> None:
    story = tried_by(stuck(), DOM)
    later = page.FieldFact("visa", required=True)
    tried_by(story, CUA)
    story.proceed_to(job.TierEscalated)
    story.switched(VISION).not_filled().observed(form(EMPTY, later)).planned(fill("visa"))
    story.switched(EngineName.PLAYWRIGHT)
    story.not_filled().observed(form(EMPTY, later))
    escalated = story.proceed_to(job.TierEscalated)
    assert (escalated.source, escalated.target) == (EngineName.PLAYWRIGHT, DOM)
    assert escalated.failed == ("fill-visa",)


def test_an_engine_that_a_human_took_the_page_from_has_its_turn_still() -> None:
    story = tried_by(stuck(), DOM, code=ActionFailure.CUT_OFF)
    assert story.proceed_to(job.TierEscalated).target is DOM


def test_what_a_human_put_right_meanwhile_is_nobodys_to_try() -> None:
    right = page.FieldFact("email", required=True, filled=True, equals_key="profile.email")
    story = stuck()
    story.proceed_to(job.TierEscalated)
    story.switched(DOM).not_filled(ActionFailure.CUT_OFF).observed(form(right)).switched(EngineName.PLAYWRIGHT)
    story.proceed_to(job.EffectIntended)


def test_another_form_behind_a_switch_is_read_before_anything_is_done_there() -> None:
    story = stuck()
    story.proceed_to(job.TierEscalated)
    story.switched(DOM)
    story.tell(another_form())
    story.expect_step(StepKind.OBSERVE)


@pytest.mark.parametrize("provider", list(ProviderName))
def test_a_user_at_their_own_browser_is_the_cascades_last_engine(provider: ProviderName) -> None:
    order = stuck(provider=provider).proceed_to(job.TierEscalated).order
    assert order == ((DOM, CUA, VISION, HUMAN) if provider is ProviderName.OPERATOR else (DOM, CUA, VISION))


def test_what_the_user_at_the_browser_left_undone_is_asked_for_like_anything() -> None:
    story = tried_by(stuck((EngineName.PLAYWRIGHT, HUMAN), provider=ProviderName.OPERATOR), HUMAN)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.FIELDS


def test_what_the_user_at_the_browser_did_is_sent_by_our_own_hand() -> None:
    story = stuck((EngineName.PLAYWRIGHT, HUMAN), provider=ProviderName.OPERATOR)
    story.proceed_to(job.TierEscalated)
    story.switched(HUMAN).verified().observed(form(FILLED)).switched(EngineName.PLAYWRIGHT)
    story.proceed_to(job.EffectIntended)


def test_the_jobs_time_stands_still_while_the_user_at_the_browser_is_asked() -> None:
    story = stuck((EngineName.PLAYWRIGHT, HUMAN), provider=ProviderName.OPERATOR)
    story.proceed_to(job.TierEscalated)
    story.switched(HUMAN).wait(280)
    cause = story.expect_step(StepKind.RUN_ACTIONS)
    (action,) = story.job.work.pending
    assert story.wait(60).decide(job.ExpireJob(story.now)) == []
    done = session.ActionVerified(
        cause=cause, action_id=action.id, field_id="email", took_ms=60_000, fingerprint="f", engine=HUMAN
    )
    story.tell(done).observed(form(FILLED)).switched(EngineName.PLAYWRIGHT)
    story.proceed_to(job.EffectIntended)


def test_a_user_is_asked_for_what_is_required_only() -> None:
    optional = page.FieldFact("email")
    story = Story().begun((HUMAN,), provider=ProviderName.OPERATOR).observed(form(optional)).no_recipe()
    story.planned(fill("email")).not_filled().observed(form(optional))
    story.proceed_to(job.EffectIntended)


def test_in_a_dry_run_no_user_is_asked() -> None:
    story = stuck((HUMAN,), provider=ProviderName.OPERATOR, dry_run=True)
    assert story.proceed_to(job.JobCompleted).outcome is job.Outcome.DRY_RUN


def test_an_engine_that_is_gone_when_its_turn_comes_is_switched_to_again() -> None:
    story = stuck()
    story.proceed_to(job.TierEscalated)
    story.switched(DOM)
    cause = story.expect_step(StepKind.RUN_ACTIONS)
    story.tell(session.CommandRefused(cause=cause, command="RunActions", code=Refusal.ENGINE_NOT_ATTACHED))
    story.expect_step(StepKind.SWITCH_ENGINE)


def test_a_new_browser_is_worked_by_our_own_hand() -> None:
    story = stuck()
    story.proceed_to(job.TierEscalated)
    story.switched(DOM)
    story.tell(session.SessionLost(session_id="s1", reason="crashed"))
    story.opened("s2", engines=ALL)
    assert story.job.browser.engine is EngineName.NONE
    story.observed(form(EMPTY)).no_recipe().planned(fill("email"))
    story.expect_step(StepKind.RUN_ACTIONS)


def test_the_next_page_begins_at_the_top_of_the_cascade() -> None:
    story = stuck()
    story.proceed_to(job.TierEscalated)
    steps = {"submit_button": None, "next_button": "next", "next_is_step": True}
    story.switched(DOM).verified().observed(form(FILLED, **steps)).switched(EngineName.PLAYWRIGHT)
    cause = story.expect_step(StepKind.ADVANCE)
    (action_id,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
    story.tell(session.ActionSucceeded(cause=cause, action_id=action_id, took_ms=1))
    second = page.FieldFact("phone", required=True)
    story.observed(form(second, fingerprint="second")).no_recipe().planned(fill("phone")).not_filled()
    story.observed(form(second, fingerprint="second"))
    assert story.proceed_to(job.TierEscalated).target is DOM
