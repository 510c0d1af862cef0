"""A page is planned, filled, read back and left; what cannot be done is asked."""

from __future__ import annotations

import msgspec
import pytest

from ghosthands.domain import job, page, plan, recipe, session
from ghosthands.domain.codes import ActionFailure, Stuck
from ghosthands.domain.engine import EngineName
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import StepKind
from ghosthands.testkit.story import A_REQUEST_HELD, NOON, Story, fill, form

EMPTY = page.FieldFact("email", required=True)
FILLED = page.FieldFact("email", required=True, filled=True)
#: the first page of several
STEP = form(FILLED, submit_button=None, next_button="on", next_is_step=True)


@pytest.mark.parametrize("ticked", [False, True])
def test_an_answer_that_is_neither_yes_nor_no_is_asked_for_though_the_form_does_not_insist(ticked: bool) -> None:
    story, unclear = Story(), (plan.Unanswered("move", "q-move"),)
    story.begun().observed(form(page.FieldFact("move", filled=ticked))).no_recipe().planned(unclear=unclear)
    assert story.proceed_to(job.HumanRequested).fields == unclear


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


def test_a_page_that_refuses_us_four_times_goes_to_a_human() -> None:
    story, left = Story().begun(), tuple(plan.LeftAlone(name, "optional_unknown") for name in LATE)
    empty = form(page.FieldFact("email", required=True), *mended(0).fields[1:])
    story.observed(empty).no_recipe().planned(fill("email"), left_alone=left).verified().observed(mended(0))
    story.proceed_to(job.EffectIntended)
    for number in range(job.MAX_REPAIRS):
        story.pressed().observed(missing(number))
        story.proceed_to(job.EffectNotDone)
        story.planned(fill(LATE[number])).verified().observed(mended(number + 1))
        story.proceed_to(job.EffectIntended)
    story.pressed().observed(missing(job.MAX_REPAIRS))
    story.proceed_to(job.EffectNotDone)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.STUCK


#: nobody knows that they are required before the form was refused for them, one after the other
LATE = tuple(f"late-{number}" for number in range(job.MAX_REPAIRS + 1))


def mended(filled: int) -> page.PageSummary:
    """The form with so many of those filled."""
    late = (page.FieldFact(name, required=n < filled, filled=n < filled) for n, name in enumerate(LATE))
    return form(FILLED, *late)


def missing(number: int) -> page.PageSummary:
    """The form that is refused for want of that one."""
    wanted = page.FieldFact(LATE[number], required=True, error=page.ErrorKind.MISSING)
    fields = (wanted if field.id == wanted.id else field for field in mended(number).fields)
    return form(*fields)


def test_a_required_question_nobody_can_answer_goes_to_a_human() -> None:
    asked = Story().asked_for_fields()
    assert asked.kind is AskKind.FIELDS
    assert asked.fields == (plan.Unanswered("parrot", "q-parrot"),)


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


@pytest.mark.parametrize("holds_other", [False, True])
def test_what_holds_something_else_is_not_sent_before_a_human_saw_it(holds_other: bool) -> None:
    story = Story().begun().observed(form(page.FieldFact("phone"))).no_recipe().planned(fill("phone"))
    cause = story.expect_step(StepKind.RUN_ACTIONS)
    failed = session.ActionFailed(
        cause=cause, action_id="fill-phone", target="phone", code="not_kept", took_ms=1, holds_other=holds_other
    )
    story.tell(failed).observed(form(page.FieldFact("phone", filled=holds_other)))
    if holds_other:
        assert story.proceed_to(job.HumanRequested).fields == (plan.Unanswered("phone", "q-phone"),)
    else:
        story.proceed_to(job.EffectIntended)


CITY = page.FieldFact("city")


@pytest.mark.parametrize("kind", plan.ActionKind)
def test_a_field_that_was_filled_and_is_empty_again_is_filled_in_again(kind: plan.ActionKind) -> None:
    action = msgspec.structs.replace(fill("city"), kind=kind)
    story = Story().begun().observed(form(CITY)).no_recipe().planned(action).verified()
    for _ in range(job.MAX_REFILLS):
        story.observed(form(CITY)).planned(action).verified()
    story.observed(form(page.FieldFact("city", filled=True)))
    story.proceed_to(job.EffectIntended)


def test_a_human_is_told_which_field_a_page_empties_again_and_again() -> None:
    story = Story().begun().observed(form(CITY)).no_recipe().planned(fill("city")).verified()
    for _ in range(job.MAX_REFILLS):
        story.observed(form(CITY)).planned(fill("city")).verified()
    story.observed(form(CITY))
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code) == (AskKind.STUCK, Stuck.FIELDS_LOST)
    assert asked.fields == (plan.Unanswered("city", "q-city"),)


def test_a_field_that_a_page_empties_and_then_does_not_take_is_not_sent_empty() -> None:
    story = Story().begun().observed(form(CITY)).no_recipe().planned(fill("city")).verified()
    for _ in range(job.MAX_REFILLS):
        story.observed(form(CITY)).planned(fill("city")).not_filled()
    story.observed(form(CITY))
    assert story.proceed_to(job.HumanRequested).code == Stuck.FIELDS_LOST


def test_a_field_that_is_gone_was_not_emptied() -> None:
    story = Story().begun().observed(form(EMPTY, CITY)).no_recipe().planned(fill("email"), fill("city")).verified()
    story.observed(form(FILLED))
    story.proceed_to(job.EffectIntended)


def test_a_box_that_is_rightly_not_ticked_was_not_emptied() -> None:
    story = Story().begun().observed(form(CITY)).no_recipe().planned(fill("city"))
    cause = story.expect_step(StepKind.RUN_ACTIONS)
    about = {"cause": cause, "action_id": "fill-city", "field_id": "city", "took_ms": 1, "fingerprint": "f"}
    story.tell(session.ActionVerified(**about, left_empty=True)).observed(form(CITY))
    story.proceed_to(job.EffectIntended)


@pytest.mark.parametrize(
    "left_alone", [(), (plan.LeftAlone("city", "by_human"),)], ids=["overwritten", "by a human, who may"]
)
def test_a_value_that_was_read_and_is_another_one_now_is_planned_again(left_alone: tuple[plan.LeftAlone, ...]) -> None:
    ours = form(page.FieldFact("city", filled=True, equals_key="profile.city"))
    other = form(page.FieldFact("city", filled=True))
    story = Story().begun().observed(form(CITY)).no_recipe().planned(fill("city")).verified().observed(ours)
    story.proceed_to(job.EffectIntended)
    cause = story.expect_step(StepKind.SUBMIT)
    intent = story.job.effects.intent
    assert intent is not None
    unmade = session.ActionFailed(cause=cause, action_id=intent.id, target="send", code="not_pressed", took_ms=1)
    story.tell(unmade).proceed_to(job.EffectNotDone)
    story.observed(other)
    if left_alone:
        story.planned(left_alone=left_alone)
    else:
        story.planned(fill("city")).verified().observed(ours)
    story.proceed_to(job.EffectIntended)


def test_an_intent_is_not_pressed_for_once_its_page_has_lost_a_field() -> None:
    story = Story().begun().observed(form(CITY)).no_recipe().planned(fill("city")).verified()
    story.observed(form(page.FieldFact("city", filled=True)))
    story.proceed_to(job.EffectIntended)
    story.expect_step(StepKind.SUBMIT)
    story.claim("executor-2")
    story.fenced().observed(form(CITY))
    assert story.proceed_to(job.EffectNotDone).evidence == "not_pressed"


@pytest.mark.parametrize("refused", [True, False])
def test_what_a_refused_page_has_emptied_is_filled_in_again(refused: bool) -> None:
    """The server sends the form anew without the file, whether it complains of another field or of none."""
    wrong = page.FieldFact("email", required=True, filled=True, error=page.ErrorKind.FORMAT if refused else None)
    filled = form(FILLED, page.FieldFact("cv", filled=True), next_button="on", next_is_step=True, submit_button=None)
    back = form(wrong, page.FieldFact("cv"), next_button="on", next_is_step=True, submit_button=None)
    story = Story().begun().observed(filled).no_recipe().planned(fill("email"), fill("cv")).verified().observed(filled)
    cause = story.expect_step(StepKind.ADVANCE)
    action_id = story.job.passage.press.action_id if story.job.passage.press else ""
    story.tell(session.ActionSucceeded(cause=cause, action_id=action_id, took_ms=1)).observed(back)
    assert "cv" in job.unplanned_fields(story.job)


def test_a_field_whose_frame_was_exchanged_is_planned_once_more_from_the_new_look() -> None:
    story = Story().begun().observed(form(EMPTY)).no_recipe().planned(fill("email"))
    for planned_anew in (True, False):
        cause = story.expect_step(StepKind.RUN_ACTIONS)
        (action,) = story.job.work.pending
        failed = session.ActionFailed(cause=cause, action_id=action.id, target="email", code="frame_changed", took_ms=1)
        story.tell(failed).observed(form(EMPTY))
        if planned_anew:
            story.planned(fill("email"))
    assert story.proceed_to(job.HumanRequested).fields == (plan.Unanswered("email", "q-email"),)


def test_a_field_that_came_to_hold_its_value_after_all_is_nobodys_question() -> None:
    story = Story().begun().observed(form(EMPTY)).no_recipe().planned(fill("email"))
    cause = story.expect_step(StepKind.RUN_ACTIONS)
    story.tell(session.ActionFailed(cause=cause, action_id="fill-email", target="email", code="not_kept", took_ms=1))
    story.observed(form(page.FieldFact("email", required=True, filled=True, equals_key="profile.email")))
    story.proceed_to(job.EffectIntended)


@pytest.mark.parametrize("dry_run", [False, True])
def test_a_form_that_only_a_payment_sends_is_filled_and_left_to_a_human_at_once(dry_run: bool) -> None:
    story = Story().begun(dry_run=dry_run).observed(form(EMPTY, submit_button=None, pays=True)).no_recipe()
    story.planned(fill("email")).verified().observed(form(FILLED, submit_button=None, pays=True))
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, asked.code, asked.fields) == (AskKind.STUCK, "payment_required", ())


def test_a_payment_beside_a_form_that_can_be_sent_holds_nothing_up() -> None:
    story = Story().begun().observed(form(EMPTY, pays=True)).no_recipe().planned(fill("email")).verified()
    story.observed(form(FILLED, pays=True)).proceed_to(job.EffectIntended)


def test_a_page_without_questions_that_stays_as_it_was_is_no_new_page() -> None:
    review = form(submit_button=None, next_button="a", next_is_step=True, fields=())
    story = Story().begun().observed(review)
    for _ in range(job.MAX_UNMOVED):
        cause = story.expect_step(StepKind.ADVANCE)
        (action,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
        story.tell(session.ActionSucceeded(cause=cause, action_id=action, took_ms=1)).observed(review)
        story.proceed_to(job.PressUnmoved)
    assert story.proceed_to(job.HumanRequested).code == "no_way_on"


def test_a_page_without_questions_that_says_something_else_each_time_is_no_new_page() -> None:
    review = form(submit_button=None, next_button="a", next_is_step=True, fields=())
    said = [msgspec.structs.replace(review, model_ref=ref, wordless_ref=review.model_ref) for ref in ("n", "o")]
    story = Story().begun().observed(review)
    for shown in said:
        cause = story.expect_step(StepKind.ADVANCE)
        (action,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
        story.tell(session.ActionSucceeded(cause=cause, action_id=action, took_ms=1)).observed(shown)
        story.proceed_to(job.PressUnmoved)
    assert story.proceed_to(job.HumanRequested).code == "no_way_on"


def test_another_next_button_is_tried_where_one_leads_nowhere_and_then_a_human() -> None:
    still = form(FILLED, submit_button=None, next_button="a", other_next_buttons=("b",), next_is_step=True)
    story = Story().begun().observed(form()).no_recipe().planned(fill("email")).verified().observed(still)
    pressed, told = [], []
    for _ in range(4):
        cause = story.expect_step(StepKind.ADVANCE)
        pressed.append(job.next_button(story.job))
        (action,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
        story.tell(session.ActionSucceeded(cause=cause, action_id=action, took_ms=1)).observed(still)
        told.append(story.proceed_to(job.PressUnmoved))
    assert pressed == ["a", "b", "a", "b"]
    assert [(one.button_id, one.next_button, one.times, one.pressed) for one in told] == [
        ("a", "b", 1, True),
        ("b", "a", 2, True),
        ("a", "b", 3, True),
        ("b", None, 4, True),
    ]
    assert story.proceed_to(job.HumanRequested).code == "no_way_on"


def test_a_page_without_a_button_is_looked_at_once_more_and_then_a_human_is_asked() -> None:
    still = msgspec.structs.replace(form(submit_button=None, page_type=page.PageType.OTHER), fields=())
    story = Story().begun().observed(still)
    assert story.proceed_to(job.StepChosen).actions == (page.ANY_BUTTON,)
    story.tell(seen_again(story, still))
    assert story.proceed_to(job.HumanRequested).code == "no_way_on"


def test_a_form_that_is_drawn_late_is_filled_and_its_disabled_button_still_waited_for() -> None:
    bare = msgspec.structs.replace(form(submit_button=None, page_type=page.PageType.OTHER), fields=())
    still = form(FILLED, submit_button=None, disabled_button="send")
    story = Story().begun().observed(bare)
    story.proceed_to(job.StepChosen)
    story.tell(seen_again(story, form(submit_button=None, disabled_button="send")))
    story.no_recipe().planned(fill("email")).verified().observed(still)
    assert story.proceed_to(job.StepChosen).actions == ("send",)


def test_a_disabled_button_is_waited_for_once_and_then_a_human_is_told() -> None:
    still = form(FILLED, submit_button=None, disabled_button="send")
    story = Story().begun().observed(form()).no_recipe().planned(fill("email")).verified().observed(still)
    assert story.proceed_to(job.StepChosen).actions == ("send",)
    story.tell(seen_again(story, still))
    assert story.proceed_to(job.HumanRequested).code == "button_disabled"


def test_a_dry_run_that_kept_requests_back_ends_before_a_button_that_stays_disabled() -> None:
    still = form(FILLED, submit_button=None, disabled_button="send")
    story = Story().begun(dry_run=True).observed(form()).no_recipe().planned(fill("email")).tell(A_REQUEST_HELD)
    story.verified().observed(still)
    assert story.proceed_to(job.StepChosen).actions == ("send",)
    story.tell(seen_again(story, still))
    assert story.proceed_to(job.JobCompleted).ended_before == "kept_disabled"


@pytest.mark.parametrize("told", ["while it was filled", "by the press that left it"])
def test_what_an_earlier_page_was_kept_from_asking_explains_no_disabled_button(told: str) -> None:
    story = Story().begun(dry_run=True).observed(STEP).no_recipe().planned(fill("email"))
    if told == "while it was filled":
        story.tell(A_REQUEST_HELD)
    cause, action = press_next(story)
    if told == "by the press that left it":
        story.tell(A_REQUEST_HELD)
    story.tell(session.ActionSucceeded(cause=cause, action_id=action, took_ms=1))
    await_button_of_the_second_page(story)
    assert story.proceed_to(job.HumanRequested).code == "button_disabled"


def test_what_a_page_was_kept_from_asking_before_it_was_read_explains_its_disabled_button() -> None:
    story = Story().begun(dry_run=True).observed(STEP).no_recipe().planned(fill("email"))
    cause, action = press_next(story)
    story.tell(session.ActionSucceeded(cause=cause, action_id=action, took_ms=1), A_REQUEST_HELD)
    await_button_of_the_second_page(story)
    assert story.proceed_to(job.JobCompleted).ended_before == "kept_disabled"


def press_next(story: Story) -> tuple[str, str]:
    """Verify the first page and choose the press of Next; return its command's id and the action's."""
    cause = story.verified().observed(STEP).expect_step(StepKind.ADVANCE)
    assert story.job.passage.press is not None
    return cause, story.job.passage.press.action_id


def await_button_of_the_second_page(story: Story) -> None:
    """Arrive at a page whose button is disabled, and stays so when it was waited for."""
    phone, left = page.FieldFact("phone"), (plan.LeftAlone("phone", "optional_unknown"),)
    still = form(phone, fingerprint="second", model_ref="n" * 64, submit_button=None, disabled_button="send")
    story.observed(still).no_recipe().planned(left_alone=left)
    assert story.proceed_to(job.StepChosen).actions == ("send",)
    story.tell(seen_again(story, still)).planned(left_alone=left)


def test_a_button_that_is_disabled_again_is_waited_for_again() -> None:
    still = form(FILLED, submit_button=None, disabled_button="send")
    story = Story().begun().observed(form()).no_recipe().planned(fill("email")).verified().observed(still)
    for _ in range(2):
        assert story.proceed_to(job.StepChosen).actions == ("send",)
        story.tell(seen_again(story, form(FILLED)))
        story.proceed_to(job.EffectIntended)
        cause = story.expect_step(StepKind.SUBMIT)
        intent_id = story.job.current_intent.id
        code = ActionFailure.NOT_PRESSED
        story.tell(session.ActionFailed(cause=cause, action_id=intent_id, target="send", code=code, took_ms=1))
        story.proceed_to(job.EffectNotDone)
        story.observed(still)


def seen_again(story: Story, page_now: page.PageSummary) -> session.PageObserved:
    """The answer to the look that was just chosen."""
    awaiting = story.job.attempt.awaiting
    assert awaiting is not None
    return session.PageObserved(cause=awaiting.command_id, session_id="s1", page=page_now, took_ms=1)


def test_a_button_that_could_not_be_pressed_is_told_as_such() -> None:
    still = form(FILLED, submit_button=None, next_button="a", next_is_step=True)
    story = Story().begun().observed(form()).no_recipe().planned(fill("email")).verified().observed(still)
    cause = story.expect_step(StepKind.ADVANCE)
    (action,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
    failed = session.ActionFailed(cause=cause, action_id=action, target="a", code="covered", took_ms=1)
    told = story.tell(failed).observed(still).proceed_to(job.PressUnmoved)
    assert (told.pressed, told.next_button) == (False, "a")


def test_what_may_be_a_wall_is_looked_at_again_and_then_taken_for_none() -> None:
    story = Story().begun()
    for _ in range(job.MAX_SECOND_LOOKS + 1):
        story.observed(form(suspect=True))
    assert story.now > NOON
    story.no_recipe()


def test_what_a_recipe_covers_needs_no_plan() -> None:
    story = Story().begun().observed(form(EMPTY, page.FieldFact("blog")))
    story.replayed(fill("email"), left_alone=(plan.LeftAlone("blog", "optional_unknown"),)).verified()
    story.observed(form(FILLED, page.FieldFact("blog")))
    story.proceed_to(job.EffectIntended)
    assert not any(isinstance(event, plan.PlanProposed) for event in story.log)


def test_what_a_recipe_leaves_open_is_planned_before_anything_is_done() -> None:
    story = Story().begun().observed(form(EMPTY, page.FieldFact("cv"), page.FieldFact("visa", required=True)))
    cv = msgspec.structs.replace(fill("cv"), kind=plan.ActionKind.UPLOAD)
    story.replayed(fill("email"), known="before").planned(fill("visa"), cv).verified()
    assert story.job.work.rescans == 0
    run = [event for event in story.log if isinstance(event, job.StepChosen)][-1]
    assert run.actions == ("fill-cv", "fill-email", "fill-visa")


def test_what_filling_reveals_is_looked_up_where_a_recipe_knew_the_page() -> None:
    story = Story().begun().observed(form()).replayed(fill("email")).verified()
    story.observed(form(FILLED, page.FieldFact("visa", required=True), fingerprint="form+visa"))
    story.replayed(fill("visa")).verified()
    assert story.job.work.rescans == 1


def test_a_field_that_a_recipe_filled_and_the_page_refuses_is_planned() -> None:
    step = form(FILLED, next_button="continue", next_is_step=True, submit_button=None)
    story = Story().begun().observed(step).replayed(fill("email")).verified().observed(step)
    cause = story.expect_step(StepKind.ADVANCE)
    (action,) = story.job.attempt.awaiting.actions if story.job.attempt.awaiting else ()
    story.tell(session.ActionSucceeded(cause=cause, action_id=action, took_ms=1))
    story.observed(form(page.FieldFact("email", required=True, filled=True, error=page.ErrorKind.FORMAT)))
    story.planned(fill("email", "again")).verified()


def test_a_sick_step_starts_with_another_engine() -> None:
    story = Story().begun(engines=(EngineName.STAGEHAND_DOM,)).observed(form(EMPTY, page.FieldFact("blog")))
    story.replayed(fill("blog"), msgspec.structs.replace(fill("email"), tier=1)).verified()
    story.observed(form(EMPTY, page.FieldFact("blog", filled=True)))
    escalated = story.proceed_to(job.TierEscalated)
    assert (escalated.failed, escalated.target) == (("fill-email",), EngineName.STAGEHAND_DOM)


def test_a_sick_step_is_our_own_hands_where_there_is_no_other_engine() -> None:
    story = Story().begun().observed(form(EMPTY)).replayed(msgspec.structs.replace(fill("email"), tier=1)).verified()
    story.observed(form(FILLED))
    story.proceed_to(job.EffectIntended)


def test_what_a_recipe_filled_and_the_page_lost_is_looked_up_once_more() -> None:
    story = Story().begun().observed(form(EMPTY)).replayed(fill("email")).verified().observed(form(EMPTY))
    story.replayed(fill("email", "again")).verified().observed(form(FILLED))
    assert job.unplanned_fields(story.job) == ()


def test_a_recipe_that_an_earlier_claim_asked_for_changes_nothing() -> None:
    story = Story().begun().observed(form(EMPTY))
    stale = recipe.RecipeFound(
        cause="earlier", fingerprint="form", recipe="form", model_ref="m", actions=(fill("email"),)
    )
    assert story.tell(stale).job.work.pending == ()
