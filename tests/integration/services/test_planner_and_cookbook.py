"""Planner and cookbook as executor meets them: a command in, a fact out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ghosthands.domain.plan import PlanPage, PlanProposed
from ghosthands.domain.recipe import FindRecipe, RecipeMissed
from ghosthands.domain.session import CommandRefused

if TYPE_CHECKING:
    from conftest import Case

pytestmark = pytest.mark.integration


def plan_page(case: Case, model_ref: str) -> PlanPage:
    return PlanPage(job_id=case.id, tenant=case.person.tenant, applicant=case.person.id, model_ref=model_ref)


async def test_a_page_is_planned_once(case: Case) -> None:
    command_id = await case.command(plan_page(case, case.model_ref))
    proposed = (await case.until(PlanProposed)).event
    assert proposed.cause == command_id
    assert [action.key for action in proposed.actions] == ["profile.email"]
    assert [one.question_key for one in proposed.unanswered] == [case.why]
    assert len([event for event in await case.events() if isinstance(event, PlanProposed)]) == 1


async def test_a_page_nobody_kept_is_refused(case: Case) -> None:
    await case.command(plan_page(case, "0" * 64))
    refused = (await case.until(CommandRefused)).event
    assert (refused.command, refused.code) == ("PlanPage", "no_page_model")


async def test_a_recipe_is_missed(case: Case) -> None:
    command_id = await case.command(
        FindRecipe(
            job_id=case.id,
            tenant=case.person.tenant,
            site="jobs.example.com",
            platform="greenhouse",
            fingerprint="form",
        )
    )
    missed = (await case.until(RecipeMissed)).event
    assert missed == RecipeMissed(cause=command_id, fingerprint="form")
