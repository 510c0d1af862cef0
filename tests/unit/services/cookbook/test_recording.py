"""What cookbook learns of a finished job."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import msgspec
import pytest

from ghosthands.cookbook.fields import options_of
from ghosthands.domain import job
from ghosthands.domain.job import EffectIntended, EffectKind, Outcome, StepTaken
from ghosthands.domain.page import FieldKind, OptionModel, PageModel
from ghosthands.domain.recipe import FAILED, LocatorKind, RecipeFound, RecipeRecorded, RecipeTried
from ghosthands.messaging.wire import subjects

from .conftest import ADA, NOON, asked, form

if TYPE_CHECKING:
    from .conftest import Kitchen

NAME, EMAIL, PHONE = asked("First name", required=True), asked("Email", FieldKind.EMAIL), asked("Phone")
FORM = form(NAME, EMAIL)


async def test_a_recipe_holds_keys_and_locators_and_not_one_value(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    (recorded,) = await kitchen.said()
    assert isinstance(recorded, RecipeRecorded)
    step = next(step for step in recorded.steps if step.key == "profile.email")
    assert [locator.by for locator in step.locators] == list(LocatorKind)
    assert step.identity > 0.99
    written = msgspec.json.encode(recorded)
    assert not any(value.encode() in written for value in ADA.values() if len(value) > 2)


async def test_what_is_held_of_a_site_does_not_grow_with_its_jobs(kitchen: Kitchen) -> None:
    async def count_held(jobs: int) -> int:
        for _ in range(jobs):
            await (await kitchen.begin()).apply(FORM)
        gc.collect()
        return sum(isinstance(held, RecipeRecorded) for held in gc.get_objects())

    assert await count_held(2) == await count_held(10)


async def test_generated_ids_are_no_locators_and_a_label_used_twice_says_less(kitchen: Kitchen) -> None:
    machine = msgspec.structs.replace(NAME, dom_id="mui-1234", name=":r1:")
    twin = msgspec.structs.replace(asked("First name", name="other"), required=True)
    await (await kitchen.begin()).apply(form(machine, twin))
    (recorded,) = await kitchen.said()
    assert isinstance(recorded, RecipeRecorded)
    step = next(step for step in recorded.steps if step.field_id == machine.id)
    assert {locator.by for locator in step.locators} == {LocatorKind.LABEL, LocatorKind.ROLE, LocatorKind.STRUCTURE}
    assert step.identity < 0.85


async def test_what_was_not_kept_is_not_learnt(kitchen: Kitchen) -> None:
    applying = await kitchen.begin()
    await applying.see(FORM)
    await applying.plan()
    await applying.fill(failing=[EMAIL.id])
    await applying.complete()
    assert (await kitchen.known()).recipes[FORM.fingerprint].steps.keys() == {NAME.id}


async def test_what_a_human_filled_in_at_the_browser_is_not_learnt(kitchen: Kitchen) -> None:
    applying = await kitchen.begin()
    await applying.see(FORM)
    await applying.plan()
    await applying.fill(engine="human")
    await applying.complete()
    assert await kitchen.said() == ()


@pytest.mark.parametrize("outcome", Outcome)
async def test_a_dry_run_teaches_as_much(kitchen: Kitchen, outcome: Outcome) -> None:
    applying = await kitchen.begin()
    await applying.see(FORM)
    await applying.plan()
    await applying.fill()
    await applying.complete(outcome)
    assert FORM.fingerprint in (await kitchen.known()).recipes


async def test_what_filling_revealed_is_learnt_with_the_page_that_shows_it(kitchen: Kitchen) -> None:
    applying, longer = await kitchen.begin({**ADA, "phone": "+49 30 123456"}), form(NAME, EMAIL, PHONE)
    await applying.see(FORM)
    await applying.plan()
    await applying.fill()
    await applying.see(longer)
    await applying.plan()
    await applying.fill()
    await applying.complete()
    known = (await kitchen.known()).recipes
    assert known[FORM.fingerprint].steps.keys() == {NAME.id, EMAIL.id}
    assert known[longer.fingerprint].steps.keys() == {NAME.id, EMAIL.id, PHONE.id}


async def test_a_page_that_a_step_led_to_is_learnt_as_it_was_before_it_was_filled(kitchen: Kitchen) -> None:
    applying = await kitchen.begin({**ADA, "phone": "+49 30 123456"})
    empty = asked("Phone", FieldKind.COMBOBOX, options=("One", "Two"))
    opened = msgspec.structs.replace(empty, options=(*empty.options, OptionModel("+49 30 123456")))
    await applying.see(FORM)
    await applying.plan()
    await applying.fill()
    intended = EffectIntended(
        at=NOON, intent_id="i", kind=EffectKind.STEP, button_id="b", button_role="next", fingerprint=FORM.fingerprint
    )
    await applying.say(intended)
    await applying.see(form(empty))
    await applying.say(StepTaken(intent_id="i", at=NOON))
    await applying.plan()
    await applying.fill()
    await applying.see(form(opened))
    await applying.complete()
    known = (await kitchen.known()).recipes
    assert known.keys() == {FORM.fingerprint, form(empty).fingerprint}
    assert known[form(empty).fingerprint].steps[empty.id].step.options == options_of(empty)


async def replayed(kitchen: Kitchen, page: PageModel = FORM, *, failing: tuple[str, ...] = ()) -> RecipeFound:
    """A job that a recipe is found for; it is finished."""
    applying = await kitchen.begin()
    await applying.see(page)
    answer = await applying.find()
    assert isinstance(answer, RecipeFound)
    if any(field.id not in applying.actions for field in page.fields):
        await applying.plan()
    await applying.fill(failing=failing)
    await applying.complete()
    return answer


async def test_a_replay_that_went_well_says_so_and_learns_nothing_new(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    await replayed(kitchen)
    *_, tried = await kitchen.said()
    assert isinstance(tried, RecipeTried)
    assert (set(tried.verified), tried.failed) == ({NAME.id, EMAIL.id}, ())
    assert sum(isinstance(event, RecipeRecorded) for event in await kitchen.said()) == 1


async def test_a_step_that_failed_loses_health_until_it_starts_a_tier_higher(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    for _ in range(50 // -FAILED + 1):
        answer = await replayed(kitchen, failing=(EMAIL.id,))
        assert {action.tier for action in answer.actions} == {0}
    tiers = {action.field_id: action.tier for action in (await replayed(kitchen)).actions}
    assert tiers == {NAME.id: 0, EMAIL.id: 1}


async def test_a_field_found_elsewhere_is_learnt_where_it_is_now(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    moved = form(NAME, asked("Email", FieldKind.EMAIL, name="kontakt"))
    first = await replayed(kitchen, moved)
    second = await replayed(kitchen, moved)
    assert (len(first.moved), second.moved, second.recipe) == (1, (), moved.fingerprint)


async def test_ids_that_changed_under_the_same_fingerprint_are_healed(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(FORM)
    other_ids = msgspec.structs.replace(EMAIL, dom_id="e2")
    page = msgspec.structs.replace(FORM, fields=(NAME, other_ids))
    assert [(await replayed(kitchen, page)).moved for _ in range(2)] == [(EMAIL.id,), ()]
    state = (await kitchen.known()).recipes[FORM.fingerprint].steps[EMAIL.id]
    assert (state.step.locators[0].value, state.verified) == ("e2", 2)


async def test_a_field_that_is_gone_makes_its_step_sicker(kitchen: Kitchen) -> None:
    await (await kitchen.begin()).apply(form(NAME, EMAIL, PHONE))
    known = form(NAME, EMAIL, PHONE).fingerprint
    before = (await kitchen.known()).recipes[known].steps[PHONE.id].health
    await replayed(kitchen, FORM)
    assert (await kitchen.known()).recipes[known].steps[PHONE.id].health == before + FAILED


async def test_a_job_that_failed_teaches_nothing(kitchen: Kitchen) -> None:
    applying = await kitchen.begin()
    await applying.see(FORM)
    await applying.plan()
    await applying.fill()
    await applying.say(job.JobFailed(at=NOON, code="timeout"))
    assert await kitchen.said() == ()


@pytest.mark.parametrize(("code", "learns"), [("budget_exceeded", True), ("hitl_timeout", False)])
async def test_a_job_that_ended_on_its_budget_is_learnt_from_as_far_as_it_came(
    kitchen: Kitchen, code: str, learns: bool
) -> None:
    applying = await kitchen.begin()
    await applying.see(FORM)
    await applying.plan()
    await applying.fill(failing=[EMAIL.id])
    await applying.say(job.JobFailed(at=NOON, code=code))
    *_, last = (await kitchen.log.load(subjects.job(applying.job_id))).recorded
    await kitchen.handlers.on_job_failed(last)  # type: ignore[arg-type]
    found = (await kitchen.known()).recipes
    assert {fingerprint: set(page.steps) for fingerprint, page in found.items()} == (
        {FORM.fingerprint: {NAME.id}} if learns else {}
    )
