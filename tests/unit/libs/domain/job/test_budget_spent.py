"""A job whose budget is spent asks no model any more: what is open then is a human's, or the end of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ghosthands.domain import job, page
from ghosthands.domain.budget import BudgetExceeded, Measure, OnBudget, Scope
from ghosthands.domain.codes import JobFailure
from ghosthands.domain.engine import EngineName
from ghosthands.domain.human import AskKind
from ghosthands.domain.provider import ProviderName
from ghosthands.testkit.story import Story, fill, form

DOM, CUA, VISION, HUMAN = EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA, EngineName.MAGNITUDE, EngineName.HUMAN
ALL = (EngineName.PLAYWRIGHT, DOM, CUA, VISION, HUMAN)
EMPTY = page.FieldFact("email", required=True)
FILLED = page.FieldFact("email", required=True, filled=True)
OPTIONAL = page.FieldFact("email")
SPENT = BudgetExceeded(
    at=datetime(2026, 1, 1, tzinfo=UTC),
    scope=Scope.JOB,
    measure=Measure.MONEY,
    limit=50_000_000,
    used=49_000_000,
    wanted=2_000_000,
    purpose="act",
    tier=1,
)


def stuck(field: page.FieldFact = EMPTY, **request: object) -> Story:
    """Our own hand could not fill the page's one field."""
    story = Story().begun(ALL, **request).observed(form(field)).no_recipe().planned(fill("email"))
    return story.not_filled("not_kept").observed(form(field))


def test_no_engine_that_asks_a_model_gets_what_failed() -> None:
    story = stuck()
    story.tell(SPENT)
    asked = story.proceed_to(job.HumanRequested)
    assert (asked.kind, [field.field_id for field in asked.fields]) == (AskKind.FIELDS, ["email"])


def test_no_further_tier_is_tried_once_one_has_spent_it() -> None:
    story = stuck()
    assert story.proceed_to(job.TierEscalated).target is DOM
    story.switched(DOM)
    story.tell(SPENT)
    story.not_filled("not_kept").observed(form(EMPTY))
    assert story.proceed_to(job.HumanRequested).kind is AskKind.FIELDS


def test_a_human_at_the_browser_costs_nothing() -> None:
    story = stuck(provider=ProviderName.OPERATOR)
    story.tell(SPENT)
    assert story.proceed_to(job.TierEscalated).target is HUMAN


def test_a_job_that_is_to_end_on_its_budget_ends_for_good() -> None:
    story = stuck(on_budget=OnBudget.END)
    story.tell(SPENT)
    assert story.proceed_to(job.JobFailed).code == JobFailure.BUDGET_EXCEEDED
    assert story.job.phase is job.Phase.FAILED


@pytest.mark.parametrize("on_budget", list(OnBudget))
def test_a_job_that_lacks_nothing_goes_on_to_its_end(on_budget: OnBudget) -> None:
    story = stuck(OPTIONAL, on_budget=on_budget)
    story.tell(SPENT)
    assert story.proceed_to(job.EffectIntended)


def test_without_a_spent_budget_a_human_is_asked_whatever_was_wished() -> None:
    story = Story().begun((EngineName.PLAYWRIGHT,), on_budget=OnBudget.END)
    story.observed(form(EMPTY)).no_recipe().planned(fill("email")).not_filled("not_kept").observed(form(EMPTY))
    assert story.proceed_to(job.HumanRequested).kind is AskKind.FIELDS
