"""What a model wrote is read by a human before it is put on a page."""

from __future__ import annotations

import pytest

from ghosthands.domain import human, job, registry
from ghosthands.domain.budget import BudgetExceeded, Measure, OnBudget, Scope
from ghosthands.domain.codes import DryRunEnd
from ghosthands.domain.human import AskKind, Resolution, Review
from ghosthands.domain.job import StepKind
from ghosthands.domain.page import FieldFact, StepIndicator
from ghosthands.domain.plan import LeftAlone, Unanswered
from ghosthands.testkit.story import Story, fill, form

WHY = fill("why", key="drafts.q-why")
HOW = fill("how", key="drafts.q-how")
OPEN = form(FieldFact("email", required=True), FieldFact("why"))
FILLED = form(FieldFact("email", required=True, filled=True), FieldFact("why", filled=True))


def planned(*drafts: str, **changes: object) -> Story:
    """A form with an answer of the applicant's own, and drafts."""
    story = Story().begun(**changes).observed(OPEN).no_recipe()
    left = () if drafts else (LeftAlone("why", "optional_unknown"),)
    return story.planned(fill("email"), *(fill(name, key=f"drafts.q-{name}") for name in drafts), left_alone=left)


def asked(*drafts: str, **changes: object) -> Story:
    """A human is to read them."""
    story = planned(*drafts, **changes)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.REVIEW
    return story


def read(story: Story, **verdicts: tuple[str, ...]) -> Story:
    """They did, and the page is looked at again."""
    story.resolved(Resolution.REVIEWED, **verdicts).claim()
    story.proceed_to(job.JobResumed)
    return story.fenced().observed(OPEN).no_recipe()


def test_drafts_are_read_before_anything_of_the_page_is_filled_in() -> None:
    story = planned("why", "how")
    request = story.proceed_to(job.HumanRequested)
    assert request.kind is AskKind.REVIEW
    assert request.fields == (Unanswered("why", "q-why"), Unanswered("how", "q-how"))


def planned_with_open(**changes: object) -> Story:
    """A form with a draft, and a question that it insists on and nobody can answer."""
    page = form(FieldFact("why"), FieldFact("parrot", required=True), FieldFact("team"))
    story = Story().begun(**changes).observed(page).no_recipe()
    unanswered = (Unanswered("parrot", "q-parrot"),)
    return story.planned(WHY, unanswered=unanswered, left_alone=(LeftAlone("team", "optional_unknown"),))


def test_what_is_missing_on_the_page_is_asked_together_with_its_drafts() -> None:
    request = planned_with_open().proceed_to(job.HumanRequested)
    assert request.kind is AskKind.REVIEW
    assert request.fields == (Unanswered("why", "q-why"), Unanswered("parrot", "q-parrot"))
    assert request.drafted == ("q-why",)


def test_what_was_read_and_answered_at_once_is_not_asked_again() -> None:
    story = planned_with_open()
    story.proceed_to(job.HumanRequested)
    story.resolved(Resolution.REVIEWED, approved=("q-why",), answered=("q-parrot",)).claim()
    story.proceed_to(job.JobResumed)
    page = form(FieldFact("why"), FieldFact("parrot", required=True))
    story.fenced().observed(page).no_recipe().planned(WHY, fill("parrot", key="answers.q-parrot")).verified()
    filled = form(FieldFact("why", filled=True), FieldFact("parrot", required=True, filled=True))
    story.observed(filled).proceed_to(job.EffectIntended)


def test_what_was_left_open_beside_drafts_is_skipped() -> None:
    story = planned_with_open()
    story.proceed_to(job.HumanRequested)
    story.resolved(Resolution.REVIEWED, approved=("q-why",), rejected=("q-parrot",)).claim()
    story.proceed_to(job.JobResumed)
    assert story.job.human.skipped == {"q-parrot"}


def test_a_job_that_is_to_end_on_its_budget_asks_for_drafts_alone() -> None:
    story = planned_with_open(on_budget=OnBudget.END)
    spent = {"scope": Scope.JOB, "measure": Measure.CALLS, "limit": 1, "used": 1, "wanted": 1, "purpose": "act"}
    story.tell(BudgetExceeded(at=story.now, **spent))
    assert story.proceed_to(job.HumanRequested).fields == (Unanswered("why", "q-why"),)


def test_a_review_from_before_asked_for_nothing_but_drafts() -> None:
    before = {"kind": "review", "fields": [{"field_id": "why", "question_key": "q-why"}]}
    assert registry.upcast("HumanRequested", 2, before)["drafted"] == ["q-why"]
    assert registry.upcast("HumanRequested", 2, {**before, "kind": "fields"})["drafted"] == []


def test_who_asks_for_no_review_is_asked_nothing() -> None:
    story = planned("why", review=Review.NEVER)
    story.verified().observed(FILLED).proceed_to(job.EffectIntended)


def test_a_request_from_before_there_were_reviews_has_one() -> None:
    assert Story().begun().job.is_reviewed


def test_what_was_approved_is_filled_in_and_sent_without_another_question() -> None:
    story = read(asked("why"), approved=("q-why",))
    story.planned(fill("email"), WHY).verified().observed(FILLED)
    story.proceed_to(job.EffectIntended)


def test_what_was_changed_is_the_applicants_own_answer_and_sent_once_it_was_read_back() -> None:
    story = read(asked("why"), answered=("q-why",))
    story.planned(fill("email"), fill("why", key="answers.q-why"))
    assert story.verified().observed(FILLED).proceed_to(job.EffectIntended)


def test_what_was_rejected_is_left_open() -> None:
    story = read(asked("why", "how"), approved=("q-why",), rejected=("q-how",))
    assert story.job.human.skipped == {"q-how"}
    story.planned(fill("email"), WHY, left_alone=(LeftAlone("how", "skipped"),)).verified().observed(FILLED)
    story.proceed_to(job.EffectIntended)


def test_who_skips_the_review_wants_none_of_the_drafts() -> None:
    story = asked("why", "how").resolved(Resolution.SKIP)
    story.claim()
    story.proceed_to(job.JobResumed)
    assert story.job.human.skipped == {"q-why", "q-how"}
    assert not story.job.human.gave_up


def test_a_draft_that_comes_up_later_is_read_too() -> None:
    story = read(asked("why"), approved=("q-why",)).planned(fill("email"), WHY, HOW)
    assert story.proceed_to(job.HumanRequested).fields == (Unanswered("how", "q-how"),)


def test_what_nobody_said_anything_about_is_asked_again() -> None:
    story = read(asked("why")).planned(fill("email"), WHY)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.REVIEW


def test_a_review_that_nobody_makes_fails_the_job_and_sends_nothing() -> None:
    story = asked("why")
    assert story.job.human.ask is not None
    story.tell(human.HumanTimedOut(request_id=story.job.human.ask.request_id, at=story.now))
    story.claim()
    assert story.proceed_to(job.JobFailed).code == "hitl_timeout"


def test_another_attempt_does_not_ask_again_for_what_was_approved() -> None:
    story = read(asked("why"), approved=("q-why",))
    story.tell(job.RetryScheduled(attempt=1, code="network_error", due=story.now))
    assert story.job.human.approved == {"q-why"}


def test_a_dry_run_fills_drafts_in_and_asks_nobody() -> None:
    story = planned("why", dry_run=True)
    story.verified().observed(FILLED)
    assert story.proceed_to(job.JobCompleted).ended_before == DryRunEnd.SUBMIT


@pytest.mark.parametrize(
    ("review", "drafts", "goes"),
    [(Review.BEFORE_SUBMIT, ("why",), False), (Review.BEFORE_SUBMIT, (), True), (Review.NEVER, ("why",), True)],
)
def test_a_dry_runs_step_that_could_take_an_unread_draft_along_does_not_go(
    review: Review, drafts: tuple[str, ...], goes: bool
) -> None:
    story = planned(*drafts, dry_run=True, dry_run_steps=True, review=review).verified()
    step = {"submit_button": None, "next_button": "next", "next_is_step": True, "step": StepIndicator(1, 3)}
    story.observed(form(*FILLED.fields, **step)).held()
    if goes:
        assert story.proceed_to(job.EffectIntended).kind is job.EffectKind.STEP
    else:
        assert story.proceed_to(job.JobCompleted).ended_before == DryRunEnd.STEP


def test_what_a_recipe_leaves_to_be_planned_is_read_with_the_rest() -> None:
    story = Story().begun().observed(OPEN).replayed(fill("email")).planned(WHY)
    assert story.proceed_to(job.HumanRequested).kind is AskKind.REVIEW
    story = Story().begun().observed(OPEN).no_recipe().planned(fill("email"))
    story.expect_step(StepKind.RUN_ACTIONS)
