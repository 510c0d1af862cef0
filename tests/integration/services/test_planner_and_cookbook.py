"""Planner and cookbook as executor meets them: a command in, a fact out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from ghosthands.domain.plan import PlanPage, PlanProposed
from ghosthands.domain.recipe import (
    FieldLocator,
    FindRecipe,
    LocatorKind,
    RecipeFound,
    RecipeMissed,
    RecipeStep,
    StepAction,
)
from ghosthands.domain.recipe_exchange import ExportedRecipe, PagesOf, RecipeExport
from ghosthands.domain.session import CommandRefused
from ghosthands.messaging.server.permissions import CLI
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import RequestRefused, ask

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


async def test_a_recipe_that_was_imported_is_found_and_given_away_again(case: Case) -> None:
    cli, site = case.town.buses[CLI], f"{case.id}.example.com"
    signer = case.town.vault.signer()
    email = RecipeStep(
        field_id="email",
        kind="email",
        label="Email",
        locators=(FieldLocator(LocatorKind.LABEL, "email"),),
        identity=0.9,
        action=StepAction.FILL,
        key="profile.email",
    )
    page = ExportedRecipe(platform="greenhouse", fingerprint=case.page.fingerprint, steps=(email,))
    export = RecipeExport(site=site, recipes=(page,), signer=signer.name)
    with pytest.raises(RequestRefused, match="does not fit"):
        await ask(cli, subjects.recipes("import"), msgspec.json.encode(export), timeout=20)
    signed = msgspec.structs.replace(export, signature=signer.sign(export.signed_part()))
    await ask(cli, subjects.recipes("import"), msgspec.json.encode(signed), timeout=20)
    command_id = await case.command(
        FindRecipe(
            job_id=case.id,
            tenant=case.person.tenant,
            applicant=case.person.id,
            site=site,
            platform="greenhouse",
            fingerprint=case.page.fingerprint,
            model_ref=case.model_ref,
        )
    )
    found = (await case.until(RecipeFound)).event
    assert (found.cause, [action.key for action in found.actions]) == (command_id, ["profile.email"])
    given = await ask(cli, subjects.recipes("export"), msgspec.json.encode(PagesOf(site=site)), timeout=20)
    assert msgspec.json.decode(given, type=RecipeExport) == signed
